import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import type { Alarm } from "@/lib/alarms/schema.ts";
import { alarmRecordOf } from "@/lib/alarms/transitions.ts";
import type { GasConsent } from "@/lib/gas/schema.ts";
import type { FollowUp } from "@/lib/portfolio/schema.ts";
import { toDoList, type ToDoSources } from "@/lib/portfolio/to_do.ts";
import { reminderHref, TO_DO_KINDS } from "@/lib/portfolio/text_to_do.ts";
import { links } from "@/lib/ui/links.ts";
import { ORG, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { withVisitor } from "@/tests/helpers/a_site.ts";
import { aLine, storeAlarm } from "@/tests/helpers/some_alarms.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const TODAY = "2026-02-10";

function listOf(sources: Partial<ToDoSources>) {
  return toDoList({
    alarms: [],
    rooms: null,
    silences: null,
    pces: null,
    documents: null,
    residences: new Map([["p1", { name: "Les Tilleuls", timeZone: undefined }]]),
    followUps: [],
    today: TODAY,
    ...sources,
  });
}

const SILENCE = {
  projectId: "p1",
  projectName: "Les Tilleuls",
  timeZone: "Europe/Paris",
  expectedCount: 3,
  silentCount: 1,
  silentRhythms: ["day" as const],
  lastAt: "2026-02-10T08:00:00.000Z",
};
const STATION = { outdoorSourceId: "s1", name: "ESSEY", lastDay: "2026-02-01" };
const DRIFT = {
  projectId: "p1",
  projectName: "Les Tilleuls",
  boilerRoomId: "b1",
  boilerRoomName: "Chaufferie",
  season: null,
  energy: null,
  weather: null,
  gap: null,
  isDriftSought: true,
  drift: {
    verdict: "drift" as const,
    since: "2026-01-20",
    alarmOn: "2026-02-01",
    percent: 12,
    lostKwh: 4_000,
    unjudgedKwh: 0,
    hint: null,
  },
};

// @spec projects.to-do
Deno.test("toDoList() has cold hot water first and the gate last, the oldest alarm before the others", () => {
  const gate = aLine("g", { handler: "accessory-status", start: "2025-01-01T08:00:00.000Z" });
  const circuit = { handler: "boilerroom-circuit", start: "2026-02-09T08:00:00.000Z" } as const;
  const lines = listOf({
    alarms: [
      gate,
      aLine("warm", circuit),
      aLine("older", { ...circuit, start: "2026-02-01T23:30:00.000Z" }),
      aLine("cold", { ...circuit, coldHotWater: true }),
    ],
    rooms: [DRIFT],
    silences: [SILENCE, { ...SILENCE, station: STATION }],
    documents: {
      running: 0,
      late: 3,
      toValidate: 1,
      refused: 0,
      again: 0,
      lateOf: [
        lateOf("p1", "Les Tilleuls", 2, "2026-01-05"),
        lateOf("p2", "Les Lilas", 1, "2025-12-24"),
      ],
    },
  });
  deepStrictEqual(lines.map(({ kind, what, where, since }) => [kind, what, where, since]), [
    ["cold-hot-water", "Alerte cold", "Les Tilleuls", "2026-02-09"],
    // Half past midnight on the clock of the residence.
    ["temperature", "Alerte older", "Les Tilleuls", "2026-02-02"],
    ["temperature", "Alerte warm", "Les Tilleuls", "2026-02-09"],
    [
      "drift",
      "Dérive depuis le 20 janvier 2026, +12\u00A0%, +4\u202F000\u202FkWh",
      "Les Tilleuls, Chaufferie",
      "2026-01-20",
    ],
    [
      "silence",
      "1\u00A0série muette depuis plus de 36\u00A0heures, sur 3",
      "Les Tilleuls",
      null,
    ],
    ["silence", "station météo ESSEY muette depuis le 01/02/2026", "Les Tilleuls", "2026-02-01"],
    ["documents-late", "3\u00A0documents en retard", "", "2025-12-24"],
    ["documents-to-validate", "1\u00A0document à valider", "", null],
    ["access", "Alerte g", "Les Tilleuls", "2025-01-01"],
  ]);
  const late = lines.find(({ kind }) => kind === "documents-late");
  strictEqual(late?.owner, "Aquacontrol");
  strictEqual(late.href, "/home/documents/late?filter:provider=Aquacontrol");
  strictEqual(new Set(TO_DO_KINDS).size, TO_DO_KINDS.length);
});

function lateOf(projectId: string, projectName: string, count: number, since: string) {
  return { projectId, projectName, providerName: "Aquacontrol", emails: [], count, since };
}

// @spec projects.to-do
Deno.test("toDoList() gives the end of a consent while it gives readings, or since when it is over", () => {
  const pce = (consent: Partial<GasConsent>) => ({
    pce: "12345678901234",
    name: "Chaufferie",
    projectId: "p1",
    projectName: "Les Tilleuls",
    boilerRoomId: "b1",
    last: null,
    askedAt: null,
    fault: null,
    consent: { state: "active" as const, isUsable: true, endDate: null, ...consent },
  });
  const daysOf = (consent: Partial<GasConsent>) => {
    const [line] = listOf({ pces: [pce(consent)] });
    return [line?.since, line?.due];
  };
  deepStrictEqual(daysOf({ endDate: "2026-03-01" }), [null, "2026-03-01"]);
  deepStrictEqual(daysOf({ endDate: "2026-02-01" }), ["2026-02-01", null]);
  deepStrictEqual(
    daysOf({ state: "revoked", isUsable: false, endDate: "2027-06-28" }),
    [null, null],
  );
});

// @spec projects.to-do
Deno.test("toDoList() says once what an alarm, and its residence or boiler room, say", () => {
  const silent = aLine("s");
  const drifting: Alarm = aLine("d", { handler: "energy-drift", boilerRoomId: "b1" });
  const kinds = (sources: Partial<ToDoSources>) =>
    listOf({ alarms: [silent, drifting], ...sources }).map(({ kind, subject }) => [
      kind,
      subject?.kind,
    ]);
  deepStrictEqual(kinds({ rooms: [DRIFT], silences: [SILENCE] }), [
    ["drift", "boiler-room"],
    ["silence", "silence"],
  ]);
  deepStrictEqual(kinds({ rooms: [DRIFT], silences: [{ ...SILENCE, station: STATION }] }), [
    ["drift", "boiler-room"],
    ["silence", "alarm"],
    ["silence", undefined],
  ]);
  // Without the right to read them, the alarms are what one knows.
  deepStrictEqual(kinds({}), [["drift", "boiler-room"], ["silence", "alarm"]]);
});

const AUTHOR = { firstName: "Ada", lastName: "Martin", email: "ada@bailleur.fr" };

function followed(over: Partial<FollowUp>): FollowUp {
  return {
    projectId: "p1",
    kind: "boiler-room",
    subjectId: "b1",
    taken: null,
    postponed: null,
    ...over,
  };
}

// @spec projects.follow-up
Deno.test("what was said before a thing began again counts no more", () => {
  const takenAt = (at: string) =>
    listOf({
      rooms: [DRIFT],
      followUps: [followed({ taken: { author: AUTHOR, at } })],
    })[0]?.followUp?.taken ?? null;
  strictEqual(takenAt("2026-01-19T10:00:00.000Z"), null);
  ok(takenAt("2026-01-20T10:00:00.000Z"));
});

// @spec projects.follow-up
Deno.test("reminderHref() writes to each address of a provider, with the count and the oldest day", () => {
  const href = reminderHref(
    ["a+b@aqua.fr", "c@aqua.fr"],
    "2\u00A0documents en retard",
    "2026-01-05",
  );
  const { protocol, pathname, searchParams } = new URL(href);
  deepStrictEqual([protocol, pathname], ["mailto:", "a%2Bb@aqua.fr,c@aqua.fr"]);
  strictEqual(searchParams.get("subject"), "Rappel\u00A0: 2\u00A0documents en retard");
  match(
    searchParams.get("body") ?? "",
    /2.documents en retard, dont le plus ancien depuis le 05\/01\/2026/,
  );
});

// @spec projects.to-do
Deno.test("an alarm of hot water below its bound is marked, one above it or of heating is not", () => {
  const markOf = (value: number, isHotWater: boolean) =>
    alarmRecordOf({
      id: "a1",
      subject: {
        key: "boilerroom-circuit/e1/out",
        handler: "boilerroom-circuit",
        scope: "boilerroom",
        houseId: null,
        buildingId: null,
        boilerRoomId: "b1",
        equipmentId: "e1",
        seriesIds: ["s1"],
        name: "Circuit ECS",
        part: "out",
        delayS: 0,
        rule: { kind: "bounds", min: 60, max: 70, unit: "°C" },
        parentKey: null,
        ...isHotWater && { isHotWater: true },
      },
      startS: 0,
      endS: null,
      value,
      silentForS: 0,
      parentId: null,
    }).coldHotWater;
  deepStrictEqual([markOf(57.8, true), markOf(72, true), markOf(57.8, false)], [
    true,
    undefined,
    undefined,
  ]);
});

// @spec projects.follow-up
Deno.test("a person takes charge from the home page, puts off, and undoes both; the alarm stays open", () =>
  withVisitor({ isAdmin: true, roles: ["collect"] }, async ({ site, visitor, ask }) => {
    const id = await storeAlarm(site.store, { message: "Skydome ouvert" });
    const follow = links.followUp(PROJECT, "alarm", id);
    match(
      (await visitor.get("/home")).text,
      /Skydome ouvert Les Lilas · depuis \S+.jours Je m’en charge/,
    );
    for (
      const [list, back] of [["residences", "/home?saved=to-do#to-do"], [
        "toDo",
        "/home/todo?saved=take#take",
      ]] as const
    ) {
      const button = links.followUp(PROJECT, "alarm", id, list);
      const sent = await visitor.post(button, { form: "take" });
      strictEqual(sent.headers.get("location"), back);
    }
    match((await visitor.get("/home/todo?saved=take")).text, /pris en charge par/);
    const home = await visitor.get("/home?saved=to-do");
    match(
      home.text,
      /Skydome ouvert Les Lilas · depuis \S+.jours · pris en charge par \S+.* Suivi/,
    );
    match((await visitor.get(links.alarm(PROJECT, id))).text, /État Ouverte .* Pris en charge \S+/);
    // A second person changes nothing.
    const other = await someone(site, { email: "eva@bailleur.fr", roles: ["collect"] });
    const at = { projectId: PROJECT, kind: "alarm", subjectId: id };
    ok((await other("putFollowUp", { ...at, body: { taken: true } })).ok);
    const [line] = await answerOf(ask("listFollowUps", { orgId: ORG }));
    strictEqual(line?.taken?.author.email, "ada@bailleur.fr");

    for (const wrong of ["2026-01-01", "2036-01-01"]) {
      const refused = await visitor.post(follow, { form: "postpone", postponedUntil: wrong });
      strictEqual(refused.status, 400);
      strictEqual(
        refused.message("postponedUntil"),
        "Ce jour ne convient pas à un report. Choisissez un jour à partir de demain, d’ici un an.",
      );
    }
    const until = { form: "postpone", postponedUntil: "2026-03-01" };
    strictEqual((await visitor.post(follow, until)).status, 303);
    const hidden = await visitor.get("/home");
    doesNotMatch(hidden.text, /Skydome ouvert/);
    match(hidden.text, /1.reporté/);
    match((await visitor.get("/home/todo")).text, /Skydome ouvert .* Reporté au 01\/03\/2026, par/);
    strictEqual((await visitor.post(follow, { form: "show" })).status, 303);
    strictEqual((await visitor.post(follow, { form: "release" })).status, 303);
    match((await visitor.get("/home")).text, /Skydome ouvert .* Je m’en charge/);
    deepStrictEqual(await answerOf(ask("listFollowUps", { orgId: ORG })), []);
    const audit = await visitor.get(links.audit());
    match(audit.text, /Suivi modifié/);
  }));

// @spec projects.follow-up
Deno.test("only who may comment alarms follows, and only what there is", () =>
  withVisitor({ roles: ["collect:read"] }, async ({ site, visitor, ask }) => {
    const id = await storeAlarm(site.store, { message: "Skydome ouvert" });
    const follow = links.followUp(PROJECT, "alarm", id);
    doesNotMatch((await visitor.get("/home")).text, /Je m’en charge/);
    match((await visitor.get(follow)).text, /Skydome ouvert .* Pris en charge Par personne/);
    strictEqual((await visitor.post(follow, { form: "take" })).status, 403);
    strictEqual((await visitor.get(links.followUp(PROJECT, "alarm", "none"))).status, 404);
    const other = await someone(site, { email: "eva@bailleur.fr", roles: ["collect"] });
    const code = async (kind: string, subjectId: string) => {
      const at = { projectId: PROJECT, kind, subjectId };
      const result = await other("putFollowUp", { ...at, body: { taken: true } });
      return result.ok ? "ok" : result.code;
    };
    deepStrictEqual(
      await Promise.all([
        code("alarm", "none"),
        code("boiler-room", "none"),
        code("silence", "p2"),
        code("gas-consent", "12345678901234"),
        code("document", "d1"),
      ]),
      Array(5).fill("not-found"),
    );
    strictEqual(await code("silence", PROJECT), "ok");
    strictEqual((await answerOf(ask("listFollowUps", { orgId: ORG }))).length, 1);
  }));
