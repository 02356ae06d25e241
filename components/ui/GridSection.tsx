import type { ComponentChildren } from "preact";
import FormGrid from "@/islands/ui/FormGrid.tsx";
import { type Form, type FormPage, storedOffStep } from "@/lib/ui/form.ts";
import { withOptions } from "./FormBox.tsx";
import type { FormContent } from "./FormFields.tsx";
import { conflictLines, type GridRow, orNewRow, withRefused } from "./grid_rows.ts";
import { Section } from "./Page.tsx";
import { Refusal, sectionEntry } from "./PostForm.tsx";

interface GridSectionProps<Name extends string, Stored> {
  title: string;
  intro?: string;
  form: Form<Name, unknown, Stored>;
  rows: readonly (Omit<GridRow, "values"> & { stored: Stored })[];
  /** Title of the row to add. */
  blank: string;
  page: FormPage;
  options?: FormContent<Name>["options"];
  /** Initial values of the row to add, from the page. */
  initial?: Readonly<Partial<Record<Name, string>>>;
  /** Consequence of deleting a row, when rows do not state it. */
  removal?: string;
  /** Version an edit is based on, when rows have none of their own. */
  version?: string;
  /** Content above and under the rows. */
  before?: ComponentChildren;
  after?: ComponentChildren;
}

/** The rows of things that have a name and a version each. */
export function namedRows<Stored extends Readonly<Record<"id" | "name" | "version", string>>>(
  things: readonly Stored[],
) {
  return things.map((stored) => {
    const { id: key, name: title, version } = stored;
    return { key, title, version, stored };
  });
}

/** Rows of one form, each saved, added or deleted separately, in a section of their page. */
export function GridSection<Name extends string, Stored>(props: GridSectionProps<Name, Stored>) {
  const { title, intro, form, page, blank, removal = "", version = "" } = props;
  const fields = withOptions(form.fields, props.options);
  const rows = [
    ...props.rows.map(({ stored, ...row }) => {
      const values = form.typed(stored);
      const hidden = storedOffStep(form, values);
      return { ...row, values, ...Object.keys(hidden).length > 0 && { hidden } };
    }),
    { key: "", title: blank, values: { ...form.typed(null), ...props.initial } },
  ];
  const mine = page.shown?.form === form.name ? orNewRow(page.shown, rows) : null;
  const stored = rows.find(({ key }) => key !== "" && key === mine?.key);
  return (
    <Section id={form.name} title={title} {...intro && { intro }} saved={page.saved === form.name}>
      {props.before}
      {mine && <Refusal {...mine} lines={conflictLines(fields, mine.values, stored?.values)} />}
      <FormGrid
        grid={form.name}
        action={sectionEntry(page.action, form.name)}
        fields={fields}
        rows={withRefused(rows, mine)}
        removal={removal}
        version={version}
      />
      {props.after}
    </Section>
  );
}
