/** Plans the lines of a stock file that create or change equipment. @module */

import { versionOf } from "@/lib/api/writes.ts";
import { Spellings } from "@/lib/base/visible_text.ts";
import { readEquipments } from "@/lib/facilities/equipment.ts";
import { EQUIPMENT_KINDS, type EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import { EQUIPMENT_KIND_RULES, isRightParent } from "@/lib/facilities/equipment_rules.ts";
import { EQUIPMENT_FORM } from "@/lib/facilities/forms.ts";
import { EQUIPMENT_KIND_LABELS } from "@/lib/facilities/text.ts";
import { plainName } from "@/lib/files/csv_headings.ts";
import { links } from "@/lib/ui/links.ts";
import {
  characterFaults,
  fieldFaults,
  type LinePlan,
  SAME,
  type StockRow,
  type StockWorld,
  textFaults,
} from "./import_plan.ts";
import { plannerInResidences, type StockPlace } from "./import_residences.ts";
import { NO, STOCK_MESSAGES, YES } from "./text_import.ts";

const { fields } = EQUIPMENT_FORM;

/** An equipment of a residence, stored or created by an earlier line. */
interface KnownEquipment {
  /** null until the line that creates it is written. */
  id: string | null;
  readonly kind: EquipmentKind;
  readonly name: string;
  readonly instrumented: boolean;
  readonly parentId: string | null;
  readonly version: string;
}

interface Known {
  readonly equipments: Map<string, KnownEquipment>;
  readonly codes: Spellings;
}

/** Planner of equipment, matched by code in their residence; an empty cell changes nothing. */
export const equipmentPlanner = plannerInResidences({
  naming: ["code", "name"],
  identity: ({ code = "" }, { codes }) => codes.of(code),
  read: knownEquipments,
  plan: planned,
});

async function knownEquipments({ services }: StockWorld, projectId: string | null): Promise<Known> {
  const equipments = projectId === null ? [] : await readEquipments(services, projectId);
  const known = new Map(
    equipments.filter(({ record }) => record.code !== "").map(({ id, record, entry }) => {
      const { kind, name, instrumented, parentId } = record;
      const facts = { kind, name, instrumented, parentId, version: versionOf(entry) };
      return [record.code, { id, ...facts }] as const;
    }),
  );
  return { equipments: known, codes: new Spellings(known.keys()) };
}

function planned(
  world: StockWorld,
  { cells }: StockRow,
  { projectId, known: { equipments, codes }, earlier }: StockPlace<Known>,
): LinePlan {
  const { residence = "", parent: parentCode = "" } = cells;
  const code = codes.of(cells["code"] ?? "");
  const before = equipments.get(code);
  const kind = kindOf(cells["kind"] ?? "") ?? before?.kind ?? null;
  const parent = parentCode === "" ? undefined : equipments.get(codes.of(parentCode)) ?? null;
  const messages = faultsOf(cells, { before, kind, parent, earlier });
  if (messages.length > 0 || kind === null) {
    const cure = parent === null ? links.equipments(projectId) : undefined;
    return { action: "refused", messages, cure };
  }
  const instrumented = flagOf(cells["instrumented"] ?? "") ?? before?.instrumented ?? false;
  const name = cells["name"] || before?.name || "";
  if (before?.name === name && before.instrumented === instrumented) return SAME;
  const settings = { name, code, instrumented };
  if (before !== undefined) {
    return { action: "change", write: () => changed(world, { projectId, before, settings }) };
  }
  const after: KnownEquipment = { id: null, kind, parentId: null, version: "", ...settings };
  equipments.set(code, after);
  world.tried?.(residence).equipments.push({ code, name, kind });
  return { action: "create", write: () => created(world, { projectId, after, settings, parent }) };
}

interface Facts {
  readonly before: KnownEquipment | undefined;
  readonly kind: EquipmentKind | null;
  /** undefined when the row has none; null when unknown. */
  readonly parent: KnownEquipment | null | undefined;
  readonly earlier: number | undefined;
}

function faultsOf(cells: StockRow["cells"], facts: Facts): string[] {
  const { code = "", name = "", instrumented = "" } = cells;
  const { before, earlier } = facts;
  const hasName = before !== undefined && name === "";
  return [
    ...characterFaults("equipments", { code, name }),
    ...textFaults("equipments", "code", { text: code, fields }),
    ...hasName ? [] : textFaults("equipments", "name", { text: name, fields }),
    ...earlier === undefined ? [] : [STOCK_MESSAGES.twice(earlier)],
    ...kindFaults(cells, facts),
    ...instrumented !== "" && flagOf(instrumented) === null ? [STOCK_MESSAGES.yesOrNo] : [],
  ];
}

function kindFaults({ kind: typed = "", parent = "" }: StockRow["cells"], facts: Facts): string[] {
  const { before, kind } = facts;
  if (typed !== "" && kindOf(typed) === null) return [STOCK_MESSAGES.unknownKind(typed)];
  if (kind === null) return fieldFaults("equipments", { kind: { code: "required" } });
  if (before !== undefined && before.kind !== kind) {
    return [STOCK_MESSAGES.otherKind(EQUIPMENT_KIND_LABELS[before.kind])];
  }
  return parentFaults(parent, { ...facts, kind });
}

function parentFaults(
  code: string,
  { before, kind, parent }: Facts & { readonly kind: EquipmentKind },
): string[] {
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

interface Writing {
  readonly projectId: string;
  readonly settings: {
    readonly name: string;
    readonly code: string;
    readonly instrumented: boolean;
  };
}

async function created(
  world: StockWorld,
  { projectId, settings, after, parent }: Writing & Pick<Facts, "parent"> & {
    readonly after: KnownEquipment;
  },
) {
  const { instrumented, ...named } = settings;
  const parentId = parent?.id ?? null;
  const body = { kind: after.kind, instrumented, parentId, settings: named };
  const outcome = await world.backend().addEquipment({ projectId, body }, world.caller);
  if (outcome.ok) after.id = outcome.answer.id;
  return outcome;
}

function changed(
  world: StockWorld,
  { projectId, settings, before }: Writing & { readonly before: KnownEquipment },
) {
  const at = { projectId, equipmentId: before.id ?? "" };
  const body = { ...settings, version: before.version };
  return world.backend().putEquipmentSettings({ ...at, body }, world.caller);
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
