import { Section } from "@/components/page/Page.tsx";
import { type PastMail, PREVIEW_DAYS } from "@/lib/domain/alarms/mail_history.ts";
import { newsText } from "@/lib/text/alarms/letters.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";

const SHOWN_COUNT = 20;

interface PastMailsProps {
  mails: readonly PastMail[];
  /** Time zone of the report's residence; that of the organisation without one. */
  timeZone: string | undefined;
}

/** The mails that a report would have sent recently, newest first. @spec alarms.report-preview */
export function PastMails({ mails, timeZone }: PastMailsProps) {
  const others = mails.length - SHOWN_COUNT;
  return (
    <Section
      id="past-mails"
      title="Aperçu"
      intro={`Ce que ce rapport, tel qu’il est enregistré, aurait envoyé à chaque destinataire ces ${PREVIEW_DAYS} derniers jours.`}
    >
      <p>{mails.length === 0 ? "Aucun mail" : countText(mails.length, "mail")}</p>
      {mails.length > 0 && (
        <ul>
          {mails.slice(0, SHOWN_COUNT).map(({ atMs, started, ended, open }) => (
            <li key={atMs}>
              {formatInstant(new Date(atMs).toISOString(), timeZone)}
              {"\u00A0: "}
              {newsText([started.length, ended.length, open.length])}
            </li>
          ))}
          {others > 0 && <li>et {countText(others, "autre")}, plus ancien{others > 1 && "s"}</li>}
        </ul>
      )}
    </Section>
  );
}
