/** Finds who entered what makes a statement, and names them. @module */

import { authorText } from "@/lib/alarms/text.ts";
import type { Authored } from "@/lib/api/entity.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import { latestOnOrBefore } from "@/lib/energy_balance/dated_settings.ts";
import type { EnergyPriceRecord } from "@/lib/energy_prices/records.ts";
import type {
  EfficiencySettings,
  EfficiencySources,
  GasFactors,
} from "@/lib/facilities/energy_settings_schema.ts";
import type { HeatingSeason } from "@/lib/facilities/schema.ts";
import { SOURCE_KIND_LABELS } from "@/lib/facilities/text.ts";
import { readAuthors } from "@/lib/identity/accounts.ts";
import type { Store } from "@/lib/store/store.ts";
import type { PriceIndexesRecord, SheetRecord, TermsRecord } from "./records.ts";
import type { AUTHORED, StatementSheet } from "./schema.ts";
import type { Season } from "./season_sheet.ts";
import { inForce } from "./season_statement.ts";
import { indexText } from "./statement_text.ts";
import { seasonDaysText } from "./text.ts";

type SheetAuthors = NonNullable<SheetRecord["authors"]>;

/** What a sheet may be made of, as stored. */
interface Entered {
  readonly terms: readonly TermsRecord[];
  /** Of the energy of the boiler room. */
  readonly prices: readonly EnergyPriceRecord[];
  readonly indexes: PriceIndexesRecord["values"];
  readonly sources: Authored<EfficiencySources>;
  readonly settings: readonly Authored<EfficiencySettings>[];
  readonly gasFactors: readonly Authored<GasFactors>[];
  /** The season that was typed; undefined where its dates are not. */
  readonly season: Authored<HeatingSeason> | undefined;
}

/** Who entered the terms, prices, values of indexes, sources and settings that made the rows of a sheet. @spec settlement.authors */
export function sheetAuthors({ rows, termsFrom }: Season, entered: Entered): SheetAuthors {
  const terms = entered.terms.filter(({ from }) => termsFrom.includes(from));
  const priced = rows.filter(({ from }) => inForce(terms, from)?.components.length === 0);
  const texts = new Set(rows.flatMap(({ indexes }) => indexes));
  const dated = (
    what: typeof AUTHORED[number],
    versions: readonly Authored<{ readonly from: IsoDate }>[],
  ) =>
    [...new Map(versions.map(({ from, accountId }) => [from, accountId]))].sort()
      .map(([from, accountId]) => ({ what, name: `à partir du ${formatDay(from)}`, accountId }));
  const datedSettings = (
    what: "settings" | "gasFactors",
    versions: readonly Authored<{ readonly fromDate: IsoDate }>[],
  ) =>
    dated(
      what,
      rows.flatMap(({ from }) => latestOnOrBefore(versions, from) ?? [])
        .map(({ fromDate: from, accountId }) => ({ from, accountId })),
    );
  const { sources } = entered;
  return [
    ...dated("terms", terms),
    ...dated("price", priced.flatMap(({ from }) => inForce(entered.prices, from) ?? [])),
    ...entered.indexes.map(({ accountId, ...value }) => ({
      what: "index" as const,
      name: indexText(value),
      accountId: accountId ?? undefined,
    })).filter(({ name }) => texts.has(name)),
    ...rows.length === 0 ? [] : [{
      what: "sources" as const,
      name: SOURCE_KIND_LABELS[sources.sourceKind],
      accountId: sources.accountId,
    }],
    ...datedSettings("settings", entered.settings),
    ...datedSettings("gasFactors", entered.gasFactors),
    ...entered.season === undefined ? [] : [{
      what: "season" as const,
      name: seasonDaysText(entered.season),
      accountId: entered.season.accountId,
    }],
  ];
}

/** A sheet as it is shown: who removed the account is not named. */
export async function shownSheet(
  store: Store,
  { authors, ...sheet }: SheetRecord,
): Promise<StatementSheet> {
  if (authors === undefined) return sheet;
  const authorOf = await readAuthors(store, authors.flatMap(({ accountId }) => accountId ?? []));
  return {
    ...sheet,
    authors: authors.map(({ what, name, accountId }) => ({
      what,
      name,
      by: accountId === undefined ? "" : authorText(authorOf(accountId)),
    })),
  };
}
