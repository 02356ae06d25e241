import { Notice } from "@/components/page/Page.tsx";

/** The URL of a new screen, shown only once. */
export function NewScreen({ address }: { address: string }) {
  return (
    <Notice tone="good" live title="Écran créé">
      <p>
        Ouvrez cette adresse sur la tablette&nbsp;: elle ne sera plus affichée ici, et donne à lire
        les messages et les contacts de la résidence à qui la connaît.
      </p>
      <p class="copy-line mono">{address}</p>
    </Notice>
  );
}
