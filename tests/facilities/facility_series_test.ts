import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { aSeries, PROJECT } from "@/tests/helpers/a_residence.ts";
import { asLandlord, type Page, plain, withSite, withVisitor } from "@/tests/helpers/a_site.ts";

const GAS = "/collect/p01/facilities/p01-c1-gaz";
const FLOW = "/collect/p01/facilities/p01-c1-dep";

function heads({ html }: Page): string[] {
  return [...html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/gs)]
    .map(([, inner = ""]) => inner.replaceAll(/<[^>]+>/g, "").replaceAll("\u00A0", " ").trim());
}

function rowCount({ html }: Page): number {
  return [...html.matchAll(/<th[^>]* scope="row"/g)].length;
}

Deno.test("facility series opens on its year by month, with the year before and its completeness", () =>
  asLandlord(async (visitor) => {
    const opened = await visitor.get(GAS);
    strictEqual(opened.status, 303);
    match(opened.headers.get("location") ?? "", /\/monthly\/\d{4}$/);
    const page = await visitor.get(`${GAS}/monthly/2024`);
    strictEqual(page.title, "Chaufferie principale | Compteur gaz");
    deepStrictEqual(heads(page), ["Mois", "2024 (m³)", "2023 (m³)", "Complétude (%)", "État"]);
    // Twelve months and their total.
    strictEqual(rowCount(page), 13);
    match(page.html, /<svg[^>]*class="chart-svg"/);
    match(page.text, /Total/);
  }));

// @spec series.ranges
Deno.test("the legend names both years, and the running month is not compared with a whole one", () =>
  withSite(async ({ signIn }) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const visitor = await signIn(email, password);
    const { html, text } = await visitor.get(`${GAS}/monthly/2026`);
    const [legend = ""] = /<ul class="chart-legend">.*?<\/ul>/s.exec(html) ?? [];
    match(legend.replaceAll(/<[^>]+>/g, " "), /^ +2026 +2025 /);
    // It is 10 February: 34 % of the month has readings. The register counted through the silence of January.
    match(
      plain(text),
      /janvier 2026 4 354,6 3 974,9 100 .* février 2026 1 240,0 34 Incomplet Total/,
    );
  }, { demo: true }));

Deno.test("each slot links to a finer range, where there is one", () =>
  asLandlord(async (visitor) => {
    ok((await visitor.get(`${GAS}/monthly/2024`)).html.includes(`href="${GAS}/daily/2024/07"`));
    ok(
      (await visitor.get(`${GAS}/daily/2024/07`)).html.includes(
        `href="${GAS}/hourly/2024/07/15"`,
      ),
    );
  }));

Deno.test("averages show the lowest and the highest reading, and no total", () =>
  asLandlord(async (visitor) => {
    const page = await visitor.get(`${FLOW}/daily/2024/01`);
    deepStrictEqual(heads(page).slice(0, 5), [
      "Jour",
      "Moyenne (°C)",
      "Minimum (°C)",
      "Maximum (°C)",
      "Moyenne, janvier 2023 (°C)",
    ]);
    match(page.text, /Ensemble/);
  }));

Deno.test("a day of 23 hours has 23 lines, and one of 25 has 25", () =>
  asLandlord(async (visitor) => {
    strictEqual(rowCount(await visitor.get(`${FLOW}/hourly/2024/03/31`)), 24);
    // Its last hour has no counterpart in the year before, whose day had 24; the hours of both have
    // their own lines.
    const longDay = await visitor.get(`${FLOW}/hourly/2024/10/27`);
    strictEqual(rowCount(longDay), 27);
    match(longDay.text, /Périodes comparables/);
  }));

Deno.test("five-minute slots are paginated, under the total of the day; the file has them all", () =>
  asLandlord(async (visitor) => {
    const first = await visitor.get(`${GAS}/fivemin/2024/07/15`);
    strictEqual(rowCount(first), 24 + 1);
    match(first.text, /Lignes 1 à 24 sur 288/);
    const last = await visitor.get(`${GAS}/fivemin/2024/07/15?page=12`);
    strictEqual(rowCount(last), 24 + 1);
    const file = await visitor.get(`${GAS}/fivemin/2024/07/15?csv=semicolon`);
    strictEqual(file.html.split("\r\n").length, 289);
  }));

Deno.test("period without readings says so, and what to do, or that they may have been deleted", () =>
  withVisitor({ isAdmin: true, roles: ["collect"] }, async ({ ask, visitor }) => {
    const path = `/collect/${PROJECT}/facilities/${await aSeries(ask, "TDEP")}`;
    for (const period of ["monthly/2025", "daily/2025/06", "hourly/2025/06/15"]) {
      const page = await visitor.get(`${path}/${period}`);
      strictEqual(page.status, 200);
      match(
        page.text,
        /Aucun relevé sur cette période .* vérifiez que le capteur envoie ses relevés/,
      );
    }
    for (const period of ["monthly/1975", "daily/2023/06", "hourly/2024/06/15"]) {
      const page = await visitor.get(`${path}/${period}`);
      match(
        page.text,
        /Aucun relevé sur cette période .* supprimés à la fin de leur durée de conservation/,
      );
      doesNotMatch(page.text, /vérifiez que le capteur/);
    }
  }));

Deno.test("state has a page of intervals, thirty at a time, and a file of all of them", () =>
  asLandlord(async (visitor) => {
    const gate = "/collect/p01/facilities/p01-ba-portail-etat";
    // It opens twice a day: four intervals on each of 31 days, and the initial one.
    const page = await visitor.get(`${gate}/daily/2024/10`);
    match(page.text, /Lignes 1 à 30 sur 125/);
    strictEqual(rowCount(await visitor.get(`${gate}/daily/2024/10?page=5`)), 5);
    const file = await visitor.get(`${gate}/daily/2024/10?csv=semicolon`);
    strictEqual(file.html.split("\r\n").length, 126);
    match(file.html, /\r\n2024-10-31T17:00:00Z;2024-10-31T18:00:00Z;ouvert;60;\r\n/);
  }));
