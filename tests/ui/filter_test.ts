import { deepStrictEqual } from "node:assert/strict";
import { filteredRows, filterOptions, type FilterValue } from "@/lib/ui/tables.ts";

interface Residence {
  name: string;
  city: string;
  tags: string[];
}

const tilleuls: Residence = { name: "Les Tilleuls", city: "Nancy", tags: ["gaz", "rénovée"] };
const acacias: Residence = { name: "Les Acacias", city: "Metz", tags: ["bois"] };
const roseraie: Residence = { name: "La Roseraie", city: "Nancy", tags: [] };
const residences = [tilleuls, acacias, roseraie];
const fields: Record<string, FilterValue<Residence>> = {
  city: (residence) => residence.city,
  tag: (residence) => residence.tags,
};

Deno.test("filteredRows() keeps the rows of the chosen value", () => {
  deepStrictEqual(filteredRows(residences, { city: "Nancy" }, fields), [tilleuls, roseraie]);
});

Deno.test("filteredRows() applies every filter", () => {
  deepStrictEqual(filteredRows(residences, { city: "Nancy", tag: "gaz" }, fields), [tilleuls]);
});

Deno.test("filteredRows() keeps everything for the option Tous", () => {
  deepStrictEqual(filteredRows(residences, { city: "" }, fields), residences);
});

Deno.test("filteredRows() is empty for a value that no row has", () => {
  deepStrictEqual(filteredRows(residences, { city: "Lyon" }, fields), []);
});

Deno.test("filteredRows() ignores a field the table does not have", () => {
  deepStrictEqual(filteredRows(residences, { toString: "x", owner: "x" }, fields), residences);
});

Deno.test("filterOptions() has each value once, in the order of its label", () => {
  deepStrictEqual(filterOptions(residences, (residence) => residence.city), [
    { value: "Metz", label: "Metz" },
    { value: "Nancy", label: "Nancy" },
  ]);
});

Deno.test("filterOptions() has each value of a list, with its label", () => {
  const label = (tag: string) => tag === "bois" ? "Zone bois" : tag;
  deepStrictEqual(filterOptions(residences, (residence) => residence.tags, label), [
    { value: "gaz", label: "gaz" },
    { value: "rénovée", label: "rénovée" },
    { value: "bois", label: "Zone bois" },
  ]);
});

// @spec tables.filters
Deno.test("filterOptions() offers no empty value, which would mean Tous", () => {
  deepStrictEqual(filterOptions([{ ...acacias, city: "" }], (residence) => residence.city), []);
});
