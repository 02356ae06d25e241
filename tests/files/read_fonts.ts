import { PDFDict, PDFDocument, PDFName } from "@cantoo/pdf-lib";

/** A font used by the pages of a PDF. */
export interface ReadFont {
  readonly name: string;
  /** Bytes of its program in the file; 0 when it is not embedded. */
  readonly embeddedBytes: number;
}

/** The fonts of a PDF, read with another library than the writer. */
export async function readFonts(bytes: Uint8Array): Promise<ReadFont[]> {
  const { context } = await PDFDocument.load(bytes);
  const dictionaries = context.enumerateIndirectObjects().map(([, object]) => object)
    .filter((object) => object instanceof PDFDict);
  const fonts = dictionaries.filter((one) =>
    one.get(PDFName.of("Type")) === PDFName.of("Font") && !one.has(PDFName.of("DescendantFonts"))
  );
  return fonts.map((font) => {
    const descriptor = font.lookupMaybe(PDFName.of("FontDescriptor"), PDFDict);
    const program = descriptor?.lookup(PDFName.of("FontFile2"));
    return {
      name: font.lookup(PDFName.of("BaseFont"), PDFName).decodeText(),
      embeddedBytes: program?.sizeInBytes() ?? 0,
    };
  });
}
