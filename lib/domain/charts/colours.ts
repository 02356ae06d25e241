/** Names of the colours of a chart; the stylesheet defines their shades. */
export type ChartColour = "green" | "orange" | "red" | "blue" | "grey";
