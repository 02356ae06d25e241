import type { Context } from "fresh";
import {
  type Register,
  RegisterPage,
  type RegisterRows,
} from "@/components/contracting/RegisterPage.tsx";
import { FormSection } from "@/components/forms/FormBox.tsx";
import type { FormContent } from "@/components/forms/FormFields.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import type { Form, ShownForm } from "@/lib/forms/form.ts";
import { documentsOf } from "@/lib/pages/contracting/contracting_page.ts";
import { windowTitle } from "@/lib/text/pages.ts";
import type { State } from "@/lib/web/state.ts";
import type { ComponentChildren } from "preact";
import { registerRows } from "@/routes/(_components)/register_rows.ts";

/** The rows of a register, or their file. */
export function readRegister<Row>(
  { state, url }: Context<State>,
  register: Register<Row>,
  all: readonly Row[],
) {
  const { organisation } = documentsOf(state);
  state.title = windowTitle(register.title, organisation.name);
  const { rows, file } = registerRows(url, all, register);
  return file ?? rows;
}

interface RegisterListProps<Row, Name extends string, Stored> extends RegisterRows<Row> {
  state: State;
  register: Register<Row>;
  /** Form that adds a row. */
  form: Form<Name, unknown, Stored>;
  shown: ShownForm | null;
  /** Label of the button and title of the section that add a row. */
  add: string;
  /** Renders the form; columns of fields by default. */
  content?(content: FormContent<Name>): ComponentChildren;
}

export function RegisterList<Row extends { readonly id: string }, Name extends string, Stored>(
  { state, form, shown, add, content, ...list }: RegisterListProps<Row, Name, Stored>,
) {
  const { organisation, canWrite } = documentsOf(state);
  return (
    <RegisterPage
      {...list}
      organisation={organisation.name}
      add={canWrite ? { href: "#new", label: add } : null}
    >
      {canWrite && (
        <>
          <FormSection
            id="new"
            title={add}
            form={form}
            page={{ action: list.register.path, shown, saved: null }}
            submit="Ajouter"
            {...content && { children: content }}
          />
          <UnsavedGuard />
        </>
      )}
    </RegisterPage>
  );
}
