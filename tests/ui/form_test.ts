import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { boxes, check, choice, date, emails, hidden, number, pick, text } from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";

const FORM = form({
  name: "thing",
  fields: {
    name: text({ label: "Nom", required: true, maxLength: 5 }),
    low: number({ label: "Bas", min: 0 }),
    high: number({ label: "Haut", initial: "9" }),
    from: date({ label: "Du" }),
    kind: choice(["a", "b"], { a: "A", b: "B" }, { label: "Genre", required: true }),
    seriesId: pick({ label: "Série" }),
    on: check({ label: "Actif" }),
    tags: boxes({ label: "Catégories" }),
    people: emails({ label: "Personnes" }),
    shown: hidden(),
  },
  bounds: [["low", "high"]],
  check: ({ name }) => name === "no" ? { name: { code: "unique" }, from: { code: "date" } } : {},
});

const THING = {
  name: "Bob",
  low: 1.5,
  high: null,
  from: "2026-01-31",
  kind: "b",
  seriesId: null,
  on: true,
  tags: ["t1", "t2"],
  people: ["a@b.fr"],
  shown: "x",
} as const;

Deno.test("form() reads back its displayed values, and shows the initial values of a new entity", () => {
  const stored = { ...THING, tags: [...THING.tags], people: [...THING.people] };
  const typed = FORM.typed(stored);
  deepStrictEqual([typed.low, typed.on, typed.tags], ["1,5", "on", "t1\nt2"]);
  deepStrictEqual(FORM.read(typed), stored);
  const blank = FORM.typed(null);
  deepStrictEqual([blank.name, blank.high, blank.on], ["", "9", ""]);
});

Deno.test("form() reads nothing while a field, a pair of bounds or the form is wrong", () => {
  const right = { name: "Bob", kind: "a" };
  deepStrictEqual(FORM.errors(right), {});
  deepStrictEqual(FORM.errors({ name: "too long", kind: "c", low: "-1", people: "x" }), {
    name: { code: "maxlength", allowedLength: 5 },
    kind: { code: "required" },
    low: { code: "min", min: 0 },
    people: { code: "email" },
  });
  deepStrictEqual(FORM.errors({ ...right, low: "3", high: "2" }), {
    high: { code: "min", min: 3 },
  });
  deepStrictEqual(FORM.errors({ ...right, name: "no" }), {
    name: { code: "unique" },
    from: { code: "date" },
  });
  strictEqual(FORM.read({ ...right, name: "no" }), null);
});

// @spec forms.email-lists
Deno.test("emails() names the wrong address when there are several", () => {
  const errorOf = (typed: string) => emails({ label: "Personnes" }).error?.(typed);
  const named = (message: string) => ({ code: "message", message });
  deepStrictEqual(errorOf("x"), { code: "email" });
  deepStrictEqual(
    errorOf("a@b.fr, x c@d"),
    named("Format email incorrect\u00A0: «\u00A0x\u00A0»"),
  );
  deepStrictEqual(
    errorOf("a@b.fr A@b.fr"),
    named("Doit être unique\u00A0: «\u00A0A@b.fr\u00A0»"),
  );
  deepStrictEqual([errorOf("a@b.fr c@d.fr"), errorOf(" ")], [null, null]);
  deepStrictEqual(emails({ label: "Personnes", required: true }).error?.(" "), {
    code: "required",
  });
});

Deno.test("the fields of a form() are plain data, which an island accepts", () => {
  deepStrictEqual(FORM.fields, JSON.parse(JSON.stringify(FORM.fields)));
  deepStrictEqual(FORM.fields[0], {
    name: "name",
    kind: "text",
    label: "Nom",
    required: true,
    maxLength: 5,
  });
});
