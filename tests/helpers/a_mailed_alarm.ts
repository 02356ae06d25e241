import type { MailedAlarm } from "@/lib/alarms/mail_text.ts";

export const CIRCUIT: MailedAlarm = {
  message: "Circuit Nord : départ à 82,4\u00A0°C, au-dessus de 80\u00A0°C",
  residence: "Les Tilleuls",
  timeZone: "Europe/Paris",
  start: "2026-02-10T11:00:00Z",
  end: null,
  childCount: 0,
  path: "/collect/p1/alarms/a1",
};
