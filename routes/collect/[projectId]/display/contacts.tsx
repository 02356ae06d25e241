import { type Context, page } from "fresh";
import { DISPLAY_CONTACT_COLUMNS } from "@/components/display/display_columns.tsx";
import { DisplayTitle } from "@/components/display/DisplayTitle.tsx";
import { FormSection, RemovalForm } from "@/components/forms/FormBox.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { Section } from "@/components/page/Section.tsx";
import { LinkedRows } from "@/components/tables/LinkedRows.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import type { DisplayContact } from "@/lib/domain/display/types.ts";
import { DISPLAY_CONTACT_FORM } from "@/lib/forms/display/display_forms.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { links } from "@/lib/links/links.ts";
import { contactForms, readContacts, type RowsRead } from "@/lib/pages/display/display_page.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { DISPLAY_LOSS_TEXT } from "@/lib/text/display.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { submitForms } from "@/lib/web/forms/submit_forms.ts";
import type { State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  POST: (ctx) =>
    submitForms(ctx, {
      forms: contactForms(ctx),
      path: links.displayContacts(ctx.params.projectId ?? ""),
      show: (shown) => showPage(ctx, shown),
    }),
});

/** The contacts of the information screen of a residence (B §3 "Display contact"). */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { rows, chosen, canWrite, shown } = data;
  const { project } = residenceOf(state);
  return (
    <>
      <DisplayTitle title={PAGE_NAMES.displayContacts} project={project} pages={[]} />
      <Section
        id="contacts"
        title="Contacts"
        intro="Qui appeler, sur l’écran du hall et sur la page des occupants, par ordre de priorité."
        saved={shown === null && url.searchParams.get("saved") === "contacts"}
      >
        {rows.length === 0
          ? (
            <EmptyState title="Aucun contact" icon="person">
              <p>Gardien, astreinte, syndic&nbsp;: ceux qui sont ajoutés se trouveront ici.</p>
            </EmptyState>
          )
          : (
            <LinkedRows
              caption={countText(rows.length, "contact", "contacts")}
              columns={DISPLAY_CONTACT_COLUMNS}
              rows={rows}
              chosenId={chosen?.id ?? null}
              hrefOf={canWrite
                ? (id) => `${links.displayContacts(project.id, id)}#${DISPLAY_CONTACT_FORM.name}`
                : null}
              csv={{ page: links.displayContacts(project.id) }}
            />
          )}
      </Section>
      {canWrite && <ContactSection {...data} projectId={project.id} />}
      <UnsavedGuard />
    </>
  );
});

interface ContactSectionProps extends RowsRead<DisplayContact> {
  shown: ShownForm | null;
  projectId: string;
}

/** The contact to change, or one to add. */
function ContactSection({ chosen, shown, projectId }: ContactSectionProps) {
  const action = links.displayContacts(projectId, chosen?.id);
  return (
    <FormSection
      title={chosen ? "Modifier le contact" : "Nouveau contact"}
      form={DISPLAY_CONTACT_FORM}
      stored={chosen}
      page={{ action, shown, saved: null }}
      version={chosen?.version ?? ""}
      {...chosen ? { cancel: links.displayContacts(projectId) } : { submit: "Ajouter" }}
      after={chosen && (
        <RemovalForm
          form={DISPLAY_CONTACT_FORM.name}
          action={action}
          label="Supprimer le contact"
          text={DISPLAY_LOSS_TEXT.contact}
        />
      )}
    />
  );
}

async function showPage(ctx: Context<State>, shown: ShownForm | null) {
  const read = await readContacts(ctx);
  ctx.state.title = windowTitle(PAGE_NAMES.displayContacts, residenceOf(ctx.state).project.name);
  const file = {
    fileName: "contacts-ecran.csv",
    columns: DISPLAY_CONTACT_COLUMNS,
    rows: read.rows,
  };
  return tableFile(ctx.url, file) ?? page({ ...read, shown }, { status: shown?.status ?? 200 });
}
