interface CheckFieldProps {
  name: string;
  value?: string;
  id?: string;
  label: string;
  checked: boolean;
  disabled?: boolean;
  onTick?: (isTicked: boolean) => void;
}

export function CheckField({ name, value = "on", id = name, label, ...state }: CheckFieldProps) {
  const { checked, disabled = false, onTick } = state;
  return (
    <label class="check" for={id}>
      <input
        type="checkbox"
        id={id}
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={onTick && ((event) => onTick(event.currentTarget.checked))}
      />
      <span>{label}</span>
    </label>
  );
}
