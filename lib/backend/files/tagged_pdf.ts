/**
 * A4 documents of headings and paragraphs as tagged PDFs: their text is selected, searched and read aloud in its order.
 *
 * @module
 */
import {
  PageSizes,
  PDFDocument,
  type PDFFont,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  type PDFRef,
  StandardFonts,
} from "pdf-lib";
import { Slices } from "@/lib/backend/core/slices.ts";

/** A heading or a paragraph. */
export interface PdfBlock {
  readonly tag: "H1" | "H2" | "P";
  readonly text: string;
  /** Size of its letters, points. */
  readonly size: number;
  readonly isBold?: boolean;
  /** Space above it, points; none at the top of a page. */
  readonly above: number;
}

interface PdfOptions {
  readonly title: string;
  readonly blocks: readonly PdfBlock[];
  /** Epoch ms. */
  readonly now: number;
}

const MARGIN = 56;
const [WIDTH, HEIGHT] = PageSizes.A4;
const LINE_WIDTH = WIDTH - 2 * MARGIN;
const LINE_HEIGHT = 1.35;

/** A heading or a paragraph in the tree of the document. */
interface Element {
  readonly ref: PDFRef;
  readonly tag: PdfBlock["tag"];
  readonly lines: readonly Line[];
}

/** A line: its page, and its number there. */
interface Line {
  readonly page: PDFPage;
  readonly id: number;
}

/** Writes a document as a tagged PDF, in as many pages as it takes. */
export async function taggedPdf(
  { title, blocks, now }: PdfOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.setTitle(title, { showInWindowTitleBar: true });
  pdf.setLanguage("fr-FR");
  pdf.setCreationDate(new Date(now));
  const [plain, bold] = await Promise.all([
    pdf.embedFont(StandardFonts.Helvetica),
    pdf.embedFont(StandardFonts.HelveticaBold),
  ]);
  const elements: Element[] = [];
  const pen = new Pen(pdf);
  const slices = new Slices();
  for (const { tag, text, size, isBold = false, above } of blocks) {
    const font = isBold ? bold : plain;
    pen.skip(above);
    const lines = linesOf(writable(text, font), { font, size })
      .map((line) => pen.write(line, { font, size, tag }));
    elements.push({ ref: pdf.context.nextRef(), tag, lines });
    await slices.pause();
  }
  setStructure(pdf, elements);
  return new Uint8Array(await pdf.save());
}

/** Writes lines from the top of a page to its foot, then on the next. */
class Pen {
  #page: PDFPage;
  #font: PDFFont | null = null;
  #y = HEIGHT - MARGIN;
  #count = 0;

  constructor(private readonly pdf: PDFDocument) {
    this.#page = pdf.addPage(PageSizes.A4);
  }

  skip(points: number): void {
    if (this.#y < HEIGHT - MARGIN) this.#y -= points;
  }

  /** @returns the page of the line and its number there */
  write(
    line: string,
    { font, size, tag }: { font: PDFFont; size: number; tag: string },
  ): { page: PDFPage; id: number } {
    if (this.#y - size * LINE_HEIGHT < MARGIN) this.#turn();
    this.#y -= size * LINE_HEIGHT;
    const [page, id] = [this.#page, this.#count++];
    // The library names a font anew each time that it is set.
    if (this.#font !== font) page.setFont(font);
    this.#font = font;
    page.pushOperators(
      PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [
        PDFName.of(tag),
        `<</MCID ${id}>>`,
      ]),
    );
    page.drawText(line, { x: MARGIN, y: this.#y, size });
    page.pushOperators(PDFOperator.of(PDFOperatorNames.EndMarkedContent));
    return { page, id };
  }

  #turn(): void {
    this.#page = this.pdf.addPage(PageSizes.A4);
    this.#font = null;
    this.#y = HEIGHT - MARGIN;
    this.#count = 0;
  }
}

/** Says which heading or paragraph each line is of, in the order in which they are read. */
function setStructure(pdf: PDFDocument, elements: readonly Element[]) {
  const { context, catalog } = pdf;
  const [root, body] = [context.nextRef(), context.nextRef()];
  const owners = new Map<PDFPage, PDFRef[]>();
  for (const { ref, tag, lines } of elements) {
    const content = lines.map(({ page, id }) => ({ Type: "MCR", Pg: page.ref, MCID: id }));
    for (const { page } of lines) owners.set(page, [...owners.get(page) ?? [], ref]);
    context.assign(ref, context.obj({ Type: "StructElem", S: tag, P: body, K: content }));
  }
  const all = elements.map(({ ref }) => ref);
  context.assign(body, context.obj({ Type: "StructElem", S: "Document", P: root, K: all }));
  const pages = pdf.getPages();
  const parents = pages.flatMap((page, rank) => {
    page.node.set(PDFName.of("StructParents"), context.obj(rank));
    page.node.set(PDFName.of("Tabs"), PDFName.of("S"));
    return [rank, owners.get(page) ?? []];
  });
  const tree = { Type: "StructTreeRoot", K: [body], ParentTreeNextKey: pages.length };
  context.assign(root, context.obj({ ...tree, ParentTree: { Nums: parents } }));
  catalog.set(PDFName.of("StructTreeRoot"), root);
  catalog.set(PDFName.of("MarkInfo"), context.obj({ Marked: true }));
}

/** A text with what the letters of a standard font can write; what they cannot is left out, as an emoji. */
function writable(text: string, font: PDFFont): string {
  const known = new Set(font.getCharacterSet());
  const plain = text.normalize("NFC").replaceAll(/[\u202f\u2009]/g, "\u00a0").replaceAll(
    "\u2212",
    "-",
  );
  return [...plain].filter((letter) => letter === "\n" || known.has(letter.codePointAt(0) ?? 0))
    .join("");
}

/** The lines of a text: at its own line ends, between words, and inside a word longer than a line. */
function linesOf(text: string, { font, size }: { font: PDFFont; size: number }): string[] {
  const widthOf = (piece: string) => font.widthOfTextAtSize(piece, size);
  const space = widthOf(" ");
  return text.split("\n").flatMap((paragraph) => {
    const lines: string[][] = [[]];
    let used = 0;
    for (const word of paragraph.split(" ").flatMap((one) => pieces(one, widthOf))) {
      const width = widthOf(word);
      if (used + width > LINE_WIDTH) {
        lines.push([]);
        used = 0;
      }
      lines.at(-1)?.push(word);
      used += width + space;
    }
    return lines.map((words) => words.join(" "));
  });
}

/** A word, or the pieces of one that is longer than a line. */
function pieces(word: string, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= LINE_WIDTH) return [word];
  const cut: string[] = [""];
  let used = 0;
  for (const letter of word) {
    const width = widthOf(letter);
    if (used + width > LINE_WIDTH) {
      cut.push("");
      used = 0;
    }
    cut[cut.length - 1] += letter;
    used += width;
  }
  return cut;
}
