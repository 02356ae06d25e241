import { deepStrictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { DEMO_ORG } from "@/lib/demo/seed/people.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { json, withApp } from "@/tests/helpers/an_app.ts";

const { landlord, pilot } = DEMO_ACCOUNTS;
const ORG = `/api/collect/orgs/${DEMO_ORG.id}`;
const NEW = "Un-nouveau-mot-de-passe-42";

// @spec calls.errors, demo.errors
Deno.test("the demo refuses in the words of the specification", () =>
  withApp(async (ask, built) => {
    const { token } = await signedIn(built, landlord.email, landlord.password);
    const messageOf = async (path: string, body: unknown) => {
      const sent = json(body);
      const headers = new Headers(sent.headers);
      headers.set("X-AuthToken", token);
      const answer = await ask(path, { ...sent, headers });
      return `${answer.status} ${(await answer.json()).message}`;
    };
    const { forename, surname } = pilot;
    const invited = { email: pilot.email, forename, surname };
    deepStrictEqual([
      await messageOf(`${ORG}/inviteuser`, invited),
      await messageOf(`${ORG}/admins`, { email: "inconnu@demo.example" }),
      await messageOf(`${ORG}/checkuser`, { email: "inconnu@demo.example" }),
      await messageOf("/api/auth/change-email", { email: "autre@demo.example", password: "x" }),
      await messageOf("/api/auth/change-password", { password: NEW, oldpassword: "x" }),
    ], [
      "409 User already exists",
      "400 Unknown user",
      "400 Unknown user",
      "401 Bad password",
      "400 Bad old password",
    ]);
  }, { demo: true }));
