import { Status, type Tone } from "@/components/page/Page.tsx";
import { type ConsentAlarm, consentAlarm } from "@/lib/domain/gas/consents.ts";
import type { GasConsent } from "@/lib/domain/gas/types.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { consentText } from "@/lib/text/gas.ts";

interface ConsentStatusProps {
  /** null before the first request to GRDF. */
  consent: GasConsent | null;
  today: IsoDate;
  /** Its text: with its end date, unless that is beside it. */
  text?: typeof consentText;
}

const TONES: Readonly<Record<ConsentAlarm["kind"], Tone>> = {
  ends: "bad",
  ended: "very-bad",
  closed: "very-bad",
};

/** The access given by a holder's consent today, as a word with its colour. */
export function ConsentStatus({ consent, today, text = consentText }: ConsentStatusProps) {
  if (consent === null) return <span class="soft">Pas encore demandé</span>;
  const alarm = consentAlarm(consent, today);
  const tone = alarm === null ? "good" : TONES[alarm.kind];
  return <Status tone={tone} label={text(consent, alarm)} />;
}
