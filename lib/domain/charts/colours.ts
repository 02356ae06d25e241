/** Colours of a chart, by name; the stylesheet gives each its shade. */
export type ChartColour = "green" | "orange" | "red" | "blue" | "grey";
