import { nameColumn, textColumn } from "@/components/tables/columns.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import type { List, ListRows } from "@/components/tables/list.ts";
import { ListPage } from "@/components/tables/ListPage.tsx";
import {
  chosenProjects,
  followsAllProjects,
  offeredProjects,
} from "@/lib/domain/alarms/report_projects.ts";
import type { AlarmReport, AvailableSelection } from "@/lib/domain/alarms/types.ts";
import { windowTitle } from "@/lib/links/links.ts";
import { readReportList, type ReportLevel } from "@/lib/pages/alarms/alarm_reports_page.ts";
import { momentsText, selectionsText } from "@/lib/text/alarms.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { capitalized } from "@/lib/text/format/first_letter.ts";
import { define, page, type PageContext } from "@/lib/web/state.ts";
import { readList } from "./read_list.ts";

/** Handlers of the list of mail reports of a level, as a page or as a file. */
export function reportListHandlers(levelOf: (ctx: PageContext) => ReportLevel) {
  return define.handlers({
    async GET(ctx) {
      const { level, reports, offered } = await readReportList(levelOf(ctx));
      ctx.state.title = windowTitle(level.title, level.subtitle);
      const { rows, file } = readList(ctx.url, reports, reportList(level, offered));
      return file ?? page({ level, ...rows });
    },
  });
}

export function ReportListPage({ level, ...rows }: ListRows<AlarmReport> & { level: ReportLevel }) {
  return (
    <ListPage
      {...rows}
      organisation={level.subtitle}
      back={level.above}
      add={{ href: level.fresh, label: "Nouveau rapport" }}
    />
  );
}

/** The mail reports of a residence, of an organisation, or of the user. */
export function reportList(
  { title, list, hrefOf }: Pick<ReportLevel, "title" | "list" | "hrefOf">,
  offered: readonly AvailableSelection[],
): List<AlarmReport> {
  return {
    title,
    path: list,
    fileName: "rapports-alerte.csv",
    columns: reportColumns(offered, hrefOf),
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
  offered: readonly AvailableSelection[],
  hrefOf: (reportId: string) => string,
): TableColumn<AlarmReport>[] {
  const hasProjects = offeredProjects(offered) !== null;
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
