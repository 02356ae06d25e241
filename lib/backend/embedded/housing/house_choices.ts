import { atMost, entityOf } from "@/lib/backend/embedded/entities.ts";
import { whileReferredTo } from "@/lib/backend/embedded/references.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { anonymousGroupRecord, houseTypeRecord } from "@/lib/backend/records/housing.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import { MOST_HOUSE_CHOICES } from "@/lib/domain/housing/limits.ts";
import { compareValues } from "@/lib/domain/tables/sort.ts";

/** Kinds of dwelling, and groups of dwellings. @spec housing.references */
export function houseChoices(services: Services) {
  const types = entityOf(services, {
    ...CHOICE,
    key: ({ projectId }, id) => keys.houseType(projectId, id),
    under: ({ projectId }) => keys.houseType.under(projectId),
    record: houseTypeRecord,
    use: whileReferredTo(services, "houseType"),
    actions: ["createHouseType", "putHouseType", "deleteHouseType"],
  });
  const groups = entityOf(services, {
    ...CHOICE,
    key: ({ projectId }, id) => keys.anonymousGroup(projectId, id),
    under: ({ projectId }) => keys.anonymousGroup.under(projectId),
    record: anonymousGroupRecord,
    use: whileReferredTo(services, "anonymousGroup"),
    actions: ["createAnonymousGroup", "putAnonymousGroup", "deleteAnonymousGroup"],
  });
  return {
    listHouseTypes: types.list,
    createHouseType: types.create,
    putHouseType: ({ houseTypeId: id, ...input }, caller) => types.put({ id, ...input }, caller),
    deleteHouseType: ({ houseTypeId: id, ...input }, caller) =>
      types.remove({ id, ...input }, caller),
    listAnonymousGroups: groups.list,
    createAnonymousGroup: groups.create,
    putAnonymousGroup: ({ anonymousGroupId: id, ...input }, caller) =>
      groups.put({ id, ...input }, caller),
    deleteAnonymousGroup: ({ anonymousGroupId: id, ...input }, caller) =>
      groups.remove({ id, ...input }, caller),
  } satisfies Partial<Backend>;
}

/** Something a dwelling may have one of. */
const CHOICE = {
  full: atMost(MOST_HOUSE_CHOICES),
  compare: (a: { name: string }, b: { name: string }) => compareValues(a.name, b.name),
  subject: ({ name }: { name: string }) => name,
};
