/** A year against the one before at equal weather, and its energy and carbon by m². @module */

import { dateColumn, numberColumn } from "@/components/ui/columns.tsx";
import { CsvLinks } from "@/components/ui/DataTable.tsx";
import { Fact } from "@/components/ui/Page.tsx";
import { countText, formatNumber, formatQuantity } from "@/lib/base/text_format.ts";
import { formatMonth } from "@/lib/base/date_format.ts";
import type { BalancePeriod } from "@/lib/energy_balance/balance_report.ts";
import type {
  ComparedMonth,
  ComparedPeriod,
  YearCarbon,
  YearComparison,
} from "@/lib/energy_balance/year_comparison.ts";
import {
  changeText,
  markNotes,
  markText,
  notComparedTexts,
  perAreaText,
  shortYear,
} from "@/lib/energy_balance/comparison_text.ts";
import type { EnergyClass } from "@/lib/facilities/energy_setting_limits.ts";
import { tableFile } from "@/lib/web/downloads.ts";

interface WeatherComparisonProps {
  comparison: YearComparison;
  period: BalancePeriod;
  url: URL;
}

/** Name of the file of the compared months, among those of the page. */
const WEATHER_TABLE = "weather";

/** The year at the weather of the year before, and month by month (E §4). */
export function WeatherComparison(
  { comparison: { months, total, contract }, period, url }: WeatherComparisonProps,
) {
  const [now, before] = [shortYear(period), shortYear({ ...period, year: period.year - 1 })];
  const compared = months.filter(({ reason }) => reason === null);
  return (
    <section class="card stack" aria-labelledby="equal-weather">
      <h2 id="equal-weather">À climat égal, par rapport à {before}</h2>
      {total === null ? <p class="soft">Aucun mois ne peut être comparé.</p> : (
        <>
          <dl class="facts">
            <Fact label="Évolution corrigée du climat">{changeText(total.changePercent)}</Fact>
            <Fact label={before}>{withHotWater(total.beforeKwh, total.hotWaterBeforeKwh)}</Fact>
            <Fact label={now}>{withHotWater(total.nowKwh, total.hotWaterKwh)}</Fact>
            <Fact label={`${now}, avec la météo de ${before}`}>
              {formatQuantity(total.correctedKwh, "kWh", 0)}
            </Fact>
          </dl>
          <p class="balance-months">
            {[
              `${countText(total.monthCount, "mois comparé", "mois comparés")}\u00A0:`,
              ...compared.map(({ month, changePercent }) =>
                `${formatMonth(month)}\u00A0: ${changeText(changePercent)}`
              ),
            ].join("\n")}
          </p>
          <CsvLinks page={url} table={WEATHER_TABLE} />
        </>
      )}
      {contract && (
        <p>
          {`${now}, avec les ${formatNumber(contract.dju, 0)}\u00A0DJU du contrat\u00A0: ${
            formatQuantity(contract.correctedKwh, "kWh", 0)
          }.`}
        </p>
      )}
      {notComparedTexts(months).map((text) => <p key={text} class="soft small">{text}</p>)}
    </section>
  );
}

function withHotWater(kwh: number | null, hotWaterKwh: number | null): string {
  const all = formatQuantity(kwh, "kWh", 0);
  return hotWaterKwh ? `${all}, dont ${formatQuantity(hotWaterKwh, "kWh", 0)} d’eau chaude` : all;
}

/** The compared months of a year and of the one before, as a file; null when another page is requested. */
export function weatherFile(
  url: URL,
  { months }: YearComparison,
  period: BalancePeriod,
): Response | null {
  const [now, before] = [shortYear(period), shortYear({ ...period, year: period.year - 1 })];
  const energy = (field: keyof ComparedPeriod, label: string) =>
    numberColumn<ComparedMonth>(field, label, (row) => row[field], { unit: "kWh", most: 0 });
  return tableFile(url, {
    table: WEATHER_TABLE,
    fileName: `climat ${now}.csv`,
    columns: [
      dateColumn<ComparedMonth>("month", "Mois", ({ month }) => month),
      energy("beforeKwh", before),
      energy("nowKwh", now),
      energy("correctedKwh", "Corrigé du climat"),
      numberColumn<ComparedMonth>(
        "changePercent",
        "Évolution corrigée",
        ({ changePercent }) => changePercent,
        { unit: "%", most: 1 },
      ),
    ],
    rows: months.filter(({ reason }) => reason === null),
  });
}

/** Energy and carbon of the year, and the order of magnitude of its class: never a DPE (E §3). */
export function YearMarks({ carbon, dpe }: { carbon: YearCarbon; dpe: EnergyClass | null }) {
  const { finalPerM2, finalKwh, primaryPerM2, primaryKwh, kgPerM2, kg, monthCount } = carbon;
  return (
    <section class="card" aria-labelledby="year-marks">
      <h2 id="year-marks">Énergie et carbone, {countText(monthCount, "mois", "mois")}</h2>
      <dl class="facts">
        <Fact label="Énergie finale (PCI)">
          {perAreaText({ perM2: finalPerM2, total: finalKwh, unit: "kWh" })}
        </Fact>
        <Fact label="Énergie primaire">
          {perAreaText({ perM2: primaryPerM2, total: primaryKwh, unit: "kWh" })}
        </Fact>
        <Fact label="Carbone (CO₂e)">
          {perAreaText({ perM2: kgPerM2, total: kg, unit: "kg" })}
        </Fact>
        <Fact label="Repère">
          <span class="soft">{markText(carbon)}</span>
        </Fact>
        {dpe && <Fact label="Classe du DPE, saisie">{dpe}</Fact>}
      </dl>
      {markNotes(carbon).map((note) => <p key={note} class="soft small">{note}</p>)}
    </section>
  );
}
