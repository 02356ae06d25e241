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
  idle,
  type PlannedLine,
  refusedLine,
  type StockRow,
  type StockWorld,
  type TriedResidence,
} from "./import_plan.ts";
import { plannerInResidences, type StockPlace } from "./import_residences.ts";
import type { StockLine } from "./schema.ts";
import { STOCK_MESSAGES } from "./text_import.ts";

interface Known {
  /** Ids of equipment by code; that of one which the file would create is "tried". */
  readonly equipments: ReadonlyMap<string, string>;
  readonly series: readonly ProjectSeriesRead[];
  /** First line of each place, quantity and name in the file. */
  readonly lines: Map<string, number>;
}

/** Planner of series, matched by name at their place; an existing one is not changed. @spec stock.series */
export const seriesPlanner = plannerInResidences({
  naming: ["equipment", "name", "quantity"],
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
    lines: new Map(),
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

function planned(world: StockWorld, row: StockRow, place: StockPlace<Known>): PlannedLine {
  const { label, projectId, known } = place;
  const { equipment = "", name = "", quantity = "", source = "", residence = "" } = row.cells;
  const unit = (row.cells["unit"] ?? "").replace(/^m3$/i, "m³");
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
  const identity = [plainHeading(equipment), plainHeading(name || quantity)].join(" ");
  const earlier = known.lines.get(identity);
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
    const cure = equipmentId === null && projectId !== "" ? links.equipments(projectId) : undefined;
    return idle("refused", row, { label, messages, cure });
  }
  known.lines.set(identity, row.line);
  const { series } = body;
  const ownName = series.renamed ?? DATA_UNITS[dataUnitId].label;
  const before = known.series.find((one) =>
    one.scope === series.scope && one.equipmentId === series.equipmentId &&
    plainHeading(seriesName(one)) === plainHeading(ownName)
  );
  if (before !== undefined) {
    const isSame = before.dataUnitId === dataUnitId &&
      canonicalUnit(ownUnit(before)) === canonicalUnit(ownUnit(series));
    if (isSame) return idle("same", row, { label, messages: [] });
    const cure = links.seriesSettings(projectId, before.id);
    return idle("refused", row, { label, messages: [STOCK_MESSAGES.otherSeries], cure });
  }
  world.tried?.in(residence).series.push({
    equipmentCode: equipment,
    dataUnitId,
    unit: ownUnit(series),
  });
  const report: StockLine = { line: row.line, label, action: "create", messages: [] };
  return { report, write: () => written(world, { report, projectId, ...body }) };
}

interface Writing extends NonNullable<ReturnType<typeof NEW_SERIES_FORM.read>> {
  readonly report: StockLine;
  readonly projectId: string;
}

/** A series whose source is refused is not kept: the corrected line would create it again. */
async function written(world: StockWorld, writing: Writing): Promise<StockLine> {
  const { report, projectId, series: body, source } = writing;
  const created = await world.backend().createDataseries({ projectId, body }, world.caller);
  if (!created.ok) return refusedLine(report, created.code);
  if (source === null) return report;
  const at = { projectId, series: created.answer.id };
  const feeding = { source, houseId: null };
  const attached = await world.backend().attachSource({ ...at, body: feeding }, world.caller);
  if (attached.ok) return report;
  await world.backend().deleteDataseries(at, world.caller);
  return { ...refusedLine(report, attached.code), cure: links.sensors(projectId) };
}
