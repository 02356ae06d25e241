/** What the processes of a storm report of the answers they had. @module */

/** An answer, or the lack of one. */
export interface StormAnswer {
  /** Kind of page or of body. */
  readonly kind: string;
  /** 0 when the connection ended before the answer was whole. */
  readonly status: number;
  /** Which of the servers. */
  readonly server: number;
  /** Time of the request, epoch milliseconds. */
  readonly at: number;
  readonly ms: number;
  /** Path, request id and text, of an answer that is to be looked at. */
  readonly detail?: string | undefined;
}

/** An answer that is neither right nor an honest "later". */
export function isFaulty({ status }: StormAnswer): boolean {
  return status >= 500 && status !== 503;
}

/** How long a request may take before it counts as never answered. */
export const GIVE_UP_MS = 60_000;

/** Passes the answers on to the process that started this one, a JSON line each. */
export function report(answer: StormAnswer): void {
  console.log(JSON.stringify(answer));
}
