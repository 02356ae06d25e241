import { cachedProject } from "@/lib/backend/embedded/projects/projects.ts";
import { registerMarks } from "@/lib/backend/embedded/series/meter_marks.ts";
import { rangeSlots } from "@/lib/backend/embedded/series/range_slots.ts";
import { cachedSeries } from "@/lib/backend/embedded/series/series.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { knownSum } from "@/lib/domain/energy_balance/sums.ts";
import { inQuantity } from "@/lib/domain/energy_balance/units.ts";
import type { MeterRead } from "@/lib/domain/facilities/machines_read.ts";
import { monthOf, monthStart, yearOf } from "@/lib/domain/periods/civil_dates.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { civilDays } from "@/lib/domain/periods/slots.ts";
import { civilDateOf, type ZonedSlot, zonedSlots } from "@/lib/domain/periods/zoned_days.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import type { MaybeDoubtful } from "@/lib/domain/series/doubtful.ts";
import type { SeriesReader } from "@/lib/domain/series/reader.ts";
import type { MeterMark, RangeSlot } from "@/lib/domain/series/types.ts";

/** Whether each slot is doubtful. */
export function doubtsOf(slots: readonly MaybeDoubtful[]): boolean[] {
  return slots.map(({ doubtful }) => doubtful === true);
}

type MeterSlots = Pick<MeterRead, "kWh" | "shares" | "doubts">;

export class Meters {
  /** Energy of each slot of a meter, by series: sums and completeness read the same meters. */
  readonly #counted = new Map<string, Promise<MeterSlots>>();

  constructor(
    private readonly services: Services,
    private readonly projectId: string,
    private readonly series: readonly ProjectSeries[],
    readonly range: PeriodRange,
    readonly timeZone: string,
  ) {}

  get slots(): ZonedSlot[] {
    return zonedSlots(this.range, this.timeZone);
  }

  /** The irradiance series; null when the residence has none. */
  get irradianceSeries(): ProjectSeries | null {
    return this.series.find(({ dataUnitId }) => dataUnitId === "IRRA") ?? null;
  }

  /** A series by its id; null when it no longer exists. */
  find(seriesId: string): ProjectSeries | null {
    return this.series.find(({ id }) => id === seriesId) ?? null;
  }

  slotsOf(series: ProjectSeries): Promise<RangeSlot[]> {
    const { range, timeZone } = this;
    const today = civilDateOf(this.services.now(), timeZone);
    return rangeSlots(this.#reader, { series, range, timeZone, today });
  }

  /** Irradiance of each slot, W/m², with the share of the slot that was read; empty when it is not measured. */
  async irradiance(): Promise<readonly RangeSlot[]> {
    const series = this.irradianceSeries;
    return series === null ? [] : await this.slotsOf(series);
  }

  /** Sum of several meters in each slot, kWh; null when none was read. */
  async kWhOf(seriesIds: readonly (string | null)[]): Promise<(number | null)[]> {
    const counted = await Promise.all(this.#known(seriesIds).map((one) => this.#energyOf(one)));
    return this.slots.map((_, index) => knownSum(counted.map(({ kWh }) => kWh[index] ?? null)));
  }

  /** A meter in each slot; null when there is none. */
  async slotsRead(seriesId: string | null): Promise<MeterSlots | null> {
    const [series] = this.#known([seriesId]);
    return series === undefined ? null : await this.#energyOf(series);
  }

  /** As `slotsRead()`, with its readings around. */
  async readOf(seriesId: string | null): Promise<MeterRead | null> {
    const [series] = this.#known([seriesId]);
    if (series === undefined) return null;
    const slots = await this.#energyOf(series);
    if (slots.shares.every((share) => share === 1)) {
      return { ...slots, wasRead: true, lastMs: Infinity };
    }
    const [wasRead, last] = await Promise.all([
      this.#wasRead(series.id),
      this.#reader.last(series.id),
    ]);
    return { ...slots, wasRead, lastMs: last && last.epochS * 1_000 };
  }

  /** Events and falls of several meters in the slots, in order. */
  async marksOf(seriesIds: readonly (string | null)[]): Promise<MeterMark[]> {
    const registers = this.#known(seriesIds).filter(({ unit }) => unit.kind === "index");
    return await registerMarks(this.#reader, registers.map(({ id }) => id), this);
  }

  #energyOf(series: ProjectSeries): Promise<MeterSlots> {
    return this.#counted.getOrInsertComputed(series.id, async () => {
      const slots = await this.slotsOf(series);
      const kWh = slots.map(({ value }) =>
        value === null ? null : inQuantity(value, series.unit.unit, "energy")
      );
      return {
        kWh,
        shares: slots.map(({ completeness }) => completeness),
        doubts: doubtsOf(slots),
      };
    });
  }

  /** Whether a meter was read in the year before the range. */
  async #wasRead(seriesId: string): Promise<boolean> {
    const { from } = civilDays(this.range);
    const [before, now, days] = await Promise.all([
      this.#reader.months(seriesId, yearOf(from) - 1),
      this.#reader.months(seriesId, yearOf(from)),
      this.#reader.days(seriesId, { from: monthStart(from), to: from }),
    ]);
    const months = [...before, ...now].filter(({ at }) => at < monthOf(from));
    return [...months, ...days].some(({ count }) => count > 0);
  }

  get #reader(): SeriesReader {
    return this.services.seriesOf(this.projectId, this.timeZone);
  }

  #known(seriesIds: readonly (string | null)[]): ProjectSeries[] {
    return seriesIds.flatMap((id) => id === null ? [] : this.find(id) ?? []);
  }
}

export async function metersOf(
  services: Services,
  projectId: string,
  range: PeriodRange,
): Promise<Meters> {
  const [series, { timeZone }] = await Promise.all([
    cachedSeries(services, projectId),
    cachedProject(services, projectId),
  ]);
  return new Meters(services, projectId, series, range, timeZone);
}
