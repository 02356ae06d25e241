import { deepStrictEqual } from "node:assert/strict";
import { OCCUPANCY_FORM } from "@/lib/housing/forms.ts";

const TYPED = { ...OCCUPANCY_FORM.typed(null), name: " Ada Morel ", from: "2026-01-10" };

const errorsOf = (over: Partial<typeof TYPED>) => OCCUPANCY_FORM.errors({ ...TYPED, ...over });

Deno.test("OCCUPANCY_FORM requires a name and a day; the rest may be unknown", () => {
  deepStrictEqual(OCCUPANCY_FORM.read(TYPED), {
    name: "Ada Morel",
    email: "",
    from: "2026-01-10",
    to: null,
    consent: null,
  });
  deepStrictEqual(errorsOf({ name: " ", from: "" }), {
    name: { code: "required" },
    from: { code: "required" },
  });
  deepStrictEqual(errorsOf({ email: "ada" }), { email: { code: "email" } });
});

Deno.test("OCCUPANCY_FORM requires an end after the start, and a withdrawal after the consent", () => {
  deepStrictEqual(errorsOf({ to: "2026-01-09" }), { to: { code: "date-order" } });
  deepStrictEqual(errorsOf({ to: "2026-01-10" }), {});
  const agreed = { givenOn: "2026-01-10", source: "bail" };
  deepStrictEqual(errorsOf({ ...agreed, withdrawnOn: "2026-01-09" }), {
    withdrawnOn: { code: "date-order" },
  });
  deepStrictEqual(errorsOf({ ...agreed, withdrawnOn: "2026-01-10" }), {});
});

Deno.test("OCCUPANCY_FORM refuses a consent without its day and its proof", () => {
  deepStrictEqual(errorsOf({ givenOn: "2026-01-10" }), { source: { code: "required" } });
  deepStrictEqual(errorsOf({ source: "bail" }), { givenOn: { code: "required" } });
  deepStrictEqual(errorsOf({ withdrawnOn: "2026-02-10" }), {
    givenOn: { code: "required" },
    source: { code: "required" },
  });
});

Deno.test("OCCUPANCY_FORM reads back its displayed values", () => {
  const occupancy = {
    name: "Ada Morel",
    email: "ada@mail.fr",
    from: "2026-01-10",
    to: "2026-03-01",
    consent: { givenOn: "2026-01-11", source: "bail", withdrawnOn: null },
  };
  deepStrictEqual(OCCUPANCY_FORM.read(OCCUPANCY_FORM.typed(occupancy)), occupancy);
});
