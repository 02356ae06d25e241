import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { guessedQuantity } from "@/lib/ingest/devices.ts";
import { readFactor } from "@/lib/ingest/forms.ts";
import { changedSpan, rescaled, seriesValue } from "@/lib/series/source_scales.ts";
import { keys } from "@/lib/store/keys.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { confirmingAs } from "@/tests/helpers/a_platform.ts";
import { aBoilerRoom, aSeries, PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { aCollector, sendLines } from "@/tests/helpers/some_series.ts";
import { auditLines, onceFiled } from "@/tests/helpers/stores.ts";

const ALL = { fromS: 0, toS: 2 ** 40 };
const DEVICE = "dev_eui=0101";
const PATH = `/collect/${PROJECT}/sensors`;

// @spec collectors.devices
Deno.test("a quantity is guessed from the words of a name, and from its unit or the one that its sender names", () => {
  const guesses: Readonly<Record<string, readonly [string, string?][]>> = {
    TEMP: [["temperature"], ["temperatureSensor.1"], ["temp2"], ["x", "°F"]],
    TEXT: [["externalTemperature"]],
    HUM: [["humidity"], ["hum1", "%"]],
    CO2: [["co2Sensor.1"], ["x", "ppm"]],
    EFSV: [["pulse1"], ["volume_m3"], ["volume_l"], ["counter_a"], ["x", "L"]],
    ECSV: [["hot_water", "m³"], ["eau_chaude_pulse"]],
    GAZV: [["gas_pulse"], ["gaz", "m3"]],
    GAZE: [["gas", "kWh"]],
    ELEC: [["energy_kwh"], ["energyWh"], ["x", "Wh"]],
    CHAE: [["heat_energy", "GJ"]],
    none: [["battery"], ["rssi"], ["power", "W"], ["power1"], ["x"], ["x", "%"], ["", "bar"]],
  };
  for (const [quantity, names] of Object.entries(guesses)) {
    for (const [name, unit = ""] of names) {
      const guess = guessedQuantity(`up,${DEVICE} ${name}`, unit);
      strictEqual(guess?.dataUnitId ?? "none", quantity, name);
    }
  }
  deepStrictEqual(guessedQuantity("a energy_Wh", ""), {
    dataUnitId: "ELEC",
    unit: "Wh",
    isPulse: false,
  });
  strictEqual(guessedQuantity("a pulse1", "")?.isPulse, true);
});

interface Fed {
  readonly site: Site;
  readonly visitor: Visitor;
  readonly ask: CallFunction;
  /** As `ask`, with what is asked confirmed. */
  readonly confirming: CallFunction;
  readonly nowS: number;
}

/** A residence to which a device has sent four values, for three hours. */
function withDevice(run: (fed: Fed) => Promise<void>): Promise<void> {
  return withVisitor({ roles: ["collect"] }, async ({ site, visitor, ask }) => {
    const token = await aCollector(ask);
    const nowS = Math.floor(site.clock.now() / 1_000);
    const lines = [3, 2, 1].map((hours) =>
      `up,${DEVICE} temperature=19.5,pulse1=${100 - hours},energy_Wh=2000,battery=3.6 ${
        nowS - hours * 3_600
      }`
    );
    strictEqual((await sendLines(site.platform, token, lines.join("\n"))).kind, "stored");
    await run({ site, visitor, ask, confirming: await confirmingAs(site), nowS });
  });
}

async function valuesOf(site: Site, series: string): Promise<number[]> {
  return (await storedSeries(site).points(series, ALL)).map(({ value }) => value);
}

async function seriesByQuantity(ask: CallFunction) {
  const listed = await answerOf(ask("listDataseries", { projectId: PROJECT }));
  return new Map(listed.map((one) => [one.dataUnitId, one]));
}

/** The fields of the form of the device, as the page shows them. */
function fieldsOf(html: string): Record<string, string> {
  const hidden = [...html.matchAll(/name="(source-\d+|device|count)" value="([^"]*)"/g)]
    .map(([, name = "", value = ""]) => [name, value]);
  const chosen = [...html.matchAll(/<select[^>]*name="(to-\d+)".*?<\/select>/gs)]
    .map(([list = "", name = ""]) => [name, /value="([^"]*)" selected/.exec(list)?.[1] ?? ""]);
  return { form: "device", ...Object.fromEntries([...hidden, ...chosen]) };
}

// @spec collectors.devices
Deno.test("the values of a device are attached by one form, to the series of its place, which are created", () =>
  withDevice(async ({ site, visitor, ask }) => {
    const page = await visitor.get(PATH);
    match(page.text, /Rattacher un appareil/);
    const fields = fieldsOf(page.html);
    // In the order of their names: battery, energy_Wh, pulse1, temperature.
    deepStrictEqual(
      [0, 1, 2, 3].map((rank) => fields[`to-${rank}`]),
      ["", "quantity:ELEC", "quantity:EFSV", "quantity:TEMP"],
    );
    const unsaid = await visitor.post(PATH, fields);
    match(unsaid.text, /pulse1\u00A0: dites ce que compte une impulsion/);
    const wrong = await visitor.post(PATH, { ...fields, "factor-2": "0", "offset-2": "7" });
    match(wrong.text, /pulse1\u00A0: Un nombre supérieur à 0/);
    strictEqual(wrong.value("offset-2"), "7", "what was typed stays");
    deepStrictEqual([...(await seriesByQuantity(ask)).keys()], []);
    const sent = { ...fields, "factor-2": "10 L", "offset-2": "1 000,5" };
    strictEqual(
      (await visitor.post(PATH, sent)).headers.get("location"),
      `${PATH}?saved=devices#devices`,
    );
    const series = await seriesByQuantity(ask);
    deepStrictEqual([...series.keys()].sort(), ["EFSV", "ELEC", "TEMP"]);
    deepStrictEqual(await valuesOf(site, series.get("EFSV")?.id ?? ""), [
      1_001.47,
      1_001.48,
      1_001.49,
    ]);
    deepStrictEqual(await valuesOf(site, series.get("ELEC")?.id ?? ""), [2, 2, 2]);
    match((await visitor.get(PATH)).text, /1\u00A0source à rattacher/);
    const [device] = await answerOf(ask("listAttachedDevices", { projectId: PROJECT }));
    deepStrictEqual([device?.device, device?.values.length], [DEVICE, 3]);
  }));

// @spec collectors.devices
Deno.test("a device of a dwelling feeds the series of every dwelling; two values of one series, and an unknown place, are refused", () =>
  withDevice(async ({ site, ask }) => {
    const temperatures = await aHousingSeries(ask, "TEMP");
    const houseId = await aHouse(ask, { name: "A1" });
    const attach = (over: object, ...names: string[]) =>
      ask("attachDevice", {
        projectId: PROJECT,
        body: {
          values: names.map((name) => ({
            source: `up,${DEVICE} ${name}`,
            dataUnitId: "TEMP" as const,
          })),
          houseId,
          equipmentId: null,
          ...over,
        },
      });
    strictEqual(await codeOfCall(attach({}, "temperature", "pulse1")), "series-twice");
    strictEqual(
      await codeOfCall(attach({ houseId: "nobody" }, "temperature")),
      "unknown-reference",
    );
    strictEqual(await codeOfCall(attach({ equipmentId: "e" }, "temperature")), "unknown-reference");
    deepStrictEqual(await answerOf(ask("listAttachedDevices", { projectId: PROJECT })), []);
    ok((await attach({}, "temperature")).ok);
    deepStrictEqual(await valuesOf(site, `${temperatures}@${houseId}`), [19.5, 19.5, 19.5]);
    strictEqual((await seriesByQuantity(ask)).size, 1);
    const other = await aHouse(ask, { name: "A2" });
    strictEqual(await codeOfCall(attach({ houseId: other }, "temperature")), "source-taken");
  }));

// @spec collectors.moving
Deno.test("a device is moved with all its values and what it has sent since, once that is confirmed", () =>
  withDevice(async ({ site, visitor, ask, confirming, nowS }) => {
    const [room, temperatures] = [await aBoilerRoom(ask), await aHousingSeries(ask, "TEMP")];
    const [first, second] = [await aHouse(ask, { name: "A1" }), await aHouse(ask, { name: "A2" })];
    const values = (["TEMP", "EFSV"] as const).map((dataUnitId, at) => ({
      source: `up,${DEVICE} ${["temperature", "pulse1"][at]}`,
      dataUnitId,
    }));
    ok(
      (await ask("attachDevice", {
        projectId: PROJECT,
        body: { values, houseId: first, equipmentId: null },
      })).ok,
    );
    const water = (await seriesByQuantity(ask)).get("EFSV")?.id ?? "";
    const move = (over: object, by = ask) =>
      by("moveDevice", {
        projectId: PROJECT,
        body: {
          device: DEVICE,
          from: new Date((nowS - 2.5 * 3_600) * 1_000).toISOString(),
          houseId: second,
          equipmentId: null,
          ...over,
        },
      });
    const asked = await move({});
    ok(!asked.ok && asked.code === "to-confirm");
    match(asked.effects?.[0]?.text ?? "", /déplace aussi 4\u00A0relevés enregistrés/);
    strictEqual(await codeOfCall(move({ device: "dev_eui=9" })), "not-found");
    const ahead = new Date((nowS + 3_600) * 1_000).toISOString();
    strictEqual(await codeOfCall(move({ from: ahead })), "future-date");
    ok((await move({}, confirming)).ok);
    const stored = async (house: string) => [
      await valuesOf(site, `${temperatures}@${house}`),
      await valuesOf(site, `${water}@${house}`),
    ];
    deepStrictEqual(await stored(first), [[19.5], [97]]);
    deepStrictEqual(await stored(second), [[19.5, 19.5], [98, 99]]);
    // To an equipment, from now on, by the page: series of its own are created there.
    const typed = { form: "move", device: DEVICE, houseId: "", equipmentId: room };
    const later = await visitor.post(PATH, { ...typed, date: "2026-12-31", time: "00:00" });
    match(later.text, /Cette date est dans le futur/);
    ok(
      (await move({ houseId: null, equipmentId: room, from: new Date(nowS * 1_000).toISOString() }))
        .ok,
    );
    const listed = await answerOf(ask("listDataseries", { projectId: PROJECT }));
    deepStrictEqual(
      listed.filter(({ scope }) => scope === "facilities").map((one) => one.equipmentId),
      [room, room],
    );
    deepStrictEqual(await stored(second), [[19.5, 19.5], [98, 99]]);
  }));

const PULSES = "pulse,serial=7 value";

// @spec collectors.scales
Deno.test("a factor is typed with its unit or without, by a comma or a point, above 0 and up to a million", () => {
  deepStrictEqual(readFactor("10 L"), { factor: 10, unit: "L" });
  deepStrictEqual(readFactor(" 0,01 "), { factor: 0.01 });
  deepStrictEqual(readFactor("1GJ"), { factor: 1, unit: "GJ" });
  deepStrictEqual(readFactor("1 000 m3"), { factor: 1_000, unit: "m3" });
  for (const typed of ["", "0", "-1", "1e9", "1000001", "10 pommes", "L", "1,2,3", "NaN"]) {
    strictEqual(readFactor(typed), null, typed);
  }
});

// @spec collectors.scales
Deno.test("the version in force at the instant of a reading applies, after the unit that its sender names", () => {
  const scales = [
    { fromS: 100, factor: 0.01, offset: 5 },
    { fromS: 200, factor: 0.001, offset: 50 },
  ];
  const worth = (epochS: number, from = "") =>
    seriesValue({ epochS, value: 300 }, from, { unit: "m³", scales });
  deepStrictEqual([worth(99), worth(100), worth(200)], [300, 8, 50.3]);
  // 300 L are 0.3 m³; an unknown unit is worth what the version says, and nothing without one.
  deepStrictEqual([worth(100, "L"), worth(100, "imp"), worth(99, "imp")], [5.003, 8, null]);
  const points = [99, 100, 200].map((epochS) => ({ epochS, value: worth(epochS) ?? 0 }));
  deepStrictEqual(rescaled(points, { before: scales, after: [] }), [
    { epochS: 100, value: 300 },
    { epochS: 200, value: 300 },
  ]);
  deepStrictEqual(changedSpan(scales, scales.slice(0, 1))?.fromS, 200);
  deepStrictEqual(changedSpan(scales, scales.slice(1)), { fromS: 100, toS: 200 });
  strictEqual(changedSpan(scales, [...scales]), null);
});

interface Pulsing extends Fed {
  send(...readings: readonly (readonly [agoS: number, value: number])[]): Promise<void>;
}

function withPulses(run: (fed: Pulsing) => Promise<void>): Promise<void> {
  return withVisitor({ roles: ["collect"] }, async ({ site, visitor, ask }) => {
    const token = await aCollector(ask);
    const confirming = await confirmingAs(site);
    const nowS = Math.floor(site.clock.now() / 1_000);
    const send: Pulsing["send"] = async (...readings) => {
      const lines = readings.map(([ago, value]) => `pulse,serial=7 value=${value} ${nowS - ago}`);
      strictEqual((await sendLines(site.platform, token, lines.join("\n"))).kind, "stored");
    };
    await run({ site, visitor, ask, confirming, nowS, send });
  });
}

// @spec collectors.scales
Deno.test("a source is attached with its factor and start index: what it had sent, and sends later, are worth them", () =>
  withPulses(async ({ site, ask, send }) => {
    const series = await aSeries(ask, "EFSV");
    await send([7_200, 100], [3_600, 150]);
    const scale = { from: null, factor: 10, unit: "L", offset: 1_234 };
    const body = { source: PULSES, houseId: null, scale };
    const at = { projectId: PROJECT, series };
    ok((await ask("attachSource", { ...at, body })).ok);
    await send([1_800, 160]);
    deepStrictEqual(await valuesOf(site, series), [1_235, 1_235.5, 1_235.6]);
    // Attached again, it stays as it is; with another factor, it changes what is stored, which is asked.
    ok((await ask("attachSource", { ...at, body: { source: PULSES, houseId: null } })).ok);
    const other = { ...body, scale: { ...scale, factor: 1 } };
    strictEqual(await codeOfCall(ask("attachSource", { ...at, body: other })), "to-confirm");
    const [source] = await answerOf(ask("listSeriesSources", at));
    deepStrictEqual(source?.scales, [{ from: null, factor: 0.01, offset: 1_234 }]);
  }));

// @spec collectors.rescaling
Deno.test("a factor that comes late is asked with the readings that it changes, audited, and taken back", () =>
  withPulses(async ({ site, visitor, ask, send, nowS }) => {
    const series = await aSeries(ask, "EFSV");
    ok(
      (await ask("attachSource", {
        projectId: PROJECT,
        series,
        body: { source: PULSES, houseId: null },
      })).ok,
    );
    const day = 86_400;
    await send([3 * day, 100], [2 * day, 200], [day, 300], [60, 400]);
    const path = `/collect/${PROJECT}/series/${series}`;
    const typed = { form: "scale", source: PULSES, factor: "10 L", offset: "7", time: "00:00" };
    const asked = await visitor.post(path, typed);
    match(
      asked.text,
      /recalcule 4\u00A0relevés enregistrés, depuis le .*\u00A0: le dernier, 400, devient 11/,
    );
    deepStrictEqual(await valuesOf(site, series), [100, 200, 300, 400]);
    const confirmed = /name="confirmed" value="([^"]+)"/.exec(asked.html)?.[1] ?? "";
    strictEqual((await visitor.post(path, { ...typed, confirmed })).status, 303);
    deepStrictEqual(await valuesOf(site, series), [8, 9, 10, 11]);
    match((await visitor.get(path)).text, /Facteur et index de départ .*son premier relevé 0,01 7/);
    // A second version from a day on leaves the days before.
    const from = new Date((nowS - day) * 1_000).toISOString().slice(0, 19) + "Z";
    const scales = [
      { from: null, factor: 0.01, offset: 7 },
      { from, factor: 0.02, offset: 7 },
    ];
    const put = { projectId: PROJECT, series, source: PULSES };
    strictEqual(
      await codeOfCall(ask("putSourceScales", { ...put, body: { scales } })),
      "to-confirm",
    );
    const subjects = (await auditLines(site)).map(({ subject }) => subject);
    const said = subjects.find((subject) => subject.includes("index de départ 7")) ?? "";
    match(said, /0,01\u00A0m³ par unité envoyée.*confirmé\u00A0: recalcule 4\u00A0relevés/);
    // The removal asks too, on the row it is pressed in.
    const removal = { form: "scale-removal", key: "0", source: PULSES, from: "", intent: "remove" };
    const again = await visitor.post(path, removal);
    match(again.text, /recalcule 4\u00A0relevés/);
    match(again.html, /id="scale-removal-form-0"/);
    const value = /name="confirmed" value="([^"]+)"/.exec(again.html)?.[1] ?? "";
    strictEqual((await visitor.post(path, { ...removal, confirmed: value })).status, 303);
    deepStrictEqual(await valuesOf(site, series), [100, 200, 300, 400]);
  }));

// @spec collectors.rescaling
Deno.test("what no meter shows, a day to come, a state, two sources at once and two versions of an instant are refused", () =>
  withPulses(async ({ site, visitor, ask, send, nowS }) => {
    const series = await aSeries(ask, "EFSV");
    const at = { projectId: PROJECT, series };
    const attach = (source: string) =>
      ask("attachSource", { ...at, body: { source, houseId: null } });
    ok((await attach(PULSES)).ok);
    await send([7_200, 100], [60, 150]);
    const put = (scales: { from?: string; factor?: number; unit?: string; offset?: number }[]) =>
      codeOfCall(ask("putSourceScales", {
        ...at,
        source: PULSES,
        body: { scales: scales.map((one) => ({ from: null, factor: 1, offset: 0, ...one })) },
      }));
    strictEqual(await put([{ offset: -120 }]), "implausible-value");
    strictEqual(await put([{ from: new Date((nowS + 9) * 1_000).toISOString() }]), "future-date");
    strictEqual(await put([{ unit: "kWh" }]), "unit-mismatch");
    strictEqual(await put([{ factor: 0 }]), "invalid-input");
    strictEqual(await put([{ factor: -1 }]), "invalid-input");
    strictEqual(await put([{ factor: 1e9 }]), "invalid-input");
    strictEqual(await put([{}, {}]), "invalid-input");
    ok((await attach("other,serial=8 value")).ok);
    strictEqual(await put([{ factor: 0.01 }]), "shared-series");
    const state = await aSeries(ask, "ETAT");
    const scale = { from: null, factor: 2, offset: 0 };
    const body = { source: "s,serial=9 value", houseId: null, scale };
    strictEqual(
      await codeOfCall(ask("attachSource", { ...at, series: state, body })),
      "unsuitable-series",
    );
    const path = `/collect/${PROJECT}/series/${series}`;
    for (const factor of ["0", "-1", "1e9", "abc"]) {
      const typed = { form: "scale", source: PULSES, factor, offset: "", time: "00:00" };
      match((await visitor.post(path, typed)).message("factor") ?? "", /supérieur à 0/);
    }
    deepStrictEqual(await valuesOf(site, series), [100, 150]);
    // On the page of sensors.
    const page = { form: "attach", source: "x", series, factor: "0" };
    match((await visitor.post(`/collect/${PROJECT}/sensors`, page)).text, /supérieur à 0/);
  }));

// @spec collectors.rescaling, series.deletions
Deno.test("typed indexes stay as they are, and a deleted reading comes back as the others are now", () =>
  withPulses(async ({ site, ask, confirming, send, nowS }) => {
    const series = await aSeries(ask, "EFSV");
    const at = { projectId: PROJECT, series };
    ok((await ask("attachSource", { ...at, body: { source: PULSES, houseId: null } })).ok);
    await send([7_200, 100], [3_600, 150], [1_800, 7], [60, 160]);
    const typed = { seriesId: series, houseId: null, date: "2026-01-31", value: 7, email: "" };
    await site.store.atomic()
      .set(keys.manualIndex(PROJECT, "i"), { ...typed, epochS: nowS - 1_800 }).commit();
    const second = (ago: number) => new Date((nowS - ago) * 1_000).toISOString();
    const range = { from: second(3_600), to: second(3_600) };
    const { version } = await answerOf(ask("getReadingsToDelete", { ...at, ...range }));
    const { id } = await answerOf(
      ask("deleteReadings", { ...at, body: { ...range, houseId: null, version } }),
    );
    const scales = [{ from: null, factor: 0.01, offset: 0 }];
    ok((await confirming("putSourceScales", { ...at, source: PULSES, body: { scales } })).ok);
    ok((await ask("restoreReadings", { ...at, deletionId: id })).ok);
    deepStrictEqual(await valuesOf(site, series), [1, 1.5, 7, 1.6]);
  }));

// @spec collectors.rescaling
Deno.test("the factor of a measure of every dwelling is that of its dwellings, and changes with it", () =>
  withPulses(async ({ site, ask, confirming, nowS }) => {
    const series = await aHousingSeries(ask, "EFSV");
    const houses = [await aHouse(ask, { name: "A1" }), await aHouse(ask, { name: "A2" })];
    const token = await aCollector(ask);
    const line = (house: string) => `water,house=${house} value=100 ${nowS - 60}`;
    await sendLines(site.platform, token, [line("A1"), line("A2")].join("\n"));
    const scale = { from: null, factor: 10, unit: "L", offset: 0 };
    const source = "water,house=* value";
    const at = { projectId: PROJECT, series };
    ok((await ask("attachSource", { ...at, body: { source, houseId: null, scale } })).ok);
    const stored = async () =>
      (await Promise.all(houses.map((id) => valuesOf(site, `${series}@${id}`)))).flat();
    deepStrictEqual(await stored(), [1, 1]);
    const body = { scales: [{ ...scale, factor: 1 }] };
    ok((await confirming("putSourceScales", { ...at, source, body })).ok);
    deepStrictEqual(await stored(), [0.1, 0.1]);
  }));

// @spec collectors.rescaling
Deno.test("fifty thousand readings change in one commit", () =>
  withPulses(async ({ site, ask, confirming, nowS }) => {
    const series = await aSeries(ask, "EFSV");
    const at = { projectId: PROJECT, series };
    ok((await ask("attachSource", { ...at, body: { source: PULSES, houseId: null } })).ok);
    const readings = Array.from({ length: 50_000 }, (_, rank) => ({
      epochS: nowS - (50_000 - rank) * 300,
      value: rank * 1.000_123,
    }));
    await storedSeries(site).append([{ seriesId: series, kind: "index", readings }]);
    const scales = [{
      from: new Date((nowS - 400 * 86_400) * 1_000).toISOString(),
      factor: 0.012_345,
      offset: 0,
    }];
    await onceFiled(() => valuesOf(site, series));
    ok((await confirming("putSourceScales", { ...at, source: PULSES, body: { scales } })).ok);
    const values = await onceFiled(() => valuesOf(site, series));
    deepStrictEqual([values.length, values.at(-1)], [50_000, 617.313575232]);
  }));

// @spec collectors.rescaling
Deno.test("the readings of the sensor before stay, unless a date is given that reaches them", () =>
  withPulses(async ({ site, ask, confirming, send, nowS }) => {
    const series = await aSeries(ask, "TEMP");
    const at = { projectId: PROJECT, series };
    const readings = [{ epochS: nowS - 7_200, value: 20 }];
    await storedSeries(site).append([{ seriesId: series, kind: "instant", readings }]);
    await compact(site.store, PROJECT, site.clock.now);
    await send([3_600, 21]);
    ok((await ask("attachSource", { ...at, body: { source: PULSES, houseId: null } })).ok);
    const halved = (from: string | null) => {
      const scales = [{ from, factor: 0.5, offset: 0 }];
      return confirming("putSourceScales", { ...at, source: PULSES, body: { scales } });
    };
    ok((await halved(null)).ok);
    deepStrictEqual(await valuesOf(site, series), [20, 10.5]);
    ok((await halved(new Date((nowS - 9_000) * 1_000).toISOString())).ok);
    deepStrictEqual(await valuesOf(site, series), [10, 10.5]);
  }));
