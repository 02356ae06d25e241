import { type Context, page } from "fresh";
import { DISPLAY_MESSAGE_COLUMNS } from "@/components/display/display_columns.tsx";
import { DisplayTitle } from "@/components/display/DisplayTitle.tsx";
import { FormSection, RemovalForm } from "@/components/forms/FormBox.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { Section } from "@/components/page/Section.tsx";
import { LinkedRows } from "@/components/tables/LinkedRows.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { DISPLAY_MESSAGE_FORM } from "@/lib/forms/display/display_forms.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { links } from "@/lib/links/links.ts";
import {
  messageForms,
  type MessageLine,
  readMessages,
  type RowsRead,
} from "@/lib/pages/display/display_page.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { DISPLAY_LOSS_TEXT } from "@/lib/text/display.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { submitForms } from "@/lib/web/forms/submit_forms.ts";
import { todayOf } from "@/lib/web/session/place.ts";
import type { State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  POST: (ctx) =>
    submitForms(ctx, {
      forms: messageForms(ctx),
      path: links.displayMessages(ctx.params.projectId ?? ""),
      show: (shown) => showPage(ctx, shown),
    }),
});

/** The messages of the information screen of a residence (B §3 "Display message"). */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { rows, chosen, canWrite, shown } = data;
  const { project } = residenceOf(state);
  const pages = [
    { href: links.displayContacts(project.id), label: "Contacts" },
    { href: links.displayPoster(project.id), label: "Affiche (PDF)" },
    ...canWrite ? [{ href: links.displayTokens(project.id), label: "Écrans" }] : [],
  ];
  return (
    <>
      <DisplayTitle title={PAGE_NAMES.displayMessages} project={project} pages={pages} />
      <Section
        id="messages"
        title="Messages"
        intro="Ce qu’affichent l’écran du hall et la page des occupants, pendant les jours choisis, par ordre de priorité."
        saved={shown === null && url.searchParams.get("saved") === "messages"}
      >
        {rows.length === 0
          ? (
            <EmptyState title="Aucun message" icon="list">
              <p>Les messages ajoutés se trouveront ici&nbsp;: en cours, à venir, puis passés.</p>
            </EmptyState>
          )
          : (
            <LinkedRows
              caption={countText(rows.length, "message", "messages")}
              columns={DISPLAY_MESSAGE_COLUMNS}
              rows={rows}
              chosenId={chosen?.id ?? null}
              hrefOf={canWrite
                ? (id) => `${links.displayMessages(project.id, id)}#${DISPLAY_MESSAGE_FORM.name}`
                : null}
              csv={{ page: links.displayMessages(project.id) }}
            />
          )}
      </Section>
      {canWrite && <MessageSection {...data} projectId={project.id} today={todayOf(state)} />}
      <UnsavedGuard />
    </>
  );
});

interface MessageSectionProps extends RowsRead<MessageLine> {
  shown: ShownForm | null;
  projectId: string;
  today: string;
}

/** The message to change, or one to add. */
function MessageSection({ chosen, shown, projectId, today }: MessageSectionProps) {
  const action = links.displayMessages(projectId, chosen?.id);
  return (
    <FormSection
      title={chosen ? "Modifier le message" : "Nouveau message"}
      form={DISPLAY_MESSAGE_FORM}
      stored={chosen}
      page={{ action, shown, saved: null }}
      version={chosen?.version ?? ""}
      {...chosen
        ? { cancel: links.displayMessages(projectId) }
        : { initial: { from: today }, submit: "Ajouter" }}
      after={chosen && (
        <RemovalForm
          form={DISPLAY_MESSAGE_FORM.name}
          action={action}
          label="Supprimer le message"
          text={DISPLAY_LOSS_TEXT.message}
        />
      )}
    />
  );
}

async function showPage(ctx: Context<State>, shown: ShownForm | null) {
  const read = await readMessages(ctx);
  ctx.state.title = windowTitle(PAGE_NAMES.displayMessages, residenceOf(ctx.state).project.name);
  const file = {
    fileName: "messages-ecran.csv",
    columns: DISPLAY_MESSAGE_COLUMNS,
    rows: read.rows,
  };
  return tableFile(ctx.url, file) ?? page({ ...read, shown }, { status: shown?.status ?? 200 });
}
