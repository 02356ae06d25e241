import { links } from "@/lib/links/links.ts";
import { CallDetails, type DocumentedCall } from "./CallDetails.tsx";

export interface ListedCall extends DocumentedCall {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

interface CallListProps {
  calls: readonly ListedCall[];
  /** Name of the expanded call; null for none. */
  open: string | null;
}

export function CallList({ calls, open }: CallListProps) {
  return (
    <ul class="api-calls">
      {calls.map((call) => (
        <li key={call.name} id={call.name}>
          <a
            class={call.name === open ? "chosen" : undefined}
            href={links.apiCall(call.name)}
            aria-current={call.name === open ? "true" : "false"}
          >
            <span class={`api-method api-${call.method.toLowerCase()}`}>{call.method}</span>
            <code>/api{call.path}</code>
            <span class="small soft" lang="en">{call.summary}</span>
          </a>
          {call.name === open && <CallDetails call={call} />}
        </li>
      ))}
    </ul>
  );
}
