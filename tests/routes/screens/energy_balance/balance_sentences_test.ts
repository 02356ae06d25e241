import { doesNotMatch, match } from "node:assert/strict";
import { asLandlord } from "@/tests/routes/screens/a_site.ts";

const BALANCE = "/collect/p01/boilerrooms/p01-c1/energy-balance";

// @spec balance.page
Deno.test("a balance of a year or a season to come says that it has not begun, without an empty table", () =>
  asLandlord(async (visitor) => {
    const season = await visitor.get(`${BALANCE}/monthly-shifted/2090`);
    match(season.text, /La saison 2090 à 2091 n’a pas commencé/);
    doesNotMatch(season.html, /<table/);
    match((await visitor.get(`${BALANCE}/monthly/2090`)).text, /L’année 2090 n’a pas commencé/);
  }));

Deno.test("a balance of a year before any reading does not say that a month is still to come", () =>
  asLandlord(async (visitor) => {
    const { text } = await visitor.get(`${BALANCE}/monthly/1980`);
    match(text, /Écart Aucun mois de chauffage complet/);
    doesNotMatch(text, /[Pp]as encore/);
  }));
