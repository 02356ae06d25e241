import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import {
  areAllChosen,
  foundProjects,
  projectsError,
  withoutProjects,
  withProjects,
} from "@/lib/residences/project_selection.ts";
import { visibleProjects } from "@/lib/residences/residences.ts";
import { projectSettingsDraft } from "@/lib/residences/schema.ts";
import { chosenProjectsText } from "@/lib/residences/text.ts";
import { projectSilence } from "@/lib/series/schema.ts";
import { projectSeriesDraft, seriesUnit } from "@/lib/timeseries/schema.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  type Belonging,
  ORG,
  PROJECT,
  someone,
  withResidence,
} from "@/tests/helpers/a_residence.ts";
import { withVisitor } from "@/tests/helpers/a_site.ts";
import { LOCATION, seriesDraft } from "@/tests/helpers/drafts.ts";
import { law, testLaws } from "@/tests/helpers/laws_of_values.ts";
import { refusedChanges } from "@/tests/helpers/schema_examples.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { signIn, withDocumentsSite } from "@/tests/flows/documents_site.ts";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";
import { REQUEST, writeRegisters } from "@/tests/helpers/some_documents.ts";
import { answerQuestions, browserTest } from "@/tests/tools/browser.ts";

const OFFERED = [
  { id: "p1", name: "Les Tilleuls", place: "Nancy" },
  { id: "p2", name: "Résidence Épinettes", place: "Metz" },
];

Deno.test("withProjects() ignores zero, an empty value, and residences already selected", () => {
  deepStrictEqual(withProjects(["p2"], ["0", "", "p1", "p2", "p1"]), ["p2", "p1"]);
});

Deno.test("withoutProjects() removes residences", () => {
  deepStrictEqual(withoutProjects(["p2", "p1"], ["p2", "p3"]), ["p1"]);
});

Deno.test("projectsError() requires one residence; zero does not count", () => {
  deepStrictEqual(projectsError([]), { code: "required" });
  deepStrictEqual(projectsError(["0"]), { code: "required" });
  strictEqual(projectsError(["p1"]), null);
});

// @spec forms.residences
Deno.test("areAllChosen() requires each one offered, and at least one", () => {
  ok(areAllChosen(OFFERED, ["p2", "p1", "p9"]));
  ok(!areAllChosen(OFFERED, ["p1"]));
  ok(areAllChosen(OFFERED.slice(0, 1), ["p1"]));
  ok(!areAllChosen([], []));
});

Deno.test("foundProjects() searches names and places, ignoring accents and case", () => {
  deepStrictEqual(foundProjects(OFFERED, "epin METZ").map(({ id }) => id), ["p2"]);
  deepStrictEqual(foundProjects(OFFERED, ""), OFFERED);
});

const ids = fc.array(fc.constantFrom("0", "", "a", "b", "c", "d"));

testLaws([
  law(
    "withProjects() never holds twins, nothing or zero, and keeps the order of before",
    fc.property(ids, ids, (chosen, added) => {
      const result = withProjects(chosen, added);
      strictEqual(new Set(result).size, result.length);
      ok(!result.includes("0") && !result.includes(""));
      const before = withProjects(chosen, []);
      deepStrictEqual(result.slice(0, before.length), before);
    }),
  ),
  law(
    "withoutProjects() undoes withProjects() where nothing was chosen of what is added",
    fc.property(ids, (added) => {
      deepStrictEqual(withoutProjects(withProjects(["z"], added), added), ["z"]);
    }),
  ),
]);

Deno.test("chosenProjectsText() names the first residences and counts the others, or says all of them", () => {
  const names = ["Les Lilas", "Les Ormes", "Les Pins", "Les Saules"];
  const text = (count: number, offeredCount: number) =>
    chosenProjectsText(names.slice(0, count), { offeredCount, namedCount: 2 });
  deepStrictEqual([text(0, 9), text(1, 9), text(2, 9), text(3, 9), text(4, 9)], [
    "Aucune résidence choisie",
    "Les Lilas",
    "Les Lilas, Les Ormes",
    "Les Lilas, Les Ormes et 1 autre",
    "Les Lilas, Les Ormes et 2 autres",
  ]);
  deepStrictEqual([text(1, 1), text(4, 4)], ["Les Lilas", "Les 4 résidences"]);
});

// @spec projects.fields
Deno.test("projectSettingsDraft refuses one coordinate without the other, and a wrong postal code", () => {
  const at = (over: object) => ({ location: { ...LOCATION, ...over } });
  const draft = { name: "Les Tilleuls", code: "", tags: [], ...at({}) };
  const wrong = [at({ latitude: 48 }), at({ longitude: 6 }), at({ zipCode: "5400" })];
  const right = [at({ latitude: 48, longitude: 6 })];
  deepStrictEqual(refusedChanges(projectSettingsDraft, draft, [...wrong, ...right]), wrong);
});

// @spec reports.uses
Deno.test("projectSeriesDraft accepts a use on meters of electricity or gas energy of dwellings only", () => {
  const draft = seriesDraft({ dataUnitId: "ELEC", scope: "housing", use: "lights" });
  const wrong = [{ scope: "facilities" }, { dataUnitId: "EFSV" }];
  const right = [{ dataUnitId: "GAZE" }, { dataUnitId: "EFSV", use: null }, { use: undefined }];
  deepStrictEqual(refusedChanges(projectSeriesDraft, draft, [...wrong, ...right]), wrong);
});

Deno.test("answers about residences have a clock that exists, and decimals that can be written", () => {
  const clocks = ["Europe/Paris", "Indian/Reunion", "europe/paris", "Paris", "", "javascript:"];
  const { timeZone } = projectSilence.shape;
  deepStrictEqual(
    clocks.filter((clock) => timeZone.safeParse(clock).success),
    ["Europe/Paris", "Indian/Reunion"],
  );
  const { dailyPrecision } = seriesUnit.shape;
  const decimals = [0, 3, 9, 10, -1, 0.5, 5e-324];
  deepStrictEqual(decimals.filter((count) => dailyPrecision.safeParse(count).success), [0, 3, 9]);
});

Deno.test("the search box of every page leads to the results, by kind", () =>
  withVisitor({ isAdmin: true, roles: ["collect"] }, async ({ ask, visitor }) => {
    const room = await aBoilerRoom(ask, "Chaufferie des Lilas");
    for (const path of ["/home", `/collect/${PROJECT}`, "/home/admin/users"]) {
      const page = await visitor.get(path);
      match(page.html, /<form class="search-box" method="get" action="\/home\/search"/);
      strictEqual(page.value("org"), ORG, path);
    }
    const page = await visitor.get(`/home/search?org=${ORG}&q=lilas`);
    strictEqual(page.title, "Bailleur | Recherche");
    match(page.text, /Résidences \(1\) Les Lilas .*Équipements \(1\) Chaufferie des Lilas/);
    ok(page.html.includes(`href="/collect/${PROJECT}/boilerrooms/${room}"`));
  }));

Deno.test("search without results, or too short, says what to do", () =>
  withVisitor({ isAdmin: true }, async ({ visitor }) => {
    match((await visitor.get("/home/search?q=zzz")).text, /Rien trouvé/);
    match((await visitor.get("/home/search?q=a")).text, /Deux caractères au moins/);
    strictEqual((await visitor.get("/home/search")).status, 200);
    const hostile = await visitor.get(`/home/search?q=${encodeURIComponent("<b>x</b>")}`);
    ok(!hostile.html.includes("<b>x</b>"));
    strictEqual((await visitor.get("/home/search?org=inconnue&q=lilas")).status, 200);
  }));

Deno.test("search takes an emoji for one character, and cuts none in two", () =>
  withVisitor({ isAdmin: true }, async ({ visitor }) => {
    const search = (words: string) => visitor.get(`/home/search?q=${encodeURIComponent(words)}`);
    match((await search("😀")).text, /Deux caractères au moins/);
    match((await search("😀😀")).text, /Rien trouvé/);
    match((await search(`${"a".repeat(99)}😀😀`)).text, /Rien trouvé/);
  }));

// @spec alarms.choices
Deno.test("visibleProjects() are all for an administrator, for others those on which they have a role", () =>
  withResidence(async (built) => {
    const seenBy = async (belonging: Belonging & { readonly email: string }) => {
      await someone(built, belonging);
      const { caller } = await signedIn(built, belonging.email);
      return await visibleProjects(built.platform.own.services, ORG, caller);
    };
    deepStrictEqual(await seenBy({ email: "chef@bailleur.fr", isAdmin: true }), [PROJECT]);
    const member = { email: "ada@bailleur.fr", roles: ["collect:building:read"] as const };
    deepStrictEqual(await seenBy(member), [PROJECT]);
    deepStrictEqual(await seenBy({ email: "nouveau@bailleur.fr" }), []);
  }));

// @spec forms.unsaved
browserTest(
  "ProjectPicker: a form in which every residence is chosen asks nothing before it is left unchanged",
  () =>
    withDocumentsSite(async (site) => {
      await writeRegisters(site.store);
      await site.inWindow(async (window) => {
        const { page, go, errors } = window;
        await signIn(window);
        const asked = answerQuestions(page);
        await go(`/home/contracting/requests/${REQUEST}`);
        await page.locator("#projects-all:checked").waitFor({ state: "attached" });
        await page.click("main summary >> text=Supprimer la demande");
        await page.click("main details[open] button[type=submit]");
        await page.waitForURL("**/home/contracting/requests*");
        deepStrictEqual(asked, []);
        deepStrictEqual(errors, []);
      });
    }),
);

const REPORT = "/home/alarms/reports/new";

// @spec forms.dialogs
demoTest(
  "Modal is opened and closed by its id, prevents the page from scrolling, and returns the focus",
  async ({ page, go }) => {
    await go(REPORT);
    await page.locator(".email-entry input").waitFor();
    const dialog = page.locator("dialog.modal");
    const opener = page.locator("[data-opens]");
    await opener.click();
    strictEqual(await dialog.evaluate((one) => one.matches(":modal")), true);
    await page.waitForSelector("html.scroll-blocked");
    await dialog.locator("[data-closes]").click();
    await page.waitForSelector("html:not(.scroll-blocked)");
    await dialog.waitFor({ state: "hidden" });
    strictEqual(await opener.evaluate((one) => one === document.activeElement), true);
  },
);

// @spec forms.dialogs
demoTest(
  "'modal must have an id' is logged when a window without one is requested",
  async ({ page, errors, go }) => {
    await go(REPORT);
    await page.locator(".email-entry input").waitFor();
    await page.locator("[data-opens]").evaluate((link) => link.setAttribute("data-opens", ""));
    await page.locator("[data-opens]").click();
    strictEqual(await page.locator("dialog:modal").count(), 0);
    deepStrictEqual(errors, ["modal must have an id"]);
  },
);

demoTest("without JavaScript a modal is shown and hidden by its links", async ({ page, go }) => {
  await go(REPORT);
  const dialog = page.locator("dialog.modal");
  await dialog.waitFor({ state: "hidden" });
  await page.locator("[data-opens]").click();
  await dialog.waitFor();
  const overflow = await page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  strictEqual(overflow, "hidden");
  await dialog.locator("[data-closes]").click();
  await dialog.waitFor({ state: "hidden" });
}, { javaScriptEnabled: false, width: 390 });
