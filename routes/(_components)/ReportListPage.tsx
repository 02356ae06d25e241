import { type Context, page } from "fresh";
import { reportRegister } from "@/components/alarms/report_register.tsx";
import {
  type Register,
  RegisterPage,
  type RegisterRows,
} from "@/components/contracting/RegisterPage.tsx";
import type { AlarmReport } from "@/lib/domain/alarms/types.ts";
import { readReportList, type ReportLevel } from "@/lib/pages/alarms/alarm_reports_page.ts";
import { windowTitle } from "@/lib/text/pages.ts";
import { define, type State } from "@/lib/web/state.ts";
import { registerRows } from "./register_rows.ts";

/** Handlers of the list of mail reports of a level, as a page or as a file. */
export function reportListHandlers(levelOf: (ctx: Context<State>) => ReportLevel) {
  return define.handlers({
    async GET(ctx) {
      const { level, reports, offered } = await readReportList(levelOf(ctx));
      ctx.state.title = windowTitle(level.title, level.subtitle);
      const register = reportRegister(level, offered);
      const { rows, file } = registerRows(ctx.url, reports, register);
      return file ?? page({ level, register, ...rows });
    },
  });
}

interface ReportListPageProps extends RegisterRows<AlarmReport> {
  level: ReportLevel;
  register: Register<AlarmReport>;
}

export function ReportListPage({ level, ...list }: ReportListPageProps) {
  return (
    <RegisterPage
      {...list}
      organisation={level.subtitle}
      back={level.above}
      add={{ href: level.fresh, label: "Nouveau rapport" }}
    />
  );
}
