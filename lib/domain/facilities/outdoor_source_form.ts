import { controlText, readNumber } from "@/lib/domain/forms/number_control.ts";
import type { TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import type { IsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import type { DjuSlot, MonthlyDjuDraft } from "./types.ts";

/** The typed months, as displayed in the form; other months are empty. */
export function shownMonths(slots: readonly DjuSlot[]): TypedValues<IsoMonth> {
  return Object.fromEntries(
    slots.map(({ slot, dju, typed }) => [slot, typed ? controlText(dju) : ""]),
  );
}

/** The form's values in one line, to detect on submission which months changed. */
export function shownText(months: readonly IsoMonth[], values: TypedValues<IsoMonth>): string {
  return months.map((month) => values[month] ?? "").join(";");
}

/**
 * The months whose text differs from the displayed text: concurrent changes to other months are preserved.
 *
 * @param shown the texts displayed in the form, from {@link shownText}; missing texts are empty
 * @returns DJU by month; null for a cleared month
 */
export function changedMonths(
  months: readonly IsoMonth[],
  { values, shown }: {
    readonly values: TypedValues<IsoMonth>;
    readonly shown: string;
  },
): MonthlyDjuDraft["months"] {
  const texts = shown.split(";");
  return months.flatMap((month, rank) => {
    const text = (values[month] ?? "").trim();
    return text === (texts[rank] ?? "") ? [] : [{ month, dju: readNumber(text) }];
  });
}

/** Empty values for every month of the form. */
export function clearedMonths(months: readonly IsoMonth[]): MonthlyDjuDraft["months"] {
  return months.map((month) => ({ month, dju: null }));
}
