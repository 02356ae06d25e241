import { dateColumn } from "@/components/ui/columns.tsx";
import { DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import { RemovalForm } from "@/components/ui/FormBox.tsx";
import { formatInstant } from "@/lib/base/date_format.ts";
import type { ProjectToken } from "@/lib/residences/schema.ts";

interface TokenTableProps {
  action: string;
  tokens: readonly ProjectToken[];
  timeZone: string;
  words: TokenWords;
}

interface TokenWords {
  readonly caption: string;
  readonly name: string;
  readonly used: string;
  loss(name: string): string;
}

/** The tokens of one kind of a residence, each with its revocation. */
export function TokenTable({ action, tokens, timeZone, words }: TokenTableProps) {
  const columns: TableColumn<ProjectToken>[] = [
    { field: "name", label: words.name, cell: ({ name }) => name },
    dateColumn("created", "Créé le", ({ createdAt }) => formatInstant(createdAt, timeZone)),
    dateColumn("used", words.used, (one) => formatInstant(one.lastUsedAt, timeZone) || "Jamais"),
    {
      field: "revoke",
      label: "Action",
      cell: ({ id, name }) => (
        <RemovalForm
          action={action}
          form="revoke"
          id={{ name: "id", value: id }}
          label="Révoquer"
          confirm="Confirmer la révocation"
          text={words.loss(name)}
        />
      ),
    },
  ];
  return <DataTable caption={words.caption} columns={columns} rows={tokens} />;
}
