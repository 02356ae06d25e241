import type { DocumentInfo } from "@/lib/domain/contracting/types.ts";
import { documentFacts, stateText } from "@/lib/text/contracting/documents.ts";

export function DocumentFacts({ info }: { info: DocumentInfo }) {
  const { document, organisation, project } = info;
  const facts = [
    ["Bailleur", organisation.name],
    ["État", stateText(document.state)],
    ["Résidence", [project.name, project.code].filter(Boolean).join(" · ")],
    ...documentFacts(info),
  ] as const;
  return (
    <dl>
      {facts.flatMap(([label, value]) => [
        <dt key={label}>{label}</dt>,
        <dd key={`${label} value`}>{value}</dd>,
      ])}
    </dl>
  );
}
