/** Decrypts the object streams of a PDF that opens without a password. @module */

import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFParser,
  PDFRawStream,
  PDFRef,
} from "@cantoo/pdf-lib";
import { entryOf, numberIn } from "./pdf_streams.ts";

/** What the library decrypts the objects of a file with. */
export type Cipher = NonNullable<Parameters<typeof PDFParser.forBytesWithOptions>[5]>;

/** Length of a block of AES, and of the vector before the encrypted bytes. */
const BLOCK_BYTES = 16;
const NAME = "StdCF";
/** Methods of each version; before version 4 they are not named. */
const METHODS: Readonly<Record<number, readonly string[]>> = {
  1: ["V2"],
  2: ["V2"],
  4: ["V2", "AESV2"],
  5: ["AESV3"],
};

/** What the encryption of a file depends on. */
export class Encryption {
  readonly #trailers: PDFDict[] = [];
  readonly #handlers: { readonly ref: PDFRef; readonly handler: PDFDict }[] = [];

  noteObject(ref: PDFRef, object: PDFObject): void {
    if (!(object instanceof PDFDict)) return;
    const isHandler = entryOf(object, "Filter") === PDFName.of("Standard");
    if (isHandler) this.#handlers.push({ ref, handler: object });
  }

  /** Notes a trailer that a reader may start from: the second one of a file made for the web leads to no catalogue. */
  noteTrailer(trailer: PDFDict): void {
    const isStart = ["Root", "Encrypt"].some((key) => entryOf(trailer, key) !== undefined);
    if (isStart) this.#trailers.push(trailer);
  }

  get isFound(): boolean {
    return this.#trailers.some((trailer) => entryOf(trailer, "Encrypt") !== undefined);
  }

  /** Whether all readers decrypt the file alike, in a way that is known here. */
  get isKnown(): boolean {
    const handler = this.#handler();
    if (handler === null) return false;
    const [version, revision] = [numberIn(handler, "V"), numberIn(handler, "R")];
    const ids = new Set(this.#trailers.map((trailer) => String(firstOf(entryOf(trailer, "ID")))));
    if (version === 5 ? revision !== 5 && revision !== 6 : ids.size > 1) return false;
    return METHODS[version]?.includes(version < 4 ? "V2" : methodOf(handler) ?? "") ?? false;
  }

  /** The object that says how the file is encrypted; null when its trailers differ, or when it is replaced. */
  #handler(): PDFDict | null {
    const [first, ...others] = this.#trailers.map((trailer) => entryOf(trailer, "Encrypt"));
    if (first instanceof PDFDict) return others.length === 0 ? first : null;
    if (!(first instanceof PDFRef) || others.some((one) => one !== first)) return null;
    const [found, ...replaced] = this.#handlers.filter(({ ref }) => ref === first);
    return replaced.length === 0 ? found?.handler ?? null : null;
  }
}

function firstOf(value: PDFObject | undefined): PDFObject | undefined {
  return value instanceof PDFArray ? value.asArray()[0] : undefined;
}

/** The name of the method by which streams are encrypted. */
function methodOf(handler: PDFDict): string | undefined {
  const filters = entryOf(handler, "CF");
  if (entryOf(handler, "StmF") !== PDFName.of(NAME) || !(filters instanceof PDFDict)) return;
  const filter = entryOf(filters, NAME);
  const method = filter instanceof PDFDict ? entryOf(filter, "CFM") : undefined;
  return method instanceof PDFName ? method.decodeText() : undefined;
}

/**
 * The cipher of a file that opens without a password: only what its readers may do with it is restricted. The library
 * gives it only to the parser of a document that it loads.
 *
 * @param parser has read the file without a cipher
 * @param context result of the parser
 * @returns null when it needs a password
 * @spec deposits.restricted
 */
export async function cipherOf(parser: PDFParser, context: PDFContext): Promise<Cipher | null> {
  const { trailerInfo } = context;
  // The library needs an identifier, even of a file whose key does not depend on it.
  trailerInfo.ID ??= context.obj([PDFHexString.of("")]);
  const [ciphers, { forBytesWithOptions }]: [Cipher[], typeof PDFParser] = [[], PDFParser];
  const given: typeof forBytesWithOptions = (...[, , , , , cipher]) => {
    if (cipher !== undefined) ciphers.push(cipher);
    return parser;
  };
  try {
    PDFParser.forBytesWithOptions = given;
    await PDFDocument.load(new Uint8Array(), { password: "", updateMetadata: false });
  } catch {
    // Any exception means that the empty password does not open it.
  } finally {
    PDFParser.forBytesWithOptions = forBytesWithOptions;
  }
  return ciphers[0] ?? null;
}

/** An object stream with its content decrypted; null when it was not encrypted as a whole. */
export function decrypted(
  { dict, contents }: PDFRawStream,
  { objectNumber, generationNumber }: PDFRef,
  cipher: Cipher,
): PDFRawStream | null {
  const isRc4 = cipher.algorithm < 4 || methodOf(cipher.dict) === "V2";
  const { length } = contents;
  if (!isRc4 && (length < 2 * BLOCK_BYTES || length % BLOCK_BYTES !== 0)) return null;
  const transform = cipher.createCipherTransform(objectNumber, generationNumber);
  const encrypted = PDFRawStream.of(PDFDict.withContext(dict.context), contents, transform);
  return PDFRawStream.of(dict, decodePDFRawStream(encrypted).decode());
}
