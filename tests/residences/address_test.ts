import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  addressQuery,
  lookupEnd,
  metByLookup,
  type ResidenceField,
  typedPlace,
  withAddress,
  withAddressOfPlace,
} from "@/lib/residences/residence_form.ts";
import type { FoundAddress } from "@/lib/residences/schema.ts";

const TYPED: Record<ResidenceField, string> = {
  name: "Les Tilleuls",
  code: "T1",
  street: "2 rue de la paix",
  zipCode: "75002",
  city: "",
  latitude: "48,5",
  longitude: "2,5",
};

const FOUND: FoundAddress = {
  street: "2 Rue de la Paix",
  zipCode: "75002",
  city: "Paris",
  latitude: 48.8684254,
  longitude: 2.3305871,
  score: 0.96,
};

Deno.test("addressQuery() is street, postal code and city, without empty parts", () => {
  strictEqual(addressQuery({ ...TYPED, city: " Paris " }), "2 rue de la paix 75002 Paris");
  strictEqual(addressQuery({ ...TYPED, street: " ", zipCode: "" }), null);
  strictEqual(addressQuery({ ...TYPED, street: "x".repeat(300) })?.length, 200);
  // As many characters as the call takes: an emoji is one, and is not cut in two.
  strictEqual(addressQuery({ ...TYPED, street: "😀a", zipCode: "", city: "" }), null);
  ok(addressQuery({ ...TYPED, street: `${"x".repeat(199)}😀` })?.isWellFormed());
});

Deno.test("withAddress() fills the location and nothing else, degrees to six decimals", () => {
  deepStrictEqual(withAddress(TYPED, FOUND), {
    name: "Les Tilleuls",
    code: "T1",
    street: "2 Rue de la Paix",
    zipCode: "75002",
    city: "Paris",
    latitude: "48,868425",
    longitude: "2,330587",
  });
});

Deno.test("withAddress() does not fill the street when a town was found", () => {
  strictEqual(withAddress(TYPED, { ...FOUND, street: null }).street, "2 rue de la paix");
});

Deno.test("withAddress() keeps the typed address when nothing was found", () => {
  const { zipCode, city } = withAddress({ ...TYPED, zipCode: "54000", city: "Nancy" }, {
    ...FOUND,
    zipCode: null,
    city: null,
  });
  deepStrictEqual({ zipCode, city }, { zipCode: "54000", city: "Nancy" });
});

Deno.test("withAddressOfPlace() keeps the place where the marker was dropped", () => {
  const { street, latitude, longitude } = withAddressOfPlace(TYPED, FOUND);
  deepStrictEqual({ street, latitude, longitude }, {
    street: "2 Rue de la Paix",
    latitude: "48,5",
    longitude: "2,5",
  });
});

Deno.test("typedPlace() is empty without a place", () => {
  deepStrictEqual(typedPlace({ latitude: null, longitude: null }), { latitude: "", longitude: "" });
});

Deno.test("lookupEnd() is uncertain under a score of one half", () => {
  strictEqual(lookupEnd({ ...FOUND, score: 0.5 }), "found");
  strictEqual(lookupEnd({ ...FOUND, score: 0.49 }), "uncertain");
  strictEqual(lookupEnd({ ...FOUND, street: null }), "uncertain");
  strictEqual(lookupEnd(null), "not-found");
});

Deno.test("metByLookup() is street and postal code when any field of the location is wrong", () => {
  deepStrictEqual(metByLookup({ city: { code: "required" } }), ["street", "zipCode"]);
  deepStrictEqual(metByLookup({ name: { code: "required" } }), []);
});
