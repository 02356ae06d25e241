import NumberControl from "@/islands/ui/NumberControl.tsx";
import type { FieldError } from "@/lib/base/validators.ts";

interface SampleNumberProps {
  value: number | null;
  error?: FieldError;
}

/** A number control, which elsewhere is always a part of an island. */
export default function SampleNumber(props: SampleNumberProps) {
  return (
    <NumberControl
      name="area"
      label="Surface"
      unit="m²"
      rules={{ min: 0, max: 500, step: 0.5, isNullable: true }}
      {...props}
    />
  );
}
