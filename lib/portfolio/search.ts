/** Searches residences, dwellings, equipment, contracts and documents by words. @module */

import * as z from "zod";
import type { Services } from "@/lib/api/services.ts";
import { tableOf } from "@/lib/base/records.ts";
import { readProjectProviders } from "@/lib/documents/document_rows.ts";
import { searchDocuments } from "@/lib/documents/document_search.ts";
import { readEquipments, type StoredEquipment } from "@/lib/facilities/equipment.ts";
import { distinctEquipment } from "@/lib/facilities/equipment_rules.ts";
import { sourcesRecord } from "@/lib/facilities/records.ts";
import { EQUIPMENT_KIND_LABELS } from "@/lib/facilities/text.ts";
import { hasHouses } from "@/lib/housing/dwelling_settings.ts";
import { readHouses, type StoredHouse } from "@/lib/housing/dwellings.ts";
import type { Role } from "@/lib/identity/roles.ts";
import type { Handler } from "@/lib/residences/calls.ts";
import type { ProjectRecord } from "@/lib/residences/records.ts";
import {
  readEachProject,
  readFeatures,
  readProject,
  visibleProjects,
} from "@/lib/residences/residences.ts";
import type { SearchHit } from "@/lib/residences/schema.ts";
import {
  HITS_PER_KIND,
  NO_PLACE,
  SEARCH_KINDS,
  type SearchKind,
} from "@/lib/residences/search_rules.ts";
import { readMembers } from "@/lib/self_consumption/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { idOf, listEntries } from "@/lib/store/store.ts";
import { plainHoldsWords, plainText } from "@/lib/ui/search.ts";
import { compareValues } from "@/lib/ui/tables.ts";

interface Indexed extends SearchHit {
  readonly plain: string;
}

/** Roles that see the collectors' sources, any of which is enough. */
const SENSOR_ROLES: readonly Role[] = [
  "collect:boilerroom:write",
  "collect:building:write",
  "collect:houseadmin",
];
const ROOM_ROLE: Role = "collect:boilerroom:read";
const HOUSE_ROLE: Role = "collect:agg:daily";
/** On its own, it gives access to the names and delivery points of an operation. */
const OPERATION_ROLE: Role = "collect:acc:write";

/** @spec design "Search from any page (residence, code, PCE, serial, provider)" */
export const searchOrganisation: Handler<"searchOrganisation"> = async (
  services,
  { orgId, q },
  caller,
) => {
  const callerRoles = services.callerRoles.of(caller);
  const [roles, isAdmin] = await Promise.all([
    callerRoles.rolesByProject(orgId),
    callerRoles.isAdminOf(orgId),
  ]);
  const ids = await visibleProjects(services, orgId, caller);
  const [providersOf, contracting, indexes] = await Promise.all([
    readProjectProviders(services, orgId),
    searchDocuments(services, { orgId, q, roles }),
    readEachProject(
      ids,
      (id) => services.memory.ofSettings(id, "search", () => indexedOf(services, id)),
    ),
  ]);
  const ofPlaces = indexes.flatMap(({ place, entries: own }) => {
    const providers = providersOf(place.projectId)
      .map(({ name }) => named(place, "provider", name));
    const granted = roles.get(place.projectId) ?? NO_ROLE;
    return [...own, ...providers].filter((entry) => maySee(entry.kind, granted, isAdmin))
      .filter(({ plain }) => plainHoldsWords(plain, q, plainText([place.projectName])))
      .map((entry) => hitOf(entry, granted));
  });
  const found = [...ofPlaces, ...contracting];
  const ofKind = (kind: SearchKind) => found.filter((hit) => hit.kind === kind);
  const hits = SEARCH_KINDS.flatMap((kind) => ofKind(kind).sort(byLabel).slice(0, HITS_PER_KIND));
  const counts = tableOf(SEARCH_KINDS, (kind) => ofKind(kind).length);
  return { ok: true, answer: { hits, counts } };
};

const NO_ROLE: ReadonlySet<Role> = new Set();

function maySee(kind: SearchKind, roles: ReadonlySet<Role>, isAdmin: boolean): boolean {
  if (kind === "sensor") return isAdmin || SENSOR_ROLES.some((role) => roles.has(role));
  if (kind === "dwelling") return isAdmin || roles.has(HOUSE_ROLE);
  if (kind === "prm") return roles.has(OPERATION_ROLE);
  return kind === "pce" ? roles.has(ROOM_ROLE) : true;
}

function hitOf({ plain: _, ...hit }: Indexed, roles: ReadonlySet<Role>): SearchHit {
  return roles.has(ROOM_ROLE) ? hit : { ...hit, boilerRoomId: null };
}

function byLabel(a: SearchHit, b: SearchHit): number {
  return compareValues(a.label, b.label);
}

/** The searchable texts of a residence. @spec projects.search */
async function indexedOf(services: Services, projectId: string) {
  const { store } = services;
  const [project, features, houses, equipments, members, sources, gas] = await Promise.all([
    readProject(services, projectId),
    readFeatures(services, projectId),
    readHouses(services, projectId),
    readEquipments(services, projectId),
    readMembers(services, projectId),
    listEntries(store, { prefix: keys.seriesSource.under(projectId) }, z.unknown()),
    listEntries(store, { prefix: keys.efficiencySources.under(projectId) }, sourcesRecord),
  ]);
  const place = { projectId, projectName: project.name };
  const entries = [
    residence(place, project),
    ...equipmentOf(place, equipments),
    ...(hasHouses(features) ? houses : []).map((house) => dwelling(place, house)),
    ...sources.map(({ key }) => named(place, "sensor", idOf(key))),
    ...gas.flatMap(({ key, value: { gazPce } }) =>
      gazPce === null ? [] : [{ ...named(place, "pce", gazPce), boilerRoomId: idOf(key) }]
    ),
    ...[...members.producers, ...members.consumers].map(({ record: { prm, name } }) => ({
      ...named(place, "prm", prm, [name]),
      detail: name,
    })),
  ];
  return { place, entries };
}

interface IndexedPlace {
  projectId: string;
  projectName: string;
}

function named(
  place: IndexedPlace,
  kind: SearchKind,
  label: string,
  words: readonly string[] = [],
): Indexed {
  return { ...NO_PLACE, ...place, kind, label, plain: plainText([label, ...words]) };
}

function residence(place: IndexedPlace, { name, code, location }: ProjectRecord): Indexed {
  const { street, zipCode, city } = location;
  return {
    ...named(place, "residence", name, [code, street, zipCode, city]),
    detail: [code, city].filter(Boolean).join(", "),
  };
}

/** The equipment of a residence, with distinct names; the kind and the code are added where these do not have them. */
function equipmentOf(place: IndexedPlace, all: readonly StoredEquipment[]): Indexed[] {
  const distinct = distinctEquipment(
    all.map(({ id, record }) => ({ id, ...record, settings: record })),
  );
  return all.map((one, position) => {
    const { kind, name, code } = one.record;
    const label = distinct[position]?.name ?? name;
    const said = new Set(wordsOf(label));
    const isSaid = (text: string) => wordsOf(text).every((word) => said.has(word));
    return {
      ...named(place, "equipment", label),
      plain: plainText([name, code]),
      detail: [EQUIPMENT_KIND_LABELS[kind], code].filter((text) => !isSaid(text)).join(", "),
      boilerRoomId: roomOf(one, all),
    };
  });
}

function wordsOf(text: string): string[] {
  return plainText([text]).split(/[\s,]+/).filter((word) => word !== "");
}

function dwelling(place: IndexedPlace, { id, record }: StoredHouse): Indexed {
  const { serial, settings: { name } } = record;
  return { ...named(place, "dwelling", name, [serial]), detail: serial, houseId: id };
}

function roomOf({ id, record }: StoredEquipment, all: readonly StoredEquipment[]): string | null {
  if (record.kind === "boilerroom") return id;
  const parent = all.find((one) => one.id === record.parentId);
  return parent?.record.kind === "boilerroom" ? parent.id : null;
}
