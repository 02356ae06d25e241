import { AlarmReportEditor } from "@/components/alarms/AlarmReportEditor.tsx";
import EveryField from "@/islands/alarms/EveryField.tsx";
import SelectionEditor from "@/islands/alarms/SelectionEditor.tsx";
import EmailList from "@/islands/forms/EmailList.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import ProjectPicker from "@/islands/projects/ProjectPicker.tsx";
import { projectChoices, PROJECTS_FIELD } from "@/lib/domain/alarms/report_form.ts";
import type { ReportPage as Data } from "@/lib/pages/alarms/alarm_reports_page.ts";

export function ReportPage({ level, action, ...data }: Data & { action: string }) {
  const { values, errors, offered } = data;
  return (
    <>
      <AlarmReportEditor
        {...data}
        title={level.title}
        subtitle={level.subtitle}
        list={level.list}
        action={action}
        selections={
          <SelectionEditor
            label="Alertes"
            available={offered.map((one) => ({
              ...one,
              filters: one.filters.filter(({ name }) => name !== "project"),
            }))}
            selections={values.selections}
            error={errors.selections}
          />
        }
        projects={values.projects && (
          <ProjectPicker
            name={PROJECTS_FIELD}
            label="Résidences"
            hint="Toutes choisies, le rapport suit aussi les résidences à venir."
            offered={projectChoices(offered)}
            chosen={values.projects}
            error={errors.projects}
          />
        )}
        emails={
          <EmailList
            name="emails"
            label="Destinataires"
            hint="Adresses email, séparées par des espaces ou des virgules"
            value={values.emails}
            error={errors.emails}
            required
          />
        }
        every={
          <EveryField
            label="Rappel tous les"
            count={values.everyCount}
            unit={values.everyUnit}
            error={errors.everyCount}
          />
        }
      />
      <UnsavedGuard />
    </>
  );
}
