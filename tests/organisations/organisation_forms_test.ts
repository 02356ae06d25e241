import { deepStrictEqual } from "node:assert/strict";
import { NEW_ORGANISATION_FORM } from "@/lib/organisations/forms.ts";

Deno.test("NEW_ORGANISATION_FORM requires a name and an address, and invites a user with first and last name", () => {
  deepStrictEqual(NEW_ORGANISATION_FORM.errors({ name: " ", adminEmail: "pas-un-email" }), {
    name: { code: "required" },
    adminEmail: { code: "email" },
  });
  const typed = { name: " Lac ", adminEmail: "a@b.fr", adminForename: "Ada" };
  const read = { name: "Lac", adminEmail: "a@b.fr" };
  deepStrictEqual(NEW_ORGANISATION_FORM.read(typed), read);
  deepStrictEqual(NEW_ORGANISATION_FORM.read({ ...typed, adminSurname: "Durand" }), {
    ...read,
    adminForename: "Ada",
    adminSurname: "Durand",
  });
});
