import { EmptyState, Section } from "@/components/page/Page.tsx";
import type { ProjectProvider } from "@/lib/domain/projects/types.ts";

/** The providers who work on a residence, read-only. @spec projects.read-only */
export function ProviderList({ providers }: { providers: readonly ProjectProvider[] }) {
  return (
    <Section id="providers" title="Prestataires">
      {providers.length === 0
        ? (
          <EmptyState title="Aucun prestataire" icon="list">
            <p>
              Est nommé ici qui a un contrat en cours ou une demande de documents pour la résidence.
            </p>
          </EmptyState>
        )
        : <ul>{providers.map(({ id, name }) => <li key={id}>{name}</li>)}</ul>}
    </Section>
  );
}
