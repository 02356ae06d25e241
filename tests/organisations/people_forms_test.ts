import { deepStrictEqual } from "node:assert/strict";
import { INVITATION_FORM, NEW_ADMIN_FORM, USER_ROLES_FORM } from "@/lib/organisations/forms.ts";

Deno.test("NEW_ADMIN_FORM requires one address, and trims it", () => {
  deepStrictEqual(NEW_ADMIN_FORM.errors({}), { email: { code: "required" } });
  deepStrictEqual(NEW_ADMIN_FORM.errors({ email: "a\nb@c.fr" }), { email: { code: "email" } });
  deepStrictEqual(NEW_ADMIN_FORM.read({ email: " a@b.fr " }), { email: "a@b.fr" });
});

Deno.test("INVITATION_FORM requires an address and a name, and may make an administrator", () => {
  const required = { code: "required" };
  const errors = { email: required, forename: required, surname: required };
  deepStrictEqual(INVITATION_FORM.errors(INVITATION_FORM.typed(null)), errors);
  const typed = { email: "a@b.fr", forename: "Ada", surname: "Durand" };
  deepStrictEqual(INVITATION_FORM.read(typed), { ...typed, isAdmin: false });
  deepStrictEqual(INVITATION_FORM.read({ ...typed, isAdmin: "on" }), { ...typed, isAdmin: true });
});

Deno.test("USER_ROLES_FORM leaves out implied and unknown roles", () => {
  deepStrictEqual(USER_ROLES_FORM.read({ role: "collect\ncollect:read\nnothing" }), {
    roles: ["collect"],
  });
  deepStrictEqual(USER_ROLES_FORM.read({}), { roles: [] });
});
