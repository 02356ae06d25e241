import { match, ok, strictEqual } from "node:assert/strict";
import { moduleConfigDraft, pilotConfigDraft } from "@/lib/heating_control/schema.ts";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import { PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { writePilot } from "./a_pilot.ts";

const CONFIG = links.pilotConfig(PROJECT);

/** A visitor of a residence whose stored comfort temperature is between two steps. */
function withStored(temp_conf: number, test: (visitor: Visitor) => Promise<void>): Promise<void> {
  return withSite(async (site) => {
    await writePilot(site);
    const change = {
      revision: 1,
      epochS: Date.parse("2026-02-01T08:00:00Z") / 1_000,
      accountId: null,
    };
    const config = { ...FIRST_CONFIG, temp_conf };
    await site.store.atomic().set(keys.pilotConfig(PROJECT), { config, change }).commit();
    await someone(site, { roles: ["pilot"] });
    const visitor = await site.signIn();
    await test(visitor);
  });
}

/** The form as the page shows it, with its hidden fields. */
async function shown(visitor: Visitor): Promise<Record<string, string>> {
  const page = await visitor.get(CONFIG);
  const names = ["version", "temp_conf", "night_decrease", "temp_conf_clim", "stored.temp_conf"];
  const fields = names.flatMap((name) => {
    const value = page.value(name);
    return value === null || value === undefined ? [] : [[name, value] as const];
  });
  return { form: "config", ch_on: "on", watertank_hours: "13", ...Object.fromEntries(fields) };
}

// @spec forms.steps, pilot.config
Deno.test("setpoint between two steps is refused with the nearest ones, and the typed values stay", () =>
  withStored(19, async (visitor) => {
    const form = await shown(visitor);
    ok(!("stored.temp_conf" in form));
    const wrong = await visitor.refused(CONFIG, { ...form, temp_conf: "19,55" });
    match(
      wrong.message("temp_conf") ?? "",
      /Les valeurs les plus proches sont 19,5 et 20.: par pas de 0,5/,
    );
    strictEqual(wrong.value("temp_conf"), "19,55");
    strictEqual((await visitor.post(CONFIG, { ...form, temp_conf: "19,5" })).status, 303);
  }));

// @spec forms.steps, pilot.config
Deno.test("stored setpoint between two steps is shown, and saved unchanged", () =>
  withStored(19.55, async (visitor) => {
    const form = await shown(visitor);
    strictEqual(form.temp_conf, "19,55");
    const saved = await visitor.post(CONFIG, { ...form, night_decrease: "2" });
    strictEqual(saved.status, 303);
    const again = await shown(visitor);
    strictEqual(again.temp_conf, "19,55");
    strictEqual((await visitor.post(CONFIG, { ...again, temp_conf: "19,65" })).status, 400);
    // A form with a forged stored value is refused by the call.
    const forged = { ...again, temp_conf: "19,65", "stored.temp_conf": "19,65" };
    const refused = await visitor.refused(CONFIG, forged);
    match(refused.message("temp_conf") ?? "", /entre deux pas/);
  }));

// @spec pilot.config
Deno.test("night below the lowest temperature is refused with the greatest decrease, on the page and by the call", () =>
  withStored(19, async (visitor) => {
    const form = { ...await shown(visitor), temp_conf: "7" };
    const wrong = await visitor.refused(CONFIG, { ...form, night_decrease: "2,5" });
    match(wrong.message("night_decrease") ?? "", /2 maximum/);
    const body = { ...FIRST_CONFIG, temp_conf: 7, night_decrease: 2.5 };
    strictEqual(pilotConfigDraft.safeParse(body).success, false);
    ok(pilotConfigDraft.safeParse({ ...body, night_decrease: 2 }).success);
    strictEqual(moduleConfigDraft.safeParse({ ...body, isDefault: false }).success, false);
    ok(moduleConfigDraft.safeParse({ ...body, isDefault: true }).success);
    strictEqual((await visitor.post(CONFIG, { ...form, night_decrease: "2" })).status, 303);
  }));
