import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  awaitsUpload,
  canTransition,
  DOCUMENT_STATES,
  isAwaited,
} from "@/lib/documents/document_states.ts";

// @spec contracting.states
Deno.test("canTransition() allows a deposit, a validation, a refusal and an abandonment, and nothing else", () => {
  const allowed = DOCUMENT_STATES.flatMap((from) =>
    DOCUMENT_STATES.filter((to) => canTransition(from, to)).map((to) => `${from} → ${to}`)
  );
  deepStrictEqual(allowed.toSorted(), [
    "from-refused → not-transmitted",
    "from-refused → to-valid",
    "none → not-transmitted",
    "none → to-valid",
    "to-valid → refused",
    "to-valid → subject-valid",
    "to-valid → valid",
  ]);
});

Deno.test("isAwaited() is true without a state and for the replacement of a refused document", () => {
  deepStrictEqual(DOCUMENT_STATES.filter(isAwaited), ["none", "from-refused"]);
  strictEqual(isAwaited("refused"), false);
});

// @spec contracting.deposit
Deno.test("awaitsUpload() is true for an awaited document, and for a refused one until it is replaced", () => {
  const accepted = (isReplaced: boolean) =>
    DOCUMENT_STATES.filter((state) => awaitsUpload({ state, isReplaced }));
  deepStrictEqual(accepted(false), ["none", "refused", "from-refused"]);
  deepStrictEqual(accepted(true), ["none", "from-refused"]);
});
