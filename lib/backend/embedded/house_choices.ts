import type { ZodType } from "zod";
import type { AuditAction } from "../../contract/audit.ts";
import type { Caller } from "../../contract/caller.ts";
import type { Backend } from "../../contract/catalogue.ts";
import { MOST_HOUSE_CHOICES } from "../../domain/housing/limits.ts";
import type { HouseSettings } from "../../domain/housing/types.ts";
import { compareValues } from "../../domain/tables/sort.ts";
import { newId } from "../accounts/secrets.ts";
import { readEntry } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import { listStored } from "../kv/lists.ts";
import type { Key } from "../kv/store.ts";
import { anonymousGroupRecord, houseTypeRecord } from "./housing_records.ts";
import { readHouses } from "./houses.ts";
import {
  isCurrent,
  readProjectVersion,
  retried,
  saveInProject,
  unchanged,
  versioned,
} from "./saving.ts";
import type { Services } from "./services.ts";

/** Kinds of dwelling, and groups of dwellings. */
export function houseChoices(services: Services) {
  const types = choicesOf(services, {
    key: keys.houseType,
    under: (projectId) => keys.houseType.under(projectId),
    record: houseTypeRecord,
    chosenBy: ({ houseTypeId }) => houseTypeId,
    actions: ["createHouseType", "putHouseType", "deleteHouseType"],
  });
  const groups = choicesOf(services, {
    key: keys.anonymousGroup,
    under: (projectId) => keys.anonymousGroup.under(projectId),
    record: anonymousGroupRecord,
    chosenBy: ({ anonymousGroupId }) => anonymousGroupId,
    actions: ["createAnonymousGroup", "putAnonymousGroup", "deleteAnonymousGroup"],
  });
  return {
    listHouseTypes: ({ projectId }) => types.list(projectId),
    createHouseType: (input, caller) => types.create(input, caller),
    putHouseType: ({ houseTypeId: id, ...input }, caller) => types.put({ id, ...input }, caller),
    deleteHouseType: ({ projectId, houseTypeId: id }, caller) =>
      types.remove({ projectId, id }, caller),
    listAnonymousGroups: ({ projectId }) => groups.list(projectId),
    createAnonymousGroup: (input, caller) => groups.create(input, caller),
    putAnonymousGroup: ({ anonymousGroupId: id, ...input }, caller) =>
      groups.put({ id, ...input }, caller),
    deleteAnonymousGroup: ({ projectId, anonymousGroupId: id }, caller) =>
      groups.remove({ projectId, id }, caller),
  } satisfies Partial<Backend>;
}

/** Something a dwelling may have one of, as the store keeps it. */
interface ChoiceKind<Choice extends { name: string }> {
  key(projectId: string, id: string): Key;
  under(projectId: string): Key;
  record: ZodType<Choice>;
  /** Which one a dwelling has. */
  chosenBy(settings: HouseSettings): string | null;
  actions: readonly [create: AuditAction, put: AuditAction, remove: AuditAction];
}

interface OneOf {
  projectId: string;
  id: string;
}

type Versioned<Choice> = Choice & { version?: string | undefined };

function choicesOf<Choice extends { name: string }>(
  services: Services,
  { key, under, record, chosenBy, actions }: ChoiceKind<Choice>,
) {
  const { store } = services;
  const [createAction, putAction, removeAction] = actions;
  const read = ({ projectId, id }: OneOf) => readEntry(store, key(projectId, id), record);

  async function list(projectId: string) {
    const answer = (await listStored(store, under(projectId), record))
      .map(versioned)
      .sort((a, b) => compareValues(a.name, b.name));
    return { ok: true, answer } as const;
  }

  async function create(
    { projectId, body }: { projectId: string; body: Versioned<Choice> },
    caller: Caller,
  ) {
    const { version: _, ...choice } = body;
    const known = await Array.fromAsync(store.list({ prefix: under(projectId) }));
    if (known.length >= MOST_HOUSE_CHOICES) return { ok: false, code: "limit-reached" } as const;
    const id = newId();
    const change = { caller, action: createAction, projectId, subject: body.name };
    await saveInProject(services, change, (atomic) => atomic.set(key(projectId, id), choice));
    return { ok: true, answer: { id } } as const;
  }

  async function put(one: OneOf & { body: Versioned<Choice> }, caller: Caller) {
    const { version, ...choice } = one.body;
    const entry = await read(one);
    if (entry.value === null) return { ok: false, code: "not-found" } as const;
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" } as const;
    const { projectId } = one;
    const change = { caller, action: putAction, projectId, subject: one.body.name };
    const saved = await saveInProject(services, change, (atomic) => {
      atomic.check(unchanged(entry)).set(entry.key, choice);
    });
    return saved.ok ? { ok: true, answer: null } as const : saved;
  }

  function remove(one: OneOf, caller: Caller) {
    const { projectId, id } = one;
    return retried(async () => {
      const version = await readProjectVersion(services, projectId);
      const entry = await read(one);
      if (entry.value === null) return { ok: false, code: "not-found" } as const;
      const houses = await readHouses(services, projectId);
      if (houses.some((house) => chosenBy(house.record.settings) === id)) {
        return { ok: false, code: "in-use" } as const;
      }
      const change = { caller, action: removeAction, projectId, subject: entry.value.name };
      const saved = await saveInProject(services, change, (atomic) => {
        atomic.check(unchanged(version), unchanged(entry)).delete(entry.key);
      });
      return saved.ok ? { ok: true, answer: null } as const : null;
    });
  }

  return { list, create, put, remove };
}
