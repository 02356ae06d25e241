import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { FIRST_CONFIG, weekOf } from "@/lib/heating_control/setpoints.ts";

const ON = { house_status: true, ch_pilot: true, clim_pilot: true, watertank_pilot: true };
const OFF = { house_status: false, ch_pilot: false, clim_pilot: false, watertank_pilot: false };
const CONFIG = { ...FIRST_CONFIG, temp_conf: 20, night_decrease: 3, watertank_hours: [2, 14] };
const PRESENT = { house_status: "present" } as const;
const ABSENT = { house_status: "absent" } as const;

// @spec pilot.week
Deno.test("weekOf() lowers the heating from 22:00 to 6:00, seven days of 24 hours", () => {
  const week = weekOf(CONFIG, PRESENT, ON);
  strictEqual(week.length, 7);
  const [monday = []] = week;
  deepStrictEqual(monday.map(({ hour }) => hour), [...Array(24).keys()]);
  // 20 − 3 = 17 at night.
  deepStrictEqual(
    [0, 5, 6, 21, 22, 23].map((hour) => monday[hour]?.heatingC),
    [17, 17, 20, 20, 17, 17],
  );
  deepStrictEqual(monday.filter((one) => one.isWaterHeating).map(({ hour }) => hour), [2, 14]);
  deepStrictEqual(new Set(monday.map(({ coolingC }) => coolingC)), new Set([26]));
  deepStrictEqual(week[6], monday);
});

// @spec pilot.week
Deno.test("weekOf() is off where a feature is off, and 16 °C at most during absence", () => {
  const hourOf = (...input: Parameters<typeof weekOf>) => weekOf(...input)[0]?.[12];
  const none = { hour: 12, heatingC: null, coolingC: null, isWaterHeating: false };
  deepStrictEqual(hourOf(CONFIG, PRESENT, OFF), none);
  strictEqual(hourOf({ ...CONFIG, ch_on: false }, PRESENT, ON)?.heatingC, null);
  deepStrictEqual(hourOf(CONFIG, ABSENT, ON), { ...none, heatingC: 16 });
  strictEqual(hourOf({ ...CONFIG, temp_conf: 12 }, ABSENT, ON)?.heatingC, 12);
  strictEqual(hourOf(CONFIG, ABSENT, { ...ON, house_status: false })?.heatingC, 20);
});
