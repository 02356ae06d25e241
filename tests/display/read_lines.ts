import { getDocumentProxy } from "@/tests/npm/pdf.ts";

/** A drawn line of text. */
export interface ReadLine {
  readonly text: string;
  /** Font size, points. */
  readonly size: number;
  /** Distance of its baseline from that of the line above, or from the top of the page, points. */
  readonly below: number;
  /** Name of its font within the file: equal for lines of one weight. */
  readonly font: string;
}

/** The lines of the first page of a PDF, from the top. */
export async function readLines(bytes: Uint8Array): Promise<ReadLine[]> {
  const pdf = await getDocumentProxy(bytes.slice());
  try {
    const page = await pdf.getPage(1);
    const { items } = await page.getTextContent();
    const lines = items.flatMap((item) => "str" in item && item.str !== "" ? [item] : []);
    const [, , , pageHeight = 0] = page.view;
    const heightOf = (rank: number) => lines[rank]?.transform[5] ?? pageHeight;
    return lines.map(({ str, transform, fontName }, rank) => ({
      text: str,
      size: transform[0],
      below: heightOf(rank - 1) - heightOf(rank),
      font: fontName,
    }));
  } finally {
    await pdf.loadingTask.destroy();
  }
}
