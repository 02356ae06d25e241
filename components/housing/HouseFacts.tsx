import type { House } from "@/lib/domain/housing/types.ts";
import { floorLabel } from "@/lib/text/housing/housing.ts";
import type { HouseFormField } from "./house_fields.ts";

interface HouseFactsProps {
  fields: readonly HouseFormField[];
  values: Readonly<Record<string, string>>;
  config: House["config"];
}

/** A dwelling to read. */
export function HouseFacts({ fields, values, config }: HouseFactsProps) {
  const plain = fields.filter(({ name }) => name !== "config");
  const isFree = fields.some(({ name }) => name === "config");
  return (
    <dl class="facts">
      {plain.map((field) => (
        <>
          <dt>{field.label}</dt>
          <dd>{factText(field, values[field.name] ?? "")}</dd>
        </>
      ))}
      {isFree && Object.entries(config).map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}

function factText({ name, options, empty }: HouseFormField, value: string): string {
  if (name === "floor") return floorLabel(value === "" ? null : Number(value));
  return options?.find((option) => option.value === value)?.label ?? (value || empty || "Inconnu");
}
