/** Twentiles of half a million pages of the HTTP Archive, as the Ecoindex publishes them. */
const ELEMENTS = [
  0,
  47,
  75,
  159,
  233,
  298,
  358,
  417,
  476,
  537,
  603,
  674,
  753,
  843,
  949,
  1076,
  1237,
  1459,
  1801,
  2479,
  594601,
];
const REQUESTS = [
  0,
  2,
  15,
  25,
  34,
  42,
  49,
  56,
  63,
  70,
  78,
  86,
  95,
  105,
  117,
  130,
  147,
  170,
  205,
  281,
  3920,
];
const KILOBYTES = [
  0,
  1.37,
  144.7,
  319.53,
  479.46,
  631.97,
  783.38,
  937.91,
  1098.62,
  1265.47,
  1448.32,
  1648.27,
  1876.08,
  2142.06,
  2465.37,
  2866.31,
  3401.59,
  4155.73,
  5400.08,
  8037.54,
  223212.26,
];

export interface PageLoad {
  /** Elements of the document, except those inside SVG. */
  readonly elements: number;
  readonly requests: number;
  /** Transferred bytes. */
  readonly bytes: number;
}

/** The Ecoindex of a page: 100 for an empty one; A above 80, B above 70. */
export function ecoindex({ elements, requests, bytes }: PageLoad): number {
  const places = 3 * placeAmong(ELEMENTS, elements) + 2 * placeAmong(REQUESTS, requests) +
    placeAmong(KILOBYTES, bytes / 1024);
  return 100 - 5 * places / 6;
}

/** Rank of a value among twentiles, 0 to 20, interpolated between two of them. */
function placeAmong(bounds: readonly number[], value: number): number {
  const above = bounds.findIndex((bound, at) => at > 0 && value < bound);
  if (above === -1) return bounds.length - 1;
  const [from = 0, to = 0] = [bounds[above - 1], bounds[above]];
  return above - 1 + (value - from) / (to - from);
}
