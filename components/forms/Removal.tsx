export interface RemovalProps {
  /** What will be lost. */
  text: string;
  label?: string;
  /** Says again what is about to be done. */
  confirm?: string;
}

/** A deletion in two steps, inside a form: the button, then what will be lost and its confirmation. */
export function Removal(props: RemovalProps) {
  const { text, label = "Supprimer", confirm = "Confirmer la suppression" } = props;
  return (
    <details class="removal">
      <summary class="button button-plain button-danger">{label}</summary>
      {text}
      <button type="submit" class="button button-danger" name="intent" value="remove">
        {confirm}
      </button>
    </details>
  );
}
