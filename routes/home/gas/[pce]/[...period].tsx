import { page } from "fresh";
import { labelledOptions } from "@/components/forms/form_fields.ts";
import { GAS_LINE_COLUMNS, GasLineTable } from "@/components/gas/GasLineTable.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { YearNavigator } from "@/components/periods/YearNavigator.tsx";
import { FilterSelect } from "@/components/tables/FilterSelect.tsx";
import { TableTools } from "@/components/tables/TableTools.tsx";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import { FIRST_GAS_YEAR, GAS_TYPES } from "@/lib/domain/gas/lines.ts";
import { yearOf } from "@/lib/domain/periods/civil_dates.ts";
import { periodPath } from "@/lib/domain/periods/segments.ts";
import { writeTableState } from "@/lib/domain/tables/table_state.ts";
import { links } from "@/lib/links/links.ts";
import { readGasYearPage } from "@/lib/pages/gas/gas_page.ts";
import { NO_ROW_KEPT } from "@/lib/text/format/tables.ts";
import { GAS_TYPE_LABELS } from "@/lib/text/gas.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/state.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { keepPage } from "@/lib/web/front/page_cache.ts";
import { todayOf } from "@/lib/web/session/place.ts";

const TYPE_OPTIONS = labelledOptions(GAS_TYPES, GAS_TYPE_LABELS);

export const handler = define.handlers({
  async GET(ctx) {
    const { pce = "", period = "", orgId } = ctx.params;
    if (period === "") {
      const thisYear = periodPath({ type: "monthly", year: yearOf(todayOf(ctx.state)) });
      return ctx.redirect(links.gasYear(pce, thisYear, { orgId }), 303);
    }
    const shown = await readGasYearPage(ctx);
    ctx.state.title = windowTitle(PAGE_NAMES.gasYear, shown.pce.pce);
    const file = { fileName: `${shown.pce.pce}.csv`, columns: GAS_LINE_COLUMNS, rows: shown.kept };
    const asked = tableFile(ctx.url, file);
    if (asked !== null) return asked;
    keepPage(ctx, FRESH_DATA_SECONDS);
    return page(shown);
  },
});

/** The lines of a gas delivery point's year (B §2 "Gas delivery point yearly data"). */
export default define.page<typeof handler>(({ data, params: { orgId }, state }) => {
  const { pce: { pce, name, projectName }, range, table, lines, kept } = data;
  const addressOf = (query = "") => links.gasYear(pce, periodPath(range), { orgId, query });
  const path = addressOf();
  const query = writeTableState({ ...table, page: 1 });
  return (
    <>
      <PageTitle
        title={`PCE ${pce}`}
        subtitle={[name, projectName].filter(Boolean).join(", ")}
        // The list is that of the current organisation.
        back={orgId === undefined
          ? { href: links.gasPces(), label: PAGE_NAMES.gasPces }
          : undefined}
        navigator={
          <YearNavigator
            year={range.year}
            firstYear={FIRST_GAS_YEAR}
            lastYear={yearOf(todayOf(state))}
            hrefOf={(year) =>
              links.gasYear(pce, periodPath({ type: "monthly", year }), { orgId, query })}
          />
        }
      />
      {lines.length === 0
        ? (
          <EmptyState title={`Aucun relevé en ${range.year}`} icon="drop">
            <p>
              Les relevés viennent de GRDF, quand le titulaire du contrat y consent, ou d’un fichier
              importé.
            </p>
            <a class="button" href={links.gasConsents()}>Voir les consentements</a>
          </EmptyState>
        )
        : (
          <div class="table-block">
            <TableTools path={path} state={table}>
              <FilterSelect
                field="type"
                label="Type"
                options={TYPE_OPTIONS}
                chosen={table.filters.type}
              />
            </TableTools>
            {kept.length === 0
              ? (
                <EmptyState title="Aucun relevé de ce type" icon="drop">
                  <p>{NO_ROW_KEPT}</p>
                  <a class="button" href={path}>Tout afficher</a>
                </EmptyState>
              )
              : (
                <GasLineTable
                  caption={`${PAGE_NAMES.gasYear} ${range.year}`}
                  kept={kept}
                  path={path}
                  state={table}
                />
              )}
            <p class="soft">
              Une journée gazière va de 6&nbsp;h à 6&nbsp;h le lendemain. L’énergie est celle que
              GRDF publie&nbsp;: elle n’est jamais recalculée à partir du volume. PTA en m³(n)/m³,
              PCS en kWh/m³(n), conversion en kWh/m³.
            </p>
          </div>
        )}
    </>
  );
});
