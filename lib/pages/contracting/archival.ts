import { asks, type CallOutcome } from "@/lib/web/forms/submit_forms.ts";

/** The buttons that archive and restore an entry of a register. */
export function archivalIntents(
  put: (body: { archived: boolean }) => Promise<CallOutcome<unknown>>,
) {
  return {
    archive: asks(() => put({ archived: true })),
    restore: asks(() => put({ archived: false })),
  };
}
