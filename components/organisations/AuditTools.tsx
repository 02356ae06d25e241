import { TextField } from "@/components/forms/Field.tsx";
import { SelectField, type SelectOption } from "@/components/forms/SelectField.tsx";
import { namedOptions } from "@/components/forms/form_fields.ts";
import { ShowAll } from "@/components/tables/TableTools.tsx";
import type { AuditArea } from "@/lib/contract/calls/audit.ts";
import type { User } from "@/lib/domain/organisations/types.ts";
import { links } from "@/lib/links/links.ts";
import { allLabel } from "@/lib/text/format/tables.ts";
import { personText } from "@/lib/text/organisations/organisations.ts";

interface AuditToolsProps {
  filters: {
    from: string;
    to: string;
    email: string;
    area: AuditArea | "";
    residence: string;
  };
  people: readonly User[];
  residences: readonly { id: string; name: string }[];
  areas: readonly SelectOption[];
}

/** The filters of the audit log: a GET form, so the choice is in the URL. */
export function AuditTools({ filters, people, residences, areas }: AuditToolsProps) {
  const isFiltered = Object.values(filters).some((value) => value !== "");
  return (
    <form class="table-tools" method="get" action={links.audit()} role="search">
      <TextField name="from" label="Du" type="date" value={filters.from} />
      <TextField name="to" label="Au" type="date" value={filters.to} />
      <SelectField
        name="email"
        label="Personne"
        value={filters.email}
        options={people.map((person) => ({ value: person.email, label: personText(person) }))}
        empty={allLabel("Personne")}
      />
      <SelectField
        name="area"
        label="Sujet"
        value={filters.area}
        options={areas}
        empty={allLabel("Sujet")}
      />
      <SelectField
        name="residence"
        label="Résidence"
        value={filters.residence}
        options={namedOptions(residences)}
        empty={allLabel("Résidence")}
      />
      <button type="submit" class="button">Filtrer</button>
      {isFiltered && <ShowAll path={links.audit()} />}
    </form>
  );
}
