import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import {
  NEW_ORGANISATION_FORM,
  RETENTION_FORM,
  TEAM_FORM,
  USER_ROLES_FORM,
} from "@/lib/organisations/forms.ts";
import { orgRetentionDraft } from "@/lib/organisations/schema.ts";
import {
  groupedRoles,
  roleBoxes,
  roleLabel,
  tagLossText,
  teamLossText,
} from "@/lib/organisations/text.ts";
import { links } from "@/lib/ui/links.ts";
import { refusedChanges } from "@/tests/helpers/schema_examples.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { withApp } from "@/tests/tools/app_under_test.ts";

// @spec series.retention
Deno.test("orgRetentionDraft refuses finer data retained longer than coarser ones", () => {
  const draft = { infraDailyYears: 3, dailyYears: 3, monthlyYears: 3 };
  const wrong = [{ infraDailyYears: 4 }, { dailyYears: 4 }, { monthlyYears: 2 }];
  const right = [{ infraDailyYears: 1 }, { monthlyYears: 30 }, {
    dailyYears: 20,
    monthlyYears: 30,
  }];
  deepStrictEqual(refusedChanges(orgRetentionDraft, draft, [...wrong, ...right]), wrong);
});

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

Deno.test("USER_ROLES_FORM leaves out implied and unknown roles", () => {
  deepStrictEqual(USER_ROLES_FORM.read({ role: "collect\ncollect:read\nnothing" }), {
    roles: ["collect"],
  });
  deepStrictEqual(USER_ROLES_FORM.read({}), { roles: [] });
});

Deno.test("RETENTION_FORM refuses to retain finer data longer than coarser ones", () => {
  const errorsOf = (a: string, b: string, c: string) =>
    RETENTION_FORM.errors({ infraDailyYears: a, dailyYears: b, monthlyYears: c });
  deepStrictEqual(errorsOf("2", "3", "7"), {});
  deepStrictEqual(errorsOf("3", "2", "7"), { dailyYears: { code: "min", min: 3 } });
  deepStrictEqual(errorsOf("2", "8", "7"), { monthlyYears: { code: "min", min: 8 } });
  deepStrictEqual(errorsOf("0", "3", ""), {
    infraDailyYears: { code: "min", min: 1 },
    monthlyYears: { code: "required" },
  });
  deepStrictEqual(errorsOf("1,5", "3", "7"), { infraDailyYears: { code: "integer" } });
});

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

Deno.test("tagLossText() agrees in number with those that lose the category", () => {
  match(tagLossText({ residenceCount: 1, teamCount: 0 }), /^1\u00A0résidence la perd\./);
  match(tagLossText({ residenceCount: 0, teamCount: 1 }), /^1\u00A0équipe la perd\./);
  match(
    tagLossText({ residenceCount: 1, teamCount: 1 }),
    /^1\u00A0résidence et 1\u00A0équipe la perdent\./,
  );
  match(tagLossText({ residenceCount: 2, teamCount: 0 }), /^2\u00A0résidences la perdent\./);
});

Deno.test("teamLossText() separates the thousands of the persons and of the residences", () => {
  match(
    teamLossText({ userCount: 1_200, residenceCount: 2_300 }),
    /^Les 1\u202F200 personnes de cette équipe perdent les rôles qu’elle donne sur 2\u202F300\u00A0résidences\./,
  );
});

Deno.test("roleBoxes() has a box for each role, the last ones for roles without a group", () => {
  const offered = (["collect:minimal", "collect:display:read"] as const)
    .map((role) => ({ role, label: role, deps: [] }));
  deepStrictEqual(
    roleBoxes(offered).map(({ label, roles }) => [label, roles.map(({ role }) => role)]),
    [
      ["Écran d’information", ["collect:display:read"]],
      ["Autres rôles", ["collect:minimal"]],
    ],
  );
});

Deno.test("roleLabel() names each role in French, those without a label in the specification too", () => {
  strictEqual(roleLabel("admin"), "Administration");
  strictEqual(roleLabel("collect:minimal"), "Accès minimal");
  strictEqual(roleLabel("collect"), "Eco-Platform - Accès complet");
});

Deno.test("groupedRoles() lists roles under their groups, in order, without empty groups", () => {
  deepStrictEqual(
    groupedRoles(["collect:documents:read", "pilot:read", "pilot"]).map((choice) => [
      choice.group,
      choice.roles.map((one) => one.role),
    ]),
    [["pilot", ["pilot", "pilot:read"]], ["doc", ["collect:documents:read"]]],
  );
});

const KARIM = "karim.benali@demo.example";
const PATH = links.userRoles("p02", KARIM);

/** Whether a role's box is ticked, and whether it is disabled. */
async function box(page: Page, role: string): Promise<[boolean, boolean]> {
  const input = page.locator(`[id="role-${role}"]`);
  return [await input.isChecked(), await input.isDisabled()];
}

Deno.test("RolePicker shows at once the implied roles of a ticked one, and removes them again", () =>
  withApp(({ inWindow }) =>
    inWindow(async ({ page, go, errors }) => {
      await go(PATH);
      deepStrictEqual(await box(page, "collect:boilerroom:read"), [true, false]);
      deepStrictEqual(await box(page, "collect:building:read"), [false, false]);
      const reader = page.locator('[id="role-collect:read"]');
      // With the keyboard, as with the mouse.
      await reader.focus();
      await page.keyboard.press("Space");
      deepStrictEqual(await box(page, "collect:building:read"), [true, true]);
      deepStrictEqual(await box(page, "collect:boilerroom:read"), [true, true]);
      const note = page.locator('[id="role-collect:building:read-note"]');
      strictEqual(
        await note.textContent(),
        "Inclus dans «\u00A0Eco-Platform - Lecture seule\u00A0»",
      );
      await reader.uncheck();
      deepStrictEqual(await box(page, "collect:building:read"), [false, false]);
      deepStrictEqual(await box(page, "collect:boilerroom:read"), [true, false]);
      await reader.check();
      await page.click("#roles button[type=submit]");
      await page.waitForURL("**saved=roles**");
      deepStrictEqual(await box(page, "collect:read"), [true, false]);
      deepStrictEqual(await box(page, "collect:boilerroom:read"), [true, true]);
      // The address leads to the form, whose page is higher than the window.
      const top = (await page.locator(".notice-good").boundingBox())?.y ?? -1;
      ok(top >= 0, `the confirmation is ${-top} pixels above the window`);
      deepStrictEqual(errors, []);
    }, { as: DEMO_ACCOUNTS.landlord })
  ));
