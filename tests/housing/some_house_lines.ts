/** Lines of the list of dwellings: three, their names not in natural order. @module */

import { houseLines } from "@/lib/housing/dwelling_list.ts";
import type { House, HouseSettings } from "@/lib/housing/schema.ts";
import { houseSettings } from "@/tests/helpers/a_dwelling.ts";

function aHouse(id: string, settings: Partial<HouseSettings>, serial = ""): House {
  const bare = { kind: "module" as const, projectModuleId: null, config: {}, version: "1" };
  return { id, serial, settings: houseSettings({ name: id, ...settings }), ...bare };
}

const CHOICES = {
  buildings: [{ id: "b1", name: "Bâtiment A" }],
  types: [{ id: "t1", name: "T3" }],
  groups: [{ id: "g1", name: "Hall" }],
};

export const LINES = houseLines([
  aHouse("A10", { floor: 1, buildingId: "b1", houseTypeId: "t1" }, "F0"),
  aHouse("A9", { floor: 0, anonymousGroupId: "g1" }, "0A"),
  aHouse("A2", { houseTypeId: "gone" }, "B7"),
], CHOICES);
