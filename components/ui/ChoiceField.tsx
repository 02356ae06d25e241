import { FEW_CHOICES, type NamedChoice, namesNear, namesOf } from "@/lib/ui/named_choices.ts";
import { nameHint } from "@/lib/ui/text.ts";
import { type FieldFacts, TextAreaField } from "./Field.tsx";
import { SelectField } from "./SelectField.tsx";
import { TextField } from "./TextField.tsx";

interface ChoiceFieldProps extends FieldFacts {
  value?: string | undefined;
  options: readonly NamedChoice[];
  empty?: string;
  /** True for several names, one per line. */
  several?: boolean;
}

const MOST_PROPOSED = 30;

/**
 * A choice among the records of a residence: a list when there are few, else a name to type, since a list of thousands
 * is heavier than its page. The server proposes names similar to an unknown one.
 *
 * @spec forms.named
 */
export function ChoiceField({ options, empty, several = false, ...field }: ChoiceFieldProps) {
  const [first] = options;
  if (first === undefined || (options.length <= FEW_CHOICES && !several)) {
    return <SelectField {...field} options={options} {...empty !== undefined && { empty }} />;
  }
  const { value: chosen = "", ...facts } = field;
  const value = namesOf(options, chosen);
  const example = first.label;
  const hint = nameHint({
    hint: facts.hint,
    example,
    empty: facts.required ? undefined : empty,
    several,
  });
  if (several) return <TextAreaField {...facts} hint={hint} value={value} />;
  const near = facts.error === undefined ? [] : namesNear(options, value).slice(0, MOST_PROPOSED);
  const list = `${facts.id ?? facts.name}-near`;
  return (
    <>
      <TextField {...facts} hint={hint} value={value} {...near.length > 0 && { list }} />
      {near.length > 0 && (
        <datalist id={list}>{near.map((name) => <option key={name} value={name} />)}</datalist>
      )}
    </>
  );
}
