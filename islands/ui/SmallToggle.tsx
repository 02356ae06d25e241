import type { TargetedEvent } from "preact";
import { useRef, useState } from "react";
import { Toggle, type ToggleProps } from "@/components/ui/Toggle.tsx";
import { markUnsaved, TOGGLED, useLive } from "@/lib/ui/hydration.ts";

interface SmallToggleProps extends Omit<ToggleProps, "box" | "id" | "live" | "onFlip"> {
  /** True to send its form on change, but not when the browser restores a change: the form then has its button. */
  saves?: boolean;
}

/**
 * A switch with an asynchronous change event: it flips immediately and emits the event in its own task, unless
 * disabled (F §4 "flips on click unless disabled; emits its change asynchronously").
 * @spec forms.switches
 */
export default function SmallToggle({ checked, saves, ...field }: SmallToggleProps) {
  const [isOn, setOn] = useState(checked);
  const flip = ({ currentTarget: control, isTrusted }: TargetedEvent<HTMLInputElement>) => {
    const next = control.checked;
    const isRestored = !isTrusted && isPageAgain();
    setOn(next);
    if (isRestored) markUnsaved(control);
    setTimeout(() => {
      control.dispatchEvent(new CustomEvent(TOGGLED, { bubbles: true, detail: next }));
      if (saves && !isRestored) control.form?.requestSubmit();
    });
  };
  const box = useRef<HTMLLabelElement>(null);
  const live = useLive(box);
  return <Toggle {...field} box={box} checked={isOn} live={live} onFlip={flip} />;
}

/** True for a page reached by Back, Forward or a reload, where a browser restores what was changed. */
function isPageAgain(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && navigation.type !== "navigate";
}
