/** Refused forms are answered in place: by their page with the typed values, or by an error page with the texts. */

import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { isPasswordField } from "@/lib/ui/field_rules.ts";
import { boxes, number, password, text } from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";
import { MAX_FORM_BYTES } from "@/lib/web/body_limits.ts";
import { action, deletion, save, type SentForm } from "@/lib/web/form_handlers.ts";
import { issuesByField } from "@/lib/web/form_values.ts";
import { OWNER, withOwnedSite } from "@/tests/access/an_owned_site.ts";
import { addOthers, everyForm, formRequest, OTHER, sessionOf } from "@/tests/access/every_form.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { aMember } from "@/tests/helpers/a_residence.ts";
import {
  decoded,
  fieldValue,
  SITE,
  type Site,
  type SiteChoices,
  withSite,
} from "@/tests/helpers/a_site.ts";

const FORM = form({
  name: "thing",
  fields: {
    year: number({ label: "Année", required: true, isKey: true }),
    name: text({ label: "Nom", required: true }),
    tags: boxes({ label: "Catégories" }),
  },
  refusals: { "code-taken": "name", "unknown-user": "tags" },
});

function sent(fields: Record<string, string[]>, over: Partial<SentForm> = {}): SentForm {
  return {
    form: "thing",
    key: "",
    intent: "",
    version: "1",
    has: (name) => Object.hasOwn(fields, name),
    text: (name) => fields[name]?.[0] ?? "",
    all: (name) => fields[name] ?? [],
    file: () => null,
    files: () => [],
    ...over,
  };
}

const done = () => Promise.resolve({ ok: true, answer: { id: "7" } } as const);
const refusing =
  (code: "not-found" | "in-use" | "code-taken" | "unknown-user" | "conflict") => () =>
    Promise.resolve({ ok: false, code, status: 409 } as const);

Deno.test("save() passes the typed values and the version to the call, and the key of a row instead of its field", async () => {
  const bodies: unknown[] = [];
  const action = save(FORM, (body) => {
    bodies.push(body);
    return done();
  }, { next: ({ id }) => `/things/${id}` });
  const fields = { name: [" Nord "], tags: ["a", "b"], year: ["1999"] };
  deepStrictEqual(await action(sent(fields, { key: "2026" })), { done: true, next: "/things/7" });
  deepStrictEqual(bodies, [{ year: 2026, name: "Nord", tags: ["a", "b"], version: "1" }]);
});

Deno.test("save() makes no call while a field is wrong, and shows every text again", async () => {
  const action = save(FORM, () => Promise.reject(new Error("asked")), {
    check: () => ({ name: { code: "unique" }, tags: { code: "place" } }),
  });
  const outcome = await action(sent({ year: ["x"], name: [" "] }));
  ok(!outcome.done);
  const { values, errors, status } = outcome.shown;
  deepStrictEqual(values, { year: "x", name: " ", tags: "" });
  deepStrictEqual(errors, {
    year: { code: "number" },
    name: { code: "required", isLater: true },
    tags: { code: "place", isLater: true },
  });
  deepStrictEqual(status, 400);
});

Deno.test("refusal is shown beside its field, a conflict by both versions", async () => {
  const right = { year: ["2026"], name: ["Nord"] };
  const taken = await save(FORM, refusing("code-taken"))(sent(right));
  ok(!taken.done);
  deepStrictEqual([taken.shown.errors, taken.shown.failure], [{ name: { code: "unique" } }, null]);
  const unknown = await save(FORM, refusing("unknown-user"))(sent(right));
  ok(!unknown.done);
  deepStrictEqual(unknown.shown.errors.tags?.code, "message");
  const conflict = await save(FORM, refusing("conflict"))(sent(right));
  ok(!conflict.done);
  const { isConflict, failure, errors } = conflict.shown;
  deepStrictEqual([isConflict, failure, errors], [true, null, {}]);
});

Deno.test("the version of an edit is kept during corrections, until both versions were shown", async () => {
  const wrong = await save(FORM, done)(sent({}));
  const conflict = await save(FORM, refusing("conflict"))(sent({ year: ["1"], name: ["Nord"] }));
  ok(!wrong.done && !conflict.done);
  deepStrictEqual([wrong.shown.version, conflict.shown.version], ["1", undefined]);
});

Deno.test("password is passed to the call as typed, and never shown again", async () => {
  const secret = form({
    name: "thing",
    fields: { name: text({ label: "Nom", required: true }), password: password({ label: "…" }) },
  });
  const typed = { name: ["Ada"], password: [" mot de passe "] };
  const bodies: unknown[] = [];
  const refused = save(secret, (body) => {
    bodies.push(body);
    return refusing("in-use")();
  }, { intents: { cancel: action(refusing("in-use")) } });
  const again = [
    await refused(sent(typed)),
    await refused(sent({ ...typed, name: [" "] })),
    await refused(sent(typed, { intent: "cancel" })),
  ];
  deepStrictEqual(bodies, [{ name: "Ada", password: " mot de passe ", version: "1" }]);
  for (const outcome of again) {
    ok(!outcome.done);
    deepStrictEqual(outcome.shown.values.password, "");
  }
});

Deno.test("deletion() deletes what another user has just deleted, and shows any other refusal", async () => {
  const remove = deletion(refusing("not-found"), "/things");
  deepStrictEqual(await remove(sent({})), { done: true, next: "/things" });
  const refused = await deletion(refusing("in-use"), "/things")(sent({}));
  ok(!refused.done && refused.shown.failure !== null);
});

Deno.test("refused removal shows the typed values beside its button, and no values of other fields", async () => {
  const execute = save(FORM, done, { intents: { remove: action(refusing("in-use"), "/things") } });
  const alone = await execute(sent({}, { intent: "remove" }));
  ok(!alone.done && alone.shown.failure !== null);
  deepStrictEqual(alone.shown.values, {});
  const beside = await execute(sent({ name: ["Sud"] }, { intent: "remove" }));
  ok(!beside.done);
  deepStrictEqual(beside.shown.values, { name: "Sud" });
});

const OPTIONS = "/home/admin/options";
/** The rendering that a page writes into its forms. */
const RENDERING = /name="(page:[\w-]{22})" value="([\w-]{16})"/;

/** The retention settings with one wrong field. */
const WRONG = {
  form: "retention",
  version: "",
  infraDailyYears: "trois",
  dailyYears: "5",
  monthlyYears: "10",
};

interface Tab {
  readonly site: Site;
  /** Sends a request of Ada's browser, without following redirects. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Sends the form, as of a page read before. */
  send(fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
}

/** Ada is signed in, and by default administers an organisation. */
function withTab(
  test: (tab: Tab) => Promise<void>,
  { isAdmin = true, ...choices }: SiteChoices & { isAdmin?: boolean } = {},
): Promise<void> {
  return withSite(async (site) => {
    await aMember(site, { isAdmin, roles: ["pilot"] });
    const { token } = await signedIn(site, "ada@bailleur.fr");
    const { id } = await site.platform.sessionFor(token);
    const ask: Tab["ask"] = (path, init = {}) => {
      const own = { cookie: `session=${id}`, origin: SITE, accept: "text/html,*/*" };
      return site.handler(
        new Request(SITE + path, { ...init, headers: { ...own, ...init.headers } }),
      );
    };
    const [, mark = "", rendering = ""] = RENDERING.exec(await (await ask("/home")).text()) ?? [];
    const send: Tab["send"] = (fields, headers = {}) => {
      const body = String(new URLSearchParams({ [mark]: rendering, ...fields }));
      const type = { "content-type": "application/x-www-form-urlencoded" };
      return ask(OPTIONS, {
        method: "POST",
        body,
        headers: { ...type, "content-length": String(body.length), ...headers },
      });
    };
    await test({ site, ask, send });
  }, choices);
}

/** Keys of a store, but what any request may write. */
async function keysOf({ store }: Site): Promise<string[]> {
  const entries = await Array.fromAsync(store.list({ prefix: [] }));
  return entries.map(({ key }) => JSON.stringify(key)).filter((key) => !/attempts/.test(key));
}

Deno.test("refused form is answered by its page, at its address, with the typed values; nothing is stored", () =>
  withTab(async ({ site, send }) => {
    const before = await keysOf(site);
    const page = await send(WRONG);
    strictEqual(page.status, 400);
    strictEqual(page.headers.get("cache-control"), "no-store");
    strictEqual(fieldValue(await page.text(), "infraDailyYears"), "trois");
    deepStrictEqual(await keysOf(site), before);
  }));

Deno.test("refused sign-in is answered without its password, and sets no cookie", () =>
  withTab(async ({ site }) => {
    const body = new URLSearchParams({ email: "ada@bailleur.fr", password: "un-faux-mot" });
    const headers = { origin: SITE, accept: "text/html" };
    const page = await site.handler(
      new Request(`${SITE}/login`, { method: "POST", headers, body }),
    );
    deepStrictEqual([page.status, page.headers.getSetCookie()], [401, []]);
    const html = await page.text();
    strictEqual(fieldValue(html, "email"), "ada@bailleur.fr");
    ok(!html.includes("un-faux-mot"));
  }));

// @spec forms.busy
Deno.test("form too large for a form is answered by an error page with its reason", () =>
  withTab(async ({ send }) => {
    const large = await send({ a: "x".repeat(MAX_FORM_BYTES) });
    strictEqual(large.status, 413);
    match(decoded(await large.text()), /Envoi trop volumineux.*L’envoi dépasse/s);
    strictEqual((await send(WRONG)).status, 400);
  }));

// @spec forms.busy
Deno.test("form beyond the request limit: its error page says when to retry, shows the texts, and links back", () =>
  withTab(async ({ ask, send }) => {
    let answer = await ask(OPTIONS);
    while (answer.status === 200) answer = await ask(OPTIONS);
    strictEqual(answer.status, 429);
    const page = await send(WRONG);
    strictEqual(page.status, 429);
    const html = decoded(await page.text());
    match(html, /Rien n’est enregistré\. Voici votre saisie/);
    match(html, /<dd>trois\u00A0ans<\/dd>|<dd>trois/);
    match(html, /href="\?"[^>]*>Revenir au formulaire/);
  }, { rates: { apiPerAccountAndMinute: 20 } }));

// @spec forms.gone
Deno.test("form of a page that its user may no longer read is refused with its texts, and without those of secrets", () =>
  withTab(async ({ send }) => {
    const page = await send({ ...WRONG, password: "un-secret-a-moi" });
    strictEqual(page.status, 403);
    const html = decoded(await page.text());
    match(html, /Accès refusé.*<dd>trois/s);
    doesNotMatch(html, /un-secret-a-moi/);
  }, { isAdmin: false }));

Deno.test("program, and the page of another site, get the refusal alone", () =>
  withTab(async ({ ask, send }) => {
    const length = { method: "POST", headers: { "content-length": "99000000000" } };
    strictEqual((await ask("/api/orgs", length)).status, 413);
    strictEqual((await ask(OPTIONS, length)).status, 413);
    const other = await send(WRONG, { origin: "https://evil.example" });
    strictEqual(other.status, 403);
    ok(!(await other.text()).includes("trois"));
  }));

Deno.test("form of another account's page is refused with its texts, also where that account may not read the page", () =>
  withOwnedSite(async (site) => {
    await addOthers(site);
    const orgId = site.place["orgId"] ?? "";
    const forms = await everyForm(site, await sessionOf(site, OWNER, orgId));
    const form = forms.find(({ form }) =>
      form.fields.some(({ name }) => name === "infraDailyYears")
    );
    ok(form);
    const cookie = await sessionOf(site, OTHER, orgId);
    const before = await site.stamps();
    const sent = await formRequest(form, cookie, { infraDailyYears: "17" });
    const page = await site.handler(sent);
    strictEqual(page.status, 409);
    const html = decoded(await page.text());
    match(html, /Cette page est celle d’un autre compte.*Rien n’est enregistré.*<dd>17/s);
    match(html, /action="\/logout\?back=%2Fhome%2Fadmin%2Foptions"/);
    deepStrictEqual(await site.stamps(), before);
  }));

Deno.test("every page's password fields are recognised by name", () =>
  withOwnedSite(async (site) => {
    const cookie = await sessionOf(site, OWNER, site.place["orgId"] ?? "");
    const forms = await everyForm(site, cookie);
    const secret = forms.flatMap(({ form }) => form.fields).filter(({ type }) =>
      type === "password"
    );
    ok(secret.length >= 3);
    ok(secret.every(({ name }) => isPasswordField(name)));
  }));

Deno.test("issuesByField() shows each fault once, beside its field", () => {
  const issues = [
    { path: "body.area", message: "Too small" },
    { path: "body.area", message: "Not a number" },
    { path: "body.location.zipCode", message: "Invalid" },
    { path: "orgId", message: "Invalid" },
  ];
  deepStrictEqual(issuesByField(issues, { area: "1e9", zipCode: "x", city: "" }), {
    area: { code: "message", message: "Valeur non acceptée" },
    zipCode: { code: "message", message: "Valeur non acceptée" },
  });
  deepStrictEqual(issuesByField(undefined, { area: "" }), {});
});

Deno.test("issuesByField() names the character that a text may not contain, and its position", () => {
  const messageFor = (name: string) =>
    issuesByField([{ path: "body.name", message: "direction" }], { name }).name;
  const said = (message: string) => ({ code: "message", message });
  deepStrictEqual(
    messageFor("Agence \u202ENancy"),
    said(
      "À retirer, après «\u00A0Agence\u00A0»\u00A0: un caractère invisible qui change le sens de lecture",
    ),
  );
  deepStrictEqual(
    messageFor("\u0000Agence"),
    said("À retirer, au début\u00A0: un caractère de contrôle"),
  );
  deepStrictEqual(
    messageFor("Le chauffage de la résidence\u2066 est coupé"),
    said(
      "À retirer, après «\u00A0…de la résidence\u00A0»\u00A0: un caractère invisible qui change le sens de lecture",
    ),
  );
  deepStrictEqual(
    messageFor("\u200B\u2060"),
    said("Ce texte ne contient que des caractères invisibles"),
  );
});
