/** Plans the energy settings of the boiler rooms of a stock file: meters of the balance, contract, source of the DJU. @module */

import { SETTINGS_FORM } from "@/lib/facilities/boiler_room_forms.ts";
import type {
  EfficiencyRead,
  EfficiencySettings,
  EfficiencySources,
} from "@/lib/facilities/energy_settings_schema.ts";
import { readEquipments } from "@/lib/facilities/equipment.ts";
import { fuelMeters, proposedSources, type SeriesChoice } from "@/lib/facilities/source_kinds.ts";
import { plainHeading, plainName } from "@/lib/files/csv_headings.ts";
import { ownUnit } from "@/lib/timeseries/units.ts";
import { isSameValue } from "@/lib/ui/dirty_fields.ts";
import { links } from "@/lib/ui/links.ts";
import { NEAREST_STATION } from "@/lib/weather/records.ts";
import {
  fieldFaults,
  type LinePlan,
  SAME,
  type StockRow,
  type StockWorld,
  type TriedResidence,
} from "./import_plan.ts";
import { plannerInResidences, type StockPlace } from "./import_residences.ts";
import { STOCK_MESSAGES } from "./text_import.ts";

interface KnownRoom {
  /** "" for one that the file would create. */
  readonly id: string;
  readonly series: readonly SeriesChoice[];
  readonly before: Pick<EfficiencyRead, "sources" | "settings" | "versions">;
}

const NOTHING_SET: KnownRoom["before"] = {
  sources: null,
  settings: [],
  versions: { sources: "", settings: "", gazFactors: "" },
};

interface Known {
  /** By code. */
  readonly rooms: ReadonlyMap<string, KnownRoom>;
  readonly outdoor: { readonly id: string; readonly name: string }[];
  /** Whether the caller may set boiler rooms, which an administrator may only by a role. */
  readonly mayWrite: boolean;
}

/** Planner of the settings of boiler rooms, matched by the code of the boiler room and their day. @spec stock.settings */
export const settingsPlanner = plannerInResidences({
  naming: ["code"],
  read: readKnown,
  plan: planned,
});

async function readKnown(
  world: StockWorld,
  projectId: string | null,
  tried: TriedResidence,
): Promise<Known> {
  const stored = projectId === null
    ? { rooms: [], outdoor: [], mayWrite: true }
    : await readStored(world, projectId);
  const rooms = new Map(stored.rooms);
  for (const { code, kind } of tried.equipments) {
    if (kind === "boilerroom") {
      rooms.set(plainHeading(code), { id: "", series: [], before: NOTHING_SET });
    }
  }
  for (const { equipmentCode, dataUnitId, unit } of tried.series) {
    const code = plainHeading(equipmentCode);
    const room = rooms.get(code);
    const added = { id: "tried", dataUnitId, unit };
    if (room !== undefined) rooms.set(code, { ...room, series: [...room.series, added] });
  }
  return { ...stored, rooms };
}

async function readStored(world: StockWorld, projectId: string) {
  const { services, orgId, caller } = world;
  const [equipments, series, outdoor, roles] = await Promise.all([
    readEquipments(services, projectId),
    world.backend().listDataseries({ projectId }, caller),
    world.backend().listOutdoorSources({ projectId }, caller),
    services.callerRoles.of(caller).rolesByProject(orgId),
  ]);
  const all = series.ok ? series.answer : [];
  const boilerRooms = equipments.filter(({ record }) => record.kind === "boilerroom");
  const rooms = await Promise.all(boilerRooms.map(async ({ id, record }) => {
    const own = all.filter(({ equipmentId }) => equipmentId === id)
      .map((one): SeriesChoice => ({ ...one, unit: ownUnit(one) }));
    const read = await world.backend().getEfficiency({ projectId, boilerRoomId: id }, caller);
    const before = read.ok ? read.answer : NOTHING_SET;
    return [plainHeading(record.code), { id, series: own, before }] as const;
  }));
  return {
    rooms,
    outdoor: outdoor.ok ? [...outdoor.answer] : [],
    mayWrite: roles.get(projectId)?.has("collect:boilerroom:write") ?? false,
  };
}

function planned(world: StockWorld, { cells }: StockRow, place: StockPlace<Known>): LinePlan {
  const { known } = place;
  const { code = "", djuSource = "" } = cells;
  const room = known.rooms.get(plainHeading(code));
  const outdoor = outdoorOf(djuSource, known.outdoor);
  const typed = {
    ...SETTINGS_FORM.typed(null),
    ...filled(cells),
    fromDate: isoDay(cells["fromDate"] ?? ""),
    djuSource: typeof outdoor === "string" ? NEW_STATION : outdoor.id,
  };
  const series = room?.series ?? [];
  const meterCount = fuelMeters(series).length;
  const sources = proposedSources(series);
  const messages = [
    ...known.mayWrite ? [] : [STOCK_MESSAGES.needsRole],
    ...room === undefined ? [STOCK_MESSAGES.unknownRoom(code)] : [],
    ...room !== undefined && meterCount === 0 ? [STOCK_MESSAGES.noMeter] : [],
    ...meterCount > 1 ? [STOCK_MESSAGES.severalMeters] : [],
    ...outdoor === "unknown" ? [STOCK_MESSAGES.unknownOutdoor(djuSource)] : [],
    ...outdoor === "several" ? [STOCK_MESSAGES.severalOutdoor] : [],
    ...fieldFaults("settings", SETTINGS_FORM.errors(typed)),
  ];
  const read = SETTINGS_FORM.read(typed);
  if (messages.length > 0 || room === undefined || sources === null || read === null) {
    return { action: "refused", messages, cure: cureOf(place, room) };
  }
  const same = room.before.settings.find((one) => one.fromDate === read.fromDate);
  if (room.before.sources !== null && isSameValue(same, read)) return SAME;
  return {
    action: "change",
    messages: outdoor === NEW_STATION ? [STOCK_MESSAGES.stationAdded] : [],
    write: () => written(world, place, { room, sources, settings: read }),
  };
}

/** Where a refused line is cured: the roles, the outdoor sources, or the boiler room. */
function cureOf({ projectId, known }: StockPlace<Known>, room: KnownRoom | undefined): string {
  if (!known.mayWrite) return links.roles(projectId);
  return room === undefined || room.id === ""
    ? links.equipments(projectId)
    : links.boilerRoomSettings(projectId, room.id);
}

/** Stands for the source of a residence that has none. */
const NEW_STATION = "new";

/** The outdoor source that a cell names, or the only one. */
function outdoorOf(text: string, all: Known["outdoor"]) {
  const [only, ...more] = text === ""
    ? all
    : all.filter(({ name }) => plainName(name) === plainName(text));
  if (more.length > 0) return "several";
  if (only !== undefined) return only;
  return text === "" ? NEW_STATION : "unknown";
}

/** The filled cells of the form's fields. */
function filled(cells: StockRow["cells"]): Record<string, string> {
  return Object.fromEntries(
    SETTINGS_FORM.fields.flatMap(({ name }) => cells[name] ? [[name, cells[name]]] : []),
  );
}

/** "2024-07-01" of "01/07/2024", as forms type days. */
function isoDay(text: string): string {
  return text.replace(
    /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/,
    (_, day: string, month: string, year) =>
      [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-"),
  );
}

interface Writing {
  readonly room: KnownRoom;
  readonly sources: Omit<EfficiencySources, "marks">;
  readonly settings: EfficiencySettings;
}

/** Writes the settings of a day, and the meters of a boiler room that has none; a person's choice of them stays. */
async function written(
  world: StockWorld,
  { projectId, known }: StockPlace<Known>,
  { room: { id: boilerRoomId, before }, sources, settings: { fromDate, ...settings } }: Writing,
) {
  const { caller } = world;
  const calls = world.backend();
  const at = { projectId, boilerRoomId };
  let { djuSource } = settings;
  if (djuSource === NEW_STATION) {
    const body = NEAREST_STATION;
    const station = await calls.createOutdoorSource({ projectId, body }, caller);
    if (!station.ok) return station;
    djuSource = station.answer.id;
    known.outdoor.push({ id: djuSource, name: NEAREST_STATION.name });
  }
  if (before.sources === null) {
    const put = await calls.putEfficiencySources({ ...at, body: sources }, caller);
    if (!put.ok) return put;
  }
  const body = { ...settings, djuSource, version: before.versions.settings };
  return await calls.putEfficiencySettings({ ...at, fromDate, body }, caller);
}
