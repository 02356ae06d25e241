import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "react";
import { ColumnChoice } from "@/components/ingest/ColumnChoice.tsx";
import type { CallPath } from "@/lib/api/routing.ts";
import type { ColumnSample } from "@/lib/ingest/column_sample.ts";

interface ReadingsUploadProps {
  projectId: string;
  /** Time zone of the residence. */
  timeZone: string;
  path: CallPath;
  /** Id of the form whose large files are sent in parts. */
  form: string;
  /** The columns of a file that the page has tried; null without one. */
  sample: ColumnSample | null;
}

/** Size above which a file is not sent with the form itself, bytes. */
const LARGE = 256 * 1_024;

/** What cuts, sends and reports, loaded once a file is chosen; null when it cannot be loaded. */
const load = () => import("@/components/ingest/SentReadings.tsx").catch(() => null);

/** Sends a large file of the form in parts, with its progress; the user may stop it. @spec imports.large-files */
export default function ReadingsUpload(
  { projectId, timeZone, path, form, sample }: ReadingsUploadProps,
) {
  const [shown, setShown] = useState<ComponentChildren>(null);
  const [asked, setAsked] = useState(sample);
  const top = useRef<HTMLDivElement>(null);
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
      isSending = true;
      const parts = await load();
      // The server reads the sheet of a workbook, which has no part that is readable alone.
      if (
        parts === null || parts.isWorkbook(new Uint8Array(await file.slice(0, 4).arrayBuffer()))
      ) {
        isSending = false;
        isWhole = true;
        target.requestSubmit(submitter);
        isWhole = false;
        return;
      }
      const stopped = new AbortController();
      const onShare = (share: number) =>
        setShown(<parts.Sending share={share} stop={() => stopped.abort()} />);
      onShare(0);
      top.current?.scrollIntoView({ block: "nearest" });
      const signal = AbortSignal.any([gone.signal, stopped.signal]);
      // Leaving the page would stop the upload.
      addEventListener("beforeunload", (leaving) => leaving.preventDefault(), { signal });
      const sent = await parts.sendReadings(file, data, { projectId, path, signal, onShare });
      parts.chooseProposedZone(sent, form);
      setShown(<parts.SentReadings sent={sent} timeZone={timeZone} />);
      setAsked(sent.kind === "done" && !sent.isDry ? null : sent.sample);
      stopped.abort();
      isSending = false;
    };
    const box = document.getElementById(form);
    box?.addEventListener("change", load, { signal: gone.signal, once: true });
    box?.addEventListener("submit", send, { signal: gone.signal });
    return () => gone.abort();
  }, [projectId, path, form]);
  return (
    <div ref={top}>
      {shown}
      {asked && <ColumnChoice sample={asked} form={form} />}
    </div>
  );
}
