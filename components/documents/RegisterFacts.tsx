import { withOptions } from "@/components/ui/FormBox.tsx";
import type { FormContent } from "@/components/ui/FormFields.tsx";
import { Fact } from "@/components/ui/Page.tsx";
import type { Form } from "@/lib/ui/form.ts";

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
