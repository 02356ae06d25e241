import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import { type Visitor, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const PATH = `/collect/${PROJECT}/features`;

function withFeatures(
  isAdmin: boolean,
  test: (visitor: Visitor, modes: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  return withVisitor({ isAdmin, roles: ["collect:read"] }, async ({ ask, visitor }) => {
    await test(visitor, async () => {
      const { houseMode, houseHourly, display } = await answerOf(
        ask("getProjectFeatures", { projectId: PROJECT }),
      );
      return [houseMode, houseHourly, display].join();
    });
  });
}

Deno.test("features are selected by a form; another user's concurrent save is shown beside the typed values", () =>
  withFeatures(true, async (visitor, modes) => {
    const version = (await visitor.get(PATH)).version();
    const chosen = { form: "features", houseMode: "3", houseHourly: "6", display: "on", version };
    strictEqual((await visitor.post(PATH, chosen)).status, 303);
    strictEqual(await modes(), "3,6,true");
    const page = await visitor.get(PATH);
    match(page.html, /<option[^>]* value="3" selected/);
    match(page.html, /name="display" value="on" checked/);
    const late = await visitor.post(PATH, {
      form: "features",
      houseMode: "1",
      houseHourly: "0",
      version,
    });
    strictEqual(late.status, 409);
    match(late.text, /Le détail de chaque logement.*Selon le choix fait pour chaque logement/);
    strictEqual(await modes(), "3,6,true");
  }));

Deno.test("mode that is not offered is refused, and nothing is written", () =>
  withFeatures(true, async (visitor, modes) => {
    const before = await modes();
    strictEqual(
      (await visitor.post(PATH, { form: "features", houseMode: "9", houseHourly: "0" })).status,
      400,
    );
    strictEqual(await modes(), before);
  }));

Deno.test("user who does not administer the organisation selects nothing", () =>
  withFeatures(false, async (visitor) => {
    strictEqual((await visitor.get(PATH)).status, 403);
    for (const form of ["features", "installation"]) {
      const chosen = { form, houseMode: "1", houseHourly: "0", ecotouchAdmin: "0" };
      strictEqual((await visitor.post(PATH, chosen)).status, 403);
    }
  }));

/** The installed equipment of the residence, without the version. */
async function installation(ask: CallFunction): Promise<unknown> {
  const { version: _, ...answer } = await answerOf(
    ask("getProjectInstallation", { projectId: PROJECT }),
  );
  return answer;
}

// @spec projects.installation
Deno.test("the installed equipment of a residence is declared by a form; roles, alerts and rights follow", () =>
  withVisitor({ isAdmin: true, roles: ["collect", "pilot"] }, async ({ visitor, ask }) => {
    const offered = async () => {
      const roles = await answerOf(ask("listProjectAvailableRoles", { projectId: PROJECT }));
      const alarms = await answerOf(ask("listAvailableSelections", { projectId: PROJECT }));
      const names = roles.map(({ role }) => role);
      return [
        names.includes("pilot"),
        names.includes("collect:housing:pilottemp:read"),
        names.filter((role) => role.startsWith("ecotouch:houses:")),
        alarms.some(({ handler }) => handler === "pilot-online"),
      ];
    };
    deepStrictEqual(await offered(), [false, false, [], false]);
    const bare = await visitor.get(PATH);
    match(bare.html, /name="instrumented" value="on" checked/);
    const chosen = { form: "installation", hasPilot: "on", hasTempPilot: "on", ecotouchAdmin: "2" };
    const saved = await visitor.post(PATH, chosen);
    strictEqual(saved.status, 303);
    strictEqual(saved.headers.get("location"), `${PATH}?saved=installation#installation`);
    deepStrictEqual(await installation(ask), {
      hasPilot: true,
      hasTempPilot: true,
      instrumented: false,
      ecotouchAdmin: 2,
    });
    deepStrictEqual(await offered(), [
      true,
      true,
      ["ecotouch:houses:write", "ecotouch:houses:read", "ecotouch:houses:admin"],
      true,
    ]);
  }));

Deno.test("of two administrators who save the equipment at once, the second sees both versions", () =>
  withVisitor({ isAdmin: true, roles: ["collect", "pilot"] }, async ({ visitor, ask }) => {
    const { version, ...before } = await answerOf(
      ask("getProjectInstallation", { projectId: PROJECT }),
    );
    const body = { ...before, ecotouchAdmin: 1 as const };
    ok((await ask("putProjectInstallation", { projectId: PROJECT, body })).ok);
    const late = { form: "installation", instrumented: "on", ecotouchAdmin: "3", version };
    const refused = await visitor.post(PATH, late);
    strictEqual(refused.status, 409);
    match(refused.text, /Eco-Touch\) Lecture et pilotage en direct Lecture/);
    deepStrictEqual(await installation(ask), body);
    const unknown = { form: "installation", ecotouchAdmin: "4" };
    strictEqual((await visitor.post(PATH, unknown)).status, 400);
    strictEqual((await visitor.post(PATH, { form: "autre" })).status, 400);
    deepStrictEqual(await installation(ask), body);
  }));
