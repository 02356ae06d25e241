import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  afterFailure,
  afterMove,
  afterReverse,
  afterSearch,
  editingErrors,
  isEdited,
  openedResidence,
  type StoredResidence,
  withAllTouched,
  withTouchedField,
  withTyped,
} from "@/lib/residences/residence_form.ts";
import type { FoundAddress } from "@/lib/residences/schema.ts";

const STORED: StoredResidence = {
  values: {
    name: "Les Tilleuls",
    code: "",
    street: "2 Rue de la Paix",
    zipCode: "75002",
    city: "Paris",
    latitude: "48,868425",
    longitude: "2,330587",
  },
  tags: ["nord", "gaz"],
};

const FOUND: FoundAddress = {
  street: "2 Rue de la Paix",
  zipCode: "75002",
  city: "Paris",
  latitude: 48.868425,
  longitude: 2.330587,
  score: 0.96,
};

function typed(over: Partial<StoredResidence["values"]>): StoredResidence {
  return { ...STORED, values: { ...STORED.values, ...over } };
}

const opened = openedResidence(STORED);

Deno.test("isEdited() is false for a form just opened, and for one restored by typing", () => {
  strictEqual(isEdited(opened, STORED), false);
  const changed = withTyped(opened, typed({ name: "Les Lilas" }));
  strictEqual(isEdited(changed, STORED), true);
  strictEqual(isEdited(withTyped(changed, STORED), STORED), false);
});

Deno.test("isEdited() compares the categories in any order", () => {
  strictEqual(isEdited(withTyped(opened, { ...STORED, tags: ["gaz", "nord"] }), STORED), false);
  strictEqual(isEdited(withTyped(opened, { ...STORED, tags: ["gaz"] }), STORED), true);
});

Deno.test("afterSearch() makes the form dirty, even when the address was already there", () => {
  const after = afterSearch(opened, FOUND);
  deepStrictEqual(after.values, STORED.values);
  strictEqual(isEdited(after, STORED), true);
  strictEqual(after.lookup, "found");
});

// @spec projects.editing
Deno.test("afterSearch() without a result changes no field, and leaves the form pristine", () => {
  const after = afterSearch(opened, null);
  deepStrictEqual(after.values, STORED.values);
  strictEqual(isEdited(after, STORED), false);
  strictEqual(after.lookup, "not-found");
});

Deno.test("afterSearch() marks street and postal code touched when the location is still wrong", () => {
  const empty = openedResidence(typed({ street: "", city: "" }));
  const stored = typed({ street: "", city: "" });
  deepStrictEqual(editingErrors(empty, stored), {});
  deepStrictEqual(editingErrors(afterSearch(empty, { ...FOUND, street: null }), stored), {
    street: { code: "required" },
  });
});

Deno.test("afterMove() sets the marker's place at once, afterReverse() its address", () => {
  const dropped = afterMove(opened, { latitude: 49.11684512, longitude: 6.17114198 });
  strictEqual(isEdited(dropped, STORED), true);
  const { street, city, latitude, longitude } =
    afterReverse(dropped, { ...FOUND, street: "3 Rue Haute Pierre", city: "Metz" }).values;
  deepStrictEqual({ street, city, latitude, longitude }, {
    street: "3 Rue Haute Pierre",
    city: "Metz",
    latitude: "49,116845",
    longitude: "6,171142",
  });
});

Deno.test("afterReverse() without an address keeps the place and the typed address", () => {
  const dropped = afterMove(opened, { latitude: 40, longitude: -30 });
  const after = afterReverse(dropped, null);
  deepStrictEqual(after.values, dropped.values);
  strictEqual(after.lookup, "not-found");
});

Deno.test("afterFailure() shows the failure and keeps every field", () => {
  const changed = withTyped(opened, typed({ name: "Les Lilas" }));
  deepStrictEqual(afterFailure(changed, "unreachable"), { ...changed, lookup: "unreachable" });
});

// @spec projects.errors
Deno.test("afterFailure() marks street and postal code touched when the location is wrong", () => {
  const stored = typed({ street: "", zipCode: "", city: "" });
  for (const end of ["nothing-typed", "busy", "unreachable"] as const) {
    deepStrictEqual(editingErrors(afterFailure(openedResidence(stored), end), stored), {
      street: { code: "required" },
      zipCode: { code: "required" },
    });
  }
});

// @spec projects.errors
Deno.test("openedResidence() after a lookup marks street and postal code touched when the location is wrong", () => {
  const stored = typed({ street: "", city: "" });
  deepStrictEqual(editingErrors(openedResidence(stored, "nothing-typed"), stored), {
    street: { code: "required" },
  });
  deepStrictEqual(editingErrors(openedResidence(STORED, "found"), STORED), {});
});

Deno.test("withTouchedField() changes nothing for a field already touched", () => {
  const touched = withTouchedField(opened, "name");
  strictEqual(withTouchedField(touched, "name"), touched);
});

// @spec projects.errors
Deno.test("editingErrors() shows a field once touched or changed", () => {
  const stored = typed({ name: "", zipCode: "" });
  const blank = openedResidence(stored);
  deepStrictEqual(editingErrors(blank, stored), {});
  deepStrictEqual(editingErrors(withTouchedField(blank, "name"), stored), {
    name: { code: "required" },
  });
  const changed = withTyped(blank, { ...stored, values: { ...stored.values, zipCode: "750" } });
  deepStrictEqual(editingErrors(changed, stored), { zipCode: { code: "zip-code" } });
  deepStrictEqual(editingErrors(withAllTouched(changed), stored), {
    name: { code: "required" },
    zipCode: { code: "zip-code" },
  });
});
