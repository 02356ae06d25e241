import { deepStrictEqual } from "node:assert/strict";
import { issuesByField } from "@/lib/web/forms/refused_values.ts";

Deno.test("issuesByField() puts each fault beside the field that wrote it, once", () => {
  const issues = [
    { path: "body.area", message: "Too small" },
    { path: "body.area", message: "Not a number" },
    { path: "body.location.zipCode", message: "Invalid" },
    { path: "orgId", message: "Invalid" },
  ];
  deepStrictEqual(issuesByField(issues, ["area", "zipCode", "city"]), {
    area: { code: "message", message: "Valeur non acceptée" },
    zipCode: { code: "message", message: "Valeur non acceptée" },
  });
  deepStrictEqual(issuesByField(undefined, ["area"]), {});
});
