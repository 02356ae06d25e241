import { atMost, entityOf, hasOwnName } from "@/lib/backend/embedded/entities.ts";
import { whileReferredTo } from "@/lib/backend/embedded/reference_rules.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import { MOST_HOUSE_CHOICES } from "@/lib/domain/housing/limits.ts";
import { byName } from "@/lib/domain/tables/sort.ts";

/** Kinds of dwelling, and groups of dwellings. @spec housing.references */
export function houseChoices(services: Services) {
  const types = entityOf(services, ENTITIES.houseType, {
    ...CHOICE,
    use: whileReferredTo(services, "houseType"),
    actions: ["createHouseType", "putHouseType", "deleteHouseType"],
  });
  const groups = entityOf(services, ENTITIES.anonymousGroup, {
    ...CHOICE,
    use: whileReferredTo(services, "anonymousGroup"),
    actions: ["createAnonymousGroup", "putAnonymousGroup", "deleteAnonymousGroup"],
  });
  return {
    listHouseTypes: types.list,
    createHouseType: types.create,
    putHouseType: types.put,
    deleteHouseType: types.remove,
    listAnonymousGroups: groups.list,
    createAnonymousGroup: groups.create,
    putAnonymousGroup: groups.put,
    deleteAnonymousGroup: groups.remove,
  } satisfies Partial<Backend>;
}

/** Rules common to kinds and groups, of which a dwelling has at most one. */
const CHOICE = {
  full: atMost(MOST_HOUSE_CHOICES),
  rules: [hasOwnName],
  compare: byName,
  subject: ({ name }: { name: string }) => name,
};
