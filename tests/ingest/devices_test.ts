import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { guessedQuantity } from "@/lib/ingest/devices/quantity_guess.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { confirmingAs } from "@/tests/helpers/a_platform.ts";
import { aBoilerRoom, PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { aCollector, sendLines } from "@/tests/helpers/some_series.ts";

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
