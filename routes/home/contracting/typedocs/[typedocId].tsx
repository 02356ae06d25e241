import { GridSection } from "@/components/ui/GridSection.tsx";
import { DOCUMENTS_CALLS } from "@/lib/documents/calls.ts";
import { TYPEDOC_FORM, VALUE_FORM } from "@/lib/documents/forms.ts";
import { organisationOf } from "@/lib/documents/pages.ts";
import type { TypedocDraft } from "@/lib/documents/schema.ts";
import { archivedText } from "@/lib/documents/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { action, formRoute, rowForm, save } from "@/lib/web/form_handlers.ts";
import { define, oneOf, type PageContext } from "@/lib/web/state.ts";
import {
  RegisteredThing,
  RegisterFacts,
} from "@/routes/home/contracting/(_components)/RegisterParts.tsx";

export const handler = define.handlers(formRoute(readPage, forms));

export default define.page<typeof handler>(({ data: { typedoc, page }, state }) => {
  const { name, archived, version, values } = typedoc;
  return (
    <RegisteredThing
      state={state}
      title={name}
      subtitle={[archivedText(archived)]}
      main={{ title: "Type de document", form: TYPEDOC_FORM, stored: typedoc, page }}
      facts={values.map((value) => (
        <RegisterFacts key={value.id} form={VALUE_FORM} stored={value} />
      ))}
      noun="le type"
      archival={{ archived, offeredTo: "aux demandes" }}
      removal="Un type de document qui a été demandé ne se supprime pas&nbsp;: archivez-le."
    >
      <GridSection
        title="Valeurs demandées"
        intro="Le prestataire les saisit avec le document. Une valeur hors de ses bornes n’est pas conforme."
        form={VALUE_FORM}
        rows={values.map((value) => ({ key: value.id, title: value.name, stored: value }))}
        blank="Nouvelle valeur"
        page={page}
        version={version}
        removal="Les documents déposés gardent ce qu’ils en disaient."
      />
    </RegisteredThing>
  );
});

function forms({ state, params: { typedocId = "" } }: PageContext) {
  const at = { ...organisationOf(state), typedocId };
  const { call } = state.api;
  const archive = (archived: boolean) =>
    action(() => call(DOCUMENTS_CALLS.archiveTypedoc, { ...at, body: { archived } }));
  // The call replaces the whole type: fields that the form does not show are sent as stored.
  const put = async (changed: (stored: TypedocDraft) => Partial<TypedocDraft>) => {
    const { name, equipment, defaultRate, multiple, values } = oneOf(
      await state.api.read(DOCUMENTS_CALLS.listTypedocs, organisationOf(state)),
      typedocId,
    );
    const stored = { name, equipment, defaultRate, multiple, values };
    return await call(DOCUMENTS_CALLS.putTypedoc, {
      ...at,
      body: { ...stored, ...changed(stored) },
    });
  };
  return {
    typedoc: save(TYPEDOC_FORM, (body) => put(() => body), {
      intents: { archive: archive(true), restore: archive(false) },
      remove: () => call(DOCUMENTS_CALLS.deleteTypedoc, at),
      removed: links.typedocs(),
    }),
    values: rowForm(VALUE_FORM, {
      create: ({ version, ...value }) =>
        put(({ values }) => ({ version, values: [...values, { ...value, id: null }] })),
      put: (id, { version, ...value }) =>
        put(({ values }) => ({
          version,
          values: values.map((one) => one.id === id ? { ...value, id } : one),
        })),
      remove: (id, version) =>
        put(({ values }) => ({ version, values: values.filter((one) => one.id !== id) })),
    }),
  };
}

async function readPage({ state, params }: PageContext) {
  const typedocs = await state.api.read(DOCUMENTS_CALLS.listTypedocs, organisationOf(state));
  const typedoc = oneOf(typedocs, params.typedocId);
  state.title = [PAGES.typedocs.title, typedoc.name];
  return { typedoc };
}
