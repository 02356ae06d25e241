import { NoneYet } from "@/components/page/NoneYet.tsx";
import { links } from "@/lib/links/links.ts";

export function NoProvider() {
  return (
    <NoneYet
      text="L’organisation n’a aucun prestataire."
      href={`${links.providers()}#new`}
      add="Ajouter un prestataire"
    />
  );
}
