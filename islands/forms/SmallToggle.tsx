import { useRef, useState } from "react";
import { Toggle, type ToggleProps } from "@/components/forms/Toggle.tsx";
import { TOGGLED, useLive } from "@/lib/browser/forms/live.ts";

interface SmallToggleProps extends Omit<ToggleProps, "box" | "id" | "live" | "onFlip"> {
  /** True to send its form on change. */
  saves?: boolean;
}

/**
 * A switch with an asynchronous change event: it flips immediately and emits the event in its own task, unless
 * disabled (F §4 "flips on click unless disabled; emits its change asynchronously").
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
  const live = useLive(box);
  return <Toggle {...field} box={box} checked={isOn} live={live} onFlip={flip} />;
}
