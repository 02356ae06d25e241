import type { DoorRefusal } from "../contract/errors.ts";

/** Stops a call with a refusal of the door: what no call lists because every call may answer it. */
export class Refused extends Error {
  override name = "Refused";

  /** @param retryAt when asking again makes sense, epoch ms */
  constructor(readonly code: DoorRefusal, readonly retryAt: number | null = null) {
    super(code);
  }
}
