import { Status } from "@/components/page/Page.tsx";
import type { ProjectSilence } from "@/lib/domain/projects/types.ts";
import { silenceText } from "@/lib/text/projects/attention.ts";

/** How long readings of a residence have been missing. */
export function SilenceStatus({ silence }: { silence: ProjectSilence }) {
  const isMute = silence.expectedCount > 0 && silence.lastAt === null;
  return <Status tone={isMute ? "very-bad" : "bad"} label={silenceText(silence)} />;
}
