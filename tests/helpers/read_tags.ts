import { getDocumentProxy } from "@/tests/npm/pdf.ts";

/** The content of a tagged PDF. */
export interface ReadPdf {
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
export type ReadElement = readonly [path: string, text: string];

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
