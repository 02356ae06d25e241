import { PostForm } from "@/components/forms/PostForm.tsx";
import { Removal } from "@/components/forms/Removal.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import type { ProjectToken } from "@/lib/domain/projects/types.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";

interface TokenTableProps {
  action: string;
  tokens: readonly ProjectToken[];
  timeZone: string;
}

/** The collectors' tokens of a residence, each with the way to end it. */
export function TokenTable({ action, tokens, timeZone }: TokenTableProps) {
  const columns: TableColumn<ProjectToken>[] = [
    { field: "name", label: "Jeton", cell: ({ name }) => name },
    {
      field: "created",
      label: "Créé le",
      unbroken: true,
      cell: ({ createdAt }) => formatInstant(createdAt, timeZone),
    },
    {
      field: "used",
      label: "Dernier envoi",
      unbroken: true,
      cell: ({ lastUsedAt }) => formatInstant(lastUsedAt, timeZone) || "Jamais",
    },
    {
      field: "revoke",
      label: "Action",
      cell: ({ id, name }) => (
        <PostForm action={action}>
          <input type="hidden" name="form" value="revoke" />
          <input type="hidden" name="id" value={id} />
          <Removal
            label="Révoquer"
            confirm="Confirmer la révocation"
            text={`Les envois qui utilisent «\u00A0${name}\u00A0» seront refusés aussitôt.`}
          />
        </PostForm>
      ),
    },
  ];
  return <DataTable caption="Jetons" columns={columns} rows={tokens} rowKey={({ id }) => id} />;
}
