import type { FieldErrors } from "../../lib/domain/forms/field_errors.ts";
import {
  type ReportField,
  type TypedReport,
  typedReport,
} from "../../lib/domain/alarms/report_form.ts";
import type { AlarmReport, AvailableSelection } from "../../lib/domain/alarms/types.ts";
import { ALARM_HANDLER_LABELS } from "../../lib/text/alarms.ts";
import type { ConflictLine } from "../forms/Conflict.tsx";
import { Refusal } from "../forms/Refusal.tsx";
import { Removal } from "../forms/Removal.tsx";
import { PageTitle } from "../page/PageTitle.tsx";
import { AlarmReportForm } from "./AlarmReportForm.tsx";

interface AlarmReportEditorProps {
  title: string;
  subtitle: string;
  list: string;
  action: string;
  /** null for a new one. */
  report: AlarmReport | null;
  offered: readonly AvailableSelection[];
  values: TypedReport;
  errors: FieldErrors<ReportField>;
  failure: string | null;
  isConflict: boolean;
  isRefused: boolean;
}

/** The page of one mail report, or of a new one. */
export function AlarmReportEditor(props: AlarmReportEditorProps) {
  const { title, subtitle, list, action, report, failure, isConflict, isRefused } = props;
  const lines = report === null ? [] : conflictLines(props.values, typedReport(report));
  return (
    <>
      <PageTitle
        title={report?.name ?? "Nouveau rapport d’alerte"}
        subtitle={subtitle}
        back={{ href: list, label: title }}
      />
      <Refusal failure={failure} isConflict={isConflict} lines={lines} />
      <AlarmReportForm
        action={action}
        cancel={list}
        submit={report === null ? "Créer le rapport" : "Enregistrer"}
        values={props.values}
        errors={props.errors}
        version={report?.version ?? null}
        offered={props.offered}
        unsaved={isRefused}
      />
      {report !== null && (
        <form class="card" method="post" action={action}>
          <Removal
            label="Supprimer le rapport"
            text="Ses destinataires ne sont plus prévenus. Les alertes restent."
          />
        </form>
      )}
    </>
  );
}

function conflictLines(typed: TypedReport, stored: TypedReport): ConflictLine[] {
  const handlers = ({ handlers }: TypedReport) =>
    handlers.map((handler) => ALARM_HANDLER_LABELS[handler]).join(", ");
  return [
    { label: "Nom", typed: typed.name, stored: stored.name },
    { label: "Destinataires", typed: typed.emails, stored: stored.emails },
    { label: "Alertes", typed: handlers(typed), stored: handlers(stored) },
  ].filter((line) => line.typed !== line.stored);
}
