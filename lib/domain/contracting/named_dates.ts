import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";

const MONTHS = [
  "janvier",
  "fevrier",
  "mars",
  "avril",
  "mai",
  "juin",
  "juillet",
  "aout",
  "septembre",
  "octobre",
  "novembre",
  "decembre",
];

/** The days, months and years in the words of a file name. */
export interface NamedDates {
  /** As the beginnings of civil days: "2026", "2026-03", "2026-03-01". */
  readonly named: ReadonlySet<string>;
  /** The text without its whole dates, each word between two spaces. */
  readonly rest: string;
}

const DATE_FORMS: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/\b(20\d\d) ?([01]\d) ?([0-3]\d)\b/g, (_, year, month, day) => `${year}-${month}-${day}`],
  [/\b([0-3]\d) ?([01]\d) ?(20\d\d)\b/g, (_, day, month, year) => `${year}-${month}-${day}`],
  [/\b(20\d\d) ([01]\d)\b/g, (_, year, month) => `${year}-${month}`],
  [/\b([01]\d) (20\d\d)\b/g, (_, month, year) => `${year}-${month}`],
  [
    new RegExp(`\\b(${MONTHS.join("|")}) (20\\d\\d)\\b`, "g"),
    (_, month = "", year) => `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, "0")}`,
  ],
];

/** The dates in some words, separated by spaces. @spec deposits.matched */
export function namedDates(text: string): NamedDates {
  const named = new Set(text.match(/\b20\d\d\b/g) ?? []);
  let rest = text;
  for (const [form, dateOf] of DATE_FORMS) {
    rest = rest.replace(form, (...parts) => {
      const date = dateOf(...parts);
      for (const length of [4, 7, 10]) named.add(date.slice(0, length));
      return "";
    });
  }
  return { named, rest: ` ${rest} ` };
}

/** Points of a deadline: more for its day than for its month or its year. */
export function dateScore({ named }: NamedDates, deadline: IsoDate): number {
  if (named.has(deadline)) return 3;
  if (named.has(deadline.slice(0, 7))) return 2;
  return named.has(deadline.slice(0, 4)) ? 1 : 0;
}
