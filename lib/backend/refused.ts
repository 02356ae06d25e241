import type { DoorRefusal } from "../contract/errors.ts";

/** Stops a call with a refusal of the door: what no call lists because every call may answer it. */
export class Refused extends Error {
  override name = "Refused";

  /**
   * @param retryAt when asking again makes sense, epoch ms
   * @param detail what is wrong, in English, where the code alone does not say it
   */
  constructor(
    readonly code: DoorRefusal,
    readonly retryAt: number | null = null,
    readonly detail: string | null = null,
  ) {
    super(detail ?? code);
  }
}
