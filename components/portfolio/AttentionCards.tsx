/** Shows the cards of silences, gaps, consents, alarms and documents that call for attention. @module */

import type { ComponentChildren } from "preact";
import { ConsentStatus } from "@/components/gas/pce_list.tsx";
import { Notice, Status } from "@/components/ui/Page.tsx";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { countText, othersText } from "@/lib/base/text_format.ts";
import type { DocumentCounts } from "@/lib/documents/schema.ts";
import { DOCUMENT_LIST_LABELS } from "@/lib/documents/text.ts";
import type { RecentGapLine } from "@/lib/energy_balance/schema.ts";
import type { DriftLine } from "@/lib/energy_signature/schema.ts";
import { driftTitle } from "@/lib/energy_signature/text.ts";
import type { GasPce } from "@/lib/gas/schema.ts";
import {
  type AttentionSubject,
  consentsText,
  gapText,
  silencesText,
  silenceText,
  unreadText,
  wasteText,
} from "@/lib/portfolio/text_attention.ts";
import { alarmCountText, openAlarmsText } from "@/lib/residences/text.ts";
import type { ProjectSilence } from "@/lib/series/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGE_NAMES } from "@/lib/ui/page_titles.ts";

/** How long readings of a residence have been missing. */
export function SilenceStatus({ silence }: { silence: ProjectSilence }) {
  const isMute = silence.expectedCount > 0 && silence.lastAt === null;
  return <Status tone={isMute ? "very-bad" : "bad"} label={silenceText(silence)} />;
}

interface AttentionCardsProps {
  today: IsoDate;
  /** The boiler rooms that drift, then those without signature whose gap exceeds their threshold. */
  drifts: readonly DriftLine[];
  gaps: readonly RecentGapLine[];
  silences: readonly ProjectSilence[];
  consents: readonly GasPce[];
  alarms: readonly {
    readonly projectId: string;
    readonly projectName: string;
    readonly count: number;
  }[];
  documents: DocumentCounts | null;
  /** Cards whose data could not be read. */
  unread: readonly AttentionSubject[];
}

/** Maximum lines of one card: the others are on a linked page. */
const LINES = 4;

/** Today's problems across the residences, a card for each kind. @spec design §12 */
export function AttentionCards(props: AttentionCardsProps) {
  const { today, drifts, gaps, silences, consents, alarms, unread } = props;
  const documents = documentLines(props.documents);
  const isCalm = [alarms, drifts, gaps, silences, consents, documents]
    .every(({ length }) => length === 0);
  return (
    <section class="stack attention" aria-labelledby="attention">
      <h2 id="attention">À regarder aujourd’hui</h2>
      {unread.length > 0 && <Notice tone="bad" title={unreadText(unread)} />}
      {isCalm && unread.length === 0 && <Status tone="good" label="Rien à signaler aujourd’hui" />}
      <div class="columns">
        <AttentionCard
          title={openAlarmsText(sumBy(alarms, ({ count }) => count))}
          lines={alarms.map(({ projectId, projectName, count }) => (
            <li key={projectId}>
              <a href={links.alarms(projectId)}>{projectName}</a>
              <Status tone="very-bad" label={alarmCountText(count)} />
            </li>
          ))}
          more={links.orgAlarms()}
        />
        <AttentionCard
          title={wasteText(drifts.length, gaps.length)}
          lines={[
            ...drifts.map((line) => <DriftLineItem key={line.boilerRoomId} {...line} />),
            ...gaps.map((line) => <GapLine key={line.boilerRoomId} {...line} />),
          ]}
        />
        <AttentionCard
          title={silencesText(silences.length)}
          lines={silences.map((line) => <SilenceLine key={line.projectId} {...line} />)}
          more={links.silences()}
        />
        <AttentionCard
          title={consentsText(consents.length)}
          lines={consents.map((line) => <ConsentLine key={line.pce} {...line} today={today} />)}
          more={links.gasConsents()}
        />
        <AttentionCard title={PAGE_NAMES.documents} lines={documents} />
      </div>
    </section>
  );
}

function documentLines(counts: DocumentCounts | null): ComponentChildren[] {
  if (counts === null) return [];
  const { late, refused, toValidate } = counts;
  const lines = [
    { list: "late", count: late, tone: "very-bad" },
    { list: "refused", count: refused, tone: "bad" },
    { list: "to-validate", count: toValidate, tone: "info" },
  ] as const;
  return lines.filter(({ count }) => count > 0).map(({ list, count, tone }) => (
    <li key={list}>
      <a href={links.documentList(list)}>{DOCUMENT_LIST_LABELS[list]}</a>
      <Status tone={tone} label={countText(count, "document")} />
    </li>
  ));
}

interface AttentionCardProps {
  title: string;
  lines: readonly ComponentChildren[];
  /** URL of the full list; without one, the card unfolds its other lines. */
  more?: string | undefined;
}

/** Nothing without lines. */
function AttentionCard({ title, lines, more }: AttentionCardProps) {
  if (lines.length === 0) return null;
  const otherCount = lines.length - LINES;
  return (
    <section class="card attention-card">
      <h3>{title}</h3>
      <ul>{lines.slice(0, LINES)}</ul>
      {otherCount > 0 && (more === undefined
        ? (
          <details>
            <summary>{othersText(otherCount)}</summary>
            <ul>{lines.slice(LINES)}</ul>
          </details>
        )
        : <a href={more}>{othersText(otherCount)}</a>)}
    </section>
  );
}

function DriftLineItem(
  { projectId, boilerRoomId, projectName, boilerRoomName, drift }: DriftLine,
) {
  return (
    <li>
      <a href={links.signature(projectId, boilerRoomId)}>{projectName}, {boilerRoomName}</a>
      {drift && <Status tone="very-bad" label={driftTitle(drift)} />}
    </li>
  );
}

function GapLine({ projectId, boilerRoomId, projectName, boilerRoomName, gap }: RecentGapLine) {
  return (
    <li>
      <a href={links.energyBalance(projectId, boilerRoomId)}>{projectName}, {boilerRoomName}</a>
      {gap && <Status tone="very-bad" label={gapText(gap)} />}
    </li>
  );
}

function SilenceLine(silence: ProjectSilence) {
  return (
    <li>
      <a href={links.residence(silence.projectId)}>{silence.projectName}</a>
      <SilenceStatus silence={silence} />
    </li>
  );
}

function ConsentLine({ pce, name, projectName, consent, today }: GasPce & { today: IsoDate }) {
  const place = [projectName, name].filter(Boolean).join(", ");
  return (
    <li>
      <a href={links.gasYear(pce)}>{place || pce}</a>
      <ConsentStatus consent={consent} today={today} />
    </li>
  );
}
