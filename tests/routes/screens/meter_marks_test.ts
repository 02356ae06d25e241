import { match, ok } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "../../../lib/backend/demo/accounts.ts";
import { type Visitor, withSite } from "./a_site.ts";

const ROOM = "/collect/p01/boilerrooms/p01-c1";
const HOUSES = "/collect/p01/houses";

/** The demo in February 2026: its meters were replaced in February and March 2025. */
function withDemo(test: (visitor: Visitor) => Promise<void>): Promise<void> {
  return withSite(async (site) => {
    const visitor = site.visitor();
    const { email, password } = DEMO_ACCOUNTS.landlord;
    await visitor.signIn(email, password);
    await test(visitor);
  }, { demo: true });
}

const LEGEND = /À savoir, dit plus bas/;

Deno.test("a balance says which meter was replaced: a note of its month, a mark of its chart", () =>
  withDemo(async (visitor) => {
    const year = await visitor.get(`${ROOM}/energy-balance/monthly/2025`);
    match(year.text, /février 2025\s*: Compteur de gaz remplacé le 17\/02\/2025\./);
    match(year.text, LEGEND);
    const season = await visitor.get(`${ROOM}/energy-balance/monthly-shifted/2024`);
    match(season.text, /Compteur de gaz remplacé le 17\/02\/2025\./);
    const before = await visitor.get(`${ROOM}/energy-balance/monthly/2024`);
    ok(!/remplacé|dit plus bas/.test(before.text));
  }));

Deno.test("all dwellings together count the meters replaced in a slot, on the page and in the file", () =>
  withDemo(async (visitor) => {
    const all = `${HOUSES}/all/p01-l-efs`;
    const year = await visitor.get(`${all}/monthly/2025`);
    const march = /mars 2025 .{1,60}Incomplet 5\s*remplacements de compteur, du 10\/03 au 12\/03/;
    match(year.text, march);
    match(year.text, LEGEND);
    match(
      year.html,
      /<title>5\s*remplacements de compteur, du 10\/03 au 12\/03<\/title>/,
    );
    const days = await visitor.get(`${all}/daily/2025/03`);
    match(days.text, /10 mars 2025 .{1,60}2\s*remplacements de compteur, le 10\/03/);
    match(days.text, /12 mars 2025 .{1,60}compteur remplacé le 12\/03/);
    const file = await visitor.get(`${all}/releves.csv?period=monthly-2025`);
    match(file.html, /2025-03;.*5\s*remplacements de compteur, du 10\/03 au 12\/03/);
  }));

Deno.test("a dwelling's page says when its meter was replaced, and no other page of it does", () =>
  withDemo(async (visitor) => {
    const one = `${HOUSES}/p01-l001`;
    const water = await visitor.get(`${one}/p01-l-efs/monthly/2025`);
    match(water.text, /compteur remplacé le 10\/03/);
    const hour = await visitor.get(`${one}/p01-l-efs/hourly/2025/03/10`);
    match(hour.text, /12:00 .{1,60}compteur remplacé le 10\/03/);
    const power = await visitor.get(`${one}/p01-l-elec/monthly/2025`);
    ok(!/remplacé|dit plus bas/.test(power.text));
  }));
