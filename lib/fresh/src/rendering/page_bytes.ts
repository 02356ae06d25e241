/** A piece of a page: text, or bytes that were written before. */
export type Piece = string | Uint8Array;

const encoder = new TextEncoder();

/** Reused by each page, since a Response copies its bytes: pages leave no garbage. */
const usual = new Uint8Array(256 * 1024);

/** Pieces one after the other, in UTF-8; to be put in a Response before another page is written. */
export function pageBytes(pieces: readonly Piece[]): Uint8Array<ArrayBuffer> {
  const most = pieces.reduce((sum, piece) => sum + mostBytes(piece), 0);
  const bytes = most <= usual.length ? usual : new Uint8Array(most);
  let end = 0;
  for (const piece of pieces) end += write(piece, bytes.subarray(end));
  return bytes.subarray(0, end);
}

/** The same text, encoded once for all the pages that contain it. */
export function encoded(piece: Piece): Piece {
  return typeof piece === "string" ? encoder.encode(piece) : piece;
}

function write(piece: Piece, target: Uint8Array): number {
  if (typeof piece === "string") return encoder.encodeInto(piece, target).written;
  target.set(piece);
  return piece.length;
}

/** A UTF-16 unit takes three bytes at most. */
function mostBytes(piece: Piece): number {
  return typeof piece === "string" ? piece.length * 3 : piece.length;
}
