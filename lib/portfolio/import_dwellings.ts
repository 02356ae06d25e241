/** Plans the lines of a stock file that create or change dwellings. @module */

import { Spellings } from "@/lib/base/visible_text.ts";
import { readEquipments } from "@/lib/facilities/equipment.ts";
import { plainName } from "@/lib/files/csv_headings.ts";
import { hasHouses, TOP_FLOOR } from "@/lib/housing/dwelling_settings.ts";
import { HOUSE_FORM } from "@/lib/housing/forms.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { HOUSE_MODES } from "@/lib/residences/features.ts";
import type { ProjectFeaturesRead } from "@/lib/residences/schema.ts";
import { type HouseSettings, UNSET_HOUSE } from "@/lib/housing/schema.ts";
import { links } from "@/lib/ui/links.ts";
import {
  characterFaults,
  type LinePlan,
  SAME,
  type StockRow,
  type StockWorld,
  textFaults,
  type TriedResidence,
} from "./import_plan.ts";
import { plannerInResidences, type StockPlace } from "./import_residences.ts";
import { STOCK_MESSAGES, stockHeading } from "./text_import.ts";

interface KnownDwelling {
  readonly id: string;
  readonly settings: HouseSettings;
  readonly version: string;
}

interface Choice {
  readonly id: string;
  /** The name of a building comes after its code, which is unique. */
  readonly names: readonly string[];
}

interface ResidenceChoices {
  readonly dwellings: Map<string, KnownDwelling>;
  readonly serials: Spellings;
  readonly choices: Readonly<Record<ChoiceField, readonly Choice[]>>;
  /** Features under which its pages show no dwelling; null once a line of the file makes them show some. */
  hiding: ProjectFeaturesRead | null;
}

type ChoiceField = "building" | "houseType" | "group";

const CHOICE_FIELDS = ["building", "houseType", "group"] as const;

const { fields } = HOUSE_FORM;

/** Planner of dwellings, matched by serial in their residence; an empty cell changes nothing. */
export const dwellingPlanner = plannerInResidences({
  naming: ["serial", "name"],
  identity: ({ serial = "" }, { serials }) => serials.of(serial),
  read: readChoices,
  plan: planned,
});

async function readChoices(
  world: StockWorld,
  projectId: string | null,
  tried: TriedResidence,
): Promise<ResidenceChoices> {
  const stored = projectId === null ? ofNewResidence() : await readStored(world, projectId);
  const { building, houseType, group } = stored.choices;
  const buildings = tried.equipments.filter(({ kind }) => kind === "building");
  return {
    ...stored,
    choices: {
      building: [...building, ...buildings.map(({ code, name }) => triedChoice(code, name))],
      houseType: [...houseType, ...tried.houseTypes.map((name) => triedChoice(name))],
      group,
    },
  };
}

/** A choice that an earlier line of the file would create: nothing is written of a file that is tried. */
function triedChoice(...names: readonly string[]): Choice {
  return { id: "tried", names };
}

/** What a residence that is to be created has, which shows no dwelling. */
function ofNewResidence(): ResidenceChoices {
  return {
    dwellings: new Map(),
    serials: new Spellings([]),
    hiding: { ...NO_FEATURES, version: "" },
    choices: { building: [], houseType: [], group: [] },
  };
}

async function readStored(world: StockWorld, projectId: string): Promise<ResidenceChoices> {
  const { services, caller } = world;
  const [houses, types, groups, features, equipments] = await Promise.all([
    world.backend().listHouses({ projectId }, caller),
    world.backend().listHouseTypes({ projectId }, caller),
    world.backend().listAnonymousGroups({ projectId }, caller),
    world.backend().getProjectFeatures({ projectId }, caller),
    readEquipments(services, projectId),
  ]);
  const known = (houses.ok ? houses.answer : []).map(({ id, serial, settings, version }) =>
    [serial, { id, settings, version }] as const
  );
  const buildings = equipments.filter(({ record }) => record.kind === "building");
  const named = ({ id, name }: { id: string; name: string }) => ({ id, names: [name] });
  return {
    dwellings: new Map(known),
    serials: new Spellings(known.map(([serial]) => serial)),
    hiding: features.ok && !hasHouses(features.answer) ? features.answer : null,
    choices: {
      building: buildings.map(({ id, record }) => ({ id, names: [record.code, record.name] })),
      houseType: (types.ok ? types.answer : []).map(named),
      group: (groups.ok ? groups.answer : []).map(named),
    },
  };
}

function planned(
  world: StockWorld,
  { cells }: StockRow,
  { projectId, known, earlier }: StockPlace<ResidenceChoices>,
): LinePlan {
  const { dwellings, serials, choices } = known;
  const serial = serials.of(cells["serial"] ?? "");
  const before = dwellings.get(serial);
  const read = readSettings(cells, before?.settings ?? UNSET_HOUSE, choices);
  const messages = [
    ...textFaults("dwellings", "serial", { text: serial, fields }),
    ...earlier === undefined ? [] : [STOCK_MESSAGES.twice(earlier)],
    ...read.faults,
    ...characterFaults("dwellings", { serial: cells["serial"] ?? "", name: cells["name"] ?? "" }),
  ];
  if (messages.length > 0) {
    return { action: "refused", messages, cure: cureOf(read.unknown, projectId) };
  }
  const { settings } = read;
  const isSame = before !== undefined &&
    JSON.stringify(settings) === JSON.stringify({ ...UNSET_HOUSE, ...before.settings });
  dwellings.set(serial, { id: before?.id ?? "", version: "", settings });
  if (isSame) return SAME;
  const { hiding } = known;
  known.hiding = null;
  return {
    action: before === undefined ? "create" : "change",
    messages: hiding === null ? [] : [STOCK_MESSAGES.shown],
    write: () => written(world, { projectId, before, settings, serial, hiding }),
  };
}

/** Where the first choice that does not exist is added. */
function cureOf([unknown]: readonly ChoiceField[], projectId: string): string | undefined {
  if (unknown === undefined) return undefined;
  return unknown === "building" ? links.newEquipment(projectId) : links.houseSettings(projectId);
}

function readSettings(
  cells: StockRow["cells"],
  before: HouseSettings,
  choices: ResidenceChoices["choices"],
) {
  const unknown: ChoiceField[] = [];
  const name = cells["name"] || before.name;
  const faults = textFaults("dwellings", "name", { text: name, fields });
  const floor = cells["floor"] ? floorOf(cells["floor"]) : before.floor;
  if (Number.isNaN(floor)) faults.push(STOCK_MESSAGES.badFloor);
  const found = CHOICE_FIELDS.map((field) => {
    const text = cells[field] ?? "";
    if (text === "") return undefined;
    const [choice, ...others] = choicesNamed(choices[field], text);
    const heading = stockHeading("dwellings", field);
    if (choice === undefined) {
      unknown.push(field);
      faults.push(STOCK_MESSAGES.unknownChoice(heading, text));
    }
    if (others.length > 0) faults.push(STOCK_MESSAGES.severalChoices(heading, text));
    return choice?.id;
  });
  const settings: HouseSettings = {
    ...UNSET_HOUSE,
    ...before,
    name,
    floor,
    buildingId: found[0] ?? before.buildingId,
    houseTypeId: found[1] ?? before.houseTypeId,
    anonymousGroupId: found[2] ?? before.anonymousGroupId,
  };
  return { settings, faults, unknown };
}

/** The choices with a code or, when there are none, with a name. */
function choicesNamed(choices: readonly Choice[], text: string): readonly Choice[] {
  const wanted = plainName(text);
  const byName = [0, 1].map((position) =>
    choices.filter(({ names }) => plainName(names[position] ?? "") === wanted)
  );
  return byName.find((found) => found.length > 0) ?? [];
}

/** @returns NaN when it is not a floor; the ground floor is 0, or its usual abbreviation; "1er", "2e étage" and "R+2" are floors */
function floorOf(text: string): number {
  const name = plainName(text);
  if (name === "rdc") return 0;
  const floor = Number(/^(?:r\+)?(\d{1,3})(?:er|e|eme)?(?: etage)?$/.exec(name)?.[1] ?? NaN);
  return floor <= TOP_FLOOR ? floor : NaN;
}

interface Writing {
  readonly projectId: string;
  readonly before: KnownDwelling | undefined;
  readonly settings: HouseSettings;
  readonly serial: string;
  readonly hiding: ProjectFeaturesRead | null;
}

/** @spec stock.shown */
async function written(world: StockWorld, writing: Writing) {
  const { projectId, before, settings, serial, hiding } = writing;
  if (hiding !== null) {
    // Another change of the features meanwhile stays: a later import shows the dwellings.
    const body = { ...hiding, houseMode: HOUSE_MODES.Anonymous };
    await world.backend().putProjectFeatures({ projectId, body }, world.caller);
  }
  return before === undefined
    ? await world.backend().createHouse({
      projectId,
      body: { kind: "module", projectModuleId: null, serial, settings },
    }, world.caller)
    : await world.backend().putHouseSettings({
      projectId,
      houseId: before.id,
      body: { ...settings, version: before.version },
    }, world.caller);
}
