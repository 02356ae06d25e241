/** Searches residences, dwellings, equipment, contracts and documents by words. @module */

import * as z from "zod";
import type { Services } from "@/lib/api/services.ts";
import { tableOf } from "@/lib/base/records.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { DocumentSearch } from "@/lib/documents/document_search.ts";
import { readProjectProviders } from "@/lib/documents/residence_providers.ts";
import { readEquipments, type StoredEquipment } from "@/lib/facilities/equipment.ts";
import { distinctEquipment } from "@/lib/facilities/equipment_rules.ts";
import { sourcesRecord } from "@/lib/facilities/records.ts";
import { EQUIPMENT_KIND_LABELS } from "@/lib/facilities/text.ts";
import { hasHouses } from "@/lib/housing/dwelling_settings.ts";
import { readHouses, type StoredHouse } from "@/lib/housing/dwellings.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import type { Role } from "@/lib/identity/roles.ts";
import type { Input, Outcome } from "@/lib/residences/calls.ts";
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
import { VersionedCache } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { idOf, listEntries } from "@/lib/store/store.ts";
import { plainText } from "@/lib/ui/search.ts";
import { compareValues } from "@/lib/ui/tables.ts";

interface Indexed extends SearchHit {
  readonly plain: string;
}

/** Maximum number of residences, and organisations, whose text is cached. */
const KEPT_RESIDENCES = 5_000;
const KEPT_ORGANISATIONS = 50;

/** Kept as long as its version. */
const OF_VERSION = { freshForMs: Infinity, staleForMs: 0 };

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

/** Searchable text of residences, each read again only after a write. @spec projects.search */
export class SearchIndex {
  readonly #projects: VersionedCache;
  readonly #providersOf: VersionedCache;
  readonly #documents: DocumentSearch;

  constructor(private readonly services: Services) {
    const { now } = services;
    this.#projects = new VersionedCache({ now, limit: KEPT_RESIDENCES });
    this.#providersOf = new VersionedCache({ now, limit: KEPT_ORGANISATIONS });
    this.#documents = new DocumentSearch(services);
  }

  /** @spec design "Search from any page (residence, code, PCE, serial, provider)" */
  async search(
    { orgId, q }: Input<"searchOrganisation">,
    caller: Caller,
  ): Promise<Outcome<"searchOrganisation">> {
    const callerRoles = this.services.callerRoles.of(caller);
    const [roles, isAdmin] = await Promise.all([
      callerRoles.rolesByProject(orgId),
      callerRoles.isAdminOf(orgId),
    ]);
    const ids = await visibleProjects(this.services, orgId, caller);
    const [ofProvider, contracting, indexes] = await Promise.all([
      this.#providers(orgId),
      this.#documents.found({ orgId, q, roles }),
      readEachProject(ids, (id) => this.#ofProject(id)),
    ]);
    const ofPlaces = indexes.flatMap(({ place, entries: own }) => {
      const entries = [...own, ...ofProvider(place)];
      const granted = roles.get(place.projectId) ?? NO_ROLE;
      return entries.filter((entry) => maySee(entry.kind, granted, isAdmin))
        .filter(({ plain }) => isFound(plain, plainText([place.projectName]), q))
        .map((entry) => hitOf(entry, granted));
    });
    const found = [...ofPlaces, ...contracting];
    const ofKind = (kind: SearchKind) => found.filter((hit) => hit.kind === kind);
    const hits = SEARCH_KINDS.flatMap((kind) => ofKind(kind).sort(byLabel).slice(0, HITS_PER_KIND));
    const counts = tableOf(SEARCH_KINDS, (kind) => ofKind(kind).length);
    return { ok: true, answer: { hits, counts } };
  }

  async #ofProject(projectId: string) {
    const version = await this.services.versions.of([{ kind: "project", id: projectId }]);
    const read = () => indexedOf(this.services, projectId);
    return (await this.#projects.get(projectId, { ...OF_VERSION, version }, read)).value;
  }

  /** The providers of each residence, read again after a write of the organisation, and on each day of contracts. */
  async #providers(orgId: string) {
    const written = await this.services.versions.of([{ kind: "org", id: orgId }]);
    const version = `${written} ${civilDateOf(this.services.now(), DEFAULT_TIME_ZONE)}`;
    const read = () => indexedProviders(this.services, orgId);
    return (await this.#providersOf.get(orgId, { ...OF_VERSION, version }, read)).value;
  }
}

/** Whether a thing has every word, some of which may be those of its residence: "tilleuls A503". @spec projects.search */
function isFound(plain: string, residence: string, q: string): boolean {
  const words = plainText([q]).split(/\s+/);
  return words.every((word) => plain.includes(word) || residence.includes(word)) &&
    words.some((word) => plain.includes(word));
}

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

async function indexedProviders(services: Services, orgId: string) {
  const providersOf = await readProjectProviders(services, orgId);
  const found = new Map<string, readonly Indexed[]>();
  return (place: IndexedPlace) =>
    found.getOrInsertComputed(
      place.projectId,
      (projectId) => providersOf(projectId).map(({ name }) => named(place, "provider", name)),
    );
}

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
