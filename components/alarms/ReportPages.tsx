/** The pages of mail reports of a level: their list, and one of them. @module */

import { nameColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { FormBox, RemovalForm } from "@/components/ui/FormBox.tsx";
import { type FormContent, FormFields } from "@/components/ui/FormFields.tsx";
import type { List, ListRows } from "@/components/ui/list.ts";
import { ListPage } from "@/components/ui/ListTable.tsx";
import { Notice, PageTitle, Section } from "@/components/ui/Page.tsx";
import { Toggle } from "@/components/ui/CheckField.tsx";
import { readList } from "@/components/web/read_list.ts";
import {
  EmailList,
  EveryField,
  ReportProjects,
  SelectionEditor,
} from "@/islands/alarms/ReportFields.tsx";
import { pickedIn, reportForm, selectionsOf } from "@/lib/alarms/forms.ts";
import { newsText } from "@/lib/alarms/mail_text.ts";
import { type PastMail, PREVIEW_DAYS } from "@/lib/alarms/report_mails.ts";
import {
  readReportList,
  readReportPage,
  reportAction,
  type ReportLevel,
  type ReportPage as Data,
} from "@/lib/alarms/report_pages.ts";
import { everyUnitOf } from "@/lib/alarms/report_settings.ts";
import {
  momentsText,
  reportLines,
  selectionsText,
  webhookFailureText,
} from "@/lib/alarms/report_text.ts";
import type { AlarmReport, AvailableSelection } from "@/lib/alarms/schema.ts";
import {
  chosenProjects,
  followsAllProjects,
  keepsDifferentProjects,
  offeredProjects,
  PROJECT_FILTER,
  projectChoices,
} from "@/lib/alarms/selections.ts";
import { formatInstant } from "@/lib/base/date_format.ts";
import { capitalized } from "@/lib/base/strings.ts";
import { countText } from "@/lib/base/text_format.ts";
import { refusedEmailText } from "@/lib/mail/text.ts";
import { ticked } from "@/lib/ui/fields.ts";
import type { FormPage } from "@/lib/ui/form.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { define, page, type PageContext } from "@/lib/web/state.ts";

/** The page of one mail report of a level, or of a new one when the URL has no id. */
export function reportHandlers(levelOf: (ctx: PageContext) => ReportLevel) {
  const read = async (ctx: PageContext) => {
    const report = await readReportPage(ctx, levelOf(ctx), reportIdOf(ctx));
    ctx.state.title = [report.level.title, report.report?.name];
    return { ...report, hasWebhooks: ctx.state.config.webhooks !== "off" };
  };
  const forms = (ctx: PageContext) => ({ report: reportAction(levelOf(ctx), reportIdOf(ctx)) });
  return define.handlers(formRoute(read, forms, {
    guard: levelOf,
    path: (ctx) => levelOf(ctx).list,
  }));
}

function reportIdOf({ params }: PageContext): string | null {
  return params.reportId ?? null;
}

interface ReportPageProps extends Data {
  page: FormPage;
  hasWebhooks: boolean;
  url: URL;
}

export function ReportPage(props: ReportPageProps) {
  const { level, report, available, past, page, hasWebhooks, url } = props;
  const action = url.pathname;
  const form = reportForm(available);
  const submit = report === null ? "Créer le rapport" : "Enregistrer";
  return (
    <>
      <PageTitle title={report?.name ?? "Nouveau rapport d’alerte"} subtitle={level.subtitle} />
      {report !== null && keepsDifferentProjects(report.selections) && (
        <Notice tone="bad">
          Les alertes de ce rapport visaient des résidences différentes&nbsp;: l’enregistrer ici
          leur donne à toutes celles qui sont choisies.
        </Notice>
      )}
      {report?.refusedEmails?.map((one) => (
        <Notice key={one.email} tone="bad">{refusedEmailText(one, level.timeZone)}</Notice>
      ))}
      {report?.webhookFailure && (
        <Notice tone="bad">{webhookFailureText(report.webhookFailure, level.timeZone)}</Notice>
      )}
      <FormBox
        form={form}
        stored={report}
        page={{ ...page, action }}
        submit={submit}
        cancel={level.list}
        isCard
        hints={{
          webhookSecret: secretHint({ hasWebhooks, isStored: report?.hasWebhookSecret ?? false }),
        }}
        lines={(values) => conflictLines(form.read(values), report, available)}
      >
        {(content) => <ReportFields {...content} available={available} submit={submit} />}
      </FormBox>
      {past !== null && <PastMails mails={past} timeZone={level.timeZone} />}
      {report !== null && (
        <RemovalForm
          form={form.name}
          action={action}
          isCard
          label="Supprimer le rapport"
          text="Ses destinataires ne sont plus prévenus. Les alertes restent."
        />
      )}
    </>
  );
}

interface ReportFieldsProps extends FormContent {
  available: readonly AvailableSelection[];
  submit: string;
}

/** Fields of a report: its alarms, recipients and times. @spec alarms.mail-reports */
function ReportFields({ available, submit, ...form }: ReportFieldsProps) {
  const { fields, values, errors } = form;
  const of = (name: string) => {
    const { label = "", hint, required = false } = fields.find((one) => one.name === name) ?? {};
    const field = { name, label, required, ...hint && { hint } };
    return { ...field, value: values[name] ?? "", error: errors[name] };
  };
  const { value: selections, ...about } = of("selections");
  const { value: projects, ...where } = of("projects");
  const { label, value: count, error } = of("everyCount");
  const withoutProjects = available.map((one) => ({
    ...one,
    filters: one.filters.filter(({ name }) => name !== PROJECT_FILTER),
  }));
  return (
    <>
      {/* Enter presses the first button of a form: this one, not « + ». */}
      <button type="submit" hidden>{submit}</button>
      <FormFields {...form} fields={fields.filter(({ name }) => name === "name")} />
      <SelectionEditor
        {...about}
        available={withoutProjects}
        selections={selectionsOf(available).read(selections)}
        picked={pickedIn(selections)}
      />
      {offeredProjects(available) !== null && (
        <>
          <FormFields {...form} fields={fields.filter(({ name }) => name === "allProjects")} />
          <ReportProjects
            {...where}
            choices={projectChoices(available)}
            chosen={ticked(projects)}
          />
        </>
      )}
      <EmailList {...of("emails")} required />
      <fieldset>
        <legend class="field-label">Envoi</legend>
        <div class="report-moments">
          {["notifyStart", "notifyEnd"].map((name) => (
            <Toggle key={name} name={name} label={of(name).label} checked={values[name] !== ""} />
          ))}
        </div>
        <EveryField
          label={label}
          count={count}
          unit={everyUnitOf(values.everyUnit ?? "")}
          error={error}
        />
      </fieldset>
      <FormFields {...form} fields={fields.filter(({ name }) => name.startsWith("webhook"))} />
    </>
  );
}

function secretHint(
  { hasWebhooks, isStored }: { readonly hasWebhooks: boolean; readonly isStored: boolean },
): string {
  if (!hasWebhooks) return "Cette instance n’envoie pas aux webhooks (réglage WEBHOOKS).";
  return isStored
    ? "Laissé vide, le secret enregistré reste."
    : "Au moins 16 caractères. Il signe ce qui est envoyé, dans l’en-tête X-Signature.";
}

function conflictLines(
  typed: Omit<AlarmReport, "id" | "version"> | null,
  report: AlarmReport | null,
  available: readonly AvailableSelection[],
) {
  if (typed === null || report === null) return [];
  const stored = reportLines(report, available);
  return reportLines(typed, available)
    .map(({ label, text }, position) => ({
      label,
      typed: text,
      stored: stored[position]?.text ?? "",
    }))
    .filter((line) => line.typed !== line.stored);
}

const SHOWN_COUNT = 20;

interface PastMailsProps {
  mails: readonly PastMail[];
  /** Time zone of the report's residence; that of the organisation without one. */
  timeZone: string | undefined;
}

/** The mails that a report would have sent recently, newest first. @spec alarms.report-preview */
function PastMails({ mails, timeZone }: PastMailsProps) {
  const others = mails.length - SHOWN_COUNT;
  return (
    <Section
      id="past-mails"
      title="Aperçu"
      intro={`Ce que ce rapport, tel qu’il est enregistré, aurait envoyé à chaque destinataire ces ${PREVIEW_DAYS} derniers jours, d’après les alertes que vous consultez.`}
    >
      <p>{mails.length === 0 ? "Aucun mail" : countText(mails.length, "mail")}</p>
      {mails.length > 0 && (
        <ul>
          {mails.slice(0, SHOWN_COUNT).map(({ atMs, started, ended, open }) => (
            <li key={atMs}>
              {formatInstant(new Date(atMs).toISOString(), timeZone)}
              {"\u00A0: "}
              {newsText([started.length, ended.length, open.length])}
            </li>
          ))}
          {others > 0 && <li>et {countText(others, "autre")}, plus ancien{others > 1 && "s"}</li>}
        </ul>
      )}
    </Section>
  );
}

/** Handlers of the list of mail reports of a level, as a page or as a file. */
export function reportListHandlers(levelOf: (ctx: PageContext) => ReportLevel) {
  return define.handlers({
    async GET(ctx) {
      const { level, reports, available } = await readReportList(levelOf(ctx));
      ctx.state.title = [level.title, level.subtitle];
      const { rows, file } = readList(ctx.url, reports, reportList(level, available));
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
  { list, hrefOf }: Pick<ReportLevel, "list" | "hrefOf">,
  available: readonly AvailableSelection[],
): List<AlarmReport> {
  return {
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
