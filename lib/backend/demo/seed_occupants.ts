import { addDays, addYears, type IsoDate } from "../../domain/periods/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "../../domain/periods/zoned_days.ts";
import type { OccupancyRecord } from "../embedded/occupancies.ts";
import { keys } from "../kv/keys.ts";
import type { Store } from "../kv/store.ts";
import { siteId } from "./simulated_series.ts";

const SOURCE = "Annexe au bail, signée sur papier";

/** Writes who lives in a few dwellings of the first residence: one who agreed, one who has just come, one who did not agree. */
export async function seedOccupants(store: Store, now: number): Promise<void> {
  const projectId = siteId(0);
  const today = civilDateOf(now, DEFAULT_TIME_ZONE);
  const atomic = store.atomic();
  for (const [house, records] of Object.entries(occupantsAt(today))) {
    const houseId = `${projectId}-${house}`;
    const stored = records.map((record, rank) => ({ ...record, id: `${houseId}-o${rank + 1}` }));
    atomic.set(keys.occupancies(projectId, houseId), stored);
  }
  await atomic.commit();
}

function occupantsAt(today: IsoDate): Record<string, Omit<OccupancyRecord, "id">[]> {
  const here = addYears(today, -5);
  const left = addDays(today, -150);
  const came = addDays(left, 13);
  return {
    l001: [{
      name: "Hélène Marchal",
      email: "helene.marchal@demo.example",
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
    l003: [{
      name: "Paul Richard",
      email: "",
      from: here,
      to: null,
      consent: null,
    }],
  };
}
