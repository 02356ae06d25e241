import { NoneYet } from "@/components/ui/Page.tsx";
import { links } from "@/lib/ui/links.ts";

export function NoProvider() {
  return (
    <NoneYet
      text="L’organisation n’a aucun prestataire."
      href={`${links.providers()}#new`}
      add="Ajouter un prestataire"
    />
  );
}
