import type { ComponentChildren } from "preact";

interface ChartFrameProps {
  size: { readonly width: number; readonly height: number };
  /** Text alternative of the chart; the table beside it has the figures. */
  label: string;
  children: ComponentChildren;
}

export function ChartFrame({ size: { width, height }, label, children }: ChartFrameProps) {
  return (
    <svg
      class="chart-svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    >
      {children}
    </svg>
  );
}
