/** Asks the caller to confirm the effects of a call before it is written, with their French texts. @module */

import { formatDay } from "@/lib/base/date_format.ts";
import { countText, formatNumber, formatPercent, formatQuantity } from "@/lib/base/text_format.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { INDEX_DECIMALS } from "@/lib/timeseries/meter_event.ts";
import type { ConfirmationRequest, ConfirmedEffect, Effect } from "@/lib/ui/confirmation.ts";

/** French text of an effect: « crée 120 documents en retard, dus du 20/12/2025 au 20/10/2026 ». */
function effectText(effect: Effect): string {
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
      return `suspend les alertes pendant ${countText(effect.days, "jour")}`;
    case "far-start":
      return `ne prend effet que le ${formatDay(effect.date)}, dans plus de cinq ans`;
    case "old-setting": {
      const since = formatDay(effect.date);
      return `s’applique depuis le ${since}, il y a plus de cinq ans\u00A0: les chiffres de ces années changent`;
    }
    case "nb-of-area":
      return `${keptNbText(effect, "m²")}\u00A0: NB × A′/A serait ${
        formatQuantity(effect.proposedKWh, "kWh", 0)
      }`;
    case "nb-of-temperature": {
      const { ademePercent, djuPercent, days, djuContract } = effect;
      return `${
        keptNbText(effect, "°C")
      }\u00A0: l’avenant donne le nouveau NB\u00A0; pour repère seulement, ${
        signedPercent(ademePercent)
      } (ADEME), ou ${signedPercent(djuPercent)} (${days} jours, ${formatNumber(djuContract)} DJU)`;
    }
    case "changed-readings": {
      const { count, firstDate, before, after } = effect;
      const readings = countText(count, "relevé enregistré", "relevés enregistrés");
      const last = before === undefined || after === undefined
        ? ""
        : `\u00A0: le dernier, ${indexText(before)}, devient ${indexText(after)}`;
      return `recalcule ${readings}, depuis le ${formatDay(firstDate)}${last}`;
    }
    case "moved-readings": {
      const moved = countText(effect.count, "relevé enregistré", "relevés enregistrés");
      return `déplace aussi ${moved}, depuis le ${formatDay(effect.firstDate)}`;
    }
    case "contradicting-index":
      return contradictionText(effect);
  }
}

function keptNbText(
  { nbKWh, before, after }: Extract<Effect, { readonly nbKWh: number }>,
  unit: string,
): string {
  const [old, now] = [before, after].map((value) => formatQuantity(value, unit, 2));
  return `garde NB à ${formatQuantity(nbKWh, "kWh", 0)}, pour ${now} au lieu de ${old}`;
}

function signedPercent(percent: number): string {
  return `${percent > 0 ? "+" : ""}${formatPercent(percent)}`;
}

function contradictionText(
  { value, lostCount, before, after }: Extract<
    Effect,
    { readonly kind: "contradicting-index" }
  >,
): string {
  const beside = [
    before === undefined ? [] : `${indexText(before)} avant`,
    after === undefined ? [] : `${indexText(after)} après`,
  ].flat();
  const around = beside.length === 0 ? "" : ` (${beside.join(", ")})`;
  const uncounted = lostCount === 0
    ? "cet index ne compte pas"
    : `${countText(lostCount, "relevé")} ne ${lostCount === 1 ? "compte" : "comptent"} plus`;
  return `enregistre l’index ${
    indexText(value)
  }, qui contredit les relevés qui l’entourent${around}\u00A0: ${uncounted}, et la consommation entre eux est marquée douteuse`;
}

function indexText(value: number): string {
  return formatNumber(value, INDEX_DECIMALS);
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

interface Confirming {
  /** The value sent with the call; null without one. */
  readonly sentConfirmation: string | null;
  /** The value that confirms the call with some effects. */
  valueOf(effects: readonly ConfirmedEffect[]): string;
  /** The effects confirmed by the last plan of the call. */
  confirmed: readonly ConfirmedEffect[];
}

const confirmings = new WeakMap<Caller, Confirming>();

/** Gives the caller of one call its confirmation; the caller must be of that call only. */
export function withConfirmation<C extends Caller>(
  caller: C,
  confirming: Omit<Confirming, "confirmed">,
): C {
  confirmings.set(caller, { ...confirming, confirmed: [] });
  return caller;
}

/**
 * The refusal of a call that must be confirmed first; null when it was, or has no such effect. A plan calls it once,
 * after its other refusals, with all its effects: other ones than those confirmed are asked again. Jobs ask nothing.
 *
 * @spec calls.to-confirm
 */
export function askFirst(
  caller: Caller,
  effects: readonly Effect[],
): { readonly ok: false; readonly code: "to-confirm" } & ConfirmationRequest | null {
  const confirming = confirmings.get(caller);
  if (confirming === undefined) return null;
  const toConfirm = effects.map((effect) => ({ ...effect, text: effectText(effect) }));
  const confirmation = confirming.valueOf(toConfirm);
  const isConfirmed = toConfirm.length > 0 && confirming.sentConfirmation === confirmation;
  confirming.confirmed = isConfirmed ? toConfirm : [];
  if (toConfirm.length === 0 || isConfirmed) return null;
  return { ok: false, code: "to-confirm", effects: toConfirm, confirmation };
}

/** The subject of an audit line, with what the caller confirmed. @spec calls.to-confirm */
export function confirmedSubject(caller: Caller, subject: string): string {
  const confirmed = confirmings.get(caller)?.confirmed ?? [];
  if (confirmed.length === 0) return subject;
  const words = `confirmé\u00A0: ${confirmed.map(({ text }) => text).join("\u00A0; ")}`;
  return subject === "" ? words : `${subject} (${words})`;
}
