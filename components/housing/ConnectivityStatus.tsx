import { Status, type Tone } from "@/components/page/Page.tsx";
import type { ConnectivityState } from "@/lib/domain/housing/types.ts";
import { CONNECTIVITY_LABELS } from "@/lib/text/housing/housing.ts";

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
