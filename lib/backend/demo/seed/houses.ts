import {
  houseSeriesId,
  type HouseSeriesKind,
  houseSeriesKinds,
} from "@/lib/backend/demo/simulation/house_series.ts";
import { commitEach } from "@/lib/backend/kv/commit_each.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic, Store } from "@/lib/backend/kv/store.ts";
import type { EquipmentRecord } from "@/lib/backend/records/facilities.ts";
import type {
  AnonymousGroupRecord,
  HouseRecord,
  HouseTypeRecord,
} from "@/lib/backend/records/housing.ts";
import type { SeriesRecord } from "@/lib/backend/records/projects.ts";
import {
  buildingId,
  buildingLetters,
  groupId,
  HOUSE_TYPES,
  housesOfSite,
  houseTypeId,
  SMALL_GROUP_LETTER,
  SMALL_GROUP_PROJECT,
  typeAreaM2,
} from "./demo_houses.ts";
import type { DemoSite } from "./site_table.ts";

/** Dwellings of one commit: two keys each, of the thousand a commit may hold. */
const BATCH = 400;

/** Residence to fill. */
interface HousesToSeed {
  readonly projectId: string;
  /** The landlord's code of the residence. */
  readonly code: string;
}

/** Writes the buildings, dwellings, kinds and groups of a residence, and the series they measure. */
export async function seedHouses(
  store: Store,
  site: DemoSite,
  { projectId, code }: HousesToSeed,
): Promise<void> {
  const atomic = store.atomic();
  for (const letter of buildingLetters(site)) setBuilding(atomic, letter, { projectId, code });
  for (const type of HOUSE_TYPES) {
    const { name, occupants } = type;
    const record: HouseTypeRecord = { name, area: typeAreaM2(site, type), occupants };
    atomic.set(keys.houseType(projectId, houseTypeId(projectId, type)), record);
  }
  if (projectId === SMALL_GROUP_PROJECT) {
    const record: AnonymousGroupRecord = { name: "Logements témoins" };
    atomic.set(keys.anonymousGroup(projectId, groupId(projectId, SMALL_GROUP_LETTER)), record);
  }
  for (const kind of houseSeriesKinds(site)) {
    atomic.set(keys.dataseries(projectId, houseSeriesId(projectId, kind)), seriesRecord(kind));
  }
  await atomic.commit();
  await setHouses(store, site, projectId);
}

function setBuilding(atomic: Atomic, letter: string, { projectId, code }: HousesToSeed): void {
  const name = `Bâtiment ${letter}`;
  const building: EquipmentRecord = {
    kind: "building",
    name,
    code: `${code}-BA${letter}`,
    parentId: null,
    instrumented: true,
    details: {},
  };
  const group: AnonymousGroupRecord = { name };
  atomic
    .set(keys.equipment(projectId, buildingId(projectId, letter)), building)
    .set(keys.anonymousGroup(projectId, groupId(projectId, letter)), group);
}

function setHouses(store: Store, site: DemoSite, projectId: string): Promise<void> {
  return commitEach(store, housesOfSite(site, projectId), {
    perCommit: BATCH,
    fill: (atomic, { id, serial, settings, config }) => {
      const record: HouseRecord = {
        kind: "module",
        projectModuleId: null,
        serial,
        settings,
        config: { ...config },
      };
      atomic.set(keys.house(projectId, id), record).set(keys.houseBySerial(projectId, serial), id);
    },
  });
}

function seriesRecord({ dataUnitId, name, use }: HouseSeriesKind): SeriesRecord {
  return {
    dataUnitId,
    scope: "housing",
    renamed: name,
    importedUnit: null,
    manualIndex: false,
    equipmentId: null,
    dataSourceOptions: {},
    use: use ?? null,
  };
}
