import { type Context, page } from "fresh";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { Notice, type Tone } from "@/components/page/Notice.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import { Status } from "@/components/page/Status.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { dateColumn, textColumn } from "@/components/tables/text_column.ts";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import type { FieldError } from "@/lib/domain/forms/field_errors.ts";
import { email as isEmail, firstError, required } from "@/lib/domain/forms/validators.ts";
import type { QueuedMail } from "@/lib/domain/platform/types.ts";
import { links } from "@/lib/links/links.ts";
import { platformAdministrator } from "@/lib/pages/organisations/administration.ts";
import { errorText } from "@/lib/text/errors.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { letterName } from "@/lib/text/mails.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { MAIL_DONE } from "@/lib/text/platform.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { issuesByField, readSubmission, savedPath, seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

/** What was not done: an address typed wrong, or a mail that is gone. */
interface Refused {
  email: string | null;
  error: FieldError | null;
  failure: string | null;
  status: number;
}

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    const { values } = await readSubmission(ctx, ["intent", "id", "email"]);
    const { api } = ctx.state;
    const { intent, id: mailId, email } = values;
    if (intent === "retry" || intent === "forget") {
      const result = await api.call(intent === "retry" ? "retryMail" : "forgetMail", { mailId });
      if (result.ok) return seeOther(ctx, savedPath(links.platformMails(), intent));
      const { code, status } = result;
      return await showPage(ctx, { email: null, error: null, failure: errorText(code), status });
    }
    const wrong = firstError(email.trim(), {}, [required, isEmail]);
    if (wrong !== null) {
      return await showPage(ctx, { email, error: wrong, failure: null, status: 400 });
    }
    const result = await api.call("sendTestMail", { body: { email } });
    if (result.ok) return seeOther(ctx, savedPath(links.platformMails(), "test"));
    const error = issuesByField(result.issues, ["email"]).email ?? null;
    const failure = error === null ? errorText(result.code) : null;
    return await showPage(ctx, { email, error, failure, status: result.status });
  },
});

const STATES = {
  waiting: { tone: "info", label: "En attente" },
  failed: { tone: "very-bad", label: "Abandonné" },
} as const satisfies Record<QueuedMail["state"], { tone: Tone; label: string }>;

const COLUMNS: readonly TableColumn<QueuedMail>[] = [
  textColumn("to", "Destinataire", ({ to }) => to),
  textColumn("kind", "Mail", ({ kind }) => letterName(kind)),
  {
    field: "state",
    label: "État",
    cell: ({ state }) => <Status {...STATES[state]} />,
    value: ({ state }) => STATES[state].label,
  },
  dateColumn("queued", "Demandé le", ({ queuedAt }) => formatInstant(queuedAt)),
  {
    field: "attempts",
    label: "Essais",
    number: true,
    cell: ({ attempts }) => attempts,
    value: ({ attempts }) => attempts,
  },
  textColumn("error", "Dernière réponse", ({ lastError }) => lastError),
  { field: "act", label: "Suite", cell: (mail) => <MailActions mail={mail} /> },
];

export default define.page<typeof handler>(({ data: { mails, own, refused }, url }) => {
  const done = refused === null ? MAIL_DONE.get(url.searchParams.get("saved") ?? "") : undefined;
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.platformMails}
        subtitle={`${countText(mails.waitingCount, "mail")} en attente, ${
          countText(mails.failedCount, "abandonné")
        }`}
      />
      {!mails.leaves && (
        <Notice tone="bad" title="Aucun serveur d’envoi n’est réglé">
          <p>Les mails attendent. Le réglage SMTP_URL est décrit dans le guide de déploiement.</p>
        </Notice>
      )}
      {refused?.failure && <Notice tone="very-bad" live>{refused.failure}</Notice>}
      {done && <Notice tone="good" live title={done} />}
      <Section id="test" title="Mail d’essai">
        <WatchedForm action={`${links.platformMails()}#test`} unsaved={refused !== null}>
          <div class="form-columns">
            <TextField
              name="email"
              label="Email"
              type="email"
              value={refused?.email ?? own}
              error={refused?.error ?? undefined}
              required
            />
          </div>
          <div class="submit-bar">
            <button type="submit" class="button button-primary">Envoyer un mail d’essai</button>
          </div>
        </WatchedForm>
        <UnsavedGuard />
      </Section>
      {mails.mails.length === 0
        ? (
          <EmptyState title="Aucun mail en attente" icon="mail">
            <p>Les mails partis ne sont pas gardés.</p>
          </EmptyState>
        )
        : (
          <DataTable
            caption="Mails en attente ou abandonnés"
            columns={COLUMNS}
            rows={mails.mails}
            rowKey={({ id }) => id}
            csv={{ page: url }}
          />
        )}
    </>
  );
});

/** What may be done with a mail that was given up. */
function MailActions({ mail: { id, state } }: { mail: QueuedMail }) {
  if (state !== "failed") return null;
  return (
    <PostForm class="row-form" action={links.platformMails()}>
      <input type="hidden" name="id" value={id} />
      <button type="submit" class="button button-small" name="intent" value="retry">
        Essayer de nouveau
      </button>
      <button type="submit" class="button button-small button-danger" name="intent" value="forget">
        Effacer
      </button>
    </PostForm>
  );
}

async function showPage(ctx: Context<State>, refused: Refused | null) {
  const { email: own } = platformAdministrator(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.platformMails);
  const mails = answered(await ctx.state.api.call("getMails", {}));
  return tableFile(ctx.url, { fileName: "mails.csv", columns: COLUMNS, rows: mails.mails }) ??
    page({ mails, own, refused }, { status: refused?.status ?? 200 });
}
