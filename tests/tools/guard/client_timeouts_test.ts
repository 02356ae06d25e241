import { strictEqual } from "node:assert/strict";
import { ClientTimeouts, type GuardLimits } from "@/tools/guard/client_timeouts.ts";

const LIMITS: GuardLimits = {
  headMs: 10,
  bodyStepMs: 10,
  bodyStepBytes: 100,
  silentMs: 75,
  unreadMs: 30,
  connectionsMax: 9,
};

/** A client whose first head was complete at 5, when its body begins. */
function inBody(): ClientTimeouts {
  const timeouts = new ClientTimeouts(LIMITS, 0);
  timeouts.headIsWhole(5);
  timeouts.cameFromClient(50, "body", 5);
  return timeouts;
}

Deno.test("ClientTimeouts end with the time limit of a head, counted from the connection", () => {
  const timeouts = new ClientTimeouts(LIMITS, 0);
  timeouts.cameFromClient(1, "head", 9);
  strictEqual(timeouts.isOver(10), false);
  strictEqual(timeouts.isOver(11), true);
});

Deno.test("ClientTimeouts count a later head from its first byte", () => {
  const timeouts = inBody();
  timeouts.cameFromClient(1, "between", 6);
  timeouts.cameFromClient(1, "head", 50);
  timeouts.cameFromClient(1, "head", 59);
  strictEqual(timeouts.isOver(60), false);
  strictEqual(timeouts.isOver(61), true);
});

Deno.test("ClientTimeouts end with a body that is too slow, however often it sends a byte", () => {
  const timeouts = inBody();
  for (let now = 6; now <= 15; now++) {
    timeouts.serverReads(false, now);
    timeouts.serverReads(true, now);
    timeouts.cameFromClient(1, "body", now);
    strictEqual(timeouts.isOver(now), false);
  }
  strictEqual(timeouts.isOver(16), true);
});

Deno.test("ClientTimeouts continue with a body that is fast enough", () => {
  const timeouts = inBody();
  for (let now = 10; now < 200; now += 10) {
    timeouts.cameFromClient(100, "body", now);
    strictEqual(timeouts.isOver(now + 9), false);
  }
});

Deno.test("ClientTimeouts do not count the time that the server makes the client wait", () => {
  const timeouts = inBody();
  timeouts.serverReads(false, 8);
  strictEqual(timeouts.isOver(500), false);
  timeouts.serverReads(true, 500);
  strictEqual(timeouts.isOver(507), false);
  strictEqual(timeouts.isOver(508), true);
});

Deno.test("ClientTimeouts end with silence between requests, and with an answer left unread", () => {
  const timeouts = inBody();
  timeouts.cameFromClient(1, "between", 20);
  strictEqual(timeouts.isOver(95), false);
  strictEqual(timeouts.isOver(96), true);
  timeouts.answerWaits(true, 90);
  strictEqual(timeouts.isOver(120), false);
  strictEqual(timeouts.isOver(121), true);
  timeouts.answerWaits(false, 121);
  strictEqual(timeouts.isOver(196), false);
});
