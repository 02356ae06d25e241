import { deepStrictEqual, match } from "node:assert/strict";
import { MenuContainer } from "@/components/app/PlaceMenu.tsx";
import { PageTitle } from "@/components/ui/Page.tsx";
import { drawn, linksOf } from "@/tests/helpers/drawn.ts";

// @spec forms.titles
Deno.test("a title bar has its back link only when given; a menu has its title and its own", () => {
  const back = { label: "Résidences", href: "/home/projects" };
  deepStrictEqual(linksOf(drawn(<PageTitle title="Les Tilleuls" />)), []);
  deepStrictEqual(linksOf(drawn(<PageTitle title="Les Tilleuls" back={back} />)), [
    ["Résidences", "/home/projects"],
  ]);
  const menu = drawn(<MenuContainer title="Les Tilleuls" back={back}>{null}</MenuContainer>);
  match(menu, /<h2>Les Tilleuls<\/h2>/);
  deepStrictEqual(linksOf(menu), [["Résidences", "/home/projects"]]);
});
