import { match } from "node:assert/strict";
import { ProjectChoices } from "@/components/residences/ProjectChoices.tsx";
import { drawn } from "@/tests/helpers/drawn.ts";

// @spec texts.french
Deno.test("ProjectChoices() separates the thousands of the residences found", () => {
  const offered = Array.from({ length: 1_200 }, (_, rank) => ({
    id: `p${rank}`,
    name: `Les Tilleuls ${rank}`,
    place: "",
  }));
  const events = { onWords() {}, onTick() {}, onAll() {} };
  const choices = { name: "projects", label: "Résidences", chosen: [], events };
  match(
    drawn(<ProjectChoices {...choices} choices={offered} words="Tilleuls" />),
    /Tout sélectionner \(1\u202F200\)/,
  );
});
