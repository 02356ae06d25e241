import type { FormContent } from "@/components/forms/FormFields.tsx";
import { Fact } from "@/components/page/Page.tsx";
import type { HouseField } from "@/lib/domain/housing/shown_fields.ts";
import type { House } from "@/lib/domain/housing/types.ts";
import type { NamedField } from "@/lib/forms/form.ts";
import { HOUSE_FORM } from "@/lib/forms/housing/house_form.ts";
import { floorLabel } from "@/lib/text/housing/housing.ts";

interface HouseFactsProps {
  house: House;
  shown: ReadonlySet<HouseField>;
  options: NonNullable<FormContent<HouseField>["options"]>;
}

export function HouseFacts({ house, shown, options }: HouseFactsProps) {
  const values = HOUSE_FORM.typed(house);
  const plain = HOUSE_FORM.fields.filter(({ name }) => name !== "config" && shown.has(name));
  return (
    <dl class="facts">
      {plain.map((field) => (
        <Fact key={field.name} label={field.label}>
          {factText(
            { ...field, options: options[field.name] ?? field.options ?? [] },
            values[field.name],
          )}
        </Fact>
      ))}
      {shown.has("config") &&
        Object.entries(house.config).map(([name, value]) => (
          <Fact key={name} label={name}>{value}</Fact>
        ))}
    </dl>
  );
}

function factText({ name, options, empty }: NamedField<HouseField>, value: string): string {
  if (name === "floor") return floorLabel(value === "" ? null : Number(value));
  return options?.find((option) => option.value === value)?.label ?? (value || empty || "Inconnu");
}
