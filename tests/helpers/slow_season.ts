const DAY_MS = 86_400_000;
const COLD_DJU = 3;
/** The Swedish format of dates is 2026-05-31. */
const PARIS = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris" });

/** Settings and weather of the seasons of a boiler room. */
export interface KnownSeasons {
  /** Typed first and last day, by the year in which the season starts. */
  readonly typed: ReadonlyMap<
    number,
    { readonly start: string | null; readonly stop: string | null }
  >;
  /** Whether the season is calculated from the weather. */
  readonly isCalculated: boolean;
  /** DJU of the known days. */
  readonly dju: ReadonlyMap<string, number>;
}

/** The civil day in Paris of an instant, seconds since 1970. */
export function parisDay(epochS: number): string {
  return PARIS.format(epochS * 1_000);
}

/** Whether a boiler room heats today: each day of the year is checked by itself. */
export function heatsToday(known: KnownSeasons, today: string): boolean {
  const year = Number(today.slice(0, 4)) - (today.slice(5, 7) < "07" ? 1 : 0);
  const typed = known.typed.get(year) ?? { start: null, stop: null };
  const { start, stop } = (known.isCalculated ? byWeather(known.dju, year, today) : null) ?? typed;
  return today >= (start ?? `${year}-10-01`) && today <= (stop ?? `${year + 1}-05-31`);
}

/** null when no day from September to June is known. */
function byWeather(dju: KnownSeasons["dju"], year: number, today: string) {
  const days = daysBetween(`${year}-09-01`, `${year + 1}-06-30`);
  if (!days.some((day) => dju.has(day))) return null;
  const cold = coldRuns(days, (day) => (dju.get(day) ?? 0) > COLD_DJU);
  if (cold.length === 0) {
    const past = days.filter((day) => day < today);
    const mayBe = coldRuns(past, (day) => (dju.get(day) ?? Infinity) > COLD_DJU);
    if (mayBe.length === 0) return { start: firstOfNextMonth(today), stop: end(null) };
  }
  const isRead = (month: string) => days.some((day) => day.startsWith(month) && dju.has(day));
  const months = [...new Set(days.map((day) => day.slice(0, 7)))];
  const start = cold[0]?.[0] ?? null;
  const beforeStart = months.slice(1).filter((month) =>
    start !== null && month <= start.slice(0, 7)
  );
  const stop = end(cold.at(-1)?.at(-1) ?? null);
  const afterStop = months.slice(0, -1).filter((month) =>
    stop !== null && month >= stop.slice(0, 7)
  );
  // The three days beside a bound, as far as a season may reach.
  const around = days.slice(1, -1);
  const before = start === null ? [] : around.slice(0, around.indexOf(start)).slice(-3);
  const after = stop === null ? [] : around.slice(around.indexOf(stop) + 1).slice(0, 3);
  return {
    start: beforeStart.every(isRead) && isBounded(before) ? start : null,
    stop: afterStop.every(isRead) && isBounded(after) ? stop : null,
  };

  /** Readings that begin or end at a cold day do not tell when the season does. */
  function isBounded(beside: readonly string[]): boolean {
    return beside.length === 0 || beside.some((day) => dju.has(day));
  }

  /** null until 30 June, since the season has not ended. */
  function end(day: string | null): string | null {
    return today < `${year + 1}-06-30` ? null : day;
  }
}

/** Every three consecutive cold days, after 1 September and before 30 June. */
function coldRuns(days: readonly string[], isCold: (day: string) => boolean): string[][] {
  return days.flatMap((day, rank) => {
    const three = days.slice(rank, rank + 3);
    const isInside = !day.endsWith("-09-01") && three.length === 3 &&
      three.every((one) => !one.endsWith("-06-30"));
    return isInside && three.every(isCold) ? [three] : [];
  });
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += DAY_MS) {
    days.push(new Date(ms).toISOString().slice(0, 10));
  }
  return days;
}

function firstOfNextMonth(day: string): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
