import { match } from "node:assert/strict";
import { asLandlord } from "@/tests/helpers/a_site.ts";

/** Pages of years only or of months only, with what their navigator shows. */
const PAGES = [
  ["boilerrooms/p01-c1/energy-balance/monthly/2025", "Année 2025"],
  ["boilerrooms/p01-c1/energy-balance/monthly-shifted/2024", "Année 2024-2025"],
  ["boilerrooms/p01-c1/hot-water/monthly/2025", "Année 2025"],
  ["boilerroomreports?project=p01&brId=p01-c1&period=monthly-2025", "Année 2025"],
  ["outdoor-sources/p01-meteo?period=monthly-2025", "Année 2025"],
  ["outdoor-sources/p01-meteo?period=daily-2025-03", "Mois 2025 mars 2025"],
  ["houses/each/p01-l-efs/daily/2025/03", "Mois 2025 mars 2025"],
  ["consumption-reports/2025-03", "Mois 2025 mars 2025"],
] as const;

// @spec periods.selector
Deno.test("pages of years only or of months only show Année or Mois instead of the selector", () =>
  asLandlord(async (visitor) => {
    for (const [path, words] of PAGES) {
      const { html } = await visitor.get(`/collect/p01/${path}`);
      const [navigator = ""] = /<nav class="period-navigator"[\s\S]*?<\/nav>/.exec(html) ?? [];
      const text = navigator.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").trim();
      match(text, new RegExp(`^${words}$`), path);
    }
  }));
