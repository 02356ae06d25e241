import { type Context, page } from "fresh";
import type { AlarmReport } from "@/lib/domain/alarms/types.ts";
import { windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile, type WrittenColumn } from "@/lib/web/files/table_file.ts";
import { seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";
import {
  readReportList,
  readReportPage,
  type ReportLevel,
  type ReportList,
  type ReportPage,
  saveReportPage,
} from "./alarm_reports_page.ts";

/** Finds the level of a page: that of a residence, of the organisation, one's own. */
type LevelOf = (ctx: Context<State>) => ReportLevel;

/** The list of the mail reports of a level, as a page or as a file. */
export function reportListHandlers(
  levelOf: LevelOf,
  columnsOf: (list: ReportList) => readonly WrittenColumn<AlarmReport>[],
) {
  return define.handlers({
    async GET(ctx) {
      const list = await readReportList(levelOf(ctx));
      ctx.state.title = windowTitle(list.level.title, list.level.subtitle);
      const file = { fileName: "rapports-alerte.csv", columns: columnsOf(list) };
      return tableFile(ctx.url, { ...file, rows: list.reports }) ?? page(list);
    },
  });
}

/** The page of one mail report of a level, or of a new one where the address names none. */
export function reportHandlers(levelOf: LevelOf) {
  const shown = (ctx: Context<State>, read: ReportPage) => {
    ctx.state.title = windowTitle(read.level.title, read.report?.name);
    return page(read, { status: read.status });
  };
  return define.handlers({
    GET: async (ctx) => shown(ctx, await readReportPage(levelOf(ctx), reportIdOf(ctx))),
    async POST(ctx) {
      const level = levelOf(ctx);
      const refused = await saveReportPage(ctx, level, reportIdOf(ctx));
      return refused === null ? seeOther(ctx, level.list) : shown(ctx, refused);
    },
  });
}

function reportIdOf({ params }: Context<State>): string | null {
  return params.reportId ?? null;
}
