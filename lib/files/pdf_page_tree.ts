/** Follows a PDF from its catalogue to its pages. @module */

import type { LibraryMemory } from "./pdf_library_memory.ts";
import {
  broken,
  PdfArray,
  PdfDictionary,
  PdfReference,
  type PdfValue,
  tooComplex,
} from "./pdf_values.ts";

/** Nodes in each other: those of real files are a dozen at most. */
const DEEPEST = 500;
/** References kept, and kids visited: a file of 24 MiB has fewer pages. */
const MOST_KEPT = 250_000;

type Node = "page" | PdfDictionary | PdfArray;

/** The objects that lead from the catalogue of a file to its pages. */
export class PageTree {
  readonly #nodes = new Map<number, Node>();
  #keptCount = 0;
  #visitedCount = 0;

  constructor(private readonly memory: LibraryMemory) {}

  /** Keeps an object if it may lead to a page, instead of an earlier one of the same number. @throws Unreadable */
  keep({ key }: PdfReference, object: PdfValue): void {
    const node = nodeOf(object);
    if (node === null) this.#nodes.delete(key);
    else {
      this.#keptCount += 1 + referencesIn(node);
      if (this.#keptCount > MOST_KEPT) throw tooComplex();
      this.#nodes.set(key, node);
    }
  }

  /** Whether the file has a page. @param root catalogue according to the trailer @throws Unreadable */
  hasPages(root: PdfValue | undefined): boolean {
    const pages = this.#catalogue(root)?.get("Pages");
    return this.#pageCount(this.#at(pages), 0) > 0;
  }

  /** The catalogue; when the trailer leads to none, the one with the highest number, as readers recover it. */
  #catalogue(root: PdfValue | undefined): PdfDictionary | null {
    const given = this.#at(root);
    if (isOfType(given, "Catalog")) return given;
    let [highest, found]: [number, PdfDictionary | null] = [-1, null];
    for (const [key, node] of this.#nodes) {
      if (key > highest && isOfType(node, "Catalog")) [highest, found] = [key, node];
    }
    return found;
  }

  /** @throws Unreadable for a node that is no tree, or that contains itself */
  #pageCount(tree: Node | PdfValue | undefined, depth: number): number {
    if (!isOfType(tree, "Pages") || depth > DEEPEST) throw broken();
    const kids = this.#at(tree.get("Kids"));
    if (!(kids instanceof PdfArray) || kids.elements === null) throw broken();
    let count = 0;
    for (const kid of kids.elements) {
      if (++this.#visitedCount > MOST_KEPT) throw tooComplex();
      this.memory.add("page");
      const node = kid instanceof PdfReference ? this.#at(kid) : null;
      if (node === "page") count++;
      else if (isOfType(node, "Pages")) count += this.#pageCount(node, depth + 1);
    }
    return count;
  }

  #at(value: PdfValue | undefined): Node | PdfValue | undefined {
    return value instanceof PdfReference ? this.#nodes.get(value.key) : value;
  }
}

/** What is kept of an object; null for one that leads to no page. */
function nodeOf(object: PdfValue): Node | null {
  if (isOfType(object, "Page")) return "page";
  if (isOfType(object, "Catalog") || isOfType(object, "Pages")) return object;
  return object instanceof PdfArray && object.elements?.[0] instanceof PdfReference ? object : null;
}

function isOfType(
  value: Node | PdfValue | undefined,
  type: "Catalog" | "Pages" | "Page",
): value is PdfDictionary {
  return value instanceof PdfDictionary && value.get("Type") === type;
}

function referencesIn(node: Node): number {
  const array = node instanceof PdfDictionary ? node.get("Kids") : node;
  return array instanceof PdfArray ? array.elements?.length ?? 0 : 0;
}
