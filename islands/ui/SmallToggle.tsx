import type { TargetedEvent } from "preact";
import { useRef, useState } from "react";
import { Toggle, type ToggleProps } from "@/components/ui/CheckField.tsx";
import { markUnsaved, useLive } from "@/lib/ui/hydration.ts";

type SmallToggleProps = Omit<ToggleProps, "box" | "id" | "live" | "onFlip">;

/**
 * A switch that flips immediately and sends its form in a task of its own, unless disabled (F §4 "flips on click unless
 * disabled; emits its change asynchronously"). It sends nothing when a change is restored: the form then has
 * its button.
 * @spec forms.switches
 */
export default function SmallToggle({ checked, ...field }: SmallToggleProps) {
  const [isOn, setOn] = useState(checked);
  const flip = ({ currentTarget: control, isTrusted }: TargetedEvent<HTMLInputElement>) => {
    setOn(control.checked);
    const isRestored = isPageAgain() || control.form?.dataset.guard === "unsaved";
    if (!isTrusted && isRestored) markUnsaved(control);
    else setTimeout(() => control.form?.requestSubmit());
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
