import { Status, type Tone } from "@/components/page/Page.tsx";
import {
  CONNECTIVITY_STATES,
  type ConnectivityState,
  type ConnectivitySummary,
} from "@/lib/domain/housing/types.ts";
import { writeFilters } from "@/lib/domain/tables/table_state.ts";
import { links } from "@/lib/links/links.ts";
import { CONNECTIVITY_LABELS, housesCountText } from "@/lib/text/housing/housing.ts";

const COUNTS: Readonly<Record<ConnectivityState, keyof ConnectivitySummary>> = {
  "online": "onlineCount",
  "reachable": "reachableCount",
  "last-7-days": "last7DaysCount",
  "offline": "offlineCount",
};

/** How many dwellings answer, and how; each count leads to those it counts (B §7 "housesconnectivitysummary"). @spec housing.connectivity-counts */
export function ConnectivityCounts(
  { projectId, summary }: { projectId: string; summary: ConnectivitySummary },
) {
  return (
    <dl class="key-values">
      {CONNECTIVITY_STATES.map((state) => (
        <div key={state}>
          <dt>
            <ConnectivityStatus state={state} />
          </dt>
          <dd>
            <Count projectId={projectId} state={state} count={summary[COUNTS[state]]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Count(
  { projectId, state, count }: { projectId: string; state: ConnectivityState; count: number },
) {
  if (count === 0) return <>0</>;
  return (
    <a href={links.houses(projectId, writeFilters({ connectivity: state }))}>
      {housesCountText(count)}
    </a>
  );
}

const TONES: Readonly<Record<ConnectivityState, Tone>> = {
  "online": "good",
  "reachable": "info",
  "last-7-days": "bad",
  "offline": "very-bad",
};

/** Connectivity of a dwelling, as a word and a colour. */
export function ConnectivityStatus({ state }: { state: ConnectivityState }) {
  return <Status tone={TONES[state]} label={CONNECTIVITY_LABELS[state]} />;
}
