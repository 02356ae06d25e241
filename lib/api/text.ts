/** French texts of the effects that a write confirms first. @module */

import { formatDay } from "@/lib/base/date_format.ts";
import { countText, formatNumber } from "@/lib/base/text_format.ts";
import { INDEX_DECIMALS } from "@/lib/timeseries/meter_event.ts";
import type { Effect } from "@/lib/ui/confirmation.ts";

/** French text of an effect: « crée 120 documents en retard, dus du 20/12/2025 au 20/10/2026 ». */
export function effectText(effect: Effect): string {
  switch (effect.kind) {
    case "late-documents": {
      const late = countText(effect.count, "document en retard", "documents en retard");
      return `crée ${late}, ${dueText(effect)}`;
    }
    case "early-documents": {
      const early = countText(effect.count, "document");
      return `crée dès maintenant ${early} à plus d’un an de l’échéance, ${dueText(effect)}`;
    }
    case "late-deadline": {
      const late = countText(effect.count, "document");
      return `donne à ${late} une échéance déjà passée, le ${formatDay(effect.date)}`;
    }
    case "long-silence":
      return `tait les alarmes pendant ${countText(effect.days, "jour")}`;
    case "far-start":
      return `ne prend effet que le ${formatDay(effect.date)}, dans plus de cinq ans`;
    case "old-setting": {
      const since = formatDay(effect.date);
      return `s’applique depuis le ${since}, il y a plus de cinq ans\u00A0: les chiffres de ces années changent`;
    }
    case "contradicting-index":
      return contradictionText(effect);
  }
}

function contradictionText(
  { value, lostCount, before, after }: Extract<
    Effect,
    { readonly kind: "contradicting-index" }
  >,
): string {
  const index = (one: number) => formatNumber(one, INDEX_DECIMALS);
  const beside = [
    before === undefined ? [] : `${index(before)} avant`,
    after === undefined ? [] : `${index(after)} après`,
  ].flat();
  const around = beside.length === 0 ? "" : ` (${beside.join(", ")})`;
  const uncounted = lostCount === 0
    ? "cet index ne compte pas"
    : `${countText(lostCount, "relevé")} ne ${lostCount === 1 ? "compte" : "comptent"} plus`;
  return `enregistre l’index ${
    index(value)
  }, qui contredit les relevés qui l’entourent${around}\u00A0: ${uncounted}, et la consommation entre eux est marquée douteuse`;
}

/** The subject of an audit line, with the effects that were confirmed. */
export function confirmedText(subject: string, effects: readonly string[]): string {
  const words = `confirmé\u00A0: ${effects.join("\u00A0; ")}`;
  return subject === "" ? words : `${subject} (${words})`;
}

function dueText(
  { count, firstDueDate, lastDueDate }: Extract<
    Effect,
    { readonly count: number; readonly lastDueDate: string }
  >,
): string {
  const first = formatDay(firstDueDate);
  if (firstDueDate === lastDueDate) return `${count === 1 ? "dû" : "dus"} le ${first}`;
  return `dus du ${first} au ${formatDay(lastDueDate)}`;
}
