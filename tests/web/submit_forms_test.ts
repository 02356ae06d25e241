import { deepStrictEqual, ok } from "node:assert/strict";
import { boxes, number, password, text } from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";
import { action, deletion, save, saveChange, type SentForm } from "@/lib/web/form_handlers.ts";

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

Deno.test("save() passes the typed values to the call, and the key of a row instead of its field", async () => {
  const bodies: unknown[] = [];
  const action = save(FORM, (body) => {
    bodies.push(body);
    return done();
  }, { next: ({ id }) => `/things/${id}` });
  const fields = { name: [" Nord "], tags: ["a", "b"], year: ["1999"] };
  deepStrictEqual(await action(sent(fields, { key: "2026" })), { done: true, next: "/things/7" });
  deepStrictEqual(bodies, [{ year: 2026, name: "Nord", tags: ["a", "b"] }]);
});

Deno.test("saveChange() passes the typed values to the call with the version that the edit was based on", async () => {
  const bodies: unknown[] = [];
  const action = saveChange(FORM, (body) => (bodies.push(body), done()), { next: () => "/things" });
  const outcome = await action(sent({ year: ["1999"], name: ["Nord"] }, { version: "4" }));
  deepStrictEqual(outcome, { done: true, next: "/things" });
  deepStrictEqual(bodies, [{ year: 1999, name: "Nord", tags: [], version: "4" }]);
});

// @spec forms.steps
Deno.test("save() accepts an unchanged stored number between two steps", async () => {
  const stepped = form({ name: "thing", fields: { heat: number({ label: "°C", step: 0.5 }) } });
  const bodies: unknown[] = [];
  const action = save(stepped, (body) => (bodies.push(body), done()));
  ok((await action(sent({ "heat": ["19,55"], "stored.heat": ["19,55"] }))).done);
  ok(!(await action(sent({ "heat": ["19,65"], "stored.heat": ["19,55"] }))).done);
  deepStrictEqual(bodies, [{ heat: 19.55 }]);
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
  deepStrictEqual(bodies, [{ name: "Ada", password: " mot de passe " }]);
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
