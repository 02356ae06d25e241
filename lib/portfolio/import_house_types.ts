/** Plans the lines of a stock file that create or change types of dwelling. @module */

import { comparableName } from "@/lib/base/visible_text.ts";
import { plainName } from "@/lib/files/csv_headings.ts";
import { HOUSE_TYPE_FORM } from "@/lib/housing/forms.ts";
import type { HouseType } from "@/lib/housing/schema.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import type { ProjectFeaturesRead } from "@/lib/residences/schema.ts";
import { isSameValue } from "@/lib/ui/dirty_fields.ts";
import {
  characterFaults,
  fieldFaults,
  type LinePlan,
  SAME,
  type StockRow,
  type StockWorld,
} from "./import_plan.ts";
import { plannerInResidences, type StockPlace } from "./import_residences.ts";
import { STOCK_MESSAGES } from "./text_import.ts";

interface Known {
  readonly types: ReadonlyMap<string, HouseType>;
  /** Features under which its pages show no type; null once a line of the file makes them show them. */
  hiding: ProjectFeaturesRead | null;
}

/** Planner of types of dwelling, matched by name in their residence; an empty cell changes nothing. @spec stock.workbook */
export const houseTypePlanner = plannerInResidences({
  naming: ["name"],
  identity: ({ name = "" }) => comparableName(name),
  read: knownTypes,
  plan: planned,
});

async function knownTypes(world: StockWorld, projectId: string | null): Promise<Known> {
  if (projectId === null) return { types: new Map(), hiding: { ...NO_FEATURES, version: "" } };
  const [types, features] = await Promise.all([
    world.backend().listHouseTypes({ projectId }, world.caller),
    world.backend().getProjectFeatures({ projectId }, world.caller),
  ]);
  return {
    types: new Map((types.ok ? types.answer : []).map((type) => [comparableName(type.name), type])),
    hiding: features.ok && !features.answer.houseTypes ? features.answer : null,
  };
}

function planned(
  world: StockWorld,
  { cells }: StockRow,
  { projectId, known, earlier }: StockPlace<Known>,
): LinePlan {
  const { name = "", residence = "" } = cells;
  const before = known.types.get(comparableName(name)) ?? null;
  const stored = HOUSE_TYPE_FORM.typed(before);
  const typed = Object.fromEntries(
    Object.entries(stored).map(([field, text]) => [field, cells[field] || text]),
  );
  const values = { ...stored, ...typed };
  const body = HOUSE_TYPE_FORM.read(values);
  const messages = [
    ...fieldFaults("houseTypes", HOUSE_TYPE_FORM.errors(values)),
    ...characterFaults("houseTypes", { name }),
    ...earlier === undefined ? [] : [STOCK_MESSAGES.twiceNamed(earlier)],
  ];
  if (messages.length > 0 || body === null) return { action: "refused", messages };
  if (before !== null && isSameValue(stored, values)) return SAME;
  if (before === null) world.tried?.(residence).houseTypes.push(name);
  const { hiding } = known;
  known.hiding = null;
  return {
    action: before === null ? "create" : "change",
    messages: hiding === null ? [] : [STOCK_MESSAGES.typesShown],
    async write() {
      if (hiding !== null) {
        // Another change of the features meanwhile stays: a later import shows the types.
        const shown = { ...hiding, houseTypes: true };
        await world.backend().putProjectFeatures({ projectId, body: shown }, world.caller);
      }
      return before === null
        ? await world.backend().createHouseType({ projectId, body }, world.caller)
        : await world.backend().putHouseType({
          projectId,
          houseTypeId: before.id,
          body: { ...body, version: before.version },
        }, world.caller);
    },
  };
}

/** The types that the lines of dwellings name and no line describes, each once. @spec stock.made-types */
export function namedTypes(rows: readonly StockRow[]): StockRow[] {
  const placeOf = (residence: string | undefined, name: string | undefined) =>
    `${plainName(residence ?? "")} ${plainName(name ?? "")}`;
  const known = new Set(
    rows.flatMap(({ kind, cells: { residence, name } }) =>
      kind === "houseTypes" ? [placeOf(residence, name)] : []
    ),
  );
  return rows.flatMap(({ kind, line, cells: { residence = "", houseType = "" } }): StockRow[] => {
    const place = placeOf(residence, houseType);
    if (kind !== "dwellings" || houseType === "" || known.has(place)) return [];
    known.add(place);
    return [{ line, kind: "houseTypes", cells: { residence, name: houseType } }];
  });
}
