import { match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import { anAccount } from "@/tests/helpers/a_platform.ts";
import { PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { aModule, writePilot } from "./a_pilot.ts";

const LEA = "lea@mail.fr";

/** The page of Léa's dwelling, in a residence with a heating setpoint of 19 °C. */
function withOccupant(
  test: (visitor: Visitor, path: string, landlord: CallFunction) => Promise<void>,
  { access = 2, ch_pilot = true } = {},
): Promise<void> {
  return withSite(async (site) => {
    await writePilot(site, { ch_pilot });
    const landlord = await someone(site, { isAdmin: true, roles: ["pilot"] });
    const houseId = await aModule(landlord, "A1", "M1");
    const accountId = await anAccount(site, { email: LEA });
    const stay = { id: "o1", name: "Léa", email: LEA, from: "2025-01-01", to: null };
    await site.store.atomic()
      .set(keys.occupancies(PROJECT, houseId), [{ ...stay, consent: null, accountId }])
      .set(keys.homeOfAccount(accountId, PROJECT, houseId), { occupancyId: "o1", isOpen: true })
      .set(keys.moduleRights(PROJECT, houseId), { access })
      .commit();
    const visitor = await site.signIn(LEA);
    await test(visitor, links.ownHouse({ projectId: PROJECT, houseId }), landlord);
  });
}

// @spec pilot.occupant-range
Deno.test("an occupant chooses their heating within the range, is refused outside it, and follows the landlord again", () =>
  withOccupant(async (visitor, path) => {
    match((await visitor.get(path)).text, /Mon chauffage .* à 19\u202F°C\..*De 17 à 21\u202F°C/);
    const wrong = await visitor.refused(path, { form: "heating", tempC: "22" });
    match(wrong.message("tempC") ?? "", /21/);
    strictEqual(wrong.value("tempC"), "22");
    const version = wrong.version("heating");
    const saved = await visitor.post(path, { form: "heating", version, tempC: "20,5" });
    strictEqual(saved.headers.get("location"), `${path}?saved=heating#heating`);
    match((await visitor.get(path)).text, /vous avez choisi 20,5\u202F°C/);
    const late = await visitor.post(path, { form: "heating", version, tempC: "18" });
    strictEqual(late.status, 409);
    match(late.text, /Votre saisie Enregistré entre-temps Ma température 18 20,5 /);
    const read = late.version("heating");
    const followed = { form: "heating", version: read, tempC: "" };
    strictEqual((await visitor.post(path, followed)).status, 303);
    ok(!(await visitor.get(path)).text.includes("vous avez choisi"));
  }));

// @spec pilot.occupant-range
Deno.test("an occupant without the right to choose sees the heating; where it is not driven nothing is shown", async () => {
  await withOccupant(async (visitor, path) => {
    const { text, html } = await visitor.get(path);
    match(text, /Mon chauffage .* à 19\u202F°C\. .*ne se change pas depuis cette page/);
    ok(!html.includes('name="tempC"'));
    strictEqual((await visitor.post(path, { form: "heating", tempC: "20" })).status, 403);
  }, { access: 1 });
  await withOccupant(async (visitor, path) => {
    ok(!(await visitor.get(path)).text.includes("Mon chauffage"));
    strictEqual((await visitor.post(path, { form: "heating", tempC: "20" })).status, 400);
  }, { ch_pilot: false });
});

// @spec pilot.occupant-range
Deno.test("an occupant whose choice is no longer allowed sees the setpoint applied instead, and may save it", () =>
  withOccupant(async (visitor, path, landlord) => {
    const first = (await visitor.get(path)).version("heating");
    const chosen = { form: "heating", version: first, tempC: "20,5" };
    strictEqual((await visitor.post(path, chosen)).status, 303);
    const body = { ...FIRST_CONFIG, temp_conf: 17 };
    ok((await landlord("putPilotConfig", { projectId: PROJECT, body })).ok);
    const limit = await visitor.get(path);
    match(
      limit.text,
      /à 17\u202F°C\u00A0; vous avez choisi 20,5\u202F°C, ce qui n’est plus permis\u00A0: 19\u202F°C à la place\./,
    );
    strictEqual(limit.value("tempC"), "19");
    const saved = { form: "heating", version: limit.version("heating"), tempC: "19" };
    strictEqual((await visitor.post(path, saved)).status, 303);
    match((await visitor.get(path)).text, /vous avez choisi 19\u202F°C\./);
    const limited = { ...body, temp_conf_limit: true };
    ok((await landlord("putPilotConfig", { projectId: PROJECT, body: limited })).ok);
    match(
      (await visitor.get(path)).text,
      /19\u202F°C, ce qui n’est plus permis\u00A0: 17\u202F°C à la place\./,
    );
  }));
