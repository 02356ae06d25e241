import { DISPLAY_MESSAGE_COLUMNS } from "@/components/display/display_columns.tsx";
import { MESSAGE_LIST } from "@/components/housing/dated_columns.ts";
import { DISPLAY_MESSAGE_FORM } from "@/lib/display/forms.ts";
import { messageCalls, readMessages } from "@/lib/display/pages.ts";
import { DISPLAY_LOSS_TEXT } from "@/lib/display/text.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { Project } from "@/lib/residences/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { define } from "@/lib/web/state.ts";
import { rowHandlers, RowListPage } from "@/routes/collect/[projectId]/(_components)/RowList.tsx";

const list = ({ id }: Project) => ({
  ...MESSAGE_LIST,
  title: PAGES.displayMessages.title,
  path: links.displayMessages(id),
  fileName: "messages-ecran.csv",
  section: "messages",
  intro:
    "Ce qu’affichent l’écran du hall et la page des occupants, pendant les jours choisis, par ordre de priorité.",
  parameter: "message",
  columns: DISPLAY_MESSAGE_COLUMNS,
  form: DISPLAY_MESSAGE_FORM,
  says: { ...MESSAGE_LIST.says, loss: DISPLAY_LOSS_TEXT.message },
});

export const handler = define.handlers(
  rowHandlers({ list, read: readMessages, calls: messageCalls }),
);

/** The messages of the information screen of a residence (B §3 "Display message"). */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { project: { id }, today } = residenceOf(state);
  return (
    <RowListPage
      {...data}
      url={url}
      initial={{ from: today }}
      actions={
        <>
          <a class="button" href={links.displayContacts(id)}>Contacts</a>
          <a class="button" href={links.screenPreview(id)} target="_blank">
            Aperçu (nouvel onglet)
          </a>
          <a class="button" href={links.displayPoster(id)}>Affiche (PDF)</a>
          {data.canWrite && <a class="button" href={links.displayTokens(id)}>Écrans</a>}
        </>
      }
    />
  );
});
