/** Reads a PDF: its texts, tags and QR codes. @module */
import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { QrCode } from "@/lib/files/qr_code.ts";
import { jsqr } from "@/tests/npm/jsqr.ts";
import { getDocumentProxy } from "@/tests/npm/pdf.ts";

/** The content of a tagged PDF. */
interface ReadPdf {
  readonly title: string;
  readonly language: string | null;
  readonly isMarked: boolean;
  /** The part of PDF/UA that it claims to conform to; null without a claim. */
  readonly claim: string | null;
  /** The elements of each page that have text or a picture, in the order of the structure tree. */
  readonly pages: readonly (readonly ReadElement[])[];
}

/**
 * Its roles from the outermost on, such as "Table TR TH", and its text; for a picture, its
 * alternative text.
 */
type ReadElement = readonly [path: string, text: string];

interface TreeNode {
  readonly role?: string;
  readonly alt?: string;
  readonly lang?: string;
  readonly children?: readonly TreeNode[];
  readonly type?: string;
  readonly id?: string;
}

interface TextItem {
  readonly type?: string;
  readonly id?: string;
  readonly str?: string;
  readonly hasEOL?: boolean;
}

/** Reads a PDF by its structure tree, with another library than the writer. */
export async function readTags(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(bytes.slice());
  try {
    const pages: ReadElement[][] = [];
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent({ includeMarkedContent: true });
      const texts = markedTexts(items);
      pages.push(elementsOf(await page.getStructTree(), texts));
    }
    const { info, metadata } = await pdf.getMetadata();
    return {
      title: metadata?.get("dc:title") ?? "",
      language: "Language" in info ? String(info.Language) : null,
      claim: metadata?.get("pdfuaid:part") ?? null,
      isMarked: (await pdf.getMarkInfo())?.Marked === true,
      pages,
    };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

/** The text of each marked content of a page. */
function markedTexts(items: readonly TextItem[]): Map<string, string> {
  const texts = new Map<string, string>();
  const open: string[] = [];
  for (const { type, id = "", str = "", hasEOL } of items) {
    if (type?.startsWith("beginMarkedContent")) open.push(id);
    else if (type === "endMarkedContent") open.pop();
    else {
      const mark = open.at(-1) ?? "";
      texts.set(mark, (texts.get(mark) ?? "") + str + (hasEOL ? " " : ""));
    }
  }
  return texts;
}

function elementsOf(root: TreeNode | null, texts: ReadonlyMap<string, string>): ReadElement[] {
  const found: ReadElement[] = [];
  const visit = ({ role = "", alt, children = [] }: TreeNode, above: readonly string[]) => {
    const path = CONTAINERS.has(role) ? above : [...above, role];
    const own = children.filter(({ type }) => type === "content");
    if (alt !== undefined) found.push([path.join(" "), alt]);
    else if (own.length > 0) {
      const text = own.map(({ id = "" }) => texts.get(id) ?? "").join("");
      found.push([path.join(" "), text.trim()]);
    }
    for (const child of children) if (child.type !== "content") visit(child, path);
  };
  if (root !== null) visit(root, []);
  return found;
}

const CONTAINERS: ReadonlySet<string> = new Set(["Root", "Document", "Sect"]);

/** Checks that an answer is a PDF, with the headers that keep it from running anything. */
export async function isServedAs(answer: Response, bytes: Uint8Array): Promise<void> {
  deepStrictEqual(await answer.bytes(), bytes);
  const { headers } = answer;
  strictEqual(headers.get("content-type"), "application/pdf");
  strictEqual(headers.get("x-content-type-options"), "nosniff");
  const policy = "default-src 'none'; frame-ancestors 'self'";
  strictEqual(headers.get("content-security-policy"), policy);
}

/** Pixels per module, as in a photograph of a printed page. */
const SCALE = 4;

/** The text that a reader decodes; null when it finds no code. */
export function readCode(code: QrCode): string | null {
  const { data, width, height } = pictureOf(code);
  return jsqr.default(data, width, height)?.data ?? null;
}

function pictureOf({ size, path }: QrCode) {
  const side = size * SCALE;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const { x, y, width } of shapesOf(path)) {
    for (let row = y * SCALE; row < (y + 1) * SCALE; row += 1) {
      for (let column = x * SCALE; column < (x + width) * SCALE; column += 1) {
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
      }
    }
  }
  return { width: side, height: side, data };
}

export function shapesOf(path: string) {
  return [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)].map(([, x, y, width]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(width),
  }));
}
