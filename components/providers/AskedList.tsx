import type { AskedDocument } from "@/lib/domain/contracting/types.ts";
import { links } from "@/lib/links/links.ts";
import { formatDay } from "@/lib/text/format/dates.ts";

/** Documents requested by landlords, each with its subject and due date. */
export function AskedList({ documents }: { documents: readonly AskedDocument[] }) {
  if (documents.length === 0) return <p class="soft">Aucun document.</p>;
  return (
    <ul class="docs">
      {documents.map((asked) => (
        <li key={asked.id}>
          <a
            href={links.providerDocument({
              orgId: asked.organisation.id,
              requestId: asked.requestId,
              documentId: asked.id,
            })}
          >
            {asked.typedocName}
          </a>
          <p>
            {[asked.projectName, asked.equipmentName, asked.contractName].filter(Boolean)
              .join(", ")}
          </p>
          <p>
            {asked.organisation.name}, échéance le {formatDay(asked.deadline)}
          </p>
          {asked.comment !== "" && <p>Motif&nbsp;: {asked.comment}</p>}
        </li>
      ))}
    </ul>
  );
}
