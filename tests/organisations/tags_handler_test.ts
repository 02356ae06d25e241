import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { MOST_TAG_GROUPS, MOST_TAG_VALUES } from "@/lib/organisations/tag_rules.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { aProject, ORG, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { aroundStore, observedStore } from "@/tests/helpers/changed_stores.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";

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

Deno.test("an edit of an older version is a conflict, and changes nothing", () =>
  withMember({ isAdmin: true }, async ({ ask: ada }) => {
    const { place } = await aGroup(ada, ["Nord"]);
    const [group] =
      (await ada("listTags", { orgId: ORG }) as { answer: { version: string }[] }).answer;
    const version = group?.version ?? "";
    const rename = (name: string) =>
      ada("putTag", { ...place, body: { name, sortOrder: 0, version } });
    deepStrictEqual([codeOf(await rename("A")), codeOf(await rename("B"))], ["ok", "conflict"]);
    deepStrictEqual(await tagsOf(ada), [["A", ["Nord"]]]);
  }));

Deno.test("an unknown group or value is not found, and nothing is created", () =>
  withMember({ isAdmin: true }, async ({ ask: ada }) => {
    const { place } = await aGroup(ada, ["Nord"]);
    const body = { label: "Sud", sortOrder: 1 };
    const codes = [
      await ada("putTagValue", { ...place, valueId: "gone", body }),
      await ada("deleteTagValue", { ...place, valueId: "gone" }),
      await ada("createTagValue", { ...place, tagId: "gone", body }),
      await ada("putTag", { ...place, tagId: "gone", body: { name: "Antenne", sortOrder: 0 } }),
    ].map(codeOf);
    deepStrictEqual(codes, Array(4).fill("not-found"));
    deepStrictEqual(await tagsOf(ada), [["Agence", ["Nord"]]]);
  }));

Deno.test("two values added concurrently are both stored", () =>
  withMember({ isAdmin: true }, async ({ ask: ada }) => {
    const { place } = await aGroup(ada, []);
    const labels = Array.from({ length: 8 }, (_, n) => `V${n}`);
    const made = await Promise.all(
      labels.map((label, sortOrder) =>
        ada("createTagValue", { ...place, body: { label, sortOrder } })
      ),
    );
    ok(made.every((one) => one.ok));
    deepStrictEqual(await tagsOf(ada), [["Agence", labels]]);
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

// @spec organisations.tag-removal
Deno.test("deleted value is deleted also when others write in the organisation while its residences are read", () =>
  withMember({ isAdmin: true }, async ({ ask: ada, built: { store } }) => {
    const { place, values: tags } = await aGroup(ada, ["Nord"]);
    const [valueId = ""] = tags;
    await store.atomic().set(keys.project(PROJECT), aProject({ tags })).commit();
    strictEqual(codeOf(await ada("deleteTagValue", { ...place, valueId })), "ok");
    deepStrictEqual(await tagsOf(ada), [["Agence", []]]);
  }, { before: writtenWhileListed }));

/** A store in which another process writes in the organisation each time that its residences are listed. */
function writtenWhileListed(store: Store): Store {
  const prefix = keys.projectOfOrg.under(ORG).join();
  return aroundStore(store, {
    list: async function* (selector, options) {
      if ("prefix" in selector && selector.prefix.join() === prefix) {
        await store.atomic().sum(keys.version("org", ORG), 1n).commit();
      }
      yield* store.list(selector, options);
    },
  });
}

// @spec organisations.tag-removal
Deno.test("deleted value of many residences changes the version of the organisation less often than it has residences", () =>
  withMember({ isAdmin: true }, async ({ ask: ada, built: { store } }) => {
    const { place, values: tags } = await aGroup(ada, ["Nord"]);
    const [valueId = ""] = tags;
    const projectIds = Array.from({ length: 11 }, (_, rank) => `q${rank}`);
    for (const id of projectIds) {
      await store.atomic().set(keys.project(id), aProject({ tags }))
        .set(keys.projectOfOrg(ORG, id), true).commit();
    }
    const version = async () => (await store.get(keys.version("org", ORG))).value;
    const before = Number(await version());
    await answerOf(ada("deleteTagValue", { ...place, valueId }));
    // Four of the twelve residences in each commit, then the group.
    strictEqual(Number(await version()) - before, 4);
    const projects = await Promise.all(projectIds.map((id) => store.get(keys.project(id))));
    deepStrictEqual(projects.map(({ value }) => value), projects.map(() => aProject({ tags: [] })));
  }));

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

// @spec organisations.documents
Deno.test("document management is switched on and off, and not over another user's change", () =>
  withMember({ isAdmin: true }, async ({ ask: ada }) => {
    const read = async () => {
      return await answerOf(ada("getCollectFeatures", { orgId: ORG }));
    };
    const before = await read();
    strictEqual(before.documentManagement, false);
    const put = (documentManagement: boolean) =>
      ada("putCollectFeatures", {
        orgId: ORG,
        body: { documentManagement, version: before.version },
      });
    strictEqual(codeOf(await put(true)), "ok");
    strictEqual((await read()).documentManagement, true);
    strictEqual(codeOf(await put(false)), "conflict");
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
