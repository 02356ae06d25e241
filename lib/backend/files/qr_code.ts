import encodeQR from "qr";

/** A QR code as a drawing: its dark squares, in squares of one unit, with the quiet border around them. */
export interface QrCode {
  /** Units of a side, the border included. */
  readonly size: number;
  /** SVG path of the dark squares, which pdfkit draws too. */
  readonly path: string;
}

/** Squares left blank on each side, so that readers find the code (ISO/IEC 18004). */
const QUIET_SQUARES = 4;

/** The QR code of a text: an address. @throws when the text is longer than the largest code holds, 2,331 bytes */
export function qrCode(text: string): QrCode {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: QUIET_SQUARES });
  const path = rows.flatMap((row, y) => darkRuns(row).map(([x, width]) => square(x, y, width)));
  return { size: rows.length, path: path.join("") };
}

function square(x: number, y: number, width: number): string {
  return `M${x} ${y}h${width}v1h-${width}z`;
}

/** Where neighbouring dark squares of a row start, and how many they are: one shape leaves no white line between them. */
function darkRuns(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    if (!isDark) continue;
    const last = runs.at(-1);
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}
