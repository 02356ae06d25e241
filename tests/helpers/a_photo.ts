/** A segment of a JPEG. */
export function segment(marker: number, data: readonly number[]): number[] {
  const length = data.length + 2;
  return [0xff, marker, length >> 8, length & 255, ...data];
}

/** A grey photograph of any size: each of its blocks is two zero bits. */
export function aPhoto(
  { width, height, others = [] }: { width: number; height: number; others?: readonly number[] },
): Uint8Array<ArrayBuffer> {
  const oneCode = (table: number) => segment(0xc4, [table, 1, ...Array(15).fill(0), 0]);
  const colours = [[1, 0x22], [2, 0x11], [3, 0x11]];
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const head = [
    ...[0xff, 0xd8],
    ...others,
    ...segment(0xdb, [0, ...Array(64).fill(1)]),
    ...segment(0xc0, [8, ...size, 3, ...colours.flatMap((colour) => [...colour, 0])]),
    ...oneCode(0x00),
    ...oneCode(0x10),
    ...segment(0xda, [3, ...colours.flatMap(([id = 0]) => [id, 0]), 0, 63, 0]),
  ];
  // A unit of 16 by 16 pixels has four blocks of luma and two of chroma.
  const units = Math.ceil(width / 16) * Math.ceil(height / 16);
  const photo = new Uint8Array(head.length + Math.ceil(units * 12 / 8) + 2);
  photo.set(head);
  photo.set([0xff, 0xd9], photo.length - 2);
  return photo;
}

/** EXIF of a photograph rotated to the right. */
export const TURNED: readonly number[] = segment(0xe1, [
  ...new TextEncoder().encode("Exif\0\0MM"),
  ...[0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0],
]);
