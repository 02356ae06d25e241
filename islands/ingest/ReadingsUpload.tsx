import { useEffect, useState } from "react";
import { ReadingsReport } from "@/components/ingest/ReadingsReport.tsx";
import { Notice } from "@/components/ui/Page.tsx";
import WaitNotice from "@/islands/web/WaitNotice.tsx";
import type { CallPath } from "@/lib/api/routing.ts";
import { wholePercentOf } from "@/lib/base/rounding.ts";
import { isWorkbook } from "@/lib/files/file_text.ts";
import { sendReadings, type SentReadings } from "@/lib/ingest/readings_upload.ts";

interface ReadingsUploadProps {
  projectId: string;
  /** Time zone of the residence. */
  timeZone: string;
  path: CallPath;
  /** Id of the form whose large files are sent in parts. */
  form: string;
}

/** Size above which a file is not sent with the form itself, bytes. */
const LARGE = 256 * 1_024;

type Progress = { kind: "idle" } | { kind: "sending" } & SendingProps | SentReadings;

/** Sends a large file of the form in parts, with its progress; the user may stop it. @spec imports.large-files */
export default function ReadingsUpload({ projectId, timeZone, path, form }: ReadingsUploadProps) {
  const [progress, setProgress] = useState<Progress>({ kind: "idle" });
  useEffect(() => {
    const gone = new AbortController();
    let isSending = false;
    let isWhole = false;
    const send = async (event: SubmitEvent) => {
      if (isSending) return event.preventDefault();
      const { target, submitter } = event;
      if (isWhole || !(target instanceof HTMLFormElement)) return;
      const data = new FormData(target, submitter);
      const file = data.get("file");
      if (!(file instanceof File) || file.size <= LARGE) return;
      event.preventDefault();
      // The server reads the sheet of a workbook, which has no part that is readable alone.
      if (isWorkbook(new Uint8Array(await file.slice(0, 4).arrayBuffer()))) {
        isWhole = true;
        target.requestSubmit(submitter);
        isWhole = false;
        return;
      }
      isSending = true;
      const stopped = new AbortController();
      const onShare = (share: number) =>
        setProgress({ kind: "sending", share, stop: () => stopped.abort() });
      onShare(0);
      const signal = AbortSignal.any([gone.signal, stopped.signal]);
      // Leaving the page would stop the upload.
      addEventListener("beforeunload", (leaving) => leaving.preventDefault(), { signal });
      const sent = await sendReadings(file, data, { projectId, path, signal, onShare });
      chooseProposedZone(sent, form);
      setProgress(sent);
      stopped.abort();
      isSending = false;
    };
    document.getElementById(form)?.addEventListener("submit", send, { signal: gone.signal });
    return () => gone.abort();
  }, [projectId, path, form]);
  switch (progress.kind) {
    case "idle":
      return null;
    case "sending":
      return <Sending share={progress.share} stop={progress.stop} />;
    case "done":
      return <ReadingsReport report={progress.report} isDry={progress.isDry} timeZone={timeZone} />;
    case "failed":
      return (
        <>
          <Notice tone="very-bad" live>{progress.message}</Notice>
          {progress.report && (
            <ReadingsReport
              report={progress.report}
              isDry={progress.isDry}
              timeZone={timeZone}
              isCut
            />
          )}
        </>
      );
  }
}

/** Chooses the time zone that a trial run proposes, as the page does without JavaScript. @spec imports.time-zone */
function chooseProposedZone({ report, isDry }: SentReadings, form: string): void {
  const select = document.querySelector<HTMLSelectElement>(`#${form} select[name=timeZone]`);
  if (select && isDry && report?.proposedTimeZone) select.value = report.proposedTimeZone;
}

interface SendingProps {
  /** Share of the file uploaded, 0 to 1. */
  share: number;
  stop(): void;
}

function Sending({ share, stop }: SendingProps) {
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
