import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict";
import { type CommissioningFacts, commissioningSteps } from "@/lib/portfolio/commissioning.ts";
import { links } from "@/lib/ui/links.ts";
import { aBoilerRoom, at, PROJECT } from "@/tests/helpers/a_residence.ts";
import { withVisitor } from "@/tests/helpers/a_site.ts";

const NOTHING: CommissioningFacts = {
  isPlaced: false,
  isInstrumented: true,
  hasHouses: true,
  hasHouseTypes: true,
  houseTypeCount: 0,
  houseCount: 0,
  buildingCount: 0,
  rooms: [],
  seriesCount: 0,
  readSeriesCount: 0,
  outdoorCount: 0,
  personCount: 0,
  providerCount: 0,
};

const left = (facts: Partial<CommissioningFacts>) =>
  commissioningSteps({ ...NOTHING, ...facts }).flatMap(({ id, isDone }) => isDone ? [] : [id]);

// @spec projects.commissioning
Deno.test("commissioningSteps(): every step is left of an empty residence, in order; those it has no use for are not listed", () => {
  const all = left({});
  deepStrictEqual([all.length, all[0], all.at(-1)], [13, "place", "providers"]);
  const unused = {
    isInstrumented: false,
    hasHouses: false,
    providerCount: null,
  };
  deepStrictEqual(all.filter((id) => !left(unused).includes(id)), [
    "houseTypes",
    "houses",
    "readings",
    "providers",
  ]);
  strictEqual(left({ hasHouseTypes: false }).includes("houseTypes"), false);
});

Deno.test("commissioningSteps(): a step of boiler rooms is done once it is in each, and names the first that lacks it", () => {
  const whole = { hasSource: true, hasSettings: true, hasSeason: true };
  const rooms = [{ id: "a", ...whole }, { id: "b", ...whole, hasSettings: false }];
  const steps = commissioningSteps({ ...NOTHING, rooms });
  const of = (id: string) => steps.find((step) => step.id === id);
  deepStrictEqual(of("sources"), { id: "sources", isDone: true, boilerRoomId: "a" });
  deepStrictEqual(of("settings"), { id: "settings", isDone: false, boilerRoomId: "b" });
  deepStrictEqual(of("place"), { id: "place", isDone: false, boilerRoomId: null });
});

// @spec projects.commissioning
Deno.test("an administrator sees what is left, with the page where it is done; nobody else does", async () => {
  await withVisitor({ isAdmin: true, roles: ["collect"] }, async ({ visitor, ask }) => {
    const page = await visitor.get(links.commissioning(PROJECT));
    match(page.text, /Mise en service\s: \d étapes? sur\s1\d .*Ajouter une chaufferie À faire/);
    match((await visitor.get(links.residence(PROJECT))).text, /Voir ce qui reste à faire/);
    const roomId = await aBoilerRoom(ask);
    const { text, html } = await visitor.get(links.commissioning(PROJECT));
    match(text, /Ajouter une chaufferie Fait/);
    match(html, new RegExp(`href="${links.boilerRoomSettings(PROJECT, roomId)}"`));
  });
  await withVisitor({ roles: ["collect"] }, async ({ visitor }) => {
    strictEqual((await visitor.get(links.commissioning(PROJECT))).status, 403);
    doesNotMatch((await visitor.get(links.residence(at.projectId))).text, /Mise en service/);
  });
});

// @spec projects.commissioning-all
Deno.test("an administrator sees the residences with steps left, how many are done and the next one, also as a file; nobody else does", async () => {
  await withVisitor({ isAdmin: true, roles: ["collect"] }, async ({ visitor, ask }) => {
    const path = links.residencesToCommission();
    match(
      (await visitor.get(path)).text,
      /Prochaine étape .* 1 étape sur\s1\d Situer la résidence/,
    );
    await aBoilerRoom(ask);
    const page = await visitor.get(path);
    match(page.text, /2 étapes sur\s1\d/);
    match(page.html, new RegExp(`href="${links.commissioning(PROJECT)}"`));
    match((await visitor.get(`${path}?csv=semicolon`)).html, /;2 étapes sur\s1\d;/);
  });
  await withVisitor({ roles: ["collect"] }, async ({ visitor }) => {
    strictEqual((await visitor.get(links.residencesToCommission())).status, 403);
  });
});
