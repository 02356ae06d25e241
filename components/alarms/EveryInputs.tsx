import type { ComponentChildren, Ref } from "preact";
import { EVERY_UNIT_LABELS, EVERY_UNITS, type EveryUnit } from "@/lib/alarms/report_settings.ts";

interface EveryInputsProps {
  box?: Ref<HTMLDivElement>;
  name: string;
  unit: EveryUnit;
  onUnit?: (unit: string) => void;
  /** The duration in words; "" without one. */
  words: string;
  /** The number field. */
  children: ComponentChildren;
}

/** A number of hours or days. @spec forms.durations */
export function EveryInputs({ box = null, name, unit, onUnit, words, children }: EveryInputsProps) {
  return (
    <div ref={box} class="every-field">
      {children}
      <div class="field">
        <div class="field-label">
          <label for={name}>Unité</label>
        </div>
        <select
          class="input"
          id={name}
          name={name}
          onChange={onUnit && ((event) => onUnit(event.currentTarget.value))}
        >
          {EVERY_UNITS.map((one) => (
            <option key={one} value={one} selected={one === unit}>{EVERY_UNIT_LABELS[one]}</option>
          ))}
        </select>
      </div>
      <p class="field-hint" role="status">{words}</p>
    </div>
  );
}
