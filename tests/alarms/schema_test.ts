import { deepStrictEqual } from "node:assert/strict";
import { alarmMuteDraft, alarmReportDraft } from "@/lib/alarms/schema.ts";
import { refusedChanges } from "@/tests/helpers/schema_examples.ts";

// @spec alarms.mutes
Deno.test("alarmMuteDraft refuses works that end before they begin, or at two places", () => {
  const draft = {
    equipmentId: "e1",
    houseId: null,
    handler: null,
    from: "2026-02-10T08:00:00Z",
    to: "2026-02-10T08:00:01Z",
    reason: "Vanne",
  };
  const wrong = [{ to: "2026-02-10T08:00:00Z" }, { to: "2026-02-10T07:00:00Z" }, { houseId: "h1" }];
  const right = [{ equipmentId: null }, { equipmentId: null, houseId: "h1" }];
  deepStrictEqual(refusedChanges(alarmMuteDraft, draft, [...wrong, ...right]), wrong);
});

// @spec alarms.mail-reports
Deno.test("alarmReportDraft refuses no selection, a handler twice, and more than twenty filters", () => {
  const selection = (filterCount: number) => ({
    handler: "collect-online",
    filters: Object.fromEntries(Array.from({ length: filterCount }, (_, at) => [`f${at}`, ["a"]])),
  });
  const draft = {
    name: "Astreinte",
    emails: ["ada@bailleur.fr"],
    notifyStart: true,
    notifyEnd: false,
    notifyEvery: "1d",
    selections: [selection(20)],
  };
  const wrong = [
    { selections: [] },
    { selections: [selection(0), selection(0)] },
    { selections: [selection(21)] },
    { notifyEvery: "0h" },
    { emails: [] },
    { webhookUrl: "ftp://ici.fr" },
    { webhookSecret: "x".repeat(15) },
    { notifyStart: false, notifyEnd: false, notifyEvery: "" },
  ];
  const right = [
    { selections: [selection(0)] },
    { notifyEvery: "" },
    { notifyStart: false, notifyEnd: false, notifyEvery: "1d" },
    { notifyStart: false, notifyEnd: true, notifyEvery: "" },
    { webhookUrl: "" },
    { webhookUrl: "https://ici.fr/alarmes", webhookSecret: "x".repeat(16) },
  ];
  deepStrictEqual(refusedChanges(alarmReportDraft, draft, [...wrong, ...right]), wrong);
});
