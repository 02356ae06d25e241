import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { takeMessage } from "@/lib/ingest/mqtt/messages.ts";
import { keys } from "@/lib/store/keys.ts";
import { withFedApp } from "@/tests/api/a_residence.ts";
import { houseDraft } from "@/tests/helpers/a_dwelling.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const at = { projectId: PROJECT };
const SECOND_MS = 1_000;

// @spec collectors.arrivals
Deno.test("what each sender sent is listed with what was made of its values, the newest first", () =>
  withFedApp(async ({ askApp, built: { platform, clock }, ask, series, token }) => {
    const send = async (path: string, body: string, headers: Record<string, string> = {}) => {
      clock.advance(SECOND_MS);
      const authorization = `Token ${token}`;
      await askApp(path, { method: "POST", body, headers: { authorization, ...headers } });
    };
    await answerOf(
      ask("attachSource", { ...at, series, body: { source: "serial=1", houseId: null } }),
    );
    const lines = "gaz,serial=1 value=12\nlampe,serial=2 value=3\ngaz,serial=1 value=-5\nbroken";
    await send("/api/v2/write", lines.replaceAll("\\\n", "\n"));
    await send(
      "/input/post",
      `node=a&fulljson=${encodeURIComponent('{"power1":7}')}&apikey=${token}`,
      {
        "content-type": "application/x-www-form-urlencoded",
        authorization: "",
      },
    );
    await send("/chirpstack?event=up", "{");
    clock.advance(SECOND_MS);
    const collector = await platform.collectorAt(PROJECT);
    ok(collector);
    const place = { residence: PROJECT, device: { measurement: "m", tags: [] }, field: "x" };
    const payload = new TextEncoder().encode("8.5");
    await takeMessage(collector, place, { topic: "a/x", payload, isRetained: false });
    const [mqtt, chirpstack, emoncms, influx] = await answerOf(ask("listArrivals", at));
    deepStrictEqual(
      [mqtt, chirpstack, emoncms, influx].map((one) => [
        one?.way,
        one?.storedCount,
        one?.unknownCount,
        one?.refusedCount,
        one?.words,
      ]),
      [
        ["mqtt", 0, 1, 0, "a/x\n8.5"],
        ["chirpstack", 0, 0, 0, "{"],
        ["emoncms", 0, 1, 0, 'node=a&fulljson={"power1":7}'],
        ["influx", 1, 1, 1, lines],
      ],
    );
    strictEqual(chirpstack?.reason, "The body is not JSON");
    match(influx?.reason ?? "", /^line 3: value -5 is not between .*; line 4: /);
    deepStrictEqual(
      influx?.values.map((
        { source, value, outcome, seriesId },
      ) => [source, value, outcome, seriesId]),
      [
        ["gaz,serial=1 value", "-5", "value", null],
        ["lampe,serial=2 value", "3", "unknown", null],
        ["gaz,serial=1 value", "12", "stored", series],
      ],
    );
    strictEqual(JSON.stringify(await ask("listArrivals", at)).includes(token), false);
  }));

// @spec collectors.arrivals
Deno.test("twenty arrivals are listed, one a second, for three days; long words are cut", () =>
  withFedApp(async ({ askApp, built: { clock, store }, ask, token }) => {
    const send = (body: string) =>
      askApp("/api/v2/write", {
        method: "POST",
        body,
        headers: { authorization: `Token ${token}` },
      });
    for (let n = 0; n < 60; n++) {
      clock.advance(SECOND_MS);
      await send(`m,serial=${n} value=${n}`);
      await send(`m,serial=${n} value=1000`);
    }
    const listed = await answerOf(ask("listArrivals", at));
    deepStrictEqual(
      listed.map(({ words }) => words),
      Array.from({ length: 20 }, (_, n) => `m,serial=${59 - n} value=${59 - n}`),
    );
    const stored = await Array.fromAsync(store.list({ prefix: keys.recentArrival.under(PROJECT) }));
    ok(stored.length <= 30, `${stored.length} arrivals`);
    clock.advance(SECOND_MS);
    await send(`m,serial=1 value=1 \n`.repeat(1_000));
    const [long] = await answerOf(ask("listArrivals", at));
    deepStrictEqual([long?.words?.length, long?.isCut, long?.values.length], [4_000, true, 8]);
    clock.advance(3 * 86_400_000);
    deepStrictEqual(await answerOf(ask("listArrivals", at)), []);
  }));

// @spec collectors.arrivals-hidden
Deno.test("the content of what feeds a dwelling's series is neither stored nor listed", () =>
  withFedApp(async ({ askApp, built: { clock, store }, ask, token }) => {
    const features = await answerOf(ask("getProjectFeatures", at));
    const { version: _, ...rest } = features;
    await answerOf(ask("putProjectFeatures", { ...at, body: { ...rest, houseMode: 1 } }));
    const { id: houseId } = await answerOf(ask("createHouse", { ...at, body: houseDraft() }));
    const draft = seriesDraft({ dataUnitId: "TEMP", scope: "housing" });
    const { id: series } = await answerOf(ask("createDataseries", { ...at, body: draft }));
    const send = (body: string) => {
      clock.advance(SECOND_MS);
      const headers = { authorization: `Token ${token}` };
      return askApp("/api/v2/write", { method: "POST", body, headers });
    };
    const words = async () => (await answerOf(ask("listArrivals", at))).map((one) => one.words);
    await send("t,serial=9 value=21.7");
    deepStrictEqual(await words(), ["t,serial=9 value=21.7"]);
    const body = { source: "t,serial=9 value", houseId };
    await answerOf(ask("attachSource", { ...at, series, body }));
    deepStrictEqual(await words(), [null]);
    await send("t,serial=9 value=21.8\nother,serial=1 value=3");
    await send("t,serial=9 value=400");
    await send("other,serial=1 value=4");
    await send("t,serial=9 value=19.5 tomorrow");
    deepStrictEqual(await words(), [null, "other,serial=1 value=4", null, null, null]);
    const [bad, , refused, taken] = await answerOf(ask("listArrivals", at));
    deepStrictEqual(refused?.values.map(({ outcome, value }) => [outcome, value]), [[
      "value",
      null,
    ]]);
    deepStrictEqual([bad?.reason, refused?.reason], ["", ""]);
    deepStrictEqual(
      taken?.values.map(({ source, value, outcome, houseId }) => [source, value, outcome, houseId]),
      [["other,serial=1 value", null, "unknown", null], [
        "t,serial=9 value",
        null,
        "stored",
        houseId,
      ]],
    );
    const prefix = keys.recentArrival.under(PROJECT);
    const stored = JSON.stringify(await Array.fromAsync(store.list({ prefix })));
    deepStrictEqual(
      ["21.8", "=400", '"400"', "19.5"].filter((value) => stored.includes(value)),
      [],
    );
  }));
