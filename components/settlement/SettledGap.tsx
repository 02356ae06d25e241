/** What the closed statements of a season settle, in place of its estimate. @module */

import type { Settlement } from "@/lib/settlement/schema.ts";
import { owedText } from "@/lib/settlement/statement_text.ts";
import { statementName } from "@/lib/settlement/text.ts";

/** @param hrefOf the page of a statement @spec settlement.settled */
export function SettledGap(
  { settled, hrefOf }: { settled: readonly Settlement[]; hrefOf(one: Settlement): string },
) {
  return settled.map((one) => {
    const { statement } = one.sheet;
    return statement && (
      <p key={one.id}>
        Décompté&nbsp;: <strong>{owedText(statement)}</strong>,{" "}
        <a href={hrefOf(one)}>{statementName(one)}</a>.
      </p>
    );
  });
}
