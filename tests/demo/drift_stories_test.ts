import { match } from "node:assert/strict";
import { asLandlord } from "@/tests/helpers/a_site.ts";

const signatureOf = (projectId: string, boilerRoomId: string) =>
  `/collect/${projectId}/boilerrooms/${boilerRoomId}/signature`;

// @spec demo.stories, signature.drift
Deno.test("the demo has a drift, one that was cured, and seasons too scattered to judge", () =>
  asLandlord(async (visitor) => {
    const found = await visitor.get(signatureOf("p18", "p18-c1"));
    match(found.text, /Dérive depuis le .*, \+1\d\s%/);
    const cured = await visitor.get(signatureOf("p03", "p03-c2"));
    match(cured.text, /Pas de dérive depuis le .* Close le .*: Vanne trois voies bloquée/);
    const scattered = await visitor.get(signatureOf("p09", "p09-c2"));
    match(scattered.text, /Dérive non recherchée .* trop dispersée pour conclure/);
  }));
