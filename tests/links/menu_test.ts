import { deepStrictEqual } from "node:assert/strict";
import { type MenuPlace, placeMenu } from "../../lib/links/menu.ts";
import { closure } from "../../lib/domain/roles/closure.ts";
import type { Role } from "../../lib/domain/roles/roles.ts";

function aPlace(roles: readonly Role[], over: Partial<MenuPlace> = {}): MenuPlace {
  return {
    organisation: { isAdmin: false },
    project: { id: "p1", name: "Les Tilleuls" },
    roles: closure(roles),
    boilerRoom: { id: "b1", name: "Chaufferie" },
    ...over,
  };
}

function names(place: MenuPlace, path = "/home"): string[] {
  return placeMenu(place, path).map(({ name, isCurrent }) => isCurrent ? `[${name}]` : name);
}

Deno.test("placeMenu() outside a residence has the residences alone", () => {
  deepStrictEqual(names(aPlace([], { project: null, boilerRoom: null })), ["[residences]"]);
});

Deno.test("placeMenu() shows what each role opens", () => {
  deepStrictEqual(names(aPlace(["collect:minimal"])), [
    "[residences]",
    "residence",
    "residenceSheet",
  ]);
  deepStrictEqual(names(aPlace(["collect:boilerroom:read"])), [
    "[residences]",
    "residence",
    "boilerRoom",
    "energyBalance",
    "outdoorSources",
    "residenceSheet",
  ]);
  deepStrictEqual(names(aPlace(["collect"])).slice(2), [
    "boilerRoom",
    "energyBalance",
    "boilerRoomSettings",
    "outdoorSources",
    "sensors",
    "residenceSheet",
  ]);
});

Deno.test("placeMenu() gives an administrator without a role what administrators may do", () => {
  deepStrictEqual(names(aPlace([], { organisation: { isAdmin: true } })), [
    "[residences]",
    "residence",
    "outdoorSources",
    "sensors",
    "residenceSheet",
  ]);
});

Deno.test("placeMenu() marks the line of the page, the longest that begins its address", () => {
  const place = aPlace(["collect"]);
  const currentOf = (path: string) => placeMenu(place, path).find((one) => one.isCurrent)?.name;
  deepStrictEqual(
    [
      "/collect/p1",
      "/collect/p1/boilerrooms/b1",
      "/collect/p1/boilerrooms/b1/energy-balance/monthly/2024",
      "/collect/p1/outdoor-sources/s1",
      "/collect/p10",
      "/elsewhere",
    ].map(currentOf),
    ["residence", "boilerRoom", "energyBalance", "outdoorSources", undefined, undefined],
  );
});
