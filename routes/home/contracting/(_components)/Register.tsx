import type { ComponentChildren } from "preact";
import { FormSection } from "@/components/ui/FormBox.tsx";
import type { FormContent } from "@/components/ui/FormFields.tsx";
import type { List, ListRows } from "@/components/ui/list.ts";
import { ListPage } from "@/components/ui/ListTable.tsx";
import { readList } from "@/components/web/read_list.ts";
import { documentsOf } from "@/lib/documents/pages.ts";
import type { Form, ShownForm } from "@/lib/ui/form.ts";
import { windowTitle } from "@/lib/ui/page_titles.ts";
import type { PageContext, State } from "@/lib/web/state.ts";

/** The rows of a register, or their file. */
export function readRegister<Row>(
  { state, url }: PageContext,
  list: List<Row>,
  all: readonly Row[],
) {
  const { organisation } = documentsOf(state);
  state.title = windowTitle(list.title, organisation.name);
  const { rows, file } = readList(url, all, list);
  return file ?? rows;
}

interface RegisterListProps<Row, Name extends string, Stored> extends ListRows<Row> {
  state: State;
  form: Form<Name, unknown, Stored>;
  shown: ShownForm | null;
  /** Label of the button and title of the section that add a row. */
  add: string;
  /** True for fields that the page shows; all by default. */
  shows?(name: Name): boolean;
  /** Renders the form; columns of fields by default. */
  content?(content: FormContent<Name>): ComponentChildren;
}

export function RegisterList<Row, Name extends string, Stored>(
  { state, form, shown, add, shows, content, ...rows }: RegisterListProps<Row, Name, Stored>,
) {
  const { organisation, canWrite } = documentsOf(state);
  return (
    <ListPage
      {...rows}
      organisation={organisation.name}
      add={canWrite ? { href: "#new", label: add } : null}
    >
      {canWrite && (
        <FormSection
          id="new"
          title={add}
          form={form}
          page={{ action: rows.list.path, shown, saved: null }}
          submit="Ajouter"
          {...shows && { shows }}
          {...content && { children: content }}
        />
      )}
    </ListPage>
  );
}
