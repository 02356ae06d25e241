import { siteId } from "@/lib/backend/demo/simulation/simulated_series.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import type { HomeRecord, OccupancyRecord } from "@/lib/backend/records/occupancies.ts";
import { addDays, addYears, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { DEMO_ACCOUNTS } from "./accounts.ts";

const SOURCE = "Annexe au bail, signée sur papier";

/**
 * Writes who lives in a few dwellings of the first residence: one who agreed and has the page of their dwelling, one who
 * has just come, one who did not agree.
 */
export async function seedOccupants(
  store: Store,
  { occupantId, now }: { occupantId: string; now: number },
): Promise<void> {
  const projectId = siteId(0);
  const today = civilDateOf(now, DEFAULT_TIME_ZONE);
  const atomic = store.atomic();
  for (const [house, records] of Object.entries(occupantsAt(today))) {
    const houseId = `${projectId}-${house}`;
    const stored = records.map((record, rank): OccupancyRecord => {
      const accountId = record.email === DEMO_ACCOUNTS.occupant.email ? occupantId : null;
      return { ...record, id: occupancyIdOf(houseId, rank), accountId };
    });
    atomic.set(keys.occupancies(projectId, houseId), stored);
    for (const { accountId } of stored) {
      if (accountId === null) continue;
      const home: HomeRecord = { isOpen: true };
      atomic.set(keys.homeOfAccount(accountId, projectId, houseId), home)
        .set(keys.moduleRights(projectId, houseId), { access: 2 });
    }
  }
  await atomic.commit();
}

export function occupancyIdOf(houseId: string, rank: number): string {
  return `${houseId}-o${rank + 1}`;
}

function occupantsAt(today: IsoDate): Record<string, Omit<OccupancyRecord, "id" | "accountId">[]> {
  const here = addYears(today, -5);
  const left = addDays(today, -150);
  const came = addDays(left, 13);
  return {
    l001: [{
      name: "Hélène Marchal",
      email: DEMO_ACCOUNTS.occupant.email,
      from: here,
      to: null,
      consent: { givenOn: here, source: SOURCE, withdrawnOn: null },
    }],
    l002: [
      {
        name: "Amine Cherif",
        email: "amine.cherif@demo.example",
        from: here,
        to: left,
        consent: { givenOn: here, source: SOURCE, withdrawnOn: null },
      },
      {
        name: "Louise Perrin",
        email: "louise.perrin@demo.example",
        from: came,
        to: null,
        consent: { givenOn: came, source: "Formulaire en ligne", withdrawnOn: null },
      },
    ],
    l003: [{ name: "Paul Richard", email: "", from: here, to: null, consent: null }],
  };
}
