import { strictEqual } from "node:assert/strict";
import type { FieldError } from "@/lib/base/validators.ts";
import { fieldErrorText, FORM_BUTTONS } from "@/lib/ui/text.ts";

/** The exact table of F §8, then the messages it lacks. */
const MESSAGES: [FieldError, string][] = [
  [{ code: "required" }, "Ce champ est obligatoire"],
  [{ code: "email" }, "Format email incorrect"],
  [{ code: "minlength", requiredLength: 8 }, "8 caractères minimum"],
  [{ code: "bad-password" }, "Mot de passe incorrect"],
  [{ code: "bad-email" }, "Email incorrect"],
  [{ code: "bad-code" }, "Code incorrect"],
  [{ code: "same-as" }, "Les valeurs ne sont pas identiques"],
  [{ code: "message", message: "Unknown error" }, "Unknown error"],
  [{ code: "min", min: 0 }, "0 minimum"],
  [{ code: "max", max: 99.95 }, "99,95 maximum"],
  [{ code: "integer" }, "Doit être un nombre entier"],
  [{ code: "unique" }, "Doit être unique"],
  [{ code: "not-valid" }, "Format d’image non accepté\u00A0: JPEG ou PNG uniquement"],
  [{ code: "number" }, "Doit être un nombre"],
  [{ code: "date" }, "Date incorrecte"],
  [{ code: "date-years", first: 1900, last: 2100 }, "Année de 1900 à 2100 attendue"],
  [{ code: "max-bytes", maxBytes: 1_500_000 }, "1,5\u00A0Mo maximum"],
  // 20 MiB are 20,97 Mo: a file of 21 Mo is refused.
  [{ code: "max-bytes", maxBytes: 20 * 1_024 * 1_024 }, "20,9\u00A0Mo maximum"],
  [{ code: "max-megapixels", maxMegapixels: 16 }, "16\u00A0mégapixels maximum"],
  [{ code: "max-pixels", maxPixels: 10_000 }, "10\u202F000 pixels de côté maximum"],
  [{ code: "date-order" }, "La fin doit suivre le début"],
  [{ code: "max-days", maxDays: 366 }, "366 jours maximum"],
];

for (const [error, message] of MESSAGES) {
  Deno.test(`fieldErrorText() of ${error.code}`, () => {
    strictEqual(fieldErrorText(error), message);
  });
}

Deno.test("FORM_BUTTONS are Enregistrer, Ajouter, Supprimer", () => {
  strictEqual(Object.values(FORM_BUTTONS).join(), "Enregistrer,Ajouter,Supprimer");
});
