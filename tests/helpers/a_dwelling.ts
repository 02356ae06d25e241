import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import type { HomeRecord, OccupancyRecord } from "@/lib/housing/records.ts";
import { type HouseSettings, UNSET_HOUSE } from "@/lib/housing/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { PROJECT } from "./a_residence.ts";
import { seriesDraft } from "./drafts.ts";
import { answerOf } from "./fixtures.ts";

/** Default settings of a dwelling: only its name is set. */
export function houseSettings(over: Partial<HouseSettings> = {}): HouseSettings {
  return { ...UNSET_HOUSE, name: "A12", ...over };
}

/** The body of a call that creates a dwelling. */
export function houseDraft(
  over: Partial<Input<"createHouse">["body"]> = {},
  settings: Partial<HouseSettings> = {},
): Input<"createHouse">["body"] {
  const bare = { kind: "module" as const, projectModuleId: null, serial: "" };
  return { ...bare, settings: houseSettings(settings), ...over };
}

/** Adds a dwelling and returns its id. */
export async function aHouse(
  ask: CallFunction,
  settings: Partial<HouseSettings> = {},
  serial = "",
): Promise<string> {
  const body = houseDraft({ serial }, settings);
  return (await answerOf(ask("createHouse", { projectId: PROJECT, body }))).id;
}

/** Adds a series of the dwellings and returns its id. */
export async function aHousingSeries(
  ask: CallFunction,
  dataUnitId: DataUnitId = "TEMP",
): Promise<string> {
  // Any amount may be drawn in an hour, so that tests can tell their dwellings apart.
  const limits = dataUnitId === "TEMP" ? {} : { maxRatePerHour: 1e6 };
  const body = seriesDraft({ dataUnitId, scope: "housing", ...limits });
  return (await answerOf(ask("createDataseries", { projectId: PROJECT, body }))).id;
}

/** Writes an occupant of a dwelling since 2024, whose account may open its page. */
export async function writeOccupant(
  store: Store,
  { projectId, houseId }: { projectId: string; houseId: string },
  accountId: string,
): Promise<void> {
  const record: OccupancyRecord = {
    id: "oc-1",
    name: "Ada Morel",
    email: "x@bailleur.fr",
    from: "2024-01-01",
    to: null,
    consent: null,
    accountId,
  };
  const home: HomeRecord = { isOpen: true };
  await store.atomic()
    .set(keys.occupancies(projectId, houseId), [record])
    .set(keys.moduleRights(projectId, houseId), { access: 1 })
    .set(keys.homeOfAccount(accountId, projectId, houseId), home)
    .commit();
}
