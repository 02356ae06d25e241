import { deepStrictEqual } from "node:assert/strict";
import { TEAM_FORM } from "@/lib/organisations/forms.ts";

Deno.test("TEAM_FORM requires a name, and valid addresses, none twice", () => {
  deepStrictEqual(TEAM_FORM.errors(TEAM_FORM.typed(null)), { name: { code: "required" } });
  deepStrictEqual(TEAM_FORM.errors({ name: "Nord" }), {});
  deepStrictEqual(TEAM_FORM.errors({ name: "Nord", others: "a@b.fr c@d.fr" }), {});
  deepStrictEqual(TEAM_FORM.errors({ name: "Nord", others: "a@b.fr pas-un-email" }), {
    others: {
      code: "message",
      message: "Format email incorrect\u00A0: «\u00A0pas-un-email\u00A0»",
    },
  });
  deepStrictEqual(TEAM_FORM.errors({ name: "Nord", others: "a@b.fr, A@b.fr" }), {
    others: { code: "message", message: "Doit être unique\u00A0: «\u00A0A@b.fr\u00A0»" },
  });
});

Deno.test("TEAM_FORM counts once a user who is ticked and typed, and leaves out implied and unknown roles", () => {
  const typed = {
    name: " Nord ",
    role: "collect\ncollect:read\nnothing",
    user: "a@b.fr",
    others: "A@B.fr c@d.fr",
    tag: "t1",
  };
  deepStrictEqual(TEAM_FORM.read(typed), {
    name: "Nord",
    roles: ["collect"],
    users: ["a@b.fr", "c@d.fr"],
    tags: ["t1"],
  });
});

Deno.test("TEAM_FORM reads back its displayed values", () => {
  const team = { name: "Nord", roles: [], users: ["a@b.fr"], tags: ["x"] };
  deepStrictEqual(TEAM_FORM.read(TEAM_FORM.typed({ ...team, id: "t", version: "3" })), team);
});
