/** Plans the lines of a stock file that create or change equipment. @module */

import { versionOf } from "@/lib/api/writes.ts";
import { Spellings } from "@/lib/base/visible_text.ts";
import { readEquipments } from "@/lib/facilities/equipment.ts";
import { EQUIPMENT_KINDS, type EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import { EQUIPMENT_KIND_RULES, isRightParent } from "@/lib/facilities/equipment_rules.ts";
import { EQUIPMENT_KIND_LABELS } from "@/lib/facilities/text.ts";
import { plainName } from "@/lib/files/csv_headings.ts";
import { links } from "@/lib/ui/links.ts";
import { fieldErrorText } from "@/lib/ui/text.ts";
import {
  characterFaults,
  idle,
  type PlannedLine,
  refusedLine,
  type StockRow,
  type StockWorld,
} from "./import_plan.ts";
import { plannerInResidences, type StockPlace } from "./import_residences.ts";
import type { StockLine } from "./schema.ts";
import { NO, STOCK_MESSAGES, stockHeading, YES } from "./text_import.ts";

const CODE_MAX = 30;
const NAME_MAX = 100;

/** An equipment of a residence, stored or created by an earlier line. */
interface KnownEquipment {
  /** null until the line that creates it is written. */
  id: string | null;
  readonly kind: EquipmentKind;
  readonly name: string;
  readonly instrumented: boolean;
  readonly parentId: string | null;
  readonly version: string;
  /** First line of the file with its name; null when only the store has it. */
  line: number | null;
}

interface Known {
  readonly equipments: Map<string, KnownEquipment>;
  readonly codes: Spellings;
}

/** Planner of equipment, matched by code in their residence; an empty cell changes nothing. */
export const equipmentPlanner = plannerInResidences({
  naming: ["code", "name"],
  read: knownEquipments,
  plan: planned,
});

async function knownEquipments({ services }: StockWorld, projectId: string | null): Promise<Known> {
  const equipments = projectId === null ? [] : await readEquipments(services, projectId);
  const known = new Map(
    equipments.filter(({ record }) => record.code !== "").map(({ id, record, entry }) => {
      const { kind, name, instrumented, parentId } = record;
      const facts = { kind, name, instrumented, parentId, version: versionOf(entry) };
      return [record.code, { id, ...facts, line: null }] as const;
    }),
  );
  return { equipments: known, codes: new Spellings(known.keys()) };
}

type ResidencePlace = StockPlace<Known>;

function planned(world: StockWorld, row: StockRow, place: ResidencePlace): PlannedLine {
  const { known: { equipments, codes }, label } = place;
  const code = codes.of(row.cells["code"] ?? "");
  const before = equipments.get(code);
  const kind = kindOf(row.cells["kind"] ?? "") ?? before?.kind ?? null;
  const parent = row.cells["parent"]
    ? equipments.get(codes.of(row.cells["parent"])) ?? null
    : undefined;
  const messages = faultsOf(row, { before, kind, parent });
  const cure = parent === null && place.projectId !== ""
    ? links.equipments(place.projectId)
    : undefined;
  if (messages.length > 0 || kind === null) return idle("refused", row, { label, messages, cure });
  const instrumented = flagOf(row.cells["instrumented"] ?? "") ?? before?.instrumented ?? false;
  const name = row.cells["name"] || before?.name || "";
  if (before !== undefined && before.name === name && before.instrumented === instrumented) {
    before.line = row.line;
    return idle("same", row, { label, messages: [] });
  }
  const action = before === undefined ? "create" : "change";
  const report: StockLine = { line: row.line, label, action, messages: [] };
  const after: KnownEquipment = before ??
    { id: null, kind, name, instrumented, parentId: null, version: "", line: row.line };
  after.line = row.line;
  equipments.set(code, after);
  if (before === undefined) {
    world.tried?.in(row.cells["residence"] ?? "").equipments.push({ code, name, kind });
  }
  const settings = { name, code, instrumented };
  const write = () => written(world, { ...place, report, kind, parent, before, after, settings });
  return { report, write };
}

interface Facts {
  readonly before: KnownEquipment | undefined;
  readonly kind: EquipmentKind | null;
  /** undefined when the row has none; null when unknown. */
  readonly parent: KnownEquipment | null | undefined;
}

function faultsOf({ cells }: StockRow, { before, kind, parent }: Facts): string[] {
  const faults: string[] = [];
  const { code = "", name = "", kind: kindName = "", instrumented = "" } = cells;
  faults.push(...characterFaults("equipments", { code, name }));
  if (code === "") faults.push(missing("code"));
  const texts = [["code", code, CODE_MAX], ["name", name, NAME_MAX]] as const;
  for (const [field, text, allowedLength] of texts) {
    if (text.length <= allowedLength) continue;
    const message = fieldErrorText({ code: "maxlength", allowedLength });
    faults.push(STOCK_MESSAGES.field(stockHeading("equipments", field), message));
  }
  if (before !== undefined && before.line !== null) faults.push(STOCK_MESSAGES.twice(before.line));
  if (name === "" && before === undefined) faults.push(missing("name"));
  if (kindName !== "" && kindOf(kindName) === null) {
    faults.push(STOCK_MESSAGES.unknownKind(kindName));
  } else if (kind === null) faults.push(missing("kind"));
  else if (before !== undefined && before.kind !== kind) {
    faults.push(STOCK_MESSAGES.otherKind(EQUIPMENT_KIND_LABELS[before.kind]));
  } else faults.push(...parentFaults(cells["parent"] ?? "", { before, kind, parent }));
  if (instrumented !== "" && flagOf(instrumented) === null) faults.push(STOCK_MESSAGES.yesOrNo);
  return faults;
}

function missing(field: string): string {
  return STOCK_MESSAGES.missing(stockHeading("equipments", field));
}

function parentFaults(code: string, { before, kind, parent }: Facts): string[] {
  if (kind === null) return [];
  if (parent === null) return [STOCK_MESSAGES.unknownParent(code)];
  if (before !== undefined) {
    const isMoved = parent !== undefined && before.id !== null && parent.id !== before.parentId;
    return isMoved ? [STOCK_MESSAGES.keepsParent] : [];
  }
  if (isRightParent({ kind, parentKind: parent?.kind ?? null })) return [];
  return [
    parent === undefined && EQUIPMENT_KIND_RULES[kind].needParent
      ? STOCK_MESSAGES.needsParent
      : STOCK_MESSAGES.unknownParent(code),
  ];
}

interface Writing extends ResidencePlace, Facts {
  readonly report: StockLine;
  readonly kind: EquipmentKind;
  readonly after: KnownEquipment;
  readonly settings: { name: string; code: string; instrumented: boolean };
}

async function written(world: StockWorld, writing: Writing): Promise<StockLine> {
  const { report, projectId, kind, parent, before, after, settings } = writing;
  const { instrumented, ...named } = settings;
  const body = { kind, instrumented, parentId: parent?.id ?? null, settings: named };
  const outcome = before === undefined
    ? await world.backend().addEquipment({ projectId, body }, world.caller)
    : await world.backend().putEquipmentSettings({
      projectId,
      equipmentId: before.id ?? "",
      body: { ...settings, version: before.version },
    }, world.caller);
  if (!outcome.ok) return refusedLine(report, outcome.code);
  if (outcome.answer !== null) after.id = outcome.answer.id;
  return report;
}

function kindOf(text: string): EquipmentKind | null {
  const name = plainName(text);
  return EQUIPMENT_KINDS.find((kind) =>
    kind === name || plainName(EQUIPMENT_KIND_LABELS[kind]) === name
  ) ?? null;
}

/** @returns null for a word that is neither yes nor no */
function flagOf(text: string): boolean | null {
  const word = plainName(text);
  if (YES.includes(word)) return true;
  return NO.includes(word) ? false : null;
}
