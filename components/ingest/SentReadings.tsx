/** Sends a large file of readings and shows what became of it; a file of its own, loaded once one is chosen. @module */

import { Notice, WaitNotice } from "@/components/ui/Page.tsx";
import { wholePercentOf } from "@/lib/base/rounding.ts";
import type { SentReadings as Sent } from "@/lib/ingest/readings_upload.ts";
import { ReadingsReport } from "./ReadingsReport.tsx";

export { isWorkbook } from "@/lib/files/file_text.ts";
export { sendReadings } from "@/lib/ingest/readings_upload.ts";

export function SentReadings({ sent, timeZone }: { sent: Sent; timeZone: string }) {
  const { report, isDry } = sent;
  const isCut = sent.kind === "failed";
  return (
    <>
      {sent.kind === "failed" && <Notice tone="very-bad" live>{sent.message}</Notice>}
      {report && <ReadingsReport report={report} isDry={isDry} timeZone={timeZone} isCut={isCut} />}
    </>
  );
}

/** Chooses the time zone that a trial run proposes, as the page does without JavaScript. @spec imports.time-zone */
export function chooseProposedZone({ report, isDry }: Sent, form: string): void {
  const select = document.querySelector<HTMLSelectElement>(`#${form} select[name=timeZone]`);
  if (select && isDry && report?.proposedTimeZone) select.value = report.proposedTimeZone;
}

interface SendingProps {
  /** Share of the file uploaded, 0 to 1. */
  share: number;
  stop(): void;
}

export function Sending({ share, stop }: SendingProps) {
  return (
    <>
      <p class="sending" role="status">
        <span>Envoi du fichier&nbsp;: {wholePercentOf(share)}&nbsp;%</span>
        <progress max={1} value={share} aria-label="Part du fichier envoyée" />
      </p>
      <div class="submit-bar">
        <button type="button" class="button" onClick={stop}>Arrêter l’envoi</button>
      </div>
      <WaitNotice />
    </>
  );
}
