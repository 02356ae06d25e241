import { Section, Status, type Tone } from "@/components/ui/Page.tsx";
import { formatInstant } from "@/lib/base/date_format.ts";
import type { Settlement } from "@/lib/settlement/schema.ts";
import { STATE_LABELS } from "@/lib/settlement/text.ts";

export const STATE_TONES: Readonly<Record<Settlement["state"], Tone>> = {
  sent: "info",
  withdrawn: "info",
  accepted: "good",
  contested: "bad",
  closed: "good",
};

/** What was done with a statement and said of it, in order. */
export function StatementActs(
  { acts, timeZone, fileHref }: Pick<Settlement, "acts"> & {
    timeZone?: string;
    /** Of the file of a contest. */
    fileHref: string;
  },
) {
  return (
    <Section id="acts" title="Échanges">
      <ul>
        {acts.map(({ state, at, by, comment, fileName }) => (
          <li key={at}>
            <Status tone={STATE_TONES[state]} label={STATE_LABELS[state]} /> le{" "}
            {formatInstant(at, timeZone)}, {by}
            {comment !== "" && <>&nbsp;: {comment}</>}
            {fileName !== null && (
              <>
                , <a href={fileHref}>{fileName}</a>
              </>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
