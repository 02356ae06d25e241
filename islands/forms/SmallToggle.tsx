import { useState } from "react";
import { Toggle } from "../../components/forms/Toggle.tsx";

interface SmallToggleProps {
  name: string;
  label: string;
  checked: boolean;
  disabled?: boolean;
  /** Told each change, by an island this one is a part of. */
  onToggle?: (isOn: boolean) => void;
}

/** Event that a switch sends up the page after it was flipped; its detail is whether it is on. */
export const TOGGLED = "toggled";

/**
 * A switch that tells its change: flips at once, tells it in a task of its own, and does neither while disabled
 * (F §4 "flips on click unless disabled; emits its change asynchronously").
 */
export default function SmallToggle({ checked, onToggle, ...field }: SmallToggleProps) {
  const [isOn, setOn] = useState(checked);
  const flip = (control: HTMLInputElement) => {
    const next = control.checked;
    setOn(next);
    setTimeout(() => {
      onToggle?.(next);
      control.dispatchEvent(new CustomEvent(TOGGLED, { bubbles: true, detail: next }));
    });
  };
  return <Toggle {...field} checked={isOn} onFlip={flip} />;
}
