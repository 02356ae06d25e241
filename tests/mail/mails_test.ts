import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { type AnyLetter, LETTERS } from "@/lib/app/letters.ts";
import { type Verdict, VERDICTS } from "@/lib/documents/mail_text.ts";
import { aSheet } from "@/tests/consumption_reports/reported.ts";
import { mailTextOf } from "@/tests/helpers/mails.ts";
import { MAILED_ALARM } from "@/tests/helpers/some_alarms.ts";

const DOCUMENTS = {
  count: 1,
  first: [{
    name: "Certificat de ramonage, Les Tilleuls, Chaufferie A",
    contract: "Exploitation · EX-1",
    deadline: "2026-03-01",
  }],
};

const VALUE = { id: "v1", type: "number", required: true, min: null, max: null, unit: "" } as const;
const LINK = { token: "a.b", until: "2026-03-12T11:15:00Z" };

const ASKED = {
  values: [{
    typedoc: "Certificat de ramonage",
    values: [
      { ...VALUE, name: "Rendement", min: 85, unit: "%" },
      { ...VALUE, name: "Conduits" },
      { ...VALUE, name: "Pression", unit: "bar", required: false },
      { ...VALUE, name: "Prochain passage", type: "date" as const },
      { ...VALUE, name: "Observations", type: "text" as const, required: false },
    ],
    others: 3,
  }],
  contacts: [{ contract: "Exploitation · EX-1", person: "Mme Martin, 03 53 01 00 12" }],
};

const LINE = {
  projectId: "p1",
  projectName: "Les Tilleuls",
  boilerRoomId: "c1",
  boilerRoomName: "Chaufferie A",
  knownDays: 30,
  energyBasis: "PCS" as const,
  ncKwh: 104,
  targetKwh: 100,
  percent: 4,
  status: "bad" as const,
  percentBefore: null,
  statusBefore: null,
};

const STATEMENT = {
  statement: "Décompte 2025-2026",
  landlord: "Office du Lac",
  operator: "Thermalia",
  residence: "Les Tilleuls",
  boilerRoom: "Chaufferie A",
};

const VERDICT = {
  name: "Certificat de ramonage, Les Tilleuls, Chaufferie A",
  deadline: "2026-03-01",
  comment: "",
  again: null,
  isClosed: false,
};

const MAILED: readonly AnyLetter[] = [
  { kind: "reset-code", code: "abcd-efgh-jkmn", app: "home" },
  {
    kind: "invitation",
    code: "abcd-efgh-jkmn",
    organisation: "Office du Lac",
    inviter: "Anne Roux",
    app: "home",
  },
  { kind: "welcome", organisation: "Office du Lac", inviter: "Anne Roux" },
  {
    kind: "home-invitation",
    code: "babe-bibo-bubu",
    organisation: "Nord Habitat",
    residence: "Les Tilleuls",
    dwelling: "A12",
    app: "home",
  },
  {
    kind: "home-welcome",
    path: "/my-home/p1/h1",
    organisation: "Nord Habitat",
    residence: "Les Tilleuls",
    dwelling: "A12",
  },
  { kind: "password-changed" },
  { kind: "email-proof", token: "a.b" },
  { kind: "email-asked", email: "lea@bailleur.fr" },
  { kind: "email-changed", email: "lea@bailleur.fr" },
  { kind: "account-removed" },
  { kind: "provider-link", ...LINK },
  {
    kind: "document-deposited",
    organisation: "Nord Habitat",
    document: "Certificat de ramonage",
    residence: "Les Tilleuls",
    at: "2026-02-10T11:00:00Z",
  },
  {
    kind: "documents-verdicts",
    organisation: "Office du Lac",
    count: 9,
    first: [
      { ...VERDICT, verdict: "refused", comment: "Illisible\nà refaire", again: "2026-03-16" },
      { ...VERDICT, verdict: "refused", comment: "Illisible.", isClosed: true },
      { ...VERDICT, verdict: "subject-valid", comment: "Compteur à changer" },
      { ...VERDICT, verdict: "valid" },
      { ...VERDICT, verdict: "not-transmitted", comment: "Chaufferie fermée" },
      { ...VERDICT, verdict: "closed", isClosed: true },
      { ...VERDICT, verdict: "withdrawn", name: "Certificat de ramonage", deadline: null },
    ],
    ...LINK,
  },
  {
    kind: "monthly-letter",
    organisation: "Office du Lac",
    letter: {
      month: "2026-01",
      sentences: ["Janvier 2026 est connu à 97\u00A0% des jours de 2\u00A0chaufferies."],
      ranking: [LINE],
      changed: [],
      late: ["3\u00A0documents en retard"],
    },
    path: "/home/letters/2026-01",
  },
  { kind: "statement-sent", ...STATEMENT, path: "/statements/p/c/2025-1?token=t" },
  {
    kind: "statement-answered",
    ...STATEMENT,
    state: "contested",
    comment: "Compteur faux",
    fileName: "relevé.pdf",
    path: "/collect/p/boilerrooms/c/settlement?season=2025",
  },
  {
    kind: "documents-due",
    organisation: "Office du Lac",
    running: DOCUMENTS,
    late: { count: 3, first: DOCUMENTS.first },
    asked: ASKED,
    ...LINK,
  },
  {
    kind: "documents-week",
    organisation: "Office du Lac",
    refused: { count: 0, first: [] },
    late: DOCUMENTS,
    fresh: DOCUMENTS,
    running: DOCUMENTS,
    asked: ASKED,
    ...LINK,
  },
  { kind: "documents-to-validate", organisation: "Office du Lac", documents: DOCUMENTS },
  {
    kind: "consumption-report",
    organisation: "Office du Lac",
    sheet: aSheet(),
    path: "/my-home/p1/h1/reports/2026-01",
  },
  {
    kind: "alarms",
    report: "Astreinte",
    place: "Office du Lac",
    started: {
      count: 1,
      first: [{ ...MAILED_ALARM, message: "Ventilation A\u00A0: débit à 40 m³/h, sous 60 m³/h" }],
    },
    ended: { count: 0, first: [] },
    open: { count: 0, first: [] },
    path: "/home/alarms",
  },
  { kind: "test", by: "Anne Roux" },
];

const TO = { name: "Léa Petit", link: "https://suivi.example/x?a=1&b=2" };

Deno.test("mailText() of each letter", async (t) => {
  strictEqual(MAILED.length, LETTERS.kinds.length);
  await t.assertSnapshot(MAILED.map((letter) => {
    const { subject, text } = mailTextOf(letter, TO);
    return `${subject}\n\n${text}`;
  }));
});

Deno.test("mailText() has the same content in HTML as in plain text, with everything escaped", () => {
  const organisation = `<script>alert("x")</script> & Cie\r\nBcc: z@b.fr`;
  const letter = { kind: "welcome", organisation, inviter: "Anne" } as const;
  const { subject, html } = mailTextOf(letter, TO);
  ok(!html.includes("<script"));
  ok(html.includes("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; Cie"));
  ok(html.includes(`href="https://suivi.example/x?a=1&amp;b=2"`));
  ok(!/[\r\n]/.test(subject), "a name with a line in it adds no header");
});

// @spec contracting.verdict-mails
Deno.test("mailText() of one decision names it and its document in the subject", () => {
  const one = (verdict: Verdict) => {
    const first = [{ ...VERDICT, verdict }];
    const organisation = "Office du Lac";
    const letter = { kind: "documents-verdicts", organisation, count: 1, first, ...LINK } as const;
    return mailTextOf(letter, TO).subject.split(/\s: |, /)[1];
  };
  deepStrictEqual(VERDICTS.map(one), [
    "document refusé",
    "document validé avec réserve",
    "document validé",
    "document abandonné",
    "demande close",
    "demande retirée",
  ]);
});

Deno.test("mailText() greets a user without name", () => {
  ok(mailTextOf({ kind: "password-changed" }, { ...TO, name: "" }).text.startsWith("Bonjour,\n"));
});
