/** Parts of the pages of registers: a record, its values as text, the residences that it concerns, columns of lists. @module */

import type { ComponentChildren } from "preact";
import {
  FormSection,
  type FormSectionProps,
  RemovalForm,
  withOptions,
} from "@/components/ui/FormBox.tsx";
import { type FormContent, FormFields } from "@/components/ui/FormFields.tsx";
import { Fact, NoneYet, Notice, PageTitle } from "@/components/ui/Page.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { namedOptions } from "@/components/ui/SelectField.tsx";
import { textColumn } from "@/components/ui/columns.tsx";
import ProjectPicker from "@/islands/residences/ProjectPicker.tsx";
import { OWN_PROJECTS_FORM } from "@/lib/documents/forms.ts";
import { documentsOf } from "@/lib/documents/pages.ts";
import { archivalButton, archivedText, sharedText } from "@/lib/documents/text.ts";
import type { EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import { EQUIPMENT_KIND_LABELS } from "@/lib/facilities/text.ts";
import type { ProjectChoice } from "@/lib/residences/project_selection.ts";
import { ticked } from "@/lib/ui/fields.ts";
import type { Form, FormPage } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";
import type { State } from "@/lib/web/state.ts";

interface RegisteredThingProps<Name extends string, Stored> {
  state: State;
  title: string;
  /** Added after the name of the organisation. */
  subtitle: readonly string[];
  /** Its form, with the intents of the buttons under it; its values as text for a user who may only read. */
  main: FormSectionProps<Name, Stored> & {
    stored: Stored & { readonly sharedWithOthers?: boolean | undefined };
  };
  /** Content above the form, and under it. */
  before?: ComponentChildren;
  children?: ComponentChildren;
  /** What a user who may only read sees under the values. */
  facts?: ComponentChildren;
  /** Noun of the record in buttons: "le contrat". */
  noun: string;
  /** Whether it is archived, and where it is offered otherwise: "aux demandes"; absent when it is never archived. */
  archival?: { archived: boolean; offeredTo: string };
  /** Button that closes or opens it. */
  stateButton?: { intent: string; label: string; text: string };
  /** Effect of its removal, or why it may be refused. */
  removal: string;
  /** The form of the user's residences, the only one for a shared record. */
  own?: ComponentChildren;
}

/** The page of a record of a register: its forms, the button that changes its state, its removal. */
export function RegisteredThing<Name extends string, Stored>(
  props: RegisteredThingProps<Name, Stored>,
) {
  const { state, title, subtitle, main, noun, archival, removal, own = null } = props;
  const { form: { name: form }, stored, page: { shown } } = main;
  // A record of other residences than the user's is not changed, unless it became one while they typed.
  // @spec contracting.shared
  const isShared = stored.sharedWithOthers === true &&
    (shown === null || shown.form === OWN_PROJECTS_FORM.name);
  const stateButton = archival ? archivalButton(noun, archival) : props.stateButton;
  const { organisation, canWrite } = documentsOf(state);
  const action = `${main.page.action}#${form}`;
  return (
    <>
      <PageTitle
        title={title}
        subtitle={[organisation.name, ...subtitle]}
      />
      {canWrite && isShared && <Notice>{sharedText(noun, own !== null)}</Notice>}
      {canWrite && !isShared
        ? (
          <>
            {props.before}
            <FormSection {...main} />
            {props.children}
            {stateButton && <StateButton form={form} action={action} {...stateButton} />}
            <RemovalForm
              form={form}
              isCard
              action={action}
              label={`Supprimer ${noun}`}
              text={removal}
            />
          </>
        )
        : (
          <>
            <RegisterFacts form={main.form} stored={stored} options={main.options} />
            {props.facts}
          </>
        )}
      {canWrite && isShared && own}
    </>
  );
}

function StateButton(
  { form, action, intent, label, text }: {
    /** The form of the page that handles the intent. */
    form: string;
    action: string;
    intent: string;
    label: string;
    text: string;
  },
) {
  return (
    <PostForm class="card" action={action}>
      <input type="hidden" name="form" value={form} />
      <p>{text}</p>
      <button type="submit" class="button" name="intent" value={intent}>{label}</button>
    </PostForm>
  );
}

interface OwnProjectsProps {
  stored: { readonly projects: string[]; readonly version: string };
  page: FormPage;
  choices: readonly ProjectChoice[];
}

/** The user's residences of a record that others share. @spec contracting.own-residences */
export function OwnProjects({ stored, page, choices }: OwnProjectsProps) {
  return (
    <FormSection
      title="Vos résidences"
      form={OWN_PROJECTS_FORM}
      stored={stored}
      page={page}
      options={{ projects: namedOptions(choices) }}
    >
      {(content) => <WithProjects {...content} choices={choices} />}
    </FormSection>
  );
}

interface WithProjectsProps extends FormContent {
  choices: readonly ProjectChoice[];
}

/** The fields of a form, then its residences. */
export function WithProjects({ choices, fields, ...content }: WithProjectsProps) {
  const { label = "", required } = fields.find(({ name }) => name === "projects") ?? {};
  return (
    <>
      <FormFields {...content} fields={fields.filter(({ name }) => name !== "projects")} />
      <ProjectPicker
        name="projects"
        label={label}
        required={required}
        choices={choices}
        chosen={ticked(content.values.projects ?? "")}
        error={content.errors.projects}
      />
    </>
  );
}

export function NoProvider() {
  return (
    <NoneYet
      text="L’organisation n’a aucun prestataire."
      href={`${links.providers()}#new`}
      add="Ajouter un prestataire"
    />
  );
}

interface RegisterFactsProps<Name extends string, Stored> {
  form: Form<Name, unknown, Stored>;
  stored: Stored;
  options?: FormContent<Name>["options"];
}

/** The fields of a form as text, for a user who may only read. */
export function RegisterFacts<Name extends string, Stored>(
  { form, stored, options }: RegisterFactsProps<Name, Stored>,
) {
  const values = form.typed(stored);
  const facts = withOptions(form.fields, options).map(({ name, label, unit, options = [] }) => {
    const word = (text: string) => options.find(({ value }) => value === text)?.label ?? text;
    const text = values[name].split("\n").map(word).filter(Boolean).join(", ");
    return { name, label, text: unit && text !== "" ? `${text} ${unit}` : text };
  });
  return (
    <div class="card">
      <dl class="facts">
        {facts.filter(({ text }) => text !== "").map(({ name, label, text }) => (
          <Fact key={name} label={label}>{text}</Fact>
        ))}
      </dl>
    </div>
  );
}

interface Archivable {
  readonly archived: boolean;
}

interface OfEquipment {
  readonly equipment: EquipmentKind | null;
}

/** Whether a provider or a document type is archived. */
export const ARCHIVED_COLUMN = textColumn<Archivable>(
  "archived",
  "État",
  ({ archived }) => archivedText(archived),
);

export const ARCHIVED_FILTER = {
  field: "archived",
  label: "État",
  value: ({ archived }: Archivable) => String(archived),
  options: [false, true].map((one) => ({ value: String(one), label: archivedText(one) })),
};

/** The kind of equipment of a contract or a document type. */
export const EQUIPMENT_COLUMN = textColumn<OfEquipment>(
  "equipment",
  "Équipement",
  ({ equipment }) => equipment && EQUIPMENT_KIND_LABELS[equipment],
);

export const EQUIPMENT_FILTER = {
  field: "equipment",
  label: "Équipement",
  value: ({ equipment }: OfEquipment) => equipment ?? "",
  text: (kind: string) =>
    new Map<string, string>(Object.entries(EQUIPMENT_KIND_LABELS)).get(kind) ?? kind,
};
