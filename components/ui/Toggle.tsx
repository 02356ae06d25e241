import type { Ref, TargetedEvent } from "preact";

export interface ToggleProps {
  box?: Ref<HTMLLabelElement>;
  name: string;
  id?: string;
  label: string;
  checked: boolean;
  disabled?: boolean;
  /** True when its script has come. */
  live?: boolean;
  onFlip?: (event: TargetedEvent<HTMLInputElement>) => void;
}

/** A small switch: a checkbox, so it is sent with its form (F §2). */
export function Toggle(
  { box = null, name, id = name, label, checked, disabled = false, live, onFlip }: ToggleProps,
) {
  return (
    <label ref={box} class={live ? "toggle toggle-live" : "toggle"} for={id}>
      <input
        type="checkbox"
        role="switch"
        id={id}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={onFlip}
      />
      <span>{label}</span>
    </label>
  );
}
