import type { MonthReport } from "@/lib/domain/energy_balance/types.ts";
import {
  BALANCE_LABELS,
  conversionText,
  monthNotes,
} from "@/lib/text/energy_balance/energy_balance.ts";

/** Notes under the table: those of each month, and the conversion factors. */
export function BalanceNotes({ rows }: { rows: readonly MonthReport[] }) {
  const notes = monthNotes(rows);
  const factors = factorSpans(rows);
  return (
    <div class="balance-notes">
      {notes.length > 0 && (
        <section>
          <h2>À savoir</h2>
          <ol>
            {notes.map(({ months, sentences }, index) => (
              <li key={months[0]} id={`note-${index + 1}`}>
                <strong>{spanText(months.map(BALANCE_LABELS.month))}</strong>
                {`\u00A0: ${sentences.join(" ")}`}
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
              <li key={from}>{`${spanText([from, to])}\u00A0: ${text}`}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function spanText(months: readonly string[]): string {
  const [first, last] = [months[0], months.at(-1)];
  return first === last ? `${first}` : `${first} à ${last}`;
}

interface FactorSpan {
  readonly from: string;
  to: string;
  readonly text: string;
}

/** The factors used, with consecutive months of the same factor merged (domain §2 A8). */
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
