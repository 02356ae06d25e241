import { match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { HOUSE_HOURLY, HOUSE_MODES, type HouseModeFeature } from "@/lib/residences/features.ts";
import { aHouse } from "@/tests/helpers/a_dwelling.ts";
import { PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";
import { type Page, plain, type Visitor, withVisitor } from "@/tests/helpers/a_site.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const AT = { projectId: PROJECT };
const SENSORS = `/collect/${PROJECT}/sensors`;
/** Midnight in Paris of 20 January 2026. */
const START_S = Date.parse("2026-01-19T23:00:00Z") / 1_000;

interface Sent {
  readonly visitor: Visitor;
  readonly ask: CallFunction;
  readonly series: string;
  /** Path of the page of the series. */
  readonly path: string;
}

/** The cold water of a dwelling, at most 3.2 m³ an hour, with a register each midnight. */
function withRegisters(
  registers: readonly number[],
  test: (sent: Sent) => Promise<void>,
  houseMode: HouseModeFeature = HOUSE_MODES.Detailed,
): Promise<void> {
  const features = { houseMode, houseHourly: HOUSE_HOURLY.AllFiveMin };
  return withVisitor({ roles: ["collect"] }, async ({ site, visitor, ask }) => {
    const body = seriesDraft({ dataUnitId: "EFSV", scope: "housing", renamed: "Eau froide" });
    const series = (await answerOf(ask("createDataseries", { ...AT, body }))).id;
    const houseId = await aHouse(ask, { name: "A12" });
    const readings = registers.map((value, day) => ({ epochS: START_S + day * 86_400, value }));
    await storedSeries(site).append([{
      seriesId: `${series}@${houseId}`,
      kind: "index",
      readings,
    }]);
    await test({ visitor, ask, series, path: `/collect/${PROJECT}/series/${series}` });
  }, { residence: { features } });
}

/** The hidden fields of the first form of a kind, and the value of one of its buttons. */
function formOf({ html }: Page, name: string, intent?: string): Record<string, string> {
  const forms = html.split("<form").slice(1).map((one) => one.split("</form>")[0] ?? "");
  const form = forms.find((one) => one.includes(`name="form" value="${name}"`)) ?? "";
  const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)]
    .flatMap(([, field = "", value = ""]) => field === "intent" ? [] : [[field, value] as const]);
  return { ...Object.fromEntries(fields), ...intent !== undefined && { intent } };
}

// @spec series.verdicts
Deno.test("a reading that waits is answered on the page of its series, listed with who answered, and taken back", () =>
  withRegisters([100, 101, 300, 500], async ({ visitor, path }) => {
    const page = await visitor.get(path);
    match(
      plain(page.text),
      /Relevés à confirmer .*2 relevés à confirmer .*Eau froide A12 500 m³ 23\/01\/2026 à 00:00 101 m³ 21\/01\/2026 à 00:00 399 m³ rien, chiffres douteux Vrai.*Faux.*Eau froide A12 300 m³ 22\/01\/2026 à 00:00 101 m³ 21\/01\/2026 à 00:00 500 m³ 23\/01\/2026 à 00:00 199 m³/,
    );
    const answered = await visitor.post(path, formOf(page, "verdict", "error"));
    strictEqual(answered.headers.get("location"), `${path}?saved=doubts#doubts`);
    const after = await visitor.get(`${path}?saved=doubts`);
    match(
      plain(after.text),
      /Modifications enregistrées 1 relevé à confirmer.*1 réponse .*500 m³ 23\/01\/2026 à 00:00 Faux ada@bailleur.fr 10\/02\/2026 .*Retirer/,
    );
    await visitor.post(path, formOf(after, "verdict-removal"));
    const back = await visitor.get(path);
    match(plain(back.text), /2 relevés à confirmer/);
    ok(!/1 réponse/.test(plain(back.text)));
    strictEqual((await visitor.post(path, formOf(back, "verdict"))).status, 400);
  }));

// @spec series.verdicts
Deno.test("a reading corrected since its page was shown is not answered, and the page says why", () =>
  withRegisters([100, 101, 300], async ({ visitor, path }) => {
    const form = formOf(await visitor.get(path), "verdict", "real");
    const stale = await visitor.post(path, { ...form, value: "299" });
    strictEqual(stale.status, 409);
    match(plain(stale.text), /Une autre personne a enregistré une modification entre-temps/);
  }));

// @spec series.verdicts
Deno.test("« Capteurs » lists the readings that wait of the residence, and raises a rate in one click", () =>
  withRegisters([100, 220, 340, 460], async ({ visitor, ask, series }) => {
    const page = await visitor.get(SENSORS);
    match(plain(page.text), /3 relevés à confirmer/);
    // (120 − 1) / 24 = 4.958, rounded up; 460 − 100.
    match(
      plain(page.text),
      /Débit maximal trop bas \? Eau froide : trois relevés de suite de 1 logement dépassent 3,2 m³ par heure depuis le 21\/01\/2026 à 00:00\. Porté à 5 m³ par heure, pour tous les logements de la série, le débit maximal les fait compter : 360 m³ de plus\. Porter à 5 m³ par heure/,
    );
    const raised = await visitor.post(SENSORS, formOf(page, "max-rate"));
    strictEqual(raised.headers.get("location"), `${SENSORS}?saved=doubts#doubts`);
    const [read] = (await answerOf(ask("listDataseries", AT))).filter(({ id }) => id === series);
    strictEqual(read?.maxRatePerHour, 5);
    strictEqual(read.renamed, "Eau froide");
    ok(!/relevés à confirmer/.test(plain((await visitor.get(SENSORS)).text)));
    const stale = { ...formOf(page, "max-rate"), rate: "6" };
    strictEqual((await visitor.post(SENSORS, stale)).status, 409);
  }));

// @spec series.verdicts, housing.visibility
Deno.test("an anonymous dwelling shows that readings wait, without their values and without answers", () =>
  withRegisters([100, 101, 300], async ({ visitor, path }) => {
    const page = await visitor.get(path);
    match(
      plain(page.text),
      /1 relevé à confirmer .*A12 masqué 22\/01\/2026 .*Ce logement ne montre pas/,
    );
    ok(!page.html.includes("300 m³") && !page.html.includes('value="verdict"'));
  }, HOUSE_MODES.Anonymous));
