import type { Ref } from "preact";

interface ToggleProps {
  box?: Ref<HTMLLabelElement>;
  name: string;
  id?: string;
  label: string;
  checked: boolean;
  disabled?: boolean;
  /** Called at each change, where an island listens. */
  onFlip?: (control: HTMLInputElement) => void;
}

/** A small on/off switch: a box to tick that looks like one, so it is sent with its form (F §2). */
export function Toggle(
  { box = null, name, id = name, label, checked, disabled = false, onFlip }: ToggleProps,
) {
  return (
    <label ref={box} class="toggle" for={id}>
      <input
        type="checkbox"
        role="switch"
        id={id}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={onFlip && ((event) => onFlip(event.currentTarget))}
      />
      <span>{label}</span>
    </label>
  );
}
