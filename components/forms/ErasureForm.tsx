import { RemovalForm } from "./FormBox.tsx";

/** Erasure of a person's data, in two steps. */
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
