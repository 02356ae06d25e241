import { atMost, entityOf, hasOwnName } from "@/lib/backend/embedded/entities.ts";
import { whileReferredTo } from "@/lib/backend/embedded/reference_rules.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import { MOST_HOUSE_CHOICES } from "@/lib/domain/housing/limits.ts";
import { byName } from "@/lib/domain/tables/sort.ts";

/** Rules common to kinds and groups, of which a dwelling has at most one. */
const CHOICE = {
  full: atMost(MOST_HOUSE_CHOICES),
  rules: [hasOwnName],
  compare: byName,
  subject: ({ name }: { name: string }) => name,
};

/** Kinds of dwelling. @spec housing.references */
const types = entityOf(ENTITIES.houseType, {
  ...CHOICE,
  use: whileReferredTo("houseType"),
  actions: ["createHouseType", "putHouseType", "deleteHouseType"],
});
export const listHouseTypes = types.list;
export const createHouseType = types.create;
export const putHouseType = types.put;
export const deleteHouseType = types.remove;

/** Groups of dwellings. @spec housing.references */
const groups = entityOf(ENTITIES.anonymousGroup, {
  ...CHOICE,
  use: whileReferredTo("anonymousGroup"),
  actions: ["createAnonymousGroup", "putAnonymousGroup", "deleteAnonymousGroup"],
});
export const listAnonymousGroups = groups.list;
export const createAnonymousGroup = groups.create;
export const putAnonymousGroup = groups.put;
export const deleteAnonymousGroup = groups.remove;
