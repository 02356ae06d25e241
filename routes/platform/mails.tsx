import { countColumn, instantColumn, statusColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { FormBox } from "@/components/ui/FormBox.tsx";
import type { List } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { Notice, PageTitle, Section, type StatusProps } from "@/components/ui/Page.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { readList } from "@/components/web/read_list.ts";
import { LETTERS } from "@/lib/app/letters.ts";
import { countText } from "@/lib/base/text_format.ts";
import { isReachableSender } from "@/lib/base/typed_formats.ts";
import { TEST_MAIL_FORM } from "@/lib/organisations/forms.ts";
import { PLATFORM_CALLS } from "@/lib/platform/calls.ts";
import type { QueuedMail } from "@/lib/platform/schema.ts";
import {
  MAIL_DONE,
  mailAnswerText,
  returnedMailsText,
  unreachableSenderText,
} from "@/lib/platform/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { action, formRoute, save } from "@/lib/web/form_handlers.ts";
import { savedPath } from "@/lib/web/form_submission.ts";
import { define, type PageContext, platformAdministrator } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, pageForms));

const STATES = {
  waiting: { tone: "info", label: "En attente" },
  failed: { tone: "very-bad", label: "Abandonné" },
} as const satisfies Record<QueuedMail["state"], StatusProps>;

const COLUMNS: readonly TableColumn<QueuedMail>[] = [
  textColumn("to", "Destinataire", ({ to }) => to),
  textColumn("kind", "Mail", ({ kind }) => LETTERS.nameOf(kind)),
  statusColumn("state", "État", ({ state }) => STATES[state]),
  instantColumn("queued", "Demandé le", ({ queuedAt }) => queuedAt),
  countColumn("attempts", "Essais", ({ attempts }) => attempts),
  textColumn("error", "Dernière réponse", ({ lastError }) => mailAnswerText(lastError)),
  { field: "act", label: "Suite", cell: (mail) => <MailActions mail={mail} /> },
];

const MAILS: List<QueuedMail> = {
  ...PAGES.platformMails,
  fileName: "mails.csv",
  columns: COLUMNS,
  order: "state",
  filters: [{ field: "state", label: "État", value: ({ state }) => STATES[state].label }],
  words: ({ to, kind }) => [to, LETTERS.nameOf(kind)],
  noun: "mail",
  nothing: "Aucun mail trouvé",
  empty: {
    title: "Aucun mail en attente",
    text: "Les mails partis ne sont pas gardés.",
    icon: "mail",
  },
};

export default define.page<typeof handler>(({ data: { mails, rows, own, sender, page } }) => {
  const forms = { ...page, shown: page.shown && { ...page.shown, failure: null } };
  const done = MAIL_DONE.get(forms.saved ?? "");
  return (
    <>
      <PageTitle
        subtitle={`${countText(mails.waitingCount, "mail")} en attente, ${
          countText(mails.failedCount, "abandonné")
        }`}
      />
      {!mails.leaves && (
        <Notice tone="bad" title="Aucun serveur d’envoi n’est réglé">
          <p>Les mails attendent. Le réglage SMTP_URL est décrit dans le guide de déploiement.</p>
        </Notice>
      )}
      {mails.leaves && (isReachableSender(sender)
        ? <p class="soft">{returnedMailsText(sender)}</p>
        : (
          <Notice tone="bad" title="L’expéditeur des mails n’est pas réglé">
            <p>{unreachableSenderText(sender)}</p>
          </Notice>
        ))}
      {page.shown?.failure && <Notice tone="very-bad" live>{page.shown.failure}</Notice>}
      {done && <Notice tone="good" live title={done} />}
      <Section id="test" title="Mail d’essai">
        <FormBox
          form={TEST_MAIL_FORM}
          page={{ ...forms, action: `${forms.action}#test` }}
          initial={{ email: own }}
          submit="Envoyer un mail d’essai"
        />
      </Section>
      <ListTable {...rows} />
    </>
  );
});

function MailActions({ mail: { id, state } }: { mail: QueuedMail }) {
  if (state !== "failed") return null;
  return (
    <PostForm class="row-form" action={links.platformMails()}>
      <input type="hidden" name="id" value={id} />
      <button type="submit" class="button button-small" name="intent" value="retry">
        Réessayer
      </button>
      <button type="submit" class="button button-small button-danger" name="intent" value="forget">
        Effacer
      </button>
    </PostForm>
  );
}

function pageForms(ctx: PageContext) {
  const { call, sender } = ctx.state.api;
  const path = links.platformMails();
  return {
    test: save(TEST_MAIL_FORM, sender(PLATFORM_CALLS.sendTestMail, {}), {
      intents: {
        retry: action(
          ({ text }) => call(PLATFORM_CALLS.retryMail, { mailId: text("id") }),
          savedPath(path, "retry"),
        ),
        forget: action(
          ({ text }) => call(PLATFORM_CALLS.forgetMail, { mailId: text("id") }),
          savedPath(path, "forget"),
        ),
      },
    }),
  };
}

async function readPage(ctx: PageContext) {
  const { email: own } = platformAdministrator(ctx.state);
  const mails = await ctx.state.api.read(PLATFORM_CALLS.getMails, {});
  const { rows, file } = readList(ctx.url, mails.mails, MAILS);
  const sender = ctx.state.config.mailFrom;
  return file ?? { mails, rows, own, sender };
}
