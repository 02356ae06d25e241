import { countColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { DISPLAY_CALLS } from "@/lib/display/calls.ts";
import { DISPLAY_CONTACT_FORM } from "@/lib/display/forms.ts";
import { displayOf } from "@/lib/display/pages.ts";
import type { DisplayContact } from "@/lib/display/schema.ts";
import { CONTACT_LABELS } from "@/lib/display/text.ts";
import type { Project } from "@/lib/residences/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { define, type PageContext } from "@/lib/web/state.ts";
import { rowHandlers, RowListPage } from "@/routes/collect/[projectId]/(_components)/RowList.tsx";

const COLUMNS: readonly TableColumn<DisplayContact>[] = [
  textColumn("name", CONTACT_LABELS.name, ({ name }) => name),
  countColumn("priority", CONTACT_LABELS.priority, ({ priority }) => priority),
  textColumn("phone", CONTACT_LABELS.phone, ({ phone }) => phone, { unbroken: true }),
  textColumn("mail", CONTACT_LABELS.mail, ({ mail }) => mail),
];

const list = ({ id }: Project) => ({
  path: links.displayContacts(id),
  fileName: "contacts-ecran.csv",
  section: "contacts",
  heading: "Contacts",
  intro: "Qui appeler, sur l’écran du hall et sur la page des occupants, par ordre de priorité.",
  parameter: "contact",
  columns: COLUMNS,
  order: "priority",
  words: ({ name, phone, mail }: DisplayContact) => [name, phone, mail],
  noun: "contact",
  nothing: "Aucun contact trouvé",
  empty: {
    title: "Aucun contact",
    text: "Gardien, astreinte, syndic\u00A0: ceux qui sont ajoutés se trouveront ici.",
    icon: "person" as const,
  },
  form: DISPLAY_CONTACT_FORM,
  says: {
    add: "Nouveau contact",
    submit: "Ajouter",
    change: "Modifier le contact",
    remove: "Supprimer le contact",
    loss: "Le contact disparaîtra des écrans d’information.",
  },
});

export const handler = define.handlers(rowHandlers({
  list,
  async read({ state }: PageContext) {
    const { project: { id: projectId }, canWrite } = displayOf(state);
    const all = await state.api.read(DISPLAY_CALLS.listDisplayContacts, { projectId });
    return { all, canWrite };
  },
  calls({ state }) {
    const { project: { id: projectId } } = displayOf(state);
    const { call, sender } = state.api;
    return {
      create: sender(DISPLAY_CALLS.createDisplayContact, { projectId }),
      put: (contactId, body) =>
        call(DISPLAY_CALLS.putDisplayContact, { projectId, contactId, body }),
      remove: (contactId) => call(DISPLAY_CALLS.deleteDisplayContact, { projectId, contactId }),
    };
  },
}));

/** The contacts of the information screen of a residence (B §3 "Display contact"). */
export default define.page<typeof handler>(({ data, url }) => <RowListPage {...data} url={url} />);
