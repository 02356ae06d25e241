import {
  DAY_COLUMNS,
  MESSAGE_COLUMN,
  MESSAGE_LIST,
  STATE_COLUMN,
} from "@/components/housing/dated_columns.ts";
import { countColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { DISPLAY_MESSAGE_FORM } from "@/lib/display/forms.ts";
import { messageCalls, readMessages } from "@/lib/display/pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { Project } from "@/lib/residences/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { define } from "@/lib/web/state.ts";
import { rowHandlers, RowListPage } from "@/routes/collect/[projectId]/(_components)/RowList.tsx";

type MessageRow = Awaited<ReturnType<typeof readMessages>>["all"][number];

const COLUMNS: readonly TableColumn<MessageRow>[] = [
  MESSAGE_COLUMN,
  countColumn("priority", "Priorité", ({ priority }) => priority),
  ...DAY_COLUMNS,
  STATE_COLUMN,
];

const list = ({ id }: Project) => ({
  ...MESSAGE_LIST,
  title: PAGES.displayMessages.title,
  path: links.displayMessages(id),
  fileName: "messages-ecran.csv",
  section: "messages",
  intro:
    "Ce qu’affichent l’écran du hall et la page des occupants, pendant les jours choisis, par ordre de priorité.",
  parameter: "message",
  columns: COLUMNS,
  form: DISPLAY_MESSAGE_FORM,
  says: { ...MESSAGE_LIST.says, loss: "Le message disparaîtra des écrans d’information." },
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
