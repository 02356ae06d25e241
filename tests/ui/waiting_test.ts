import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { announcedSeconds, resumingText, tooManyText, waitText } from "@/lib/ui/waiting_text.ts";

Deno.test("waitText() counts seconds up to a minute and a half, then started minutes", () => {
  strictEqual(waitText(1), "1\u00a0seconde");
  strictEqual(waitText(45), "45\u00a0secondes");
  strictEqual(waitText(90), "90\u00a0secondes");
  strictEqual(waitText(91), "2\u00a0minutes");
  strictEqual(waitText(3_600), "60\u00a0minutes");
});

Deno.test("tooManyText() says when to retry", () => {
  strictEqual(
    tooManyText(42),
    "Trop de demandes en peu de temps. Réessayez dans 42\u00a0secondes.",
  );
});

Deno.test("resumingText() says that no action is needed", () => {
  strictEqual(
    resumingText(5),
    "Trop de demandes en peu de temps\u00a0: la page reprend d’elle-même dans 5\u00a0secondes.",
  );
});

// @spec calls.waiting
Deno.test("announcedSeconds() are those on screen, a few times during a wait, not each second", () => {
  const said: number[] = [];
  for (let seconds = 45; seconds > 0; seconds--) {
    const announced = announcedSeconds(seconds, said.at(-1) ?? null);
    if (announced !== said.at(-1)) said.push(announced);
  }
  deepStrictEqual(said, [45, 30, 10]);
  strictEqual(announcedSeconds(4, null), 4);
  strictEqual(announcedSeconds(119, 120), 120);
  // The wait was made longer.
  strictEqual(announcedSeconds(9, 3), 9);
});
