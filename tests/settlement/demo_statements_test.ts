import { deepStrictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { DEMO_ORG } from "@/lib/demo/seed/people.ts";
import { signedIn, withPlatform } from "@/tests/helpers/a_platform.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

// @spec settlement.demo
Deno.test("the demo has a saving that is closed, an excess that is contested, and one that waits", () =>
  withPlatform(async (built) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const { ask } = await signedIn(built, email, password);
    const lines = await answerOf(ask("listSettlements", { orgId: DEMO_ORG.id, year: "2024" }));
    const sent = lines.filter(({ state }) => state !== null);
    deepStrictEqual(sent.map(({ projectId, state, payer }) => [projectId, state, payer]).sort(), [
      ["p02", "sent", "landlord"],
      ["p04", "closed", "landlord"],
      ["p10", "contested", "operator"],
    ]);
    const at = { projectId: "p10", boilerRoomId: "p10-c1", year: "2024" };
    const { sent: [statement] } = await answerOf(ask("getSettlement", at));
    deepStrictEqual(
      [...new Set(statement?.sheet.rows.map(({ price }) => price))].length,
      2,
      "a price revised in mid-season",
    );
    deepStrictEqual(statement?.acts.map(({ state }) => state), ["sent", "contested"]);
  }, { demo: true, isWholeDemo: true }));
