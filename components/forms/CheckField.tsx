interface CheckFieldProps {
  name: string;
  value?: string;
  id?: string;
  label: string;
  checked: boolean;
  disabled?: boolean;
}

/** A box to tick. */
export function CheckField({ name, value = "on", id = name, label, ...state }: CheckFieldProps) {
  return (
    <label class="check" for={id}>
      <input
        type="checkbox"
        id={id}
        name={name}
        value={value}
        checked={state.checked}
        disabled={state.disabled === true}
      />
      <span>{label}</span>
    </label>
  );
}
