/** Writes the statements of the demo's last season over: a saving that is closed, an excess that is contested. @module */

import type { Services } from "@/lib/api/services.ts";
import { newSecret, secretHash } from "@/lib/base/secrets.ts";
import { DAY_MS } from "@/lib/base/durations.ts";
import { monthOf } from "@/lib/base/civil_dates.ts";
import { civilDateOf, instantOf } from "@/lib/base/time_zones.ts";
import { boilerRoomId, siteId } from "@/lib/demo/simulation/site_series.ts";
import { seasonYearOf } from "@/lib/energy_balance/heating_season.ts";
import type { SettlementRecord } from "@/lib/settlement/records.ts";
import { settlementOf } from "@/lib/settlement/settlements.ts";
import { accountByEmail } from "@/lib/identity/accounts.ts";
import { keys } from "@/lib/store/keys.ts";
import type { StatementState } from "@/lib/settlement/states.ts";
import { DEMO_ACCOUNTS } from "./accounts.ts";

/** A step of a statement, days before today; the operator's have no account. */
type Step = readonly [state: StatementState, daysAgo: number, isOperator: boolean, comment: string];

/** What happened to the statements of three residences, by their rank. @spec settlement.demo */
const STORIES: readonly { readonly site: number; readonly steps: readonly Step[] }[] = [
  {
    site: 3,
    steps: [
      ["sent", 40, false, ""],
      ["accepted", 25, true, ""],
      ["closed", 20, false, ""],
    ],
  },
  {
    site: 9,
    steps: [
      ["sent", 30, false, ""],
      [
        "contested",
        12,
        true,
        "Le compteur d’énergie a été remplacé en cours de saison\u00A0: l’index de départ est à vérifier.",
      ],
    ],
  },
  { site: 1, steps: [["sent", 8, false, ""]] },
];

/** The statements as they would have been sent: of readings that do not change. */
export async function seedStatements(services: Services): Promise<void> {
  const landlord = await accountByEmail(services.store, DEMO_ACCOUNTS.landlord.email);
  const today = civilDateOf(services.now());
  const yearStart = seasonYearOf(monthOf(today)) - 1;
  for (const { site, steps } of STORIES) {
    const room = boilerRoomId(siteId(site), 0);
    const at = { projectId: siteId(site), boilerRoomId: room, yearStart, day: null };
    const read = await settlementOf(services, at);
    if (read === null || !read.season.canSend) continue;
    const record: SettlementRecord = {
      yearStart,
      number: 1,
      state: steps.at(-1)?.[0] ?? "sent",
      corrects: null,
      sheet: read.sheet,
      acts: steps.map(([state, daysAgo, isOperator, comment]) => ({
        state,
        at: instantOf(services.now() - daysAgo * DAY_MS),
        accountId: isOperator ? null : landlord?.id ?? "",
        comment,
        file: null,
      })),
      // Nobody has its token.
      linkHash: secretHash(newSecret()),
      document: null,
    };
    const key = keys.settlement(at.projectId, at.boilerRoomId, `${yearStart}-1`);
    await services.store.atomic().set(key, record).commit();
  }
}
