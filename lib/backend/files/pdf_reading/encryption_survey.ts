import {
  PdfArray,
  PdfDictionary,
  PdfReference,
  PdfStream,
  PdfText,
  type PdfValue,
} from "./values.ts";

/** A stream of objects, which is encrypted with a key of its own. */
export interface EncryptedStream {
  readonly object: PdfReference;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** What the encryption of a file depends on. */
export class EncryptionSurvey {
  readonly streams: EncryptedStream[] = [];
  readonly #trailers: PdfDictionary[] = [];
  readonly #handlers: { readonly key: number; readonly handler: PdfDictionary }[] = [];

  /** Notes an object if it is needed to decrypt the file. @returns whether it is an object stream */
  takes(object: PdfReference, value: PdfValue | PdfStream): boolean {
    if (value instanceof PdfDictionary && value.get("Filter") === "Standard") {
      this.#handlers.push({ key: object.key, handler: value });
    }
    if (!(value instanceof PdfStream) || value.dictionary.get("Type") !== "ObjStm") return false;
    this.streams.push({ object, content: value.content });
    return true;
  }

  /** Notes a trailer that a reader may start from: the second one of a file made for the web leads to no catalogue. */
  noteTrailer(trailer: PdfDictionary): void {
    if (trailer.has("Root") || trailer.has("Encrypt")) this.#trailers.push(trailer);
  }

  get isEncrypted(): boolean {
    return this.#trailers.some((trailer) => trailer.has("Encrypt"));
  }

  /** How the file is encrypted; null when its trailers differ, or when readers may find another one. */
  get handler(): PdfDictionary | null {
    const [first, ...others] = this.#trailers.map((trailer) => trailer.get("Encrypt"));
    if (first instanceof PdfDictionary) return others.length === 0 ? first : null;
    if (!(first instanceof PdfReference)) return null;
    const isShared = others.every((one) => one instanceof PdfReference && one.key === first.key);
    const [found, ...replaced] = this.#handlers.filter(({ key }) => key === first.key);
    return isShared && replaced.length === 0 ? found?.handler ?? null : null;
  }

  /** The first part of the identifier of the file; null when its trailers differ. */
  get id(): PdfText | null {
    const ids = this.#trailers.map((trailer) => firstOf(trailer.get("ID")));
    const [first = null] = ids;
    return ids.every((id) => String(id?.written) === String(first?.written)) ? first : null;
  }
}

function firstOf(value: PdfValue | undefined): PdfText | null {
  const [first] = value instanceof PdfArray ? value.elements ?? [] : [];
  return first instanceof PdfText ? first : null;
}
