import { useRef, useState } from "react";
import { Toggle } from "@/components/forms/Toggle.tsx";
import { TOGGLED, useLive } from "@/lib/browser/forms/live.ts";

interface SmallToggleProps {
  name: string;
  label: string;
  checked: boolean;
  disabled?: boolean;
  /** Its change sends the form it is in: flipping is saving. */
  saves?: boolean;
}

/**
 * A switch that tells its change: flips at once, tells it in a task of its own, and does neither while disabled
 * (F §4 "flips on click unless disabled; emits its change asynchronously").
 * @spec forms.switches
 */
export default function SmallToggle({ checked, saves, ...field }: SmallToggleProps) {
  const [isOn, setOn] = useState(checked);
  const flip = (control: HTMLInputElement) => {
    const next = control.checked;
    setOn(next);
    setTimeout(() => {
      control.dispatchEvent(new CustomEvent(TOGGLED, { bubbles: true, detail: next }));
      if (saves) control.form?.requestSubmit();
    });
  };
  const box = useRef<HTMLLabelElement>(null);
  useLive(box);
  return <Toggle {...field} box={box} checked={isOn} onFlip={flip} />;
}
