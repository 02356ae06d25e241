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
