import { deepStrictEqual } from "node:assert/strict";
import { type MenuPlace, opensList } from "@/lib/app/menu.ts";
import { expandRoles } from "@/lib/identity/effective_roles.ts";
import { links } from "@/lib/ui/links.ts";

const MEMBER: MenuPlace = {
  organisation: { isAdmin: false },
  documentRoles: [],
  project: { id: "p1", name: "Les Tilleuls", features: { houseMode: 1, houseTypes: true } },
  roles: expandRoles(["collect:boilerroom:read"]),
  alarmCount: 0,
  boilerRoom: { id: "b1", name: "Chaufferie" },
  isPlatformAdmin: false,
};

// @spec roles.screens
Deno.test("opensList() is false for the list of a user who was an administrator, and true for those of the menu", () => {
  const lists = [
    links.teams(),
    links.equipments("p1"),
    links.alarmReports("p1"),
    links.houses("p1"),
    links.residences(),
    links.ownAlarmReports(),
  ];
  const opened = (place: MenuPlace | null) => lists.map((href) => opensList(place, href));
  deepStrictEqual(opened(MEMBER), [false, true, false, false, true, true]);
  deepStrictEqual(opened({ ...MEMBER, organisation: { isAdmin: true } }), lists.map(() => true));
  deepStrictEqual(opened(null), [false, false, false, false, true, true]);
});
