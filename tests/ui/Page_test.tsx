import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import type { ComponentChildren } from "preact";
import { FieldLegend, Tooltip } from "@/components/ui/Field.tsx";
import { PageTitle } from "@/components/ui/Page.tsx";
import { PeriodNavigator } from "@/components/ui/PeriodNavigator.tsx";
import { TextField } from "@/components/ui/TextField.tsx";
import { periodPath } from "@/lib/base/period_paths.ts";
import type { PeriodChoices } from "@/lib/base/period_selector.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { withMark } from "@/lib/web/form_token.ts";
import { drawn, linksOf, wordsOf } from "@/tests/helpers/drawn.ts";

// @spec forms.titles
Deno.test("a title bar has its back link only when given", () => {
  const back = { label: "Résidences", href: "/home/projects" };
  deepStrictEqual(linksOf(drawn(<PageTitle title="Les Tilleuls" />)), []);
  deepStrictEqual(linksOf(drawn(<PageTitle title="Les Tilleuls" back={back} />)), [
    ["Résidences", "/home/projects"],
  ]);
});

Deno.test("Tooltip associates its text with the button that shows it", () => {
  const html = drawn(<Tooltip id="q-help" label="Aide : q" text="Pertes comprises." />);
  match(html, /<button type="button" aria-label="Aide : q" aria-describedby="q-help">/);
  match(html, /<span role="tooltip" id="q-help">Pertes comprises\.<\/span>/);
});

// @spec forms.required
Deno.test("a page shows the note on required fields as soon as it begins, when it has one", async () => {
  const isShown = async (...fields: ComponentChildren[]) => {
    const page = drawn(<main>Été{<PageTitle title="Ville" />}{fields}</main>);
    const answer = new Response(page, { headers: { "content-type": "text/html" } });
    return !/<p class="required-note[^>]* hidden/.test(await (await withMark(answer, "")).text());
  };
  strictEqual(await isShown(), false);
  strictEqual(await isShown(<TextField name="city" label="Ville" />), false);
  strictEqual(await isShown(<TextField name="city" label="Ville" required />), true);
  strictEqual(await isShown(<FieldLegend label="Jours" required />), true);
});

const PAGE = "/collect/p01/facilities/GAZV";
const DAY: PeriodRange = { type: "hourly", year: 2023, month: 7, day: 1 };
const MONTH: PeriodRange = { type: "daily", year: 2023, month: 7 };

/** The navigator of the page for a range. */
function navigator(range: PeriodRange, more: { choices?: PeriodChoices; today?: string } = {}) {
  return drawn(<PeriodNavigator range={range} path={`${PAGE}/${periodPath(range)}`} {...more} />);
}

/** Targets of a navigator's links, relative to the page. */
function hrefs(html: string): string[] {
  return linksOf(html).map(([, href]) => href.replace(`${PAGE}/`, ""));
}

Deno.test("PeriodNavigator shows a year line for a year, with its shifted half", () => {
  const html = navigator({ type: "monthly", year: 2023 });
  strictEqual(wordsOf(html), "2023");
  deepStrictEqual(linksOf(html), [
    ["Année précédente\u00A0: 2022-2023", `${PAGE}/monthly-shifted/2022`],
    ["Année suivante\u00A0: 2023-2024", `${PAGE}/monthly-shifted/2023`],
  ]);
});

// @spec periods.navigator
Deno.test("PeriodNavigator adds a month line for days, and a day line for hours and five minutes", () => {
  strictEqual(wordsOf(navigator(MONTH)), "2023 juillet 2023");
  deepStrictEqual(hrefs(navigator(MONTH)), [
    ...["daily/2022/07", "daily/2024/07", "daily/2023/06", "daily/2023/08"],
  ]);
  strictEqual(wordsOf(navigator(DAY)), "2023 juillet 2023 1er juillet 2023");
  deepStrictEqual(hrefs(navigator(DAY)), [
    ...["hourly/2022/07/01", "hourly/2024/07/01"],
    ...["hourly/2023/06/01", "hourly/2023/08/01"],
    ...["hourly/2023/06/30", "hourly/2023/07/02"],
  ]);
  strictEqual(
    wordsOf(navigator({ ...DAY, type: "fivemin" })),
    "2023 juillet 2023 1er juillet 2023",
  );
});

Deno.test("PeriodNavigator ends at today, and leads back from beyond", () => {
  const html = navigator(MONTH, { today: "2023-07-14" });
  deepStrictEqual(hrefs(html), ["daily/2022/07", "daily/2023/06"]);
  const beyond = navigator(MONTH, { today: "2020-01-31" });
  deepStrictEqual(hrefs(beyond), ["daily/2022/07", "daily/2023/06"]);
});

Deno.test("PeriodNavigator offers months, weeks and days, with the current one marked, hours and minutes where allowed", () => {
  const offered = (choices: PeriodChoices) => {
    const html = navigator(MONTH, { choices });
    match(html, /<strong class="segment-chosen" aria-current="true">Jours<\/strong>/);
    return linksOf(html).map(([label, href]) => [label, href.replace(`${PAGE}/`, "")])
      .slice(0, -4);
  };
  const longer = [["Mois", "monthly/2023"], ["Semaines", "weekly/2023"]];
  const hours = ["Heures", "hourly/2023/07/01"];
  deepStrictEqual(offered({}), longer);
  deepStrictEqual(offered({ isHourlyAllowed: true }), [...longer, hours]);
  const all = offered({ isHourlyAllowed: true, isFiveMinuteAllowed: true });
  deepStrictEqual(all, [...longer, hours, ["5\u00A0min", "fivemin/2023/07/01"]]);
});

Deno.test("PeriodNavigator keeps the query from one period to the next", () => {
  const range: PeriodRange = { type: "monthly", year: 2023 };
  const html = drawn(
    <PeriodNavigator range={range} path={`${PAGE}/monthly/2023`} query="floor=2" choices={{}} />,
  );
  strictEqual(linksOf(html).every(([, href]) => href.endsWith("?floor=2")), true);
});
