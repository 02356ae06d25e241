import { useRef, useState } from "react";
import { EveryInputs } from "@/components/alarms/EveryInputs.tsx";
import { NumberField } from "@/components/ui/TextField.tsx";
import NumberControl from "@/islands/ui/NumberControl.tsx";
import {
  EVERY_RULE,
  type EveryUnit,
  everyUnitOf,
  reminderText,
  writeEvery,
} from "@/lib/alarms/report_settings.ts";
import type { FieldError } from "@/lib/base/validators.ts";
import { useLive } from "@/lib/ui/hydration.ts";
import { readNumber } from "@/lib/ui/number_input.ts";

interface EveryFieldProps {
  /** Prefix of the names of its two fields: « everyCount », « everyUnit ». */
  name?: string;
  label: string;
  count: string;
  unit: EveryUnit;
  error?: FieldError | undefined;
}

/** Repetition interval: a number of hours or days, none when empty or zero. Without JavaScript, two plain fields. */
export default function EveryField(props: EveryFieldProps) {
  const { name = "every", label, error, ...at } = props;
  const [count, setCount] = useState(readNumber(at.count));
  const [unit, setUnit] = useState(at.unit);
  const box = useRef<HTMLDivElement>(null);
  useLive(box);
  const { min, max, step } = EVERY_RULE;
  const field = { name: `${name}Count`, label, error };
  return (
    <EveryInputs
      box={box}
      name={`${name}Unit`}
      unit={unit}
      onUnit={(text) => setUnit(everyUnitOf(text))}
      words={reminderText(writeEvery({ count, unit }))}
    >
      {isTyped(at.count) ? <NumberField {...field} value={at.count} /> : (
        <NumberControl
          {...field}
          value={count}
          rules={{ min, max, step, isNullable: true }}
          onValue={setCount}
        />
      )}
    </EveryInputs>
  );
}

/** Whether the text of a refused form, sent without JavaScript, is not a number: it is shown again to be corrected. */
function isTyped(count: string): boolean {
  return count.trim() !== "" && readNumber(count) === null;
}
