import { BALANCE_LIMITS } from "@/lib/text/energy_balance/balance_limits.ts";

/** Limits of the method. */
export function BalanceLimits() {
  return (
    <details class="balance-notes">
      <summary>Les limites de ce bilan</summary>
      <ul>{BALANCE_LIMITS.map((limit) => <li key={limit}>{limit}</li>)}</ul>
    </details>
  );
}
