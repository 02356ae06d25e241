import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFRawStream,
} from "pdf-lib";

/** What a reader finds in a tagged PDF. */
export interface ReadPdf {
  readonly pageCount: number;
  readonly language: string;
  readonly isMarked: boolean;
  /** Its headings and paragraphs in the order of its tree, each with the text of its lines. */
  readonly elements: readonly (readonly [tag: string, text: string])[];
}

/** Reads the elements of a PDF by its structure tree, and their text by the marks of its pages. */
export async function readTags(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const { catalog } = pdf;
  const texts = pdf.getPages().map((page) => markedTexts(contentOf(page.node.Contents())));
  const refs = pdf.getPages().map(({ ref }) => ref);
  const root = catalog.lookup(PDFName.of("StructTreeRoot"), PDFDict);
  const body = root.lookup(PDFName.of("K"), PDFArray).lookup(0, PDFDict);
  const all = body.lookup(PDFName.of("K"), PDFArray);
  const elements = Array.from({ length: all.size() }, (_, rank) => {
    const element = all.lookup(rank, PDFDict);
    const own = element.lookup(PDFName.of("K"), PDFArray);
    const lines = Array.from({ length: own.size() }, (_, at) => {
      const mark = own.lookup(at, PDFDict);
      const page = refs.findIndex((ref) => ref === mark.get(PDFName.of("Pg")));
      return texts[page]?.get(mark.lookup(PDFName.of("MCID"), PDFNumber).asNumber()) ?? "";
    });
    const tag = element.lookup(PDFName.of("S"), PDFName).decodeText();
    return [tag, lines.join(" ")] as const;
  });
  return {
    pageCount: pdf.getPageCount(),
    language: String(catalog.get(PDFName.of("Lang"))),
    isMarked: String(catalog.get(PDFName.of("MarkInfo"))).includes("true"),
    elements,
  };
}

function contentOf(contents: unknown): string {
  const streams = contents instanceof PDFArray
    ? Array.from({ length: contents.size() }, (_, at) => contents.lookup(at))
    : [contents];
  return streams.map((stream) =>
    stream instanceof PDFRawStream
      ? new TextDecoder("latin1").decode(decodePDFRawStream(stream).decode())
      : ""
  ).join("\n");
}

/** The text of each mark of a page; the letters of a standard font are those of windows-1252. */
function markedTexts(content: string): Map<number, string> {
  const marks = content.matchAll(/<<\/MCID (\d+)>> BDC([\s\S]*?)EMC/g);
  return new Map(
    [...marks].map(([, id = "", inside = ""]) => {
      const hex = /<([0-9A-F]*)> Tj/.exec(inside)?.[1] ?? "";
      return [Number(id), new TextDecoder("windows-1252").decode(Uint8Array.fromHex(hex))];
    }),
  );
}
