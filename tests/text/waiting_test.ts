import { strictEqual } from "node:assert/strict";
import { announcedWait, resumingText, tooManyText, waitText } from "@/lib/text/waiting.ts";

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

Deno.test("announcedWait() changes a few times during a wait, not each second", () => {
  const said = new Set(Array.from({ length: 60 }, (_, index) => announcedWait(60 - index)));
  strictEqual(said.size, 3);
  strictEqual(announcedWait(61), announcedWait(120));
  strictEqual(announcedWait(60), resumingText(60));
});
