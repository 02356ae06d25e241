import type { Context } from "fresh";
import type { ComponentChildren } from "preact";
import { type Register, RegisterTable } from "@/components/contracting/RegisterPage.tsx";
import { FormSection, hasForm, RemovalForm } from "@/components/forms/FormBox.tsx";
import type { FormContent } from "@/components/forms/FormFields.tsx";
import { Notice } from "@/components/page/Notice.tsx";
import { ResidenceTitle, type ResidenceTitleProps } from "@/components/page/ResidenceTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import type { Project } from "@/lib/domain/projects/types.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import type { Form, ShownForm } from "@/lib/forms/form.ts";
import { SAVED_PARAMETER } from "@/lib/links/links.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { REMOVED_MEANWHILE, ROW_GONE } from "@/lib/text/forms.ts";
import { windowTitle } from "@/lib/text/pages.ts";
import { type RowCalls, rowForm, rowPath, type RowsRead } from "@/lib/web/forms/row_form.ts";
import { savedPath } from "@/lib/web/forms/submit.ts";
import { type FormAction, formHandlers } from "@/lib/web/forms/submit_forms.ts";
import type { State } from "@/lib/web/state.ts";
import { registerRows } from "@/routes/(_components)/register_rows.ts";

interface Registered {
  readonly id: string;
  readonly version: string;
}

/** A register of a residence whose rows are added and changed by the form under it, declared once. */
export interface RowRegister<Row, Name extends string, Body> extends Register<Row> {
  /** Id of the section of the list, and its title. */
  readonly section: string;
  readonly heading: string;
  readonly intro: string;
  /** URL parameter with the id of a row. */
  readonly parameter: string;
  readonly form: Form<Name, Body, Row>;
  readonly says: {
    readonly add: string;
    readonly submit: string;
    readonly change: string;
    readonly remove: string;
    /** Consequence of its removal. */
    readonly loss: string;
  };
}

interface RowPages<Row, Name extends string, Body, Beside> {
  register(project: Project): RowRegister<NoInfer<Row>, Name, Body>;
  read(ctx: Context<State>): Promise<RowsRead<Row> & Beside>;
  calls(ctx: Context<State>): RowCalls<Body>;
  /** The other forms of the page. */
  others?(ctx: Context<State>): Readonly<Record<string, FormAction>>;
}

/** Handlers of a register: page, file and form. */
export function rowHandlers<Row extends Registered, Name extends string, Body, Beside>(
  { register: registerOf, read: readRows, calls, others }: RowPages<Row, Name, Body, Beside>,
) {
  const read = async (ctx: Context<State>) => {
    const found = await readRows(ctx);
    const { project } = residenceOf(ctx.state);
    const register = registerOf(project);
    ctx.state.title = windowTitle(register.title, project.name);
    const { rows: { kept, table }, file } = registerRows(ctx.url, found.all, register);
    const named = ctx.url.searchParams.get(register.parameter);
    const chosen = found.all.find(({ id }) => id === named) ?? null;
    const isGone = named !== null && chosen === null;
    return file ?? { ...found, register, kept, table, chosen, isGone };
  };
  const forms = (ctx: Context<State>) => {
    const { section, form, ...at } = registerOf(residenceOf(ctx.state).project);
    const action = rowForm(form, {
      id: ctx.url.searchParams.get(at.parameter),
      done: savedPath(rowPath(ctx.url, at), section),
      ...calls(ctx),
    });
    return { [form.name]: action, ...others?.(ctx) };
  };
  return formHandlers(read, forms, {
    answer: ({ shown, isGone }) => shown === null && isGone ? { status: 404 } : {},
  });
}

interface RowRegisterPageProps<Row, Name extends string, Body> extends RowsRead<Row> {
  state: State;
  url: URL;
  register: RowRegister<Row, Name, Body>;
  kept: readonly Row[];
  table: TableState;
  /** The row being changed; null for one to add. */
  chosen: Row | null;
  /** True when the URL has the id of a deleted row. */
  isGone: boolean;
  shown: ShownForm | null;
  under?: ResidenceTitleProps["under"];
  /** Links to other pages, in the title. */
  actions?: ComponentChildren;
  /** Content above the list. */
  before?: ComponentChildren;
  initial?: Readonly<Partial<Record<Name, string>>>;
  options?: FormContent<Name>["options"];
  /** Renders the form; columns of fields by default. */
  content?(content: FormContent<Name>): ComponentChildren;
  /** Other forms, under it. */
  children?: ComponentChildren;
}

/** The page of a register: its rows, and under them the form to add or change one. */
export function RowRegisterPage<Row extends Registered, Name extends string, Body>(
  { state, under, actions, before, children, ...rows }: RowRegisterPageProps<Row, Name, Body>,
) {
  const { url, register, canWrite, shown, chosen } = rows;
  const hrefOf = (id: string) => `${rowPath(url, register, id)}#${register.form.name}`;
  return (
    <>
      <ResidenceTitle title={register.title} of={residenceOf(state).project} under={under}>
        {actions}
      </ResidenceTitle>
      {before}
      <Section
        id={register.section}
        title={register.heading}
        intro={register.intro}
        saved={shown === null && url.searchParams.get(SAVED_PARAMETER) === register.section}
      >
        {rows.isGone && shown === null && <Notice tone="bad" title={ROW_GONE} />}
        <RegisterTable
          {...rows}
          register={canWrite ? linkedRegister(register, hrefOf) : register}
          chosenId={chosen?.id ?? null}
        />
      </Section>
      {hasForm(canWrite, shown, register.form.name) && <RowSection {...rows} />}
      {children}
      <UnsavedGuard />
    </>
  );
}

function linkedRegister<Row extends Registered>(
  { columns: [name, ...columns], ...register }: Register<Row>,
  hrefOf: (id: string) => string,
): Register<Row> {
  if (name === undefined) return { ...register, columns };
  const cell = (row: Row) => <a aria-current="false" href={hrefOf(row.id)}>{name.cell(row)}</a>;
  return { ...register, columns: [{ ...name, cell }, ...columns] };
}

function RowSection<Row extends Registered, Name extends string, Body>(
  { url, register, chosen, isGone, shown, initial, options, content }: Omit<
    RowRegisterPageProps<Row, Name, Body>,
    "state" | "under"
  >,
) {
  const { form, says } = register;
  const action = rowPath(url, register, chosen?.id);
  const refused = shown?.form === form.name && isGone
    ? { ...shown, failure: REMOVED_MEANWHILE }
    : shown;
  return (
    <FormSection
      title={chosen ? says.change : says.add}
      form={form}
      stored={chosen}
      page={{ action, shown: refused, saved: null }}
      version={chosen?.version ?? ""}
      options={options}
      {...chosen
        ? { cancel: rowPath(url, register) }
        : { ...initial && { initial }, submit: says.submit }}
      after={chosen && (
        <RemovalForm form={form.name} action={action} label={says.remove} text={says.loss} />
      )}
      {...content && { children: content }}
    />
  );
}
