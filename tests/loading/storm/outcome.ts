/** The answers that the processes of a storm report. @module */

/** An answer, or the lack of one. */
export interface StormAnswer {
  /** Kind of page or of body. */
  readonly kind: string;
  /** 0 when the connection ended before the answer was whole. */
  readonly status: number;
  /** Index of the server. */
  readonly server: number;
  /** Time of the request, epoch milliseconds. */
  readonly at: number;
  readonly ms: number;
  /** Path, request id and text, of an answer to examine. */
  readonly detail?: string | undefined;
}

/** Whether an answer is neither right nor a request to retry later. */
export function isFaulty({ status }: StormAnswer): boolean {
  return status >= 500 && status !== 503;
}

/** Time after which a request counts as never answered. */
export const GIVE_UP_MS = 60_000;

/** Sends an answer to the parent process, as a JSON line. */
export function report(answer: StormAnswer): void {
  console.log(JSON.stringify(answer));
}
