/** Makes the QR code of a text as runs of dark squares. @module */

import encodeQR from "qr";

/** A QR code: its dark squares, in squares of one unit, with the quiet border around them. */
export interface QrCode {
  /** Length of a side in units, border included. */
  readonly size: number;
  /** SVG path of the dark squares, also drawn by pdfkit. */
  readonly path: string;
}

/** Width of the blank border that readers need (ISO/IEC 18004), squares. */
const QUIET_SQUARES = 4;

/** The QR code of a text, usually a URL. @throws above 2,331 bytes, the capacity of the largest code */
export function qrCode(text: string): QrCode {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: QUIET_SQUARES });
  const path = rows.flatMap((row, y) => darkRuns(row).map(([x, width]) => square(x, y, width)));
  return { size: rows.length, path: path.join("") };
}

function square(x: number, y: number, width: number): string {
  return `M${x} ${y}h${width}v1h-${width}z`;
}

/** Start and length of each run of dark squares in a row: one shape per run avoids white lines between squares. */
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
