/** A year against the one before at equal weather, and its energy and carbon by m². @module */

import { dateColumn, numberColumn } from "@/components/ui/columns.tsx";
import { DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import { Fact } from "@/components/ui/Page.tsx";
import { countText, formatQuantity } from "@/lib/base/text_format.ts";
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
} from "@/lib/energy_balance/year_comparison_text.ts";
import type { EnergyClass } from "@/lib/facilities/site_marks.ts";

interface WeatherComparisonProps {
  comparison: YearComparison;
  period: BalancePeriod;
}

/** The year at the weather of the year before, and month by month (E §4). */
export function WeatherComparison(
  { comparison: { months, total }, period }: WeatherComparisonProps,
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
            <Fact label="Comparés">{countText(total.monthCount, "mois", "mois")}</Fact>
          </dl>
          <DataTable
            caption={`Chauffage et eau chaude par mois, ${before} et ${now}`}
            columns={monthColumns({ now, before })}
            rows={compared}
          />
        </>
      )}
      {notComparedTexts(months).map((text) => <p key={text} class="soft small">{text}</p>)}
    </section>
  );
}

function withHotWater(kwh: number | null, hotWaterKwh: number | null): string {
  const all = formatQuantity(kwh, "kWh", 0);
  return hotWaterKwh ? `${all}, dont ${formatQuantity(hotWaterKwh, "kWh", 0)} d’eau chaude` : all;
}

function monthColumns(
  { now, before }: { now: string; before: string },
): TableColumn<ComparedMonth>[] {
  const energy = (field: keyof ComparedPeriod, label: string) =>
    numberColumn<ComparedMonth>({ field, label, unit: "kWh" }, (row) => row[field], 0);
  return [
    dateColumn("month", "Mois", ({ month }) => month, { cell: ({ month }) => formatMonth(month) }),
    energy("beforeKwh", before),
    energy("nowKwh", now),
    energy("correctedKwh", "Corrigé du climat"),
    {
      field: "changePercent",
      label: "Évolution corrigée",
      number: true,
      cell: ({ changePercent }) => changeText(changePercent),
    },
  ];
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
