import { deepStrictEqual, match } from "node:assert/strict";
import { residenceList } from "@/components/portfolio/residence_list.tsx";
import { ProjectChoices } from "@/components/residences/ProjectChoices.tsx";
import { TagSelects } from "@/components/residences/ResidenceFields.tsx";
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

const AGENCIES = {
  id: "agency",
  name: "Agence",
  sortOrder: 0,
  version: "",
  values: ["Nord", "Sud"].map((label, sortOrder) => ({
    id: `agency-${label}`,
    label,
    sortOrder,
    version: "",
  })),
};

// @spec forms.tags
Deno.test("TagSelects has one list per group, with an empty option; the filter's first option is Tout", () => {
  const html = drawn(<TagSelects groups={[AGENCIES]} chosen={["agency-Sud"]} />);
  const options = [...html.matchAll(/<option([^>]*)>([^<]*)</g)];
  deepStrictEqual(
    options.map(([, attributes = "", label]) => [label, attributes.includes("selected")]),
    [["", false], ["Nord", false], ["Sud", true]],
  );
  deepStrictEqual(residenceList([AGENCIES]).filters?.map(({ label, all }) => [label, all]), [
    ["Ville", undefined],
    ["Agence", "Tout"],
  ]);
});
