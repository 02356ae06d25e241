import type { JSX } from "preact";
import { useRef, useState } from "react";
import { controlAttributes, Field, type FieldFacts } from "@/components/ui/Field.tsx";
import { useLive } from "@/lib/ui/hydration.ts";
import {
  committedValue,
  controlText,
  type NumberRules,
  steppedDown,
  steppedUp,
} from "@/lib/ui/number_input.ts";

interface NumberControlProps extends FieldFacts {
  value: number | null;
  rules: NumberRules;
  /** Called by its parent island with each value. */
  onValue?: (value: number | null) => void;
}

/**
 * A number field with minus and plus buttons: an entry is applied on leaving or on Enter, clamped and rounded to
 * the step; an invalid one restores the previous value (F §9). Without JavaScript, a plain field.
 */
export default function NumberControl({ value, rules, onValue, ...field }: NumberControlProps) {
  const [current, setCurrent] = useState(value);
  const [text, setText] = useState(controlText(value));
  const root = useRef<HTMLDivElement>(null);
  const live = useLive(root);

  const take = (next: number | null) => {
    setCurrent(next);
    setText(controlText(next));
    if (next !== current) onValue?.(next);
    return controlText(next);
  };
  const commit = (input: HTMLInputElement) => {
    // Written immediately: Enter sends the form before the next render.
    input.value = take(committedValue(input.value, current, rules));
  };
  const step = (next: number | null) => {
    const input = root.current?.querySelector("input");
    if (!input) return;
    input.value = take(next);
    // A value set by a script fires no event: this one notifies the page.
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <Field {...field}>
      <div ref={root} class={live ? "number-control number-control-live" : "number-control"}>
        {live && (
          <StepButton
            label={`Diminuer\u00A0: ${field.label}`}
            onStep={() => step(steppedDown(current, rules))}
          >
            −
          </StepButton>
        )}
        <input
          class="input input-number"
          type="text"
          inputMode="decimal"
          autocomplete="off"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onBlur={(event) => commit(event.currentTarget)}
          onKeyDown={(event) => event.key === "Enter" && commit(event.currentTarget)}
          {...controlAttributes(field)}
        />
        {live && (
          <StepButton
            label={`Augmenter\u00A0: ${field.label}`}
            onStep={() => step(steppedUp(current, rules))}
          >
            +
          </StepButton>
        )}
      </div>
    </Field>
  );
}

function StepButton(
  { label, onStep, children }: { label: string; onStep(): void; children: JSX.Element | string },
) {
  return <button type="button" aria-label={label} onClick={onStep}>{children}</button>;
}
