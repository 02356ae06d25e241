/** The values of the objects of a PDF, and the error of an unreadable one. @module */

/** Why the content of a PDF is refused. */
export type ContentFault = "broken" | "too-complex" | "encrypted" | "active-content";

/** A file that cannot be read as a PDF, or that would take too much to read. */
export class Unreadable extends Error {
  override name = "Unreadable";

  constructor(readonly fault: ContentFault) {
    super(fault);
  }
}

export const broken = (): Unreadable => new Unreadable("broken");
export const tooComplex = (): Unreadable => new Unreadable("too-complex");

/** A name is a string; long texts and other values that are never needed are null. */
export type PdfValue =
  | number
  | string
  | false
  | PdfText
  | PdfReference
  | PdfDictionary
  | PdfArray
  | null;

/** Entries that are kept. */
const NEEDED: ReadonlySet<string> = new Set([
  "CF",
  "CFM",
  "DecodeParms",
  "Encrypt",
  "EncryptMetadata",
  "Filter",
  "First",
  "ID",
  "Index",
  "Kids",
  "Length",
  "N",
  "O",
  "P",
  "Pages",
  "Predictor",
  "R",
  "Root",
  "S",
  "Size",
  "StdCF",
  "StmF",
  "Type",
  "U",
  "UE",
  "V",
  "W",
]);

/** Length up to which the elements of an array are kept, whatever they are: filters, and widths of fields. */
const SHORT_ARRAY = 8;
/** References in an array: a file of 24 MiB has no more pages. */
const MOST_REFERENCES = 250_000;
/** Generations are smaller (ISO 32000-1, annex C). */
export const GENERATIONS = 65_536;

/** A text as it is written, with its brackets. */
export class PdfText {
  constructor(readonly written: Uint8Array<ArrayBuffer>) {}
}

/** A reference to an object, by one number for its number and generation. */
export class PdfReference {
  constructor(readonly key: number) {}

  /** @returns a key that no object has for numbers that no object has */
  static of({ number, generation }: ObjectNumbers): PdfReference {
    const isPossible = Number.isInteger(number) && number >= 0 && number < 2 ** 32 &&
      Number.isInteger(generation) && generation >= 0 && generation < GENERATIONS;
    return new PdfReference(isPossible ? number * GENERATIONS + generation : -1);
  }
}

interface ObjectNumbers {
  readonly number: number;
  readonly generation: number;
}

export class PdfDictionary {
  #entries: Map<string, PdfValue> | null = null;

  get(key: string): PdfValue | undefined {
    return this.#entries?.get(key);
  }

  has(key: string): boolean {
    return this.#entries?.has(key) ?? false;
  }

  set(key: string, value: PdfValue): void {
    if (NEEDED.has(key)) (this.#entries ??= new Map()).set(key, value);
  }
}

export class PdfArray {
  #elements: PdfValue[] | null = [];
  #rank = 0;
  #pairedCount = 0;

  /** Null when they are not kept: they are many, and not all of them are references. */
  get elements(): readonly PdfValue[] | null {
    return this.#elements;
  }

  /** The sum of the second numbers of an array of pairs: of a first number, and of a count; NaN for another one. */
  get pairedCount(): number {
    return this.#rank % 2 === 0 ? this.#pairedCount : NaN;
  }

  /** @throws Unreadable for too many references */
  add(value: PdfValue): void {
    const isCount = this.#rank++ % 2 === 1;
    if (!isNatural(value)) this.#pairedCount = NaN;
    else if (isCount) this.#pairedCount += value;
    const elements = this.#elements;
    if (elements === null) return;
    elements.push(value);
    if (elements.length <= SHORT_ARRAY) return;
    if (elements.length > MOST_REFERENCES) throw tooComplex();
    const isKept = elements.length === SHORT_ARRAY + 1
      ? elements.every((one) => one instanceof PdfReference)
      : value instanceof PdfReference;
    if (!isKept) this.#elements = null;
  }
}

/** Whether a value is an integer that is not negative. */
export function isNatural(value: PdfValue | undefined): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

/** A dictionary, and the bytes after it. */
export class PdfStream {
  constructor(readonly dictionary: PdfDictionary, readonly content: Uint8Array<ArrayBuffer>) {}
}
