import { deepStrictEqual } from "node:assert/strict";
import { issuesByField } from "@/lib/web/form_values.ts";

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
