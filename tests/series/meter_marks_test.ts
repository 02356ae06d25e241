import { match, ok } from "node:assert/strict";
import { asLandlord } from "@/tests/helpers/a_site.ts";

// The demo in February 2026: its meters were replaced in February and March 2025.
const ROOM = "/collect/p01/boilerrooms/p01-c1";
const HOUSES = "/collect/p01/houses";

const LEGEND = /À savoir, dit plus bas/;

Deno.test("balance shows which meter was replaced: a note of its month, a mark of its chart", () =>
  asLandlord(async (visitor) => {
    const year = await visitor.get(`${ROOM}/energy-balance/monthly/2025`);
    match(year.text, /février 2025\s*: Compteur de gaz remplacé le 17\/02\/2025\./);
    match(year.text, LEGEND);
    const season = await visitor.get(`${ROOM}/energy-balance/monthly-shifted/2024`);
    match(season.text, /Compteur de gaz remplacé le 17\/02\/2025\./);
    const before = await visitor.get(`${ROOM}/energy-balance/monthly/2024`);
    ok(!/remplacé|dit plus bas/.test(before.text));
  }));

Deno.test("heat pumps show which meter was replaced, beside the month, under the chart and in the file", () =>
  asLandlord(async (visitor) => {
    const year = await visitor.get(`${ROOM}/heat-pumps/monthly/2025`);
    match(
      year.text,
      /février 2025 .{1,80}Électricité PAC\s*: compteur remplacé le 24\/02 Chaudières\s*: compteur remplacé le 17\/02/,
    );
    match(year.text, /janvier 2025 .{1,80}Panne du brûleur.{1,60}, du 12 au 20 janvier 2025/);
    match(year.text, LEGEND);
    match(year.html, /<title>Électricité PAC\s*: compteur remplacé le 24\/02 \/ /);
    ok(year.html.includes(`href="${ROOM}/settings#annotations"`));
    const hours = await visitor.get(`${ROOM}/heat-pumps/hourly/2025/01/13`);
    match(hours.text, /00:00 .{1,60} annoté/);
    const file = await visitor.get(`${ROOM}/heat-pumps/monthly/2025?csv=semicolon`);
    match(file.html, /;Compteurs;Annotations\r\n/);
    match(file.html, /2025-02;.*;Électricité PAC\s*: compteur remplacé le 24\/02 \/ Chaudières/);
    const before = await visitor.get(`${ROOM}/heat-pumps/monthly/2024`);
    ok(!/remplacé|À savoir|dit plus bas/.test(before.text));
  }));

Deno.test("solar machines show when a meter was replaced, beside the day, under the chart and in the file", () =>
  asLandlord(async (visitor) => {
    const month = await visitor.get(`${ROOM}/solar/daily/2025/04`);
    match(month.text, /8 avril 2025 .{1,60}compteur remplacé le 08\/04/);
    match(month.text, LEGEND);
    const file = await visitor.get(`${ROOM}/solar/daily/2025/04?csv=semicolon`);
    match(file.html, /2025-04-08;.*;compteur remplacé le 08\/04;\r\n/);
    const before = await visitor.get(`${ROOM}/solar/daily/2025/03`);
    ok(!/remplacé|À savoir|dit plus bas/.test(before.text));
  }));

Deno.test("circuit shows the annotations of its days, on the page and in the file", () =>
  asLandlord(async (visitor) => {
    const circuit = `${ROOM}/circuits/p01-c1-r1`;
    const days = await visitor.get(`${circuit}/daily/2025/01`);
    match(days.text, /12 janvier 2025 .{1,60}Panne du brûleur.{1,60}, du 12 au 20 janvier 2025/);
    match(days.text, /Du 12 au 20 janvier 2025\s*: Panne du brûleur/);
    const file = await visitor.get(`${circuit}/daily/2025/01?csv=semicolon`);
    match(file.html, /;Annotations\r\n/);
    match(file.html, /2025-01-12;.*;"?Panne du brûleur/);
    const spring = await visitor.get(`${circuit}/daily/2025/04`);
    ok(!/À savoir|Panne/.test(spring.text));
  }));

Deno.test("all dwellings together show the count of meters replaced in a slot, on the page and in the file", () =>
  asLandlord(async (visitor) => {
    const all = `${HOUSES}/all/p01-l-efs`;
    const year = await visitor.get(`${all}/monthly/2025`);
    const march = /mars 2025 .{1,60}Complet 5\s*remplacements de compteur, du 10\/03 au 12\/03/;
    match(year.text, march);
    match(year.text, LEGEND);
    match(year.html, /<title>5\s*remplacements de compteur, du 10\/03 au 12\/03 /);
    const days = await visitor.get(`${all}/daily/2025/03`);
    match(days.text, /10 mars 2025 .{1,60}2\s*remplacements de compteur, le 10\/03/);
    match(days.text, /12 mars 2025 .{1,60}compteur remplacé le 12\/03/);
    const file = await visitor.get(`${all}/monthly/2025?csv=semicolon`);
    match(file.html, /2025-03;.*5\s*remplacements de compteur, du 10\/03 au 12\/03/);
  }));

Deno.test("the page of a dwelling's meter shows when it was replaced, and its other pages do not", () =>
  asLandlord(async (visitor) => {
    const one = `${HOUSES}/p01-l001`;
    const water = await visitor.get(`${one}/p01-l-efs/monthly/2025`);
    match(water.text, /compteur remplacé le 10\/03/);
    const hour = await visitor.get(`${one}/p01-l-efs/hourly/2025/03/10`);
    match(hour.text, /12:00 .{1,60}compteur remplacé le 10\/03/);
    const power = await visitor.get(`${one}/p01-l-elec/monthly/2025`);
    ok(!/remplacé|dit plus bas/.test(power.text));
  }));

const EMITTERS = /Émetteurs radio des compteurs remplacés, cage A, du 10 au 12 mars 2025/;

Deno.test("annotations of dwellings are shown with the figures of all and of one, under the chart, in files", () =>
  asLandlord(async (visitor) => {
    for (const place of ["all", "p01-l001"]) {
      const path = `${HOUSES}/${place}/p01-l-efs`;
      const year = await visitor.get(`${path}/monthly/2025`);
      match(year.text, EMITTERS);
      match(year.text, /Du 10 au 12 mars 2025\s*: Émetteurs radio/);
      ok(year.html.includes('href="/collect/p01/series/p01-l-efs#annotations"'));
      const file = await visitor.get(`${path}/monthly/2025?csv=semicolon`);
      match(file.html, /;État;Compteur;Annotations\r\n/);
      match(file.html, /2025-03;.*cage A, du 10 au 12 mars 2025\r\n/);
    }
    const power = await visitor.get(`${HOUSES}/all/p01-l-elec/monthly/2025`);
    ok(!EMITTERS.test(power.text));
  }));

Deno.test("an hour or five minutes of an annotated day are marked, and the list under them has the text", () =>
  asLandlord(async (visitor) => {
    const hours = await visitor.get(`${HOUSES}/p01-l001/p01-l-efs/hourly/2025/03/10`);
    match(hours.text, /00:00 \d.{1,60} annoté/);
    match(hours.text, /Du 10 au 12 mars 2025\s*: Émetteurs radio/);
    const fine = await visitor.get("/collect/p01/facilities/p01-c1-gaz/fivemin/2025/03/04");
    match(fine.text, /00:00 \d.{1,60} annoté/);
    match(fine.text, /Du 4 au 5 mars 2025\s*: Essais de combustion/);
    const file = await visitor.get(
      `${HOUSES}/p01-l001/p01-l-efs/hourly/2025/03/10?csv=semicolon`,
    );
    match(file.html, /2025-03-10T08;.*cage A, du 10 au 12 mars 2025\r\n/);
    const day = await visitor.get(`${HOUSES}/p01-l001/p01-l-efs/hourly/2025/03/13`);
    ok(!/annoté/.test(day.text));
  }));
