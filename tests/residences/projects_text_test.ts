import { deepStrictEqual } from "node:assert/strict";
import { chosenProjectsText } from "@/lib/residences/text.ts";

Deno.test("chosenProjectsText() names the first residences and counts the others, or says all of them", () => {
  const names = ["Les Lilas", "Les Ormes", "Les Pins", "Les Saules"];
  const text = (count: number, offeredCount: number) =>
    chosenProjectsText(names.slice(0, count), { offeredCount, namedCount: 2 });
  deepStrictEqual([text(0, 9), text(1, 9), text(2, 9), text(3, 9), text(4, 9)], [
    "Aucune résidence choisie",
    "Les Lilas",
    "Les Lilas, Les Ormes",
    "Les Lilas, Les Ormes et 1 autre",
    "Les Lilas, Les Ormes et 2 autres",
  ]);
  deepStrictEqual([text(1, 1), text(4, 4)], ["Les Lilas", "Les 4 résidences"]);
});
