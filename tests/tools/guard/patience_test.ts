import { strictEqual } from "node:assert/strict";
import { type GuardLimits, Patience } from "@/tools/guard/patience.ts";

const LIMITS: GuardLimits = {
  headMs: 10,
  bodyStepMs: 10,
  bodyStepBytes: 100,
  silentMs: 75,
  unreadMs: 30,
  connectionsMax: 9,
};

/** A client whose first head was complete at 5, when its body begins. */
function inBody(): Patience {
  const patience = new Patience(LIMITS, 0);
  patience.headIsWhole(5);
  patience.cameFromClient(50, "body", 5);
  return patience;
}

Deno.test("Patience ends with the time limit of a head, counted from the connection", () => {
  const patience = new Patience(LIMITS, 0);
  patience.cameFromClient(1, "head", 9);
  strictEqual(patience.isOver(10), false);
  strictEqual(patience.isOver(11), true);
});

Deno.test("Patience counts a later head from its first byte", () => {
  const patience = inBody();
  patience.cameFromClient(1, "between", 6);
  patience.cameFromClient(1, "head", 50);
  patience.cameFromClient(1, "head", 59);
  strictEqual(patience.isOver(60), false);
  strictEqual(patience.isOver(61), true);
});

Deno.test("Patience ends with a body that is too slow, however often it sends a byte", () => {
  const patience = inBody();
  for (let now = 6; now <= 15; now++) {
    patience.serverReads(false, now);
    patience.serverReads(true, now);
    patience.cameFromClient(1, "body", now);
    strictEqual(patience.isOver(now), false);
  }
  strictEqual(patience.isOver(16), true);
});

Deno.test("Patience continues with a body that is fast enough", () => {
  const patience = inBody();
  for (let now = 10; now < 200; now += 10) {
    patience.cameFromClient(100, "body", now);
    strictEqual(patience.isOver(now + 9), false);
  }
});

Deno.test("Patience does not count the time that the server makes the client wait", () => {
  const patience = inBody();
  patience.serverReads(false, 8);
  strictEqual(patience.isOver(500), false);
  patience.serverReads(true, 500);
  strictEqual(patience.isOver(507), false);
  strictEqual(patience.isOver(508), true);
});

Deno.test("Patience ends with silence between requests, and with an answer left unread", () => {
  const patience = inBody();
  patience.cameFromClient(1, "between", 20);
  strictEqual(patience.isOver(95), false);
  strictEqual(patience.isOver(96), true);
  patience.answerWaits(true, 90);
  strictEqual(patience.isOver(120), false);
  strictEqual(patience.isOver(121), true);
  patience.answerWaits(false, 121);
  strictEqual(patience.isOver(196), false);
});
