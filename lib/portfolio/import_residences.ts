/** Plans the lines of a stock file that create or change residences. @module */

import { readOrgVersion, versionOf } from "@/lib/api/writes.ts";
import { hasErrors } from "@/lib/base/validators.ts";
import { Spellings } from "@/lib/base/visible_text.ts";
import { plainName } from "@/lib/files/csv_headings.ts";
import type { TagGroup } from "@/lib/organisations/schema.ts";
import { addressQuery } from "@/lib/residences/address_lookup.ts";
import { projectRecord } from "@/lib/residences/records.ts";
import {
  lookupEnd,
  readResidence,
  residenceErrors,
  type ResidenceField,
  type ResidenceValues,
  typedResidence,
} from "@/lib/residences/residence_form.ts";
import { RESIDENCE_CODES } from "@/lib/residences/residences.ts";
import type { ProjectSettings } from "@/lib/residences/schema.ts";
import { RESIDENCE_LABELS } from "@/lib/residences/text.ts";
import { keys } from "@/lib/store/keys.ts";
import { idOf, readEntries } from "@/lib/store/store.ts";
import { isSameValue } from "@/lib/ui/dirty_fields.ts";
import { links } from "@/lib/ui/links.ts";
import { fieldErrorText } from "@/lib/ui/text.ts";
import {
  characterFaults,
  idle,
  noneTried,
  type PlannedLine,
  refusedLine,
  type StockPlanner,
  type StockRow,
  type StockWorld,
  tagColumn,
  type TriedResidence,
} from "./import_plan.ts";
import type { StockLine } from "./schema.ts";
import { STOCK_MESSAGES } from "./text_import.ts";

interface KnownResidence {
  readonly id: string;
  readonly settings: ProjectSettings;
  readonly version: string;
}

const FIELDS: readonly ResidenceField[] = [
  "name",
  "code",
  "street",
  "zipCode",
  "city",
  "latitude",
  "longitude",
];
const ADDRESS: readonly ResidenceField[] = ["street", "zipCode", "city"];
const BLANK: ProjectSettings = {
  name: "",
  code: "",
  location: { street: "", zipCode: "", city: "", latitude: null, longitude: null },
  tags: [],
};

/** Planner of residences, matched by code; an empty cell changes nothing. */
export async function residencePlanner(world: StockWorld): Promise<StockPlanner> {
  const [{ ids, codes }, groups] = await Promise.all([residenceCodes(world), tagGroups(world)]);
  const known = new Map<string, KnownResidence>();
  const lines = new Map<string, number>();
  const withCode = ({ cells, ...row }: StockRow): StockRow => ({
    ...row,
    cells: { ...cells, code: codes.of(cells["code"] ?? "") },
  });
  return {
    async prepare(rows) {
      const named = new Set(rows.map((row) => ids.get(withCode(row).cells["code"] ?? "")));
      for (const one of await readResidences(world, [...named].filter((id) => id !== undefined))) {
        known.set(one.settings.code, one);
      }
    },
    plan: (row) => Promise.resolve(planned(world, withCode(row), { known, groups, lines })),
  };
}

/** The residences of the organisation by code, remembered between the steps of an import; one without a code is not named. */
async function residenceCodes({ services, orgId }: StockWorld) {
  const { versionstamp: version } = await readOrgVersion(services, orgId);
  const usedCodes = await RESIDENCE_CODES.all(services, { place: orgId, version });
  const ids = new Map(usedCodes.map(({ code, id }) => [code, id]));
  return { ids, codes: new Spellings(ids.keys()) };
}

async function readResidences({ services: { store } }: StockWorld, ids: readonly string[]) {
  const entries = await readEntries(store, ids.map((id) => keys.project(id)), projectRecord);
  return entries.flatMap((entry): KnownResidence[] => {
    if (entry.value === null) return [];
    const { name, code, location, tags } = entry.value;
    const settings = { name, code, location, tags };
    return [{ id: idOf(entry.key), settings, version: versionOf(entry) }];
  });
}

/** The tag groups of the organisation. */
export async function tagGroups(world: StockWorld): Promise<readonly TagGroup[]> {
  const outcome = await world.backend().listTags({ orgId: world.orgId }, world.caller);
  return outcome.ok ? outcome.answer : [];
}

interface Knowledge {
  readonly known: Map<string, KnownResidence>;
  readonly groups: readonly TagGroup[];
  /** First line of each code in the file. */
  readonly lines: Map<string, number>;
}

function planned(world: StockWorld, row: StockRow, knowledge: Knowledge): PlannedLine {
  const { known, groups, lines } = knowledge;
  const code = row.cells["code"] ?? "";
  const before = known.get(code) ?? null;
  const typed = typedLine(row, before?.settings ?? BLANK);
  const label = [code, typed.name].filter(Boolean).join(" ");
  const tags = chosenTags(row, groups, before?.settings.tags ?? []);
  const cure = tags.faults.length > 0 ? links.tags() : undefined;
  const messages = [
    ...faultsOf(typed, lines.get(code)),
    ...characterFaults("residences", textsOf(row)),
    ...tags.faults,
  ];
  if (code !== "" && !lines.has(code)) lines.set(code, row.line);
  if (messages.length > 0) return idle("refused", row, { label, messages, cure });
  if (before === null) world.tried?.create(code);
  const settings = readResidence(typed, tags.ids);
  const looksUp = settings.location.latitude === null;
  if (before !== null && isSame(before.settings, settings) && !looksUp) {
    return idle("same", row, { label, messages: [] });
  }
  const action = before === null ? "create" : "change";
  const notes = looksUp ? [STOCK_MESSAGES.willLookUp] : [];
  const report: StockLine = { line: row.line, label, action, messages: notes };
  return { report, write: () => written(world, { report, before, settings }) };
}

function textsOf({ cells }: StockRow): Record<string, string> {
  return Object.fromEntries(FIELDS.map((field) => [field, cells[field] ?? ""]));
}

/** The residence after the line; a new address without coordinates clears the old ones. */
function typedLine({ cells }: StockRow, before: ProjectSettings): ResidenceValues {
  const was = typedResidence(before);
  const cell = (field: ResidenceField) => cells[field] || was[field];
  const typed = Object.fromEntries(FIELDS.map((field) => [field, cell(field)] as const));
  // Every field has just been given its text.
  const values = typed as Record<ResidenceField, string>;
  // Spreadsheets drop the leading zero of some postal codes.
  if (/^\d{4}$/.test(values.zipCode)) values.zipCode = `0${values.zipCode}`;
  const hasMoved = ADDRESS.some((field) => values[field] !== was[field]);
  const isPlaced = Boolean(cells["latitude"] || cells["longitude"]);
  return hasMoved && !isPlaced ? { ...values, latitude: "", longitude: "" } : values;
}

function faultsOf(typed: ResidenceValues, earlier: number | undefined): string[] {
  const errors = residenceErrors(typed);
  if (typed.code === "") errors.code = { code: "required" };
  const faults = hasErrors(errors)
    ? FIELDS.flatMap((field) => {
      const error = errors[field];
      const label = RESIDENCE_LABELS[field];
      return error === undefined ? [] : [STOCK_MESSAGES.field(label, fieldErrorText(error))];
    })
    : [];
  return earlier === undefined ? faults : [...faults, STOCK_MESSAGES.twice(earlier)];
}

/** The tags after the line: one value per group; an empty cell changes nothing. */
function chosenTags({ cells }: StockRow, groups: readonly TagGroup[], before: readonly string[]) {
  const faults: string[] = [];
  let ids = [...before];
  for (const { id, name, values } of groups) {
    const label = cells[tagColumn(id)] ?? "";
    if (label === "") continue;
    const value = values.find((one) => plainName(one.label) === plainName(label));
    if (value === undefined) faults.push(STOCK_MESSAGES.unknownTag(name, label));
    else ids = [...ids.filter((one) => !values.some((other) => other.id === one)), value.id];
  }
  return { ids, faults };
}

function isSame(before: ProjectSettings, after: ProjectSettings): boolean {
  const sorted = (settings: ProjectSettings) => ({ ...settings, tags: [...settings.tags].sort() });
  return isSameValue(sorted(before), sorted(after));
}

interface Writing {
  readonly report: StockLine;
  readonly before: KnownResidence | null;
  readonly settings: ProjectSettings;
}

async function written(world: StockWorld, writing: Writing): Promise<StockLine> {
  const { report, before } = writing;
  const { settings, messages } = await placed(world, writing.settings);
  if (before !== null && isSame(before.settings, settings)) {
    return { ...report, action: "same", messages };
  }
  const { orgId, caller } = world;
  const outcome = before === null
    ? await world.backend().createProject({ orgId, body: settings }, caller)
    : await world.backend().putProjectSettings({
      projectId: before.id,
      body: { ...settings, version: before.version },
    }, caller);
  return outcome.ok ? { ...report, messages } : refusedLine(report, outcome.code);
}

/** The residence with the coordinates of its address, when none are given. */
async function placed(world: StockWorld, settings: ProjectSettings) {
  if (settings.location.latitude !== null) return { settings, messages: [] };
  const query = addressQuery(typedResidence(settings));
  const outcome = query === null ? null : await world.services.addresses.search(query);
  if (outcome === null || !outcome.ok) return { settings, messages: [STOCK_MESSAGES.unreachable] };
  const found = outcome.answer;
  const end = lookupEnd(found);
  if (found === null || end === "not-found") {
    return { settings, messages: [STOCK_MESSAGES.notFound] };
  }
  if (end === "uncertain") return { settings, messages: [STOCK_MESSAGES.uncertain] };
  const { latitude, longitude } = found;
  const location = { ...settings.location, latitude, longitude };
  return { settings: { ...settings, location }, messages: [STOCK_MESSAGES.lookedUp] };
}

export interface StockPlace<Known> {
  /** "" for a residence that an earlier line of a file that is tried would create. */
  readonly projectId: string;
  /** Name of the line in the report. */
  readonly label: string;
  readonly known: Known;
}

interface LinesInResidences<Known> {
  /** The cells that identify a line in its residence. */
  readonly naming: readonly string[];
  /**
   * Reads the known records of a residence, once for all its lines, with what earlier lines of a file that is tried would
   * create in it; a residence that they would create has no id, and nothing stored.
   */
  read(world: StockWorld, projectId: string | null, tried: TriedResidence): Promise<Known>;
  plan(world: StockWorld, row: StockRow, place: StockPlace<Known>): PlannedLine;
}

/** Plans rows whose residence is given by code; an unknown code is refused. */
export function plannerInResidences<Known>(
  lines: LinesInResidences<Known>,
): (world: StockWorld) => Promise<StockPlanner> {
  return (world) => plannerOf(world, lines);
}

async function plannerOf<Known>(
  world: StockWorld,
  lines: LinesInResidences<Known>,
): Promise<StockPlanner> {
  const { ids, codes } = await residenceCodes(world);
  const byResidence = new Map<string, Known>();
  const knownOf = async (projectId: string | null, code: string) => {
    const place = projectId ?? plainName(code);
    const known = byResidence.get(place) ??
      await lines.read(world, projectId, world.tried?.in(code) ?? noneTried());
    byResidence.set(place, known);
    return known;
  };
  return {
    // A residence is read once it is named.
    prepare: () => Promise.resolve(),
    async plan(row) {
      const { residence = "" } = row.cells;
      const names = [residence, ...lines.naming.map((field) => row.cells[field])];
      const label = names.filter(Boolean).join(" ");
      const code = codes.of(residence);
      const projectId = ids.get(code) ?? null;
      if (projectId === null && !world.tried?.creates(code)) {
        const messages = [STOCK_MESSAGES.unknownResidence(residence)];
        return idle("refused", row, { label, messages, cure: links.newResidence() });
      }
      const known = await knownOf(projectId, code);
      return lines.plan(world, row, { projectId: projectId ?? "", label, known });
    },
  };
}
