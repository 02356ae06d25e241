import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { aMember, aSeries, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { plain, withSite } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const NOON_S = Date.UTC(2026, 0, 7, 11) / 1_000;

// @spec series.deletions
Deno.test("wrong readings are chosen, shown with what is lost, deleted and restored, without any script", () =>
  withSite(async (site) => {
    const { ask, stored } = await aMember(site, { email: "tom@b.fr", roles: ["collect"] });
    const series = await aSeries(ask, "GAZV");
    const values = [100, 101, 9_000, 102];
    const readings = values.map((value, day) => ({ epochS: NOON_S + 86_400 * day, value }));
    await stored.append([{ seriesId: series, kind: "index", readings }]);
    await someone(site, { roles: ["collect:boilerroom:write", "collect:boilerroom:read"] });
    const visitor = await site.signIn();
    const path = `/collect/${PROJECT}/series/${series}/readings`;
    const day = await visitor.get(`/collect/${PROJECT}/facilities/${series}/daily/2026/01`);
    ok(day.html.includes(`href="${path}?from=2025-12-31T23%3A00%3A00Z`), "no link");
    match((await visitor.get(path)).text, /Aucun relevé de cette série n’a été supprimé/);
    const typed = { from: "2026-01-09", fromTime: "00:00", to: "2026-01-09", toTime: "23:59" };
    const wrong = await visitor.post(path, { form: "period", ...typed, to: "2026-01-08" });
    strictEqual(wrong.status, 400);
    const chosen = await visitor.post(path, { form: "period", ...typed });
    strictEqual(chosen.status, 303);
    const shownAt = chosen.headers.get("location") ?? "";
    const shown = await visitor.get(shownAt);
    const said = plain(shown.text);
    match(said, /Ce qui sera supprimé 1 relevé, le 09\/01\/2026 à 12:00\./);
    // 9,000 is between 101 and 102: the day before and the day after were 8,899 and nothing.
    match(
      said,
      /La consommation du 08\/01\/2026 à 12:00 au 10\/01\/2026 à 12:00 passera de 8 899 m³ à 1 m³/,
    );
    match(said, /09\/01\/2026 à 12:00 9 000/);
    const sent = { form: "deletion", intent: "remove", version: shown.version("readings") };
    const gone = await visitor.post(shownAt, sent);
    strictEqual(gone.status, 303);
    const after = await visitor.get(path);
    match(plain(after.text), /1 suppression .* 1 09\/01\/2026 à 12:00 09\/01\/2026 à 12:00/);
    // A second tab sends it again.
    const twice = await visitor.post(shownAt, sent);
    strictEqual(twice.status, 303);
    const [, deletionId = ""] = /name="deletionId" value="([^"]+)"/.exec(after.html) ?? [];
    strictEqual((await visitor.post(path, { form: "restore", deletionId })).status, 303);
    const all = await stored.points(series, { fromS: 0, toS: 2 ** 32 });
    deepStrictEqual(all.map(({ value }) => value), values);
    deepStrictEqual(
      await answerOf(ask("listReadingsDeletions", { projectId: PROJECT, series })),
      [],
    );
  }));
