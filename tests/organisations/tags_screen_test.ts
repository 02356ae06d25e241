import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { ORG } from "@/tests/helpers/a_residence.ts";
import { type Visitor, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const PATH = "/home/admin/tags";

function withTags(
  isAdmin: boolean,
  test: (visitor: Visitor, orders: () => Promise<unknown>) => Promise<void>,
) {
  return withVisitor({ isAdmin, roles: ["collect:read"] }, async ({ ask, visitor }) => {
    await test(visitor, async () => {
      const tags = await answerOf(ask("listTags", { orgId: ORG }));
      return tags.map(({ name, values }) => [name, values.map(({ label }) => label)]);
    });
  });
}

/** Ids of the lines of a list, in order. */
function idsOf(html: string): string[] {
  return [...html.matchAll(/<li[^>]* data-id="([^"]+)"/g)].map(([, id = ""]) => id);
}

Deno.test("category is created with its values, renamed, ordered and deleted, by forms only", () =>
  withTags(true, async (visitor, tags) => {
    match((await visitor.get(PATH)).text, /Aucune catégorie/);
    const made = await visitor.post(PATH, { form: "add", name: " Agence " });
    strictEqual(made.status, 303);
    const group = made.headers.get("location") ?? "";
    for (const name of ["Nord", "Sud", "Est"]) {
      strictEqual((await visitor.post(group, { form: "add", name })).status, 303);
    }
    deepStrictEqual(await tags(), [["Agence", ["Nord", "Sud", "Est"]]]);
    const [nord = "", sud = "", est = ""] = idsOf((await visitor.get(group)).html);
    await visitor.post(group, { form: "move", key: est, step: "up" });
    deepStrictEqual(await tags(), [["Agence", ["Nord", "Est", "Sud"]]]);
    await visitor.post(group, { form: "move", key: nord, step: "down" });
    deepStrictEqual(await tags(), [["Agence", ["Est", "Nord", "Sud"]]]);
    await visitor.post(group, { form: "order", order: [sud, est, nord].join() });
    deepStrictEqual(await tags(), [["Agence", ["Sud", "Est", "Nord"]]]);
    await visitor.post(group, { form: "value", key: nord, name: "Centre" });
    deepStrictEqual(await tags(), [["Agence", ["Sud", "Est", "Centre"]]]);
    await visitor.post(group, { form: "value", key: sud, name: "Midi" });
    await visitor.post(group, { form: "rename", name: "Antenne" });
    // The second is of another window.
    for (let time = 0; time < 2; time++) {
      strictEqual((await visitor.post(group, { form: "remove-value", key: est })).status, 303);
    }
    deepStrictEqual(await tags(), [["Antenne", ["Midi", "Centre"]]]);
    strictEqual((await visitor.post(group, { form: "remove" })).status, 303);
    deepStrictEqual(await tags(), []);
    strictEqual((await visitor.get(group)).status, 404);
  }));

Deno.test("missing name is reported beside its field; a form that the page does not have is refused", () =>
  withTags(true, async (visitor) => {
    const empty = await visitor.refused(PATH, { form: "add", name: " " });
    strictEqual(empty.message("add-"), "Ce champ est obligatoire");
    strictEqual((await visitor.post(PATH, { form: "drop", name: "x" })).status, 400);
    strictEqual((await visitor.post(PATH, { form: "add", name: "x".repeat(101) })).status, 400);
  }));

Deno.test("duplicate name is reported beside its field, and one changed meanwhile beside the typed one", () =>
  withTags(true, async (visitor) => {
    const made = await visitor.post(PATH, { form: "add", name: "Agence" });
    const group = made.headers.get("location") ?? "";
    for (const name of ["Nord", "Sud"]) await visitor.post(group, { form: "add", name });
    const page = await visitor.get(group);
    const [, sud = ""] = idsOf(page.html);
    const version = page.version();
    const taken = await visitor.post(group, { form: "value", key: sud, name: "Nord", version });
    strictEqual(taken.status, 409);
    match(taken.message(`value-${sud}`) ?? "", /^Ce nom est déjà utilisé/);
    await visitor.post(group, { form: "value", key: sud, name: "Midi", version });
    const late = await visitor.post(group, { form: "value", key: sud, name: "Est", version });
    strictEqual(late.status, 409);
    match(late.text, /Nom Est Midi/);
    match(late.html, /value="Est"/);
  }));

Deno.test("user who does not administer the organisation has neither categories nor options to change", () =>
  withTags(false, async (visitor) => {
    for (const path of [PATH, "/home/admin/options"]) {
      strictEqual((await visitor.get(path)).status, 403);
      strictEqual((await visitor.post(path, { form: "add", name: "x" })).status, 403);
    }
  }));

Deno.test("document management is switched on, and a concurrent change is shown beside the user's own", () =>
  withTags(true, async (visitor) => {
    const path = "/home/admin/options";
    const version = (await visitor.get(path)).version();
    strictEqual(
      (await visitor.post(path, { form: "documents", documentManagement: "on", version })).status,
      303,
    );
    match((await visitor.get(path)).html, /name="documentManagement" checked/);
    const late = await visitor.post(path, { form: "documents", version });
    strictEqual(late.status, 409);
    match(late.text, /Désactivée.*Activée/);
  }));
