import {
  DAY_COLUMNS,
  MESSAGE_COLUMN,
  MESSAGE_LIST,
  STATE,
} from "@/components/housing/dated_columns.ts";
import { countColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { DISPLAY_CALLS } from "@/lib/display/calls.ts";
import { DISPLAY_MESSAGE_FORM } from "@/lib/display/forms.ts";
import { displayOf } from "@/lib/display/pages.ts";
import { listedMessages } from "@/lib/display/screen_pages.ts";
import { alertState } from "@/lib/housing/alert_state.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { Project } from "@/lib/residences/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { define, type PageContext } from "@/lib/web/state.ts";
import { rowHandlers, RowListPage } from "@/routes/collect/[projectId]/(_components)/RowList.tsx";

type MessageRow = Awaited<ReturnType<typeof readMessages>>["all"][number];

const COLUMNS: readonly TableColumn<MessageRow>[] = [
  MESSAGE_COLUMN,
  countColumn("priority", "Priorité", ({ priority }) => priority),
  ...DAY_COLUMNS,
  STATE.column,
];

const list = ({ id }: Project) => ({
  ...MESSAGE_LIST,
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

export const handler = define.handlers(rowHandlers({
  list,
  read: readMessages,
  calls({ state }) {
    const { project: { id: projectId } } = displayOf(state);
    const { call, sender } = state.api;
    return {
      create: sender(DISPLAY_CALLS.createDisplayMessage, { projectId }),
      put: (messageId, body) =>
        call(DISPLAY_CALLS.putDisplayMessage, { projectId, messageId, body }),
      remove: (messageId) => call(DISPLAY_CALLS.deleteDisplayMessage, { projectId, messageId }),
    };
  },
}));

/** Messages shown today, then future ones, then past ones; today's in the order of the screen. */
async function readMessages({ state }: PageContext) {
  const { project: { id: projectId }, canWrite, today } = displayOf(state);
  const messages = await state.api.read(DISPLAY_CALLS.listDisplayMessages, { projectId });
  const all = listedMessages(messages, today)
    .map((message) => ({ ...message, state: alertState(message, today) }));
  return { all, canWrite };
}

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
