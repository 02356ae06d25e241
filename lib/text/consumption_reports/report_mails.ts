import { FIRST_MAIL_DAY, LAST_WAIT_DAY } from "@/lib/domain/consumption_reports/report_mails.ts";
import type { ConsumptionReportMails } from "@/lib/domain/consumption_reports/types.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatInstant, ofMonth } from "@/lib/text/format/dates.ts";
import { withNoBreaks } from "@/lib/text/format/no_breaks.ts";

/** Introduction of the monthly mail's section. */
export const REPORT_MAILS_INTRO =
  `Le bilan d’un mois est envoyé le mois suivant\u00A0: à partir du ${FIRST_MAIL_DAY}, dès que tous ses relevés sont là\u00A0; à partir du ${LAST_WAIT_DAY}, même s’il en manque.`;

/** Recipients of the mails, first mailed month, and last mails. */
export function reportMailsTexts(
  { isOn, firstMonth, houseCount, last }: ConsumptionReportMails,
  timeZone: string,
) {
  const houses = `${countText(houseCount, "logement")} ${
    houseCount < 2 ? "a" : "ont"
  } aujourd’hui un occupant avec une adresse email.`;
  const first = isOn && firstMonth !== null
    ? [`Les bilans sont envoyés depuis celui ${ofMonth(firstMonth)}.`]
    : [];
  const sent = last === null
    ? "Aucun bilan n’a été envoyé."
    : `Dernier envoi : ${countText(last.mailCount, "bilan")} ${ofMonth(last.month)}, le ${
      formatInstant(last.at, timeZone)
    }.`;
  return [houses, ...first, sent].map(withNoBreaks);
}
