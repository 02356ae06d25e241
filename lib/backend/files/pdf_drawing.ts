// @ts-types="./pdfkit_types.ts"
import { type OpenedImage, PDFDocument, type StructureElement } from "pdfkit";
import { drawPart, pictureBox } from "./pdf_drawn_parts.ts";
import { OPENED_FONTS } from "./pdf_fonts.ts";
import type { PdfOptions, PdfPage } from "./pdf_parts.ts";

const MARGIN = 42;

/**
 * An A4 document as a tagged PDF: its text can be selected, searched and read aloud in order.
 *
 * Its bytes are returned as they are produced, so that a long document is never whole in memory.
 */
export class DrawnPdf {
  readonly #document: OwnDocument;
  readonly #body: StructureElement;
  readonly #image: OpenedImage | null;
  readonly #made: Uint8Array<ArrayBuffer>[] = [];
  readonly #whole = Promise.withResolvers<void>();

  constructor({ title, now, image = null }: PdfOptions) {
    this.#document = new OwnDocument({
      size: "A4",
      margin: MARGIN,
      lang: "fr-FR",
      tagged: true,
      pdfVersion: "1.7",
      displayTitle: true,
      autoFirstPage: false,
      font: null,
      info: { Title: title, CreationDate: new Date(now) },
      made: this.#made,
      onWhole: this.#whole.resolve,
    });
    for (const [name, font] of OPENED_FONTS) this.#document.registerFont(name, font, name);
    this.#image = image === null ? null : this.#document.openImage(image);
    this.#body = this.#document.struct("Document");
    this.#document.addStructure(this.#body);
  }

  addPage(parts: PdfPage): void {
    this.#document.addPage();
    const section = this.#document.struct("Sect");
    this.#body.add(section);
    const [document, image] = [this.#document, this.#image];
    const hasPicture = parts.some(({ kind }) => kind === "picture");
    const picture = image !== null && hasPicture ? pictureBox(document, image) : null;
    const notes = parts.find((part) => part.kind === "notes") ?? null;
    for (const [rank, part] of parts.entries()) {
      drawPart({ document, section, image, picture, notes, isFirst: rank === 0 }, part);
    }
    section.end();
    this.#document.forgetWords();
  }

  /** The bytes produced since the last call. */
  taken(): Uint8Array<ArrayBuffer>[] {
    return this.#made.splice(0);
  }

  /** Ends the document: the library writes a transparent picture, and all that follows it, asynchronously. */
  async end(): Promise<void> {
    this.#body.end();
    this.#document.end();
    await this.#whole.promise;
  }
}

/** Conformance claim of the file: ISO 14289-1, for screen readers. */
const CLAIM = `<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
  <pdfuaid:part>1</pdfuaid:part>
</rdf:Description>`;

class OwnDocument extends PDFDocument {
  /** Collects the bytes immediately: the library's stream would deliver them some turns later. */
  protected override push(bytes: Uint8Array<ArrayBuffer> | null): boolean {
    if (bytes === null) this.options.onWhole();
    else this.options.made.push(bytes);
    return true;
  }

  /** Clears the layout cache: the words of all pages would exceed the Worker's memory. */
  forgetWords(): void {
    for (const font of Object.values(this._fontFamilies)) font.layoutCache = Object.create(null);
  }

  /** The library does not escape the title in XML; with its own claim it lists the letters of a font only in part. */
  protected override endMetadata(): void {
    this.appendXML(CLAIM);
    this.info.Title = this.info.Title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    super.endMetadata();
  }
}
