/** A box to tick, and a switch. @module */

import type { Ref, TargetedEvent } from "preact";

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
