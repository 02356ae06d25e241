import { strictEqual } from "node:assert/strict";
import { jobErrorText } from "@/lib/platform/text.ts";
import { RUN_SUBJECTS, writeGivenUp, writeRunFailure } from "@/lib/store/jobs.ts";

Deno.test("jobErrorText() gives in French the number of failures, with their names, and that a run stopped", () => {
  const named = "Les Lilas (Bailleur): Error: disk is full";
  const failed = writeRunFailure({ count: 2, subject: "residences", named });
  strictEqual(jobErrorText(`AggregateError: ${failed}`), `échec pour 2\u00A0résidences (${named})`);
  strictEqual(jobErrorText("Error: disk is full"), "arrêt sur une erreur (Error: disk is full)");
  // Truncated, as it was too long to be stored.
  strictEqual(
    jobErrorText("AggregateError: 1 of the posts failed: p1"),
    "échec pour 1\u00A0envoi (p1)",
  );
  for (const subject of RUN_SUBJECTS) {
    const text = jobErrorText(writeRunFailure({ count: 1, subject, named: "x" }));
    strictEqual(/^échec pour 1\u00A0[^(]+ \(x\)$/.test(text), true, text);
  }
});

Deno.test("jobErrorText() says in French that a run was given up, and after how long", () => {
  strictEqual(
    jobErrorText(`StepTooLong: ${writeGivenUp(15)}`),
    "passage abandonné, une étape a duré plus de 15\u00A0minutes",
  );
});
