import { useEffect, useState } from "react";
import { ReadingsReport } from "../../components/ingest/ReadingsReport.tsx";
import { Notice } from "../../components/page/Notice.tsx";
import WaitNotice from "../page/WaitNotice.tsx";
import { sendReadings, type SentReadings } from "./sent_readings.ts";

interface ReadingsUploadProps {
  projectId: string;
  /** Id of the form whose large files are sent piece by piece. */
  form: string;
}

/** Smaller files go with the form itself, bytes. */
const LARGE = 256 * 1_024;

type Progress = { kind: "idle" } | { kind: "sending"; share: number } | SentReadings;

/** Sends a large file of the form piece by piece, and shows how far it is. */
export default function ReadingsUpload({ projectId, form }: ReadingsUploadProps) {
  const [progress, setProgress] = useState<Progress>({ kind: "idle" });
  useEffect(() => {
    const stop = new AbortController();
    let isSending = false;
    const send = async (event: SubmitEvent) => {
      if (isSending) return event.preventDefault();
      const data = formOf(event);
      const file = data?.get("file");
      if (!data || !(file instanceof File) || file.size <= LARGE) return;
      event.preventDefault();
      isSending = true;
      setProgress({ kind: "sending", share: 0 });
      const onShare = (share: number) => setProgress({ kind: "sending", share });
      setProgress(await sendReadings(file, data, { projectId, signal: stop.signal, onShare }));
      isSending = false;
    };
    document.getElementById(form)?.addEventListener("submit", send, { signal: stop.signal });
    return () => stop.abort();
  }, [projectId, form]);
  switch (progress.kind) {
    case "idle":
      return null;
    case "sending":
      return <Sending share={progress.share} />;
    case "done":
      return <ReadingsReport report={progress.report} isDry={progress.isDry} />;
    case "failed":
      return (
        <>
          <Notice tone="very-bad" live>{progress.message}</Notice>
          {progress.report && <ReadingsReport report={progress.report} isDry={progress.isDry} />}
        </>
      );
  }
}

function Sending({ share }: { share: number }) {
  return (
    <>
      <p class="sending" role="status">
        <span>Envoi du fichier&nbsp;: {Math.floor(share * 100)}&nbsp;%</span>
        <progress max={1} value={share} aria-label="Part du fichier envoyée" />
      </p>
      <WaitNotice />
    </>
  );
}

function formOf(event: SubmitEvent): FormData | null {
  return event.target instanceof HTMLFormElement
    ? new FormData(event.target, event.submitter)
    : null;
}
