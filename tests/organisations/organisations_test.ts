import { deepStrictEqual, match } from "node:assert/strict";
import { roleBoxes, tagLossText, teamLossText } from "@/lib/organisations/text.ts";

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
