/** Plans the lines of a stock file that create series, and attach the source that feeds them. @module */

import { readEquipments } from "@/lib/facilities/equipment.ts";
import { plainHeading } from "@/lib/files/csv_headings.ts";
import { EVERY_DWELLING, NEW_SERIES_FORM } from "@/lib/ingest/forms.ts";
import { seriesName } from "@/lib/series/series_names.ts";
import type { ProjectSeriesRead } from "@/lib/timeseries/schema.ts";
import { canonicalUnit } from "@/lib/timeseries/canonical_units.ts";
import { DATA_UNIT_IDS, DATA_UNITS, type DataUnitId, ownUnit } from "@/lib/timeseries/units.ts";
import { links } from "@/lib/ui/links.ts";
import {
  characterFaults,
  fieldFaults,
  type LinePlan,
  SAME,
  type StockRow,
  type StockWorld,
  type TriedResidence,
} from "./import_plan.ts";
import { plannerInResidences, type StockPlace } from "./import_residences.ts";
import { STOCK_MESSAGES } from "./text_import.ts";

interface Known {
  /** Ids of equipment by code; that of one which the file would create is "tried". */
  readonly equipments: ReadonlyMap<string, string>;
  readonly series: readonly ProjectSeriesRead[];
}

/** Planner of series, matched by name at their place; an existing one is not changed. @spec stock.series */
export const seriesPlanner = plannerInResidences({
  naming: ["equipment", "name", "quantity"],
  identity: ({ equipment = "", name, quantity = "" }) =>
    [plainHeading(equipment), plainHeading(name || quantity)].join(" "),
  read: readKnown,
  plan: planned,
});

async function readKnown(
  world: StockWorld,
  projectId: string | null,
  tried: TriedResidence,
): Promise<Known> {
  const [equipments, series] = projectId === null ? [[], null] : await Promise.all([
    readEquipments(world.services, projectId),
    world.backend().listDataseries({ projectId }, world.caller),
  ]);
  return {
    equipments: new Map([
      ...tried.equipments.map(({ code }) => [plainHeading(code), "tried"] as const),
      ...equipments.map(({ id, record }) => [plainHeading(record.code), id] as const),
    ]),
    series: series?.ok ? series.answer : [],
  };
}

/** The quantity that a cell names by its label or its id; "Gaz" is that of the unit. @returns null when it is none */
function quantityOf(text: string, unit: string): DataUnitId | null {
  const name = plainHeading(text).replace("₂", "2");
  const labelOf = (id: DataUnitId) => plainHeading(DATA_UNITS[id].label).replace("₂", "2");
  const exact = DATA_UNIT_IDS.find((id) => plainHeading(id) === name || labelOf(id) === name);
  if (exact !== undefined || name === "") return exact ?? null;
  const [near, ...others] = DATA_UNIT_IDS.filter((id) =>
    labelOf(id).startsWith(`${name} (`) &&
    canonicalUnit(DATA_UNITS[id].unit) === canonicalUnit(unit)
  );
  return near === undefined || others.length > 0 ? null : near;
}

/** The place that a cell names: "" is the residence itself; null for none. */
function placeOf(text: string, equipments: Known["equipments"]): string | null {
  const name = plainHeading(text);
  if (name === "") return "";
  return /^logements?$/.test(name) ? EVERY_DWELLING : equipments.get(name) ?? null;
}

function planned(
  world: StockWorld,
  { cells }: StockRow,
  { projectId, known, earlier }: StockPlace<Known>,
): LinePlan {
  const { equipment = "", name = "", quantity = "", source = "", residence = "" } = cells;
  const unit = (cells["unit"] ?? "").replace(/^m3$/i, "m³");
  const dataUnitId = quantityOf(quantity, unit);
  const equipmentId = placeOf(equipment, known.equipments);
  const ofDwellings = equipmentId === EVERY_DWELLING;
  const typed = {
    ...NEW_SERIES_FORM.typed(null),
    dataUnitId: dataUnitId ?? "",
    renamed: name,
    importedUnit: dataUnitId !== null && unit === DATA_UNITS[dataUnitId].unit ? "" : unit,
    equipmentId: equipmentId ?? "",
    source,
  };
  const { dataUnitId: _, ...errors } = NEW_SERIES_FORM.errors(typed);
  const messages = [
    ...dataUnitId === null ? [STOCK_MESSAGES.unknownQuantity(quantity)] : [],
    ...equipmentId === null ? [STOCK_MESSAGES.unknownParent(equipment)] : [],
    ...ofDwellings && source !== "" ? [STOCK_MESSAGES.sourceOfDwellings] : [],
    ...fieldFaults("series", errors),
    ...characterFaults("series", { name, source }),
    ...earlier === undefined ? [] : [STOCK_MESSAGES.twiceNamed(earlier)],
  ];
  const body = NEW_SERIES_FORM.read(typed);
  if (messages.length > 0 || dataUnitId === null || body === null) {
    const cure = equipmentId === null ? links.equipments(projectId) : undefined;
    return { action: "refused", messages, cure };
  }
  const { series } = body;
  const before = seriesLike(series, known.series);
  const unitOfOwn = ownUnit(series);
  if (before !== undefined) {
    const isSame = before.dataUnitId === dataUnitId &&
      canonicalUnit(ownUnit(before)) === canonicalUnit(unitOfOwn);
    if (isSame) return SAME;
    const cure = links.seriesSettings(projectId, before.id);
    return { action: "refused", messages: [STOCK_MESSAGES.otherSeries], cure };
  }
  const created = { equipmentCode: equipment, dataUnitId, unit: unitOfOwn };
  world.tried?.(residence).series.push(created);
  return { action: "create", write: () => written(world, projectId, body) };
}

type NewSeries = NonNullable<ReturnType<typeof NEW_SERIES_FORM.read>>;

/** The series with the same place and name. */
function seriesLike(
  { scope, equipmentId, renamed, dataUnitId }: NewSeries["series"],
  all: Known["series"],
): ProjectSeriesRead | undefined {
  const name = plainHeading(renamed ?? DATA_UNITS[dataUnitId].label);
  return all.find((one) =>
    one.scope === scope && one.equipmentId === equipmentId && plainHeading(seriesName(one)) === name
  );
}

/** A series whose source is refused is not kept: the corrected line would create it again. */
async function written(
  world: StockWorld,
  projectId: string,
  { series: body, source }: NewSeries,
) {
  const created = await world.backend().createDataseries({ projectId, body }, world.caller);
  if (!created.ok || source === null) return created;
  const at = { projectId, series: created.answer.id };
  const feeding = { source, houseId: null };
  const attached = await world.backend().attachSource({ ...at, body: feeding }, world.caller);
  if (attached.ok) return attached;
  await world.backend().deleteDataseries(at, world.caller);
  return { ...attached, cure: links.sensors(projectId) };
}
