import { deepStrictEqual } from "node:assert/strict";
import { residenceList } from "@/components/portfolio/residence_list.tsx";
import { TagSelects } from "@/components/residences/ResidenceFields.tsx";
import { drawn } from "@/tests/helpers/drawn.ts";

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
  deepStrictEqual(
    residenceList([AGENCIES], { energy: true, documents: true }).filters?.map((
      { label, all },
    ) => [label, all]),
    [
      ["Ville", undefined],
      ["Agence", "Tout"],
    ],
  );
});
