import { deepStrictEqual, match } from "node:assert/strict";
import { FilterSelect, TableTools } from "@/components/ui/ListTable.tsx";
import { readTableState } from "@/lib/ui/tables.ts";
import { drawn, linksOf } from "@/tests/helpers/drawn.ts";

const CITIES = [{ value: "Metz", label: "Metz" }, { value: "Nancy", label: "Nancy" }];

/** Options of the filter: label, value, and whether it is selected. */
function choices(chosen: string | undefined): [string, string, boolean][] {
  const html = drawn(
    <FilterSelect field="city" label="Ville" options={CITIES} chosen={chosen} />,
  );
  return [...html.matchAll(/<option([^>]*)>(.*?)<\/option>/g)].map(([, attributes = "", text]) => [
    text ?? "",
    /value="([^"]*)"/.exec(attributes)?.[1] ?? "",
    attributes.includes("selected"),
  ]);
}

Deno.test("FilterSelect starts with Tous, which sends nothing", () => {
  deepStrictEqual(choices(undefined), [
    ["Tous", "", false],
    ["Metz", "Metz", false],
    ["Nancy", "Nancy", false],
  ]);
});

Deno.test("FilterSelect shows the selected value", () => {
  deepStrictEqual(choices("Nancy").map(([, , isChosen]) => isChosen), [false, false, true]);
});

Deno.test("FilterSelect is sent as filter:field, and labelled", () => {
  const html = drawn(
    <FilterSelect field="city" label="Ville" options={CITIES} chosen={undefined} />,
  );
  match(html, /<label for="filter-city">Ville<\/label>/);
  match(html, /name="filter:city"/);
});

Deno.test("TableTools sends the sort along with the filters, and not the page", () => {
  const state = readTableState(new URLSearchParams("sort=name:desc&page=4&filter:city=Nancy"));
  const html = drawn(<TableTools path="/home" state={state} />);
  match(html, /method="get" action="\/home"/);
  match(html, /<input type="hidden" name="sort" value="name:desc"/);
  deepStrictEqual([...html.matchAll(/name="([^"]*)"/g)].map(([, name]) => name), ["sort"]);
  deepStrictEqual(linksOf(html), [["Tout afficher", "/home"]]);
});
