import type { DispatchRefusal } from "@/lib/contract/errors.ts";

interface RefusalFacts {
  /** Description in English, when the code is not enough. */
  readonly detail?: string;
  /** Progress of the work to wait for, 0 to 1. */
  readonly progress?: number | null;
}

/** Ends a call with a refusal of the dispatcher: calls do not declare these codes, since every call may return them. */
export class Refused extends Error {
  override name = "Refused";
  readonly detail: string | null;
  readonly progress: number | null;

  /** @param retryAt time of the next useful attempt, epoch ms */
  constructor(
    readonly code: DispatchRefusal,
    readonly retryAt: number | null = null,
    { detail, progress }: RefusalFacts = {},
  ) {
    super(detail ?? code);
    this.detail = detail ?? null;
    this.progress = progress ?? null;
  }
}
