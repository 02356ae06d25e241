import { PostForm } from "@/components/forms/PostForm.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { Removal } from "@/components/forms/Removal.tsx";
import { Notice } from "@/components/page/Notice.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import {
  keepsDifferentProjects,
  type ReportField,
  type TypedReport,
  typedReport,
} from "@/lib/domain/alarms/report_form.ts";
import type { AlarmReport, AvailableSelection } from "@/lib/domain/alarms/types.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { NEW_REPORT_TITLE, reportLines } from "@/lib/text/alarms.ts";
import { AlarmReportForm, type ReportParts } from "./AlarmReportForm.tsx";

interface AlarmReportEditorProps extends ReportParts {
  title: string;
  subtitle: string;
  list: string;
  action: string;
  /** null for a new one. */
  report: AlarmReport | null;
  /** What the edit is based on; null for a new one. */
  version: string | null;
  offered: readonly AvailableSelection[];
  values: TypedReport;
  errors: FieldErrors<ReportField>;
  failure: string | null;
  isConflict: boolean;
  isRefused: boolean;
}

export function AlarmReportEditor(props: AlarmReportEditorProps) {
  const { title, subtitle, list, action, report, offered, values, failure, isConflict } = props;
  const typed = reportLines(values, offered);
  const stored = report === null ? typed : reportLines(typedReport(report, offered), offered);
  const lines = typed.map((line, rank) => ({
    label: line.label,
    typed: line.text,
    stored: stored[rank]?.text ?? "",
  })).filter((line) => line.typed !== line.stored);
  return (
    <>
      <PageTitle
        title={report?.name ?? NEW_REPORT_TITLE}
        subtitle={subtitle}
        back={{ href: list, label: title }}
      />
      <Refusal failure={failure} isConflict={isConflict} lines={lines} />
      {report !== null && keepsDifferentProjects(report.selections) && (
        <Notice tone="bad">
          Les alertes de ce rapport visaient des résidences différentes&nbsp;: l’enregistrer ici
          leur donne à toutes celles qui sont choisies.
        </Notice>
      )}
      <AlarmReportForm
        {...props}
        cancel={list}
        submit={report === null ? "Créer le rapport" : "Enregistrer"}
        unsaved={props.isRefused}
      />
      {report !== null && (
        <PostForm class="card" action={action}>
          <Removal
            label="Supprimer le rapport"
            text="Ses destinataires ne sont plus prévenus. Les alertes restent."
          />
        </PostForm>
      )}
    </>
  );
}
