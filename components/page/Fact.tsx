import type { ComponentChildren } from "preact";

/** A line of a list of facts: its label, and its value. */
export function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
