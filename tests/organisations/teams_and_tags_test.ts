import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { createAccount } from "@/lib/identity/accounts.ts";
import { tagGroupDraft, type TeamDraft } from "@/lib/organisations/schema.ts";
import {
  MOST_TAG_GROUPS,
  MOST_TAG_VALUES,
  moved,
  nextPlace,
  type Ordered,
  reordered,
} from "@/lib/organisations/tag_rules.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  anAccount,
  CHEAP,
  signedIn,
  type TestPlatform,
  withPlatform,
} from "@/tests/helpers/a_platform.ts";
import {
  aProject,
  ORG,
  PROJECT,
  someone,
  withMember,
  writeResidence,
} from "@/tests/helpers/a_residence.ts";
import { type Visitor, withVisitor } from "@/tests/helpers/a_site.ts";
import { observedStore } from "@/tests/helpers/changed_stores.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const THREE: Ordered[] = [
  { id: "a", sortOrder: 0 },
  { id: "b", sortOrder: 1 },
  { id: "c", sortOrder: 2 },
];

Deno.test("moved() swaps two neighbours, and does nothing at the ends", () => {
  deepStrictEqual(moved(THREE, "a", 1), [{ id: "b", sortOrder: 0 }, { id: "a", sortOrder: 1 }]);
  deepStrictEqual(moved(THREE, "c", -1), [{ id: "c", sortOrder: 1 }, { id: "b", sortOrder: 2 }]);
  deepStrictEqual(moved(THREE, "a", -1), []);
  deepStrictEqual(moved(THREE, "c", 1), []);
  deepStrictEqual(moved(THREE, "z", 1), []);
});

Deno.test("reordered() follows the ids, and puts the others last in their order", () => {
  deepStrictEqual(reordered(THREE, ["c", "a", "c", "ghost"]), [
    { id: "c", sortOrder: 0 },
    { id: "a", sortOrder: 1 },
    { id: "b", sortOrder: 2 },
  ]);
  deepStrictEqual(reordered(THREE, ["c"]), [
    { id: "c", sortOrder: 0 },
    { id: "a", sortOrder: 1 },
    { id: "b", sortOrder: 2 },
  ]);
  deepStrictEqual(reordered(THREE, ["a", "b", "c"]), []);
});

Deno.test("reordered() loses no element and gives each a distinct place", () => {
  const things = fc.uniqueArray(fc.string({ maxLength: 3 })).map((ids) =>
    ids.map((id, at) => ({ id, sortOrder: at * 3 % 5 }))
  );
  fc.assert(
    fc.property(things, fc.array(fc.string({ maxLength: 3 })), (list, ids) => {
      const places = new Map(reordered(list, ids).map(({ id, sortOrder }) => [id, sortOrder]));
      const after = list.map(({ id, sortOrder }) => places.get(id) ?? sortOrder);
      deepStrictEqual(after.toSorted((a, b) => a - b), list.map((_, rank) => rank));
    }),
    { seed: 20260101 },
  );
});

Deno.test("nextPlace() is accepted even after an element with the maximum sort order", () => {
  const isAccepted = (sortOrder: number) =>
    tagGroupDraft.safeParse({ name: "Agence", sortOrder }).success;
  let last = 0;
  while (isAccepted(last + 1)) last += 1;
  const things = [{ id: "a", sortOrder: last }];
  strictEqual(isAccepted(nextPlace(things)), true);
  // A move gives distinct places again.
  deepStrictEqual(moved([...things, { id: "b", sortOrder: last }], "b", -1), [
    { id: "b", sortOrder: 0 },
    { id: "a", sortOrder: 1 },
  ]);
});

async function aGroup(ada: CallFunction, labels: readonly string[]) {
  const group = await answerOf(
    ada("createTag", { orgId: ORG, body: { name: "Agence", sortOrder: 0 } }),
  );
  const place = { orgId: ORG, tagId: group.id };
  const values: string[] = [];
  for (const [sortOrder, label] of labels.entries()) {
    const value = await answerOf(ada("createTagValue", { ...place, body: { label, sortOrder } }));
    values.push(value.id);
  }
  return { place, values };
}

async function tagsOf(ada: CallFunction): Promise<unknown> {
  const tags = await answerOf(ada("listTags", { orgId: ORG }));
  return tags.map(({ name, values }) => [name, values.map(({ label }) => label)]);
}

// @spec organisations.tags
Deno.test("groups and values are created, renamed and ordered", () =>
  withMember({ isAdmin: true }, async ({ ask: ada }) => {
    const { place, values } = await aGroup(ada, ["Nord", "Sud"]);
    const [nord = ""] = values;
    const renamed = { label: "Grand Nord", sortOrder: 9 };
    strictEqual(codeOf(await ada("putTagValue", { ...place, valueId: nord, body: renamed })), "ok");
    deepStrictEqual(await tagsOf(ada), [["Agence", ["Sud", "Grand Nord"]]]);
    const group = { name: "Antenne", sortOrder: 3 };
    strictEqual(codeOf(await ada("putTag", { ...place, body: group })), "ok");
    deepStrictEqual(await tagsOf(ada), [["Antenne", ["Sud", "Grand Nord"]]]);
    const list = await answerOf(ada("listTagValues", place));
    deepStrictEqual(list.map(({ label }) => label), ["Sud", "Grand Nord"]);
  }));

// @spec organisations.tag-removal
Deno.test("deleted value is removed from residences and teams", () =>
  withMember({ isAdmin: true }, async ({ ask: ada, built: { store } }) => {
    const { place, values } = await aGroup(ada, ["Nord", "Sud"]);
    const [nord = "", sud = ""] = values;
    await store.atomic().set(keys.project(PROJECT), aProject({ tags: [nord] })).commit();
    const body = { name: "Équipe", roles: [], users: [], tags: [nord, sud] };
    await answerOf(ada("createTeam", { orgId: ORG, body }));
    strictEqual(codeOf(await ada("deleteTagValue", { ...place, valueId: nord })), "ok");
    const project = await answerOf(ada("getProject", { projectId: PROJECT }));
    const teams = await answerOf(ada("listTeams", { orgId: ORG }));
    deepStrictEqual(project.tags, []);
    deepStrictEqual(teams.map(({ tags }) => tags), [[sud]]);
    strictEqual(codeOf(await ada("deleteTagValue", { ...place, valueId: nord })), "not-found");
  }));

// @spec organisations.tag-removal
Deno.test("deleted value is removed from a residence that is changed meanwhile, which keeps its change", () => {
  let rename = () => Promise.resolve();
  return withMember({ isAdmin: true }, async ({ ask: ada, built: { store } }) => {
    const { place, values: tags } = await aGroup(ada, ["Nord"]);
    const [valueId = ""] = tags;
    const named = (name: string) =>
      store.atomic().set(keys.project(PROJECT), aProject({ name, tags })).commit();
    await named("Les Lilas");
    // Another process renames it before each of the first two commits: of the tag, of the residence.
    let count = 0;
    rename = async () => {
      if (++count <= 2) await named(`Les Ormes ${count}`);
    };
    strictEqual(codeOf(await ada("deleteTagValue", { ...place, valueId })), "ok");
    const { value } = await store.get(keys.project(PROJECT));
    deepStrictEqual(value, aProject({ name: "Les Ormes 2", tags: [] }));
  }, { before: (store) => observedStore(store, () => rename()) });
});

Deno.test("deletion that would leave a team without tags is refused: the team would apply everywhere", () =>
  withMember({ isAdmin: true }, async ({ ask: ada }) => {
    const { place, values } = await aGroup(ada, ["Nord", "Sud"]);
    const [nord = ""] = values;
    const body = { name: "Équipe", roles: [], users: [], tags: [nord] };
    ok((await ada("createTeam", { orgId: ORG, body })).ok);
    strictEqual(codeOf(await ada("deleteTagValue", { ...place, valueId: nord })), "in-use");
    strictEqual(codeOf(await ada("deleteTag", place)), "in-use");
    deepStrictEqual(await tagsOf(ada), [["Agence", ["Nord", "Sud"]]]);
  }));

Deno.test("deleted group is deleted with its values", () =>
  withMember({ isAdmin: true }, async ({ ask: ada, built: { store } }) => {
    const { place, values } = await aGroup(ada, ["Nord"]);
    await store.atomic().set(keys.project(PROJECT), aProject({ tags: [...values] })).commit();
    strictEqual(codeOf(await ada("deleteTag", place)), "ok");
    deepStrictEqual(await tagsOf(ada), []);
    const project = await answerOf(ada("getProject", { projectId: PROJECT }));
    deepStrictEqual(project.tags, []);
    strictEqual(codeOf(await ada("deleteTag", place)), "not-found");
    strictEqual(codeOf(await ada("listTagValues", place)), "not-found");
  }));

Deno.test("the number of groups, and of values, is limited", () =>
  withMember({ isAdmin: true }, async ({ ask: ada, built: { store } }) => {
    const values = Array.from({ length: MOST_TAG_VALUES }, (_, n) => ({
      id: `v${n}`,
      label: `V${n}`,
      sortOrder: n,
    }));
    for (let n = 0; n < MOST_TAG_GROUPS; n++) {
      await store.atomic().set(keys.tag(ORG, `g${n}`), { name: `G${n}`, sortOrder: n, values })
        .commit();
    }
    const body = { name: "De trop", sortOrder: 0 };
    strictEqual(codeOf(await ada("createTag", { orgId: ORG, body })), "limit-reached");
    const value = { label: "De trop", sortOrder: 0 };
    const added = await ada("createTagValue", { orgId: ORG, tagId: "g0", body: value });
    strictEqual(codeOf(added), "limit-reached");
  }));

Deno.test("category or a value with an existing name, ignoring case, is refused", () =>
  withMember({ isAdmin: true }, async ({ ask: ada }) => {
    const { place, values: [nord = ""] } = await aGroup(ada, ["Nord", "Sud"]);
    const again = { orgId: ORG, body: { name: " AGENCE ", sortOrder: 1 } };
    strictEqual(codeOf(await ada("createTag", again)), "name-taken");
    const south = { label: "sud", sortOrder: 2 };
    strictEqual(codeOf(await ada("createTagValue", { ...place, body: south })), "name-taken");
    const renamed = { ...place, valueId: nord, body: { label: "SUD", sortOrder: 0 } };
    strictEqual(codeOf(await ada("putTagValue", renamed)), "name-taken");
    const own = { ...renamed, body: { label: "NORD", sortOrder: 0 } };
    strictEqual(codeOf(await ada("putTagValue", own)), "ok");
    const other = await answerOf(
      ada("createTag", { orgId: ORG, body: { name: "Époque", sortOrder: 1 } }),
    );
    const taken = { orgId: ORG, tagId: other.id, body: { name: "agence", sortOrder: 1 } };
    strictEqual(codeOf(await ada("putTag", taken)), "name-taken");
    const moved = { ...taken, body: { name: "Époque", sortOrder: 5 } };
    strictEqual(codeOf(await ada("putTag", moved)), "ok");
    deepStrictEqual(await tagsOf(ada), [["Agence", ["NORD", "Sud"]], ["Époque", []]]);
  }));

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

// @spec forms.conflicts
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
    const edit = async (fields: Readonly<Record<string, string>>) => {
      const version = (await visitor.get(group)).version();
      strictEqual((await visitor.post(group, { ...fields, version })).status, 303);
    };
    await edit({ form: "value", key: nord, name: "Centre" });
    deepStrictEqual(await tags(), [["Agence", ["Sud", "Est", "Centre"]]]);
    await edit({ form: "value", key: sud, name: "Midi" });
    // Without the version of its page, a form may not overwrite what it has not shown.
    const unseen = await visitor.post(group, { form: "rename", name: "Filiale" });
    strictEqual(unseen.status, 409);
    match(unseen.text, /Une autre personne a enregistré une modification entre-temps/);
    await edit({ form: "rename", name: "Antenne" });
    // The second is of another window.
    for (let time = 0; time < 2; time++) {
      strictEqual((await visitor.post(group, { form: "remove-value", key: est })).status, 303);
    }
    deepStrictEqual(await tags(), [["Antenne", ["Midi", "Centre"]]]);
    strictEqual((await visitor.post(group, { form: "remove" })).status, 303);
    deepStrictEqual(await tags(), []);
    strictEqual((await visitor.get(group)).status, 404);
  }));

Deno.test("duplicate name is reported beside its field", () =>
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
  }));

const EVE = "eve@bailleur.fr";

function aTeam(over: Partial<TeamDraft> = {}): TeamDraft {
  return { name: "Nord", roles: ["collect:read"], users: [EVE], tags: [], ...over };
}

/** An organisation administered by Ada, with two tags; Eve has an account only. */
async function withAda(
  test: (built: TestPlatform, asks: { ada: CallFunction; eve: CallFunction }) => Promise<void>,
): Promise<void> {
  await withPlatform(async (built) => {
    await writeResidence(built, { project: { tags: ["nord"] } });
    const values = ["nord", "sud"].map((id, sortOrder) => ({ id, label: id, sortOrder }));
    await built.store.atomic()
      .set(keys.tag(ORG, "branch"), { name: "Agence", sortOrder: 1, values })
      .commit();
    await anAccount(built, { email: EVE });
    const ada = await someone(built, { isAdmin: true });
    await test(built, { ada, eve: (await signedIn(built, EVE)).ask });
  });
}

async function rolesOf(ask: CallFunction): Promise<number> {
  const result = await ask("getProject", { projectId: PROJECT });
  return result.ok ? result.answer.allRoles.length : 0;
}

// @spec organisations.teams
Deno.test("team's roles apply at once: everywhere without tags, or where it shares one with the residence", () =>
  withAda(async (_, { ada, eve }) => {
    strictEqual(await rolesOf(eve), 0);
    const made = await answerOf(ada("createTeam", { orgId: ORG, body: aTeam() }));
    const place = { orgId: ORG, teamId: made.id };
    // collect:read with all the roles it implies.
    strictEqual(await rolesOf(eve), 12);
    strictEqual(codeOf(await ada("putTeam", { ...place, body: aTeam({ tags: ["sud"] }) })), "ok");
    strictEqual(await rolesOf(eve), 0);
    strictEqual(
      codeOf(await ada("putTeam", { ...place, body: aTeam({ tags: ["sud", "nord"] }) })),
      "ok",
    );
    strictEqual(await rolesOf(eve), 12);
    strictEqual(codeOf(await ada("deleteTeam", place)), "ok");
    strictEqual(await rolesOf(eve), 0);
    strictEqual(codeOf(await ada("deleteTeam", place)), "not-found");
    strictEqual(codeOf(await ada("putTeam", { ...place, body: aTeam() })), "not-found");
  }));

Deno.test("createTeam() refuses unknown users and tags, and the platform's own role", () =>
  withAda(async (built, { ada }) => {
    const refusals = [
      aTeam({ users: ["nul@bailleur.fr"] }),
      aTeam({ tags: ["est"] }),
      aTeam({ roles: ["admin"] }),
    ];
    const codes = await Promise.all(
      refusals.map(async (body) => codeOf(await ada("createTeam", { orgId: ORG, body }))),
    );
    deepStrictEqual(codes, ["unknown-user", "unknown-reference", "role-not-offered"]);
    deepStrictEqual(await Array.fromAsync(built.store.list({ prefix: ["team", ORG] })), []);
  }));

Deno.test("team of a thousand new members is written whole", () =>
  withAda(async (built, { ada }) => {
    const users = Array.from({ length: 1_000 }, (_, rank) => `p${rank}@bailleur.fr`);
    for (const email of users) {
      const person = { email, forename: "P", surname: email, password: "x", platformAdmin: false };
      await createAccount(built.store, person, { now: built.clock.now(), cost: CHEAP });
    }
    strictEqual(codeOf(await ada("createTeam", { orgId: ORG, body: aTeam({ users }) })), "ok");
    const list = await answerOf(ada("listOrgUsers", { orgId: ORG }));
    strictEqual(list.filter(({ teams }) => teams.length === 1).length, 1_000);
  }));
