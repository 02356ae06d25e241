import { deepStrictEqual } from "node:assert/strict";
import {
  BLANK_OCCUPANCY,
  readOccupancy,
  typedOccupancy,
} from "@/lib/domain/housing/occupancy_form.ts";

const TYPED = { ...BLANK_OCCUPANCY, name: " Ada Morel ", from: "2026-01-10" };

function errorsOf(over: Partial<typeof TYPED>) {
  const read = readOccupancy({ ...TYPED, ...over });
  return read.ok ? {} : read.errors;
}

Deno.test("readOccupancy() needs a name and a day; the rest may be unknown", () => {
  deepStrictEqual(readOccupancy(TYPED), {
    ok: true,
    draft: { name: "Ada Morel", email: "", from: "2026-01-10", to: null, consent: null },
  });
  deepStrictEqual(errorsOf({ name: " ", from: "" }), {
    name: { code: "required" },
    from: { code: "required" },
  });
  deepStrictEqual(errorsOf({ email: "ada" }), { email: { code: "email" } });
});

Deno.test("readOccupancy() ends after it begins, and withdraws after it agreed", () => {
  deepStrictEqual(errorsOf({ to: "2026-01-09" }), { to: { code: "date-order" } });
  deepStrictEqual(errorsOf({ to: "2026-01-10" }), {});
  const agreed = { givenOn: "2026-01-10", source: "bail" };
  deepStrictEqual(errorsOf({ ...agreed, withdrawnOn: "2026-01-09" }), {
    withdrawnOn: { code: "date-order" },
  });
  deepStrictEqual(errorsOf({ ...agreed, withdrawnOn: "2026-01-10" }), {});
});

Deno.test("readOccupancy() takes no agreement without its day and its proof", () => {
  deepStrictEqual(errorsOf({ givenOn: "2026-01-10" }), { source: { code: "required" } });
  deepStrictEqual(errorsOf({ source: "bail" }), { givenOn: { code: "required" } });
  deepStrictEqual(errorsOf({ withdrawnOn: "2026-02-10" }), {
    givenOn: { code: "required" },
    source: { code: "required" },
  });
});

Deno.test("typedOccupancy() shows what readOccupancy() returns", () => {
  const occupancy = {
    name: "Ada Morel",
    email: "ada@mail.fr",
    from: "2026-01-10",
    to: "2026-03-01",
    consent: { givenOn: "2026-01-11", source: "bail", withdrawnOn: null },
  };
  deepStrictEqual(readOccupancy(typedOccupancy(occupancy)), { ok: true, draft: occupancy });
});
