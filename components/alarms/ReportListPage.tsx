import { nameColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import type { List, ListRows } from "@/components/ui/list.ts";
import { ListPage } from "@/components/ui/ListTable.tsx";
import { readList } from "@/components/web/read_list.ts";
import { readReportList, type ReportLevel } from "@/lib/alarms/report_pages.ts";
import { momentsText, selectionsText } from "@/lib/alarms/report_text.ts";
import type { AlarmReport, AvailableSelection } from "@/lib/alarms/schema.ts";
import { chosenProjects, followsAllProjects, offeredProjects } from "@/lib/alarms/selections.ts";
import { capitalized } from "@/lib/base/strings.ts";
import { countText } from "@/lib/base/text_format.ts";
import { define, page, type PageContext } from "@/lib/web/state.ts";

/** Handlers of the list of mail reports of a level, as a page or as a file. */
export function reportListHandlers(levelOf: (ctx: PageContext) => ReportLevel) {
  return define.handlers({
    async GET(ctx) {
      const { level, reports, available } = await readReportList(levelOf(ctx));
      ctx.state.title = [level.title, level.subtitle];
      const { rows, file } = readList(ctx, reports, reportList(level, available));
      return file ?? page({ level, ...rows });
    },
  });
}

export function ReportListPage({ level, ...rows }: ListRows<AlarmReport> & { level: ReportLevel }) {
  return (
    <ListPage
      {...rows}
      organisation={level.subtitle}
      add={{ href: level.fresh, label: "Nouveau rapport" }}
    />
  );
}

/** The mail reports of a residence, of an organisation, or of the user. */
export function reportList(
  { title, list, hrefOf }: Pick<ReportLevel, "title" | "list" | "hrefOf">,
  available: readonly AvailableSelection[],
): List<AlarmReport> {
  return {
    title,
    path: list,
    fileName: "rapports-alerte.csv",
    columns: reportColumns(available, hrefOf),
    words: ({ name, emails }) => [name, ...emails],
    noun: "rapport",
    nothing: "Aucun rapport trouvé",
    empty: {
      title: "Aucun rapport d’alerte",
      text: "Un rapport prévient par mail quand une alerte commence, dure ou finit.",
      icon: "mail",
    },
  };
}

function reportColumns(
  available: readonly AvailableSelection[],
  hrefOf: (reportId: string) => string,
): TableColumn<AlarmReport>[] {
  const hasProjects = offeredProjects(available) !== null;
  const reach = ({ selections }: AlarmReport) =>
    followsAllProjects(selections)
      ? "Toutes"
      : countText(chosenProjects(selections).length, "résidence");
  return [
    nameColumn("Rapport", hrefOf),
    textColumn("handlers", "Alertes", ({ selections }) => selectionsText(selections)),
    ...(hasProjects ? [textColumn("projects", "Résidences", reach)] : []),
    textColumn("emails", "Destinataires", ({ emails }) => emails.join(" "), {
      cell: ({ emails }) => emails.length === 1 ? emails[0] : countText(emails.length, "adresse"),
    }),
    textColumn("when", "Envoi", (report) => capitalized(momentsText(report))),
  ];
}
