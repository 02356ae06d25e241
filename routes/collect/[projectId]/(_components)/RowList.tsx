import type { ComponentChildren } from "preact";
import { FormSection, hasForm, RemovalForm } from "@/components/ui/FormBox.tsx";
import type { FormContent } from "@/components/ui/FormFields.tsx";
import type { List } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { Notice, PageTitle, Section } from "@/components/ui/Page.tsx";
import { readList } from "@/components/web/read_list.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { Project } from "@/lib/residences/schema.ts";
import type { Form, FormPage } from "@/lib/ui/form.ts";
import type { TableState } from "@/lib/ui/tables.ts";
import { REMOVED_MEANWHILE, ROW_GONE } from "@/lib/ui/text.ts";
import {
  type FormAction,
  formRoute,
  type RowCalls,
  rowForm,
  rowPath,
  type RowsRead,
} from "@/lib/web/form_handlers.ts";
import { savedPath } from "@/lib/web/form_submission.ts";
import type { PageContext } from "@/lib/web/state.ts";

interface Versioned {
  readonly id: string;
  readonly version: string;
}

/** A list of a residence whose rows are added and changed by the form under it, declared once. */
export interface RowList<Row, Name extends string, Body> extends List<Row> {
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
    readonly loss: string;
  };
}

interface RowPages<Row, Name extends string, Body extends object, Beside> {
  list(project: Project): RowList<NoInfer<Row>, Name, Body>;
  read(ctx: PageContext): Promise<RowsRead<Row> & Beside>;
  calls(ctx: PageContext): RowCalls<Body>;
  others?(ctx: PageContext): Readonly<Record<string, FormAction>>;
}

/** Handlers of a list: page, file and form. */
export function rowHandlers<
  Row extends Versioned,
  Name extends string,
  Body extends object,
  Beside,
>(
  { list: listOf, read: readRows, calls, others }: RowPages<Row, Name, Body, Beside>,
) {
  const read = async (ctx: PageContext) => {
    const found = await readRows(ctx);
    const { project } = residenceOf(ctx.state);
    const list = listOf(project);
    const { rows: { filtered, table }, file } = readList(ctx.url, found.all, list);
    const named = ctx.url.searchParams.get(list.parameter);
    const chosen = found.all.find(({ id }) => id === named) ?? null;
    const isGone = named !== null && chosen === null;
    return file ?? { ...found, list, filtered, table, chosen, isGone };
  };
  const forms = (ctx: PageContext) => {
    const { section, form, ...at } = listOf(residenceOf(ctx.state).project);
    const action = rowForm(form, calls(ctx), {
      id: ctx.url.searchParams.get(at.parameter),
      done: savedPath(rowPath(ctx.url, at), section),
    });
    return { [form.name]: action, ...others?.(ctx) };
  };
  return formRoute(read, forms, {
    answer: ({ page, isGone }) => page.shown === null && isGone ? { status: 404 } : {},
  });
}

interface RowListPageProps<Row, Name extends string, Body> extends RowsRead<Row> {
  url: URL;
  list: RowList<Row, Name, Body>;
  filtered: readonly Row[];
  table: TableState;
  /** The row being changed; null for one to add. */
  chosen: Row | null;
  /** True when the URL has the id of a deleted row. */
  isGone: boolean;
  page: FormPage;
  actions?: ComponentChildren;
  before?: ComponentChildren;
  initial?: Readonly<Partial<Record<Name, string>>>;
  options?: FormContent<Name>["options"];
  /** Renders the form; columns of fields by default. */
  content?(content: FormContent<Name>): ComponentChildren;
  children?: ComponentChildren;
}

/** The page of a list: its rows, and under them the form to add or change one. */
export function RowListPage<Row extends Versioned, Name extends string, Body>(
  { actions, before, children, ...rows }: RowListPageProps<Row, Name, Body>,
) {
  const { url, list, canWrite, page: { shown, saved }, chosen } = rows;
  const hrefOf = (id: string) => `${rowPath(url, list, id)}#${list.form.name}`;
  return (
    <>
      <PageTitle>{actions}</PageTitle>
      {before}
      <Section
        id={list.section}
        title={list.heading}
        intro={list.intro}
        saved={saved === list.section}
      >
        {rows.isGone && shown === null && <Notice tone="bad" title={ROW_GONE} />}
        <ListTable {...rows} list={canWrite ? linkedList(list, hrefOf) : list} chosen={chosen} />
      </Section>
      {hasForm(canWrite, shown, list.form.name) && <RowSection {...rows} />}
      {children}
    </>
  );
}

function linkedList<Row extends Versioned>(
  { columns: [name, ...columns], ...list }: List<Row>,
  hrefOf: (id: string) => string,
): List<Row> {
  if (name === undefined) return { ...list, columns };
  const cell = (row: Row) => <a aria-current="false" href={hrefOf(row.id)}>{name.cell?.(row)}</a>;
  return { ...list, columns: [{ ...name, cell }, ...columns] };
}

function RowSection<Row extends Versioned, Name extends string, Body>(
  { url, list, chosen, isGone, page: { shown }, initial, options, content }: Omit<
    RowListPageProps<Row, Name, Body>,
    "state" | "under"
  >,
) {
  const { form, says } = list;
  const action = rowPath(url, list, chosen?.id);
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
        ? { cancel: rowPath(url, list) }
        : { ...initial && { initial }, submit: says.submit }}
      after={chosen && (
        <RemovalForm form={form.name} action={action} label={says.remove} text={says.loss} />
      )}
      {...content && { children: content }}
    />
  );
}
