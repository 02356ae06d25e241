import type { MonthReport } from "../../lib/domain/energy_balance/types.ts";
import {
  BALANCE_LABELS,
  conversionText,
  monthNotes,
  notedMonths,
} from "../../lib/text/energy_balance.ts";

/** Under the table: what to know of each month, and the conversion factors used. */
export function BalanceNotes({ rows }: { rows: readonly MonthReport[] }) {
  const noted = notedMonths(rows);
  const factors = factorSpans(rows);
  return (
    <div class="balance-notes">
      {noted.length > 0 && (
        <section>
          <h2>À savoir</h2>
          <ol>
            {noted.map((row) => (
              <li key={row.month} id={`note-${row.month}`}>
                <strong>{BALANCE_LABELS.month(row.month)}</strong>
                {`\u00A0: ${monthNotes(row).join(" ")}`}
              </li>
            ))}
          </ol>
        </section>
      )}
      {factors.length > 0 && (
        <section>
          <h2>Coefficient de conversion</h2>
          <ul>
            {factors.map(({ from, to, text }) => (
              <li key={from}>
                {from === to ? `${from}\u00A0: ${text}` : `${from} à ${to}\u00A0: ${text}`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

interface FactorSpan {
  readonly from: string;
  to: string;
  readonly text: string;
}

/** The factors used, months that follow each other with the same one together (domain §2 A8). */
function factorSpans(rows: readonly MonthReport[]): readonly FactorSpan[] {
  const spans: FactorSpan[] = [];
  for (const row of rows) {
    const text = conversionText(row);
    const month = BALANCE_LABELS.month(row.month);
    const last = spans.at(-1);
    if (text === "") continue;
    if (last?.text === text) last.to = month;
    else spans.push({ from: month, to: month, text });
  }
  return spans;
}
