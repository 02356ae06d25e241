import { RemovalForm } from "./FormBox.tsx";

/** A person is erased: what names them is lost, in two steps. */
export function ErasureForm({ action, text }: { action: string; text: string }) {
  return (
    <RemovalForm
      form="erasure"
      action={action}
      label="Effacer la personne"
      text={text}
      confirm="Confirmer l’effacement"
    />
  );
}
