import { deadlineOf } from "@/lib/domain/contracting/document_lists.ts";
import type { DocumentInfo } from "@/lib/domain/contracting/types.ts";
import { stateText } from "@/lib/text/contracting/documents.ts";
import { formatDay, formatInstant } from "@/lib/text/format/dates.ts";

/** What a document is about, for the provider who deposits it. */
export function DocumentFacts(
  { info, organisation }: { info: DocumentInfo; organisation: string },
) {
  const { document, contract, project, equipment } = info;
  const facts: readonly (readonly [label: string, value: string])[] = [
    ["Bailleur", organisation],
    ["État", stateText(document.state)],
    ["Échéance", formatDay(deadlineOf(document))],
    ["Dernier délai", formatDay(document.finalDueDate)],
    ["Contrat", named(contract)],
    ["Résidence", named(project)],
    ["Équipement", equipment === null ? "" : named(equipment)],
    ["Déposé le", formatInstant(document.uploadDate)],
    ["Déposé par", document.providerMail ?? ""],
    ["Réalisé le", formatDay(document.completionDate)],
  ];
  return (
    <dl>
      {facts.filter(([, value]) => value !== "").flatMap(([label, value]) => [
        <dt key={label}>{label}</dt>,
        <dd key={`${label} value`}>{value}</dd>,
      ])}
    </dl>
  );
}

function named({ name, code }: { name: string; code: string }): string {
  return code === "" ? name : `${name} (${code})`;
}
