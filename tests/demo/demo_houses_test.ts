import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { housesOfSite } from "@/lib/demo/seed/dwellings.ts";
import { demoSites } from "@/lib/demo/seed/site_table.ts";
import { siteId } from "@/lib/demo/simulation/site_series.ts";
import { FEWEST_ANONYMOUS } from "@/lib/housing/anonymity.ts";

const PLACES = demoSites().map((site, index) => ({ site, projectId: siteId(index) }));

Deno.test("housesOfSite() returns the dwellings that each residence's site declares, the same each time", () => {
  for (const { site, projectId } of PLACES) {
    const houses = housesOfSite(site, projectId);
    strictEqual(houses.length, site.dwellings.count);
    deepStrictEqual(houses, housesOfSite(site, projectId));
  }
});

Deno.test("housesOfSite() gives no name or serial twice in a residence", () => {
  for (const { site, projectId } of PLACES) {
    const houses = housesOfSite(site, projectId);
    strictEqual(new Set(houses.map(({ settings }) => settings.name)).size, houses.length);
    strictEqual(new Set(houses.map(({ serial }) => serial)).size, houses.length);
  }
});

Deno.test("housesOfSite() creates groups large enough to be shown, and one too small", () => {
  const small = PLACES.flatMap(({ site, projectId }) => {
    const counts = new Map<string, number>();
    for (const { settings: { anonymousGroupId } } of housesOfSite(site, projectId)) {
      const id = anonymousGroupId ?? "";
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return [...counts].filter(([, count]) => count < FEWEST_ANONYMOUS);
  });
  deepStrictEqual(small, [["p01-gessai", 8]]);
});

Deno.test("housesOfSite() creates dwellings with plausible settings", () => {
  for (const { site, projectId } of PLACES) {
    for (const { areaM2, peopleCount, settings } of housesOfSite(site, projectId)) {
      ok(areaM2 >= 35 && areaM2 <= 95, `${areaM2} m²`);
      ok(peopleCount >= 1 && peopleCount <= 6, `${peopleCount} people`);
      ok((settings.floor ?? -1) >= 0 && (settings.floor ?? 99) < 11);
    }
  }
});
