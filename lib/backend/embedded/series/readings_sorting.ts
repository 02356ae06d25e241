import { Refused } from "@/lib/backend/core/refused.ts";
import type { FileError, FileValue } from "@/lib/backend/ingest/csv_file.ts";
import { isValueHeading, unitOfHeading } from "@/lib/backend/ingest/csv_layout.ts";
import { ERRORS_SHOWN, type FileContent } from "@/lib/domain/series/csv_content.ts";
import { LineOutcomes } from "@/lib/domain/series/line_outcomes.ts";
import { isTooOld, isWithin, type TimeWindow } from "@/lib/domain/series/plausible.ts";
import { bracketed, inUnit, sentUnit } from "@/lib/domain/series/sent_units.ts";
import { READINGS_MESSAGES } from "@/lib/text/series/imports.ts";
import type { ReplacedLine } from "./imported_replacements.ts";
import { ImportedValues, type ValueAt } from "./imported_values.ts";
import type { FoundSeries, NamedSeries, NamingFault, SeriesNames } from "./named_series.ts";

/** Maximum number of distinct series and dwelling names in a file: five times those of the largest residence tried. */
const MOST_NAMES = 50_000;
/** Maximum number of conversions listed. */
const CONVERSIONS_SHOWN = 20;
/** Maximum length of a name quoted in a message. */
const SHOWN_CHARACTERS = 100;

export interface SeriesValues {
  readonly named: NamedSeries;
  readonly values: ImportedValues;
  readonly beside: ImportedValues;
  readonly replaced: ReplacedLine[];
  /** Last line with a value of the series; 0 for none. */
  lastLine: number;
}

/** Values sorted by series, and the unusable ones. */
export class Sorting {
  readonly series = new Map<string, SeriesValues>();
  readonly errors: FileError[] = [];
  readonly lines = new LineOutcomes();
  /** Units converted to those of series. */
  readonly conversions = new Map<string, { series: string; from: string; to: string }>();
  /** Series of each name of a series and a dwelling: a file repeats a few names on many lines. */
  readonly #found = new Map<string, Map<string, FoundSeries>>();
  #nameCount = 0;

  constructor(
    private readonly names: SeriesNames,
    private readonly wanted: { content: FileContent; window: TimeWindow; acceptOld: boolean },
  ) {}

  add(sent: FileValue): void {
    const { line, column, epochS, isBeside, replaced } = sent;
    const found = this.#find(sent.series, sent.dwelling);
    if (!found.ok) {
      if (isBeside) return;
      return this.#refuse(line, column, NAMING_FAULTS[found.fault](quoted(found.name)));
    }
    const { named } = found;
    const value = this.#inUnit(named, sent, sent.value);
    if (isBeside) return this.#addBeside(named, { epochS, value });
    const fault = this.#unitFault(named, sent, value) ?? this.#faultOf(named, epochS, value) ??
      (replaced ? this.#replacedFault(named) : null);
    if (fault !== null) return this.#refuse(line, column, fault);
    const known = this.#valuesOf(named);
    if (known.lastLine === line) {
      return this.#refuse(line, column, READINGS_MESSAGES.otherColumn(named.title));
    }
    known.lastLine = line;
    known.values.add(epochS, value, line);
    if (replaced === undefined) return;
    const finalIndex = replaced.finalIndex && this.#inUnit(named, sent, replaced.finalIndex);
    known.replaced.push({ line, epochS, firstIndex: value, ...replaced, finalIndex });
  }

  /**
   * A value in the unit of its series; NaN when its own does not convert.
   *
   * @spec imports.units
   */
  #inUnit(
    { kind, unit: to }: NamedSeries,
    { unit: from = "", stepS }: FileValue,
    value: number,
  ): number {
    if (from === "" || to === null) return value;
    const isConsumption = kind === "consumption" || this.wanted.content === "consumption";
    return inUnit(value, { from, to, stepS: isConsumption ? stepS ?? null : null }) ?? NaN;
  }

  #unitFault(
    { title, unit: to }: NamedSeries,
    { unit = "" }: FileValue,
    value: number,
  ): string | null {
    const from = sentUnit(unit) ?? unit;
    if (from === "" || to === null || from === to) return null;
    if (Number.isNaN(value)) {
      const isPower = inUnit(1, { from, to, stepS: 1 }) !== null;
      return READINGS_MESSAGES[isPower ? "power" : "otherUnit"](quoted(from), title, to);
    }
    if (this.conversions.size < CONVERSIONS_SHOWN) {
      this.conversions.set(`${title}\n${from}`, { series: title, from, to });
    }
    return null;
  }

  /** Adds registers of other parts, as context; their own part reports their errors. */
  #addBeside(named: NamedSeries, { epochS, value }: Omit<ValueAt, "line">): void {
    if (named.kind !== "index" || this.wanted.content === "consumption") return;
    if (Number.isNaN(value) || this.#faultOf(named, epochS, value) !== null) return;
    this.#valuesOf(named).beside.add(epochS, value);
  }

  #valuesOf(named: NamedSeries): SeriesValues {
    let values = this.series.get(named.storedId);
    if (values === undefined) {
      const [own, beside] = [new ImportedValues(), new ImportedValues()];
      values = { named, values: own, beside, replaced: [], lastLine: 0 };
      this.series.set(named.storedId, values);
    }
    return values;
  }

  #find(series: string, dwelling: string): FoundSeries {
    let ofSeries = this.#found.get(series);
    if (ofSeries === undefined) this.#found.set(series, ofSeries = new Map());
    const known = ofSeries.get(dwelling);
    if (known !== undefined) return known;
    if (++this.#nameCount > MOST_NAMES) throw new Refused("too-many-names");
    const found = this.#named(series, dwelling);
    ofSeries.set(dwelling, found);
    return found;
  }

  /** A heading may have the unit of its values after the name of its series: « Eau chaude (L) ». */
  #named(series: string, dwelling: string): FoundSeries {
    const found = this.names.find({ series, dwelling });
    if (found.ok || unitOfHeading(series) === "") return found;
    const without = this.names.find({ series: bracketed(series)?.name ?? series, dwelling });
    return without.ok ? without : found;
  }

  #refuse(line: number, column: string, message: string): void {
    this.lines.note(line, "refused");
    if (this.errors.length < ERRORS_SHOWN) this.errors.push({ line, column, message });
  }

  #faultOf({ kind, title, bounds }: NamedSeries, epochS: number, value: number): string | null {
    const { content, window, acceptOld } = this.wanted;
    if (kind === "state") return READINGS_MESSAGES.state(title);
    if (kind === "instant" && content === "consumption") {
      return READINGS_MESSAGES.noConsumption(title);
    }
    if (kind === "consumption" && content === "index") return READINGS_MESSAGES.noIndex(title);
    if (kind !== "instant" && value < 0) return READINGS_MESSAGES.negative;
    if (epochS < 0) return READINGS_MESSAGES.past;
    if (isTooOld(epochS, window, acceptOld)) return READINGS_MESSAGES.old;
    if (epochS > window.newestS) return READINGS_MESSAGES.future;
    return isWithin(value, bounds) ? null : READINGS_MESSAGES.implausible(bounds.min, bounds.max);
  }

  #replacedFault({ kind, title }: NamedSeries): string | null {
    if (kind !== "index") return READINGS_MESSAGES.noMeter(title);
    return this.wanted.content === "consumption" ? READINGS_MESSAGES.noReplacement : null;
  }
}

/** The error of a value whose name resolves to no single series. */
const NAMING_FAULTS: Readonly<Record<NamingFault, (name: string) => string>> = {
  "unknown": (name) =>
    isValueHeading(name) ? READINGS_MESSAGES.unnamedSeries : READINGS_MESSAGES.unknownSeries(name),
  "several": READINGS_MESSAGES.severalSeries,
  "no-dwelling": READINGS_MESSAGES.noDwelling,
  "unknown-dwelling": READINGS_MESSAGES.unknownDwelling,
  "simulated": READINGS_MESSAGES.simulatedSeries,
};

function quoted(name: string): string {
  return name.length > SHOWN_CHARACTERS ? `${name.slice(0, SHOWN_CHARACTERS)}…` : name;
}
