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
import { readEntry } from "@/lib/store/store.ts";
import { isSameValue } from "@/lib/ui/dirty_fields.ts";
import { links } from "@/lib/ui/links.ts";
import { fieldErrorText } from "@/lib/ui/text.ts";
import {
  characterFaults,
  type LinePlan,
  noneTried,
  plannedLine,
  SAME,
  type StockPlanner,
  type StockRow,
  type StockWorld,
  tagColumn,
  type TriedResidence,
} from "./import_plan.ts";
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
  /** First line of each code in the file. */
  const lines = new Map<string, number>();
  return async (row) => {
    const code = codes.of(row.cells["code"] ?? "");
    const cells = { ...row.cells, code };
    const before = await storedResidence(world, { id: ids.get(code), code });
    const typed = typedLine(cells, before?.settings ?? BLANK);
    const plan = planned(world, cells, { before, typed, groups, earlier: lines.get(code) });
    if (code !== "" && !lines.has(code)) lines.set(code, row.line);
    return plannedLine(world, row, { label: [code, typed.name].filter(Boolean).join(" "), plan });
  };
}

/** The residences of the organisation by code, remembered between the steps of an import; one without a code is not named. */
async function residenceCodes({ services, orgId }: StockWorld) {
  const { versionstamp: version } = await readOrgVersion(services, orgId);
  const usedCodes = await RESIDENCE_CODES.all(services, { place: orgId, version });
  const ids = new Map(usedCodes.map(({ code, id }) => [code, id]));
  return { ids, codes: new Spellings(ids.keys()) };
}

/** A residence that still has its code; null for none. */
async function storedResidence(
  { services: { store } }: StockWorld,
  { id, code }: { readonly id: string | undefined; readonly code: string },
): Promise<KnownResidence | null> {
  if (id === undefined) return null;
  const entry = await readEntry(store, keys.project(id), projectRecord);
  if (entry.value?.code !== code) return null;
  const { name, location, tags } = entry.value;
  return { id, settings: { name, code, location, tags }, version: versionOf(entry) };
}

/** The tag groups of the organisation. */
export async function tagGroups(world: StockWorld): Promise<readonly TagGroup[]> {
  const outcome = await world.backend().listTags({ orgId: world.orgId }, world.caller);
  return outcome.ok ? outcome.answer : [];
}

type Cells = StockRow["cells"];

interface Knowledge {
  readonly before: KnownResidence | null;
  readonly typed: ResidenceValues;
  readonly groups: readonly TagGroup[];
  /** First line of the file with the code; undefined for none. */
  readonly earlier: number | undefined;
}

function planned(
  world: StockWorld,
  cells: Cells,
  { before, typed, groups, earlier }: Knowledge,
): LinePlan {
  const tags = chosenTags(cells, groups, before?.settings.tags ?? []);
  const texts = Object.fromEntries(FIELDS.map((field) => [field, cells[field] ?? ""]));
  const messages = [
    ...faultsOf(typed, earlier),
    ...characterFaults("residences", texts),
    ...tags.faults,
  ];
  if (messages.length > 0) {
    const cure = tags.faults.length > 0 ? links.tags() : undefined;
    return { action: "refused", messages, cure };
  }
  if (before === null && world.tried !== null) world.tried(typed.code).isCreated = true;
  const settings = readResidence(typed, tags.ids);
  const looksUp = settings.location.latitude === null;
  if (before !== null && isSame(before.settings, settings) && !looksUp) return SAME;
  return {
    action: before === null ? "create" : "change",
    messages: looksUp ? [STOCK_MESSAGES.willLookUp] : [],
    write: () => written(world, before, settings),
  };
}

/** The residence after the line; a new address without coordinates clears the old ones. */
function typedLine(cells: Cells, before: ProjectSettings): ResidenceValues {
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
function chosenTags(cells: Cells, groups: readonly TagGroup[], before: readonly string[]) {
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

async function written(
  world: StockWorld,
  before: KnownResidence | null,
  planned: ProjectSettings,
): ReturnType<NonNullable<LinePlan["write"]>> {
  const { settings, messages } = await placed(world, planned);
  if (before !== null && isSame(before.settings, settings)) {
    return { ok: true, action: "same", messages };
  }
  const { orgId, caller } = world;
  const outcome = before === null
    ? await world.backend().createProject({ orgId, body: settings }, caller)
    : await world.backend().putProjectSettings({
      projectId: before.id,
      body: { ...settings, version: before.version },
    }, caller);
  return outcome.ok ? { ok: true, messages } : outcome;
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
  /** "" for a residence that an earlier line of a file that is tried would create: its pages cure nothing yet. */
  readonly projectId: string;
  readonly known: Known;
  /** First line of the file with the same identity in the residence; undefined for none. */
  readonly earlier: number | undefined;
}

interface LinesInResidences<Known> {
  /** The cells that name a line in the report, after its residence. */
  readonly naming: readonly string[];
  /** What no two lines of a residence may share; absent when they may. */
  identity?(cells: Cells, known: Known): string;
  /**
   * Reads the known records of a residence, once for all its lines, with what earlier lines of a file that is tried would
   * create in it; a residence that they would create has no id, and nothing stored.
   */
  read(world: StockWorld, projectId: string | null, tried: TriedResidence): Promise<Known>;
  plan(world: StockWorld, row: StockRow, place: StockPlace<Known>): LinePlan;
}

/** Plans rows whose residence is given by code; an unknown code is refused. */
export function plannerInResidences<Known>(kind: LinesInResidences<Known>) {
  return async (world: StockWorld): Promise<StockPlanner> => {
    const { ids, codes } = await residenceCodes(world);
    const places = new Map<string, { known: Promise<Known>; lines: Map<string, number> }>();
    return async (row) => {
      const { residence = "" } = row.cells;
      const names = [residence, ...kind.naming.map((field) => row.cells[field])];
      const label = names.filter(Boolean).join(" ");
      const code = codes.of(residence);
      const projectId = ids.get(code) ?? null;
      const tried = world.tried?.(code) ?? noneTried();
      if (projectId === null && !tried.isCreated) {
        const messages = [STOCK_MESSAGES.unknownResidence(residence)];
        const plan = { action: "refused", messages, cure: links.newResidence() } as const;
        return plannedLine(world, row, { label, plan });
      }
      const place = places.getOrInsertComputed(projectId ?? plainName(code), () => ({
        known: kind.read(world, projectId, tried),
        lines: new Map(),
      }));
      const known = await place.known;
      const identity = kind.identity?.(row.cells, known) ?? "";
      const earlier = place.lines.get(identity);
      const plan = kind.plan(world, row, { projectId: projectId ?? "", known, earlier });
      if (plan.action !== "refused" && identity !== "") place.lines.set(identity, row.line);
      return plannedLine(world, row, {
        label,
        plan: projectId === null ? { ...plan, cure: undefined } : plan,
      });
    };
  };
}
