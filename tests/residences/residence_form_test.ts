import { deepStrictEqual } from "node:assert/strict";
import {
  placeTyped,
  readResidence,
  residenceErrors,
  type ResidenceField,
  typedResidence,
} from "@/lib/residences/residence_form.ts";

function typed(over: Partial<Record<ResidenceField, string>> = {}): Record<ResidenceField, string> {
  return {
    name: "Les Tilleuls",
    code: "",
    street: "3 rue des Lilas",
    zipCode: "54000",
    city: "Nancy",
    latitude: "",
    longitude: "",
    ...over,
  };
}

function mapped<Value>(lengths: Readonly<Record<string, number>>, of: (length: number) => Value) {
  return Object.fromEntries(
    Object.entries(lengths).map(([name, length]) => [name, of(length)] as const),
  );
}

// @spec projects.fields
Deno.test("residenceErrors() requires name, street, city and five digits", () => {
  deepStrictEqual(residenceErrors(typed()), {});
  deepStrictEqual(residenceErrors(typed({ name: " ", city: "", zipCode: "" })), {
    name: { code: "required" },
    zipCode: { code: "required" },
    city: { code: "required" },
  });
  deepStrictEqual(residenceErrors(typed({ zipCode: "5400A" })), { zipCode: { code: "zip-code" } });
});

Deno.test("residenceErrors() requires latitude and longitude together, in range", () => {
  deepStrictEqual(residenceErrors(typed({ latitude: "48,7" })), {
    longitude: { code: "required" },
  });
  deepStrictEqual(residenceErrors(typed({ longitude: "6,2" })), {
    latitude: { code: "required" },
  });
  deepStrictEqual(residenceErrors(typed({ latitude: "91", longitude: "-181" })), {
    latitude: { code: "max", max: 90 },
    longitude: { code: "min", min: -180 },
  });
  deepStrictEqual(residenceErrors(typed({ latitude: "-90", longitude: "180" })), {});
  deepStrictEqual(residenceErrors(typed({ latitude: "-91", longitude: "181" })), {
    latitude: { code: "min", min: -90 },
    longitude: { code: "max", max: 180 },
  });
});

Deno.test("readResidence() trims, reads decimal commas and keeps the tags", () => {
  const values = typed({ name: " Les Tilleuls ", latitude: "48,69", longitude: "6.18" });
  deepStrictEqual(readResidence(values, ["v1"]), {
    name: "Les Tilleuls",
    code: "",
    location: {
      street: "3 rue des Lilas",
      zipCode: "54000",
      city: "Nancy",
      latitude: 48.69,
      longitude: 6.18,
    },
    tags: ["v1"],
  });
});

Deno.test("residenceErrors() accepts 30 characters of code, 200 of name and street, and 100 of city, no more", () => {
  const lengths = { name: 200, code: 30, street: 200, city: 100 };
  const texts = (more: number) => typed(mapped(lengths, (length) => "x".repeat(length + more)));
  deepStrictEqual(residenceErrors(texts(0)), {});
  deepStrictEqual(
    residenceErrors(texts(1)),
    mapped(lengths, (allowedLength) => ({ code: "maxlength", allowedLength })),
  );
});

Deno.test("typedResidence() shows what readResidence() reads", () => {
  const values = typed({ latitude: "48,69", longitude: "-6,5" });
  deepStrictEqual(typedResidence(readResidence(values, [])), values);
});

Deno.test("placeTyped() is the place, null while either half is missing or wrong", () => {
  deepStrictEqual(placeTyped(typed({ latitude: "48,7", longitude: "6.2" })), {
    latitude: 48.7,
    longitude: 6.2,
  });
  deepStrictEqual(placeTyped(typed()), null);
  deepStrictEqual(placeTyped(typed({ latitude: "48,7" })), null);
  deepStrictEqual(placeTyped(typed({ latitude: "98,7", longitude: "6" })), null);
});
