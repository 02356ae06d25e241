interface RemovalProps {
  /** What will be lost. */
  text: string;
  label?: string;
}

/** A deletion in two steps, inside a form: the button, then what will be lost and its confirmation. */
export function Removal({ text, label = "Supprimer" }: RemovalProps) {
  return (
    <details class="removal">
      <summary class="button button-plain button-danger">{label}</summary>
      <p class="small">{text}</p>
      <button type="submit" class="button button-danger" name="intent" value="remove">
        Confirmer la suppression
      </button>
    </details>
  );
}
