import { ok, strictEqual } from "node:assert/strict";
import type { AlarmLetter, MailedAlarm, MailedAlarms } from "@/lib/alarms/mail_text.ts";
import { mailTextOf } from "@/tests/helpers/mails.ts";
import { MAILED_ALARM } from "@/tests/helpers/some_alarms.ts";

const TO = { name: "", link: "https://suivi.example/home/alarms" };

const GATEWAY: MailedAlarm = {
  ...MAILED_ALARM,
  message: "Passerelle B : aucune mesure depuis 3 heures",
  timeZone: "Indian/Reunion",
  childCount: 42,
  path: "/collect/p1/alarms/a2",
};
const NONE: MailedAlarms = { count: 0, first: [] };

function aLetter(over: Partial<AlarmLetter>): AlarmLetter {
  return {
    kind: "alarms",
    report: "Astreinte",
    place: "Office du Lac",
    started: NONE,
    ended: NONE,
    open: NONE,
    path: "/home/alarms",
    ...over,
  };
}

// @spec alarms.report-mails
Deno.test("alarmWords() in each kind of mail", async (t) => {
  const over = { ...MAILED_ALARM, end: "2026-02-10T12:30:00Z" };
  const letters = [
    aLetter({ started: { count: 1, first: [MAILED_ALARM] } }),
    aLetter({ ended: { count: 1, first: [over] } }),
    aLetter({ open: { count: 1, first: [GATEWAY] } }),
    aLetter({
      started: { count: 100, first: [MAILED_ALARM, GATEWAY] },
      ended: { count: 1, first: [over] },
      open: { count: 2, first: [MAILED_ALARM, GATEWAY] },
    }),
  ];
  await t.assertSnapshot(letters.map((letter) => {
    const { subject, text, html } = mailTextOf(letter, TO);
    return `${subject}\n\n${text}\n${html}`;
  }));
});

// @spec alarms.report-mails
Deno.test("alarmWords() names the boiler room of an equipment, in the subject too", () => {
  const started = { count: 1, first: [{ ...MAILED_ALARM, place: "Chaufferie Est" }] };
  const { subject, text } = mailTextOf(aLetter({ started }), TO);
  ok(subject.includes("alerte, Les Tilleuls, Chaufferie Est, Circuit Nord"), subject);
  ok(text.includes("– Les Tilleuls, Chaufferie Est, Circuit Nord"), text);
});

// @spec alarms.report-mails
Deno.test("alarmWords() says how to receive no more mails of a report, which may go to someone without an account", () => {
  const { text, html } = mailTextOf(aLetter({ started: { count: 1, first: [MAILED_ALARM] } }), TO);
  for (const words of [text, html]) ok(words.includes("Pour ne plus le recevoir"), words);
});

Deno.test("alarmWords() separates the thousands of a number of alarms", () => {
  const { text } = mailTextOf(aLetter({ open: { count: 1_500, first: [MAILED_ALARM] } }), TO);
  ok(text.includes("Alertes toujours ouvertes\u00A0: 1\u202F500"), text);
});

Deno.test("alarmWords() escapes a message, which cannot add a header", () => {
  const message = `<img src=x onerror=alert(1)>\r\nBcc: z@b.fr`;
  const letter = aLetter({ started: { count: 1, first: [{ ...MAILED_ALARM, message }] } });
  const { subject, html } = mailTextOf(letter, TO);
  ok(!html.includes("<img"));
  ok(!/[\r\n]/.test(subject));
});

Deno.test("mailText() links each alarm to its page on the site of the letter", () => {
  const letter = aLetter({ started: { count: 1, first: [MAILED_ALARM] } });
  const { html, text } = mailTextOf(letter, TO);
  ok(html.includes(`href="https://suivi.example/collect/p1/alarms/a1"`));
  ok(text.includes("\n  https://suivi.example/collect/p1/alarms/a1\n"));
  strictEqual(text.includes(TO.link), true);
});

// @spec alarms.reminders
Deno.test("alarmWords() says since when the value of an open alarm is not read any more", () => {
  const silent = { ...MAILED_ALARM, lastReadAt: "2026-02-09T11:00:00Z" };
  const { text } = mailTextOf(aLetter({ open: { count: 1, first: [silent] } }), TO);
  ok(text.includes("aucune donnée reçue depuis le 09/02/2026"), text);
});
