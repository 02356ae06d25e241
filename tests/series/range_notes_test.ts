import { deepStrictEqual, doesNotMatch, match, ok } from "node:assert/strict";
import { epochOfClock } from "@/lib/base/time_zones.ts";
import { meterMarkTexts } from "@/lib/series/text.ts";
import {
  annotatedIntervals,
  type StateInterval,
  stateIntervals,
  withNotes,
} from "@/lib/series/range_notes.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { MeterMark } from "@/lib/timeseries/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";
import { withReportsSite } from "@/tests/helpers/consumption_reports.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { BREAKDOWN } from "./annotations_test.ts";

const REPLACED: MeterMark = { slot: "2026-03", date: "2026-03-12", what: "replacement" };

Deno.test("withNotes() gives each slot its own events, and the annotations that touch it", () => {
  const slots = [{ slot: "2026-02", kWh: 1 }, { slot: "2026-03", kWh: 2 }, {
    slot: "2026-04",
    kWh: 3,
  }];
  deepStrictEqual(withNotes(slots, { marks: [REPLACED], annotations: [BREAKDOWN] }), [
    { slot: "2026-02", kWh: 1, marks: [], annotations: [] },
    { slot: "2026-03", kWh: 2, marks: [REPLACED], annotations: [BREAKDOWN] },
    { slot: "2026-04", kWh: 3, marks: [], annotations: [BREAKDOWN] },
  ]);
});

// @spec series.states
Deno.test("stateIntervals() merges repeated states, and lists the latest first", () => {
  const points = [
    { epochS: 100, value: 0, text: "closed" },
    { epochS: 200, value: 0, text: "closed" },
    { epochS: 300, value: 0, text: "open" },
    { epochS: 400, value: 0, text: "closed" },
  ];
  deepStrictEqual(stateIntervals(points), [
    { state: "closed", fromS: 400, toS: null },
    { state: "open", fromS: 300, toS: 400 },
    { state: "closed", fromS: 100, toS: 300 },
  ]);
});

const second = (instant: string) => Date.parse(instant) / 1_000;

const SPELLS: StateInterval[] = [
  { state: "ouverte", fromS: second("2026-01-14T23:30:00Z"), toS: null },
  { state: "fermée", fromS: second("2026-01-09T12:00:00Z"), toS: second("2026-01-14T23:00:00Z") },
  { state: "ouverte", fromS: second("2026-01-01T12:00:00Z"), toS: second("2026-01-09T12:00:00Z") },
];

function annotation(text: string, from: string, to: string) {
  return { id: text, from, to, text, author: "a@b.fr", writtenAt: "2026-02-01T08:00:00Z" };
}

Deno.test("annotatedIntervals() has for each interval the annotations of its days, in the residence's time zone", () => {
  const annotations = [
    annotation("essai", "2026-01-09", "2026-01-09"),
    annotation("travaux", "2026-01-15", "2026-01-16"),
    annotation("panne", "2026-03-01", "2026-03-02"),
  ];
  const texts = (timeZone: string) =>
    annotatedIntervals(SPELLS, annotations, timeZone).map(({ annotations }) =>
      annotations.map(({ text }) => text)
    );
  // In Paris the closed interval ends at midnight, before the works; an open one includes future
  // annotations.
  deepStrictEqual(texts("Europe/Paris"), [["travaux", "panne"], ["essai"], ["essai"]]);
  // In Auckland it ends at noon of the 15th.
  deepStrictEqual(texts("Pacific/Auckland"), [["travaux", "panne"], ["travaux"], ["essai"]]);
});

const on = (date: string, what: "replacement" | "reset" = "replacement") => ({ what, date });

Deno.test("meterMarkTexts() asks for the cause of a fallen register, and never names its dwelling among several", () => {
  const at = { date: "2026-03-12", what: "fall" } as const;
  const texts = [
    ...meterMarkTexts([{ ...at, fall: { before: 5742.8, value: 5, cause: "replacement" } }]),
    ...meterMarkTexts([{ ...at, fall: { before: 15.5, value: 12, cause: "mistake" } }]),
    ...meterMarkTexts([at]),
    ...meterMarkTexts([at, at]),
  ];
  deepStrictEqual(texts.map((text) => text.replaceAll(/[\u00A0\u202F]/g, " ")), [
    "compteur en recul le 12/03 (5 742,8 puis 5) : remplacé ou remis à zéro ?",
    "compteur en recul le 12/03 (15,5 puis 12) : erreur de relevé ?",
    "compteur en recul le 12/03 : remplacé ou remis à zéro ?",
    "2 reculs d’index, le 12/03",
  ]);
});

Deno.test("meterMarkTexts() counts events of one kind together, over their days", () => {
  const marks = [on("2026-03-10"), on("2026-03-11", "reset"), on("2026-03-10"), on("2026-03-12")];
  deepStrictEqual(meterMarkTexts(marks), [
    "3\u00A0remplacements de compteur, du 10/03 au 12/03",
    "compteur remis à zéro le 11/03",
  ]);
  deepStrictEqual(meterMarkTexts([on("2026-03-10"), on("2026-03-10")]), [
    "2\u00A0remplacements de compteur, le 10/03",
  ]);
});

// @spec series.doubtful
Deno.test("a spike of a register marks its month and day on the page of the series, in its file and on its chart", () =>
  withReportsSite(async ({ site, visitor, landlord, drawing }) => {
    // 100 L a day, 31 × 100 = 3,100 L; 4,294,967.295 m³ at 6 h on 15 January 2026.
    const houseId = await drawing("A2", { "2025-01-01": 100 });
    const [series] = await answerOf(landlord("listDataseries", { projectId: PROJECT }));
    ok(series);
    await storedSeries(site).append([{
      seriesId: storedSeriesId(series.id, houseId),
      kind: "index",
      readings: [{ epochS: epochOfClock("2026-01-15", 6, "Europe/Paris"), value: 4294967.295 }],
    }]);
    const pathOf = (period: string) =>
      links.housingSeries({ projectId: PROJECT }, series.id, period);
    const NOTE = /chiffre douteux\s*: un index erroné ou à confirmer, ou un saut d’index/;
    const year = await visitor.get(pathOf("monthly/2026"));
    match(year.text, /janvier 2026 3,1\D.{0,30}Douteux/);
    match(year.text, NOTE);
    match(year.html, /<title>chiffre douteux/);
    const days = await visitor.get(pathOf("daily/2026/01"));
    match(days.text, /15 janvier 2026 100 100 100 Douteux chiffre douteux/);
    match(days.text, /13 janvier 2026 100 100 100 Complet/);
    match(days.text, /Total 3\s100 \(douteux\)/);
    const file = await visitor.get(`${pathOf("daily/2026/01")}?csv=semicolon`);
    match(file.html, /2026-01-15;0,1;.*;Douteux;/);
    match(file.html, /2026-01-13;0,1;.*;Complet;/);
    doesNotMatch((await visitor.get(pathOf("monthly/2025"))).text, /Douteux/);
  }));
