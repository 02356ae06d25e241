export interface RemovalProps {
  text: string;
  label?: string;
  confirm?: string;
}

/** A deletion in two steps, in a form: the button, then its consequence and the confirmation. */
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
