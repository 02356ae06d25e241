/** PDFs written by hand, and files that look like PDFs. @module */

import { deflateSync } from "node:zlib";
import type { PdfFault } from "@/lib/files/pdf_check.ts";

/** A file, and why it must be refused. */
interface HostileFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly fault: PdfFault;
}

type Part = string | Uint8Array;

/** Bytes of texts, one per character, and of other bytes. */
export function bytesOf(...parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const all = parts.map((part) =>
    typeof part === "string" ? Uint8Array.from(part, (one) => one.charCodeAt(0)) : part
  );
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of all) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

interface Shape {
  /** Entries of the catalogue besides its pages. */
  readonly catalogue?: string;
  readonly page?: string;
  /** Objects from 4 on. */
  readonly objects?: readonly (readonly Part[])[];
  readonly trailer?: string;
  readonly pages?: string;
}

/** A PDF of one empty page, with what a test adds to it. */
export function aPdf(
  {
    catalogue = "",
    page = "",
    objects = [],
    trailer = "",
    pages = "/Kids [3 0 R] /Count 1",
  }: Shape = {},
): Uint8Array<ArrayBuffer> {
  const all: (readonly Part[])[] = [
    [`<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`],
    [`<< /Type /Pages ${pages} >>`],
    [`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${page} >>`],
    ...objects,
  ];
  let file = bytesOf("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n");
  const offsets: number[] = [];
  for (const [rank, object] of all.entries()) {
    offsets.push(file.length);
    file = bytesOf(file, `${rank + 1} 0 obj\n`, ...object, "\nendobj\n");
  }
  const rows = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const size = all.length + 1;
  return bytesOf(
    file,
    `xref\n0 ${size}\n0000000000 65535 f \n${rows}`,
    `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`,
  );
}

/** A compressed stream. */
export function packed(dictionary: string, content: Uint8Array): readonly Part[] {
  const data = new Uint8Array(deflateSync(content));
  return [
    `<< ${dictionary} /Filter /FlateDecode /Length ${data.length} >>\nstream\n`,
    data,
    "\nendstream",
  ];
}

/** An object stream that contains one object. */
function objectStream(object: string): readonly Part[] {
  const head = "9 0 ";
  return packed(`/Type /ObjStm /N 1 /First ${head.length}`, bytesOf(head, object));
}

const OTHER_FORMATS: Readonly<Record<string, string>> = {
  html: "<!doctype html><script>alert(1)</script>",
  xhtml: `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>`,
  svg: `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`,
  zip: "PK\x03\x04",
  jpeg: "\xff\xd8\xff\xe0\x00\x10JFIF",
  png: "\x89PNG\r\n\x1a\n",
  gif: "GIF89a",
  bmp: "BM",
  tiff: "II*\0",
  webp: "RIFF\0\0\0\0WEBP",
  exe: "MZ\x90\0",
  elf: "\x7fELF",
  gzip: "\x1f\x8b\x08",
  rar: "Rar!\x1a\x07",
  sevenZip: "7z\xbc\xaf\x27\x1c",
  ole: "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
  rtf: "{\\rtf1",
  postscript: "%!PS-Adobe-3.0",
  fdf: "%FDF-1.2",
  shell: "#!/bin/sh\n",
  json: "{}",
  text: "Bonjour",
  blank: " ",
  zero: "\0",
  newLine: "\n",
  mark: "\xef\xbb\xbf",
  utf16: "\xfe\xff",
  mp3: "ID3",
  mp4: "\0\0\0\x18ftypmp42",
  class: "\xca\xfe\xba\xbe",
};

const ACTIVE: Readonly<Record<string, string>> = {
  JS: "/S /Other /JS (app.alert\\(1\\))",
  JavaScript: "/S /JavaScript /X (a)",
  Launch: "/S /Launch /F (cmd.exe)",
  EmbeddedFile: "/Type /EmbeddedFile",
  EmbeddedFiles: "/EmbeddedFiles << >>",
  RichMedia: "/Subtype /RichMedia",
  XFA: "/XFA []",
  SubmitForm: "/S /SubmitForm /F (http://x.example)",
  ImportData: "/S /ImportData /F (x)",
  GoToR: "/S /GoToR /F (other.pdf) /D [0 /Fit]",
  GoToE: "/S /GoToE /T << /R /C /N (x) >>",
  Rendition: "/S /Rendition /OP 0",
  RichMediaExecute: "/S /RichMediaExecute",
  Movie: "/S /Movie /T (x)",
  Sound: "/S /Sound",
  GoTo3DView: "/S /GoTo3DView",
  FileAttachment: "/Subtype /FileAttachment",
  Screen: "/Subtype /Screen",
  "3D": "/Subtype /3D",
  EF: "/F (facture.exe) /EF << /F 3 0 R >>",
  AF: "/AF [3 0 R]",
  AA: "/AA << /O << /S /URI /URI (http://x.example) >> >>",
};

/** The same name with its first letters written as their codes: readers treat it as equal. */
function spelled(text: string, name: string, codeOf: (code: string) => string): string {
  const codes = Array.from(name.slice(0, 2), (one) => `#${codeOf(one.charCodeAt(0).toString(16))}`);
  return text.replace(`/${name}`, `/${codes.join("")}${name.slice(2)}`);
}

const SPELLINGS: Readonly<Record<string, (action: string, name: string) => string>> = {
  plain: (action) => action,
  codes: (action, name) => spelled(action, name, (code) => code.toUpperCase()),
  smallCodes: (action, name) => spelled(action, name, (code) => code),
};

const PLACES: Readonly<Record<string, (action: string) => Shape>> = {
  openAction: (action) => ({ catalogue: `/OpenAction << ${action} >>` }),
  additional: (action) => ({ page: `/AA << /O << ${action} >> >>` }),
  annotation: (action) => ({
    page: "/Annots [4 0 R]",
    objects: [[`<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << ${action} >> >>`]],
  }),
  names: (action) => ({ catalogue: `/Names << /Tree << /Names [(a) << ${action} >>] >> >>` }),
  form: (action) => ({ catalogue: `/AcroForm << /Fields [<< /A << ${action} >> >>] >>` }),
  unreachable: (action) => ({ objects: [[`<< ${action} >>`]] }),
  nested: (action) => ({ objects: [[`${"[".repeat(50)}<< ${action} >>${"]".repeat(50)}`]] }),
  streamDictionary: (action) => ({ objects: [packed(action, bytesOf("x"))] }),
  objectStream: (action) => ({ objects: [objectStream(`<< ${action} >>`)] }),
  trailer: (action) => ({
    trailer: `/Root << /Type /Catalog /Pages 2 0 R /OpenAction << ${action} >> >>`,
  }),
  // The table of references leads to this object, and not to the next one of the same number.
  replaced: (action) => ({
    objects: [[`<< ${action} >>\nendobj\n4 0 obj\n<< >>`]],
  }),
};

function activeFiles(): HostileFile[] {
  return Object.entries(PLACES).flatMap(([place, shape]) =>
    Object.entries(ACTIVE).flatMap(([name, action]) =>
      Object.entries(SPELLINGS).map(([spelling, text]) => ({
        name: `${name} in ${place}, ${spelling}`,
        bytes: aPdf(shape(text(action, name))),
        fault: "active-content" as const,
      }))
    )
  );
}

/** Actions that run when the file is opened, and kinds that are objects of their own. */
function automaticFiles(): HostileFile[] {
  const site = "<< /S /URI /URI (http://x.example) >>";
  const files: Readonly<Record<string, Shape>> = {
    "a site": { catalogue: `/OpenAction ${site}` },
    "a site in another object": { catalogue: "/OpenAction 4 0 R", objects: [[site]] },
    "a site behind a second reference": {
      catalogue: "/OpenAction 4 0 R",
      objects: [["5 0 R"], [site]],
    },
    "a site in an object stream": {
      catalogue: "/OpenAction 9 0 R",
      objects: [objectStream(site)],
    },
    "a site instead of a page": {
      catalogue: "/OpenAction 4 0 R",
      objects: [[`<< /S /GoTo /D [3 0 R /Fit] >>\nendobj\n4 0 obj\n${site}`]],
    },
    "a command": { catalogue: "/OpenAction << /S /Named /N /Print >>" },
    "an action named elsewhere": {
      catalogue: "/OpenAction 4 0 R",
      objects: [["<< /S 5 0 R >>"], ["/URI"]],
    },
    "an annotation named elsewhere": { objects: [["<< /Subtype 5 0 R >>"], ["/Screen"]] },
  };
  return Object.entries(files).map(([name, shape]) => ({
    name: `opens ${name}`,
    bytes: aPdf(shape),
    fault: "active-content" as const,
  }));
}

/** Tables of references that declare more rows than they have: a reader would make room for each. */
const TABLES: Readonly<Record<string, string>> = {
  size: "/Size 2147483647 /W [1 4 2]",
  index: "/Size 9 /Index [0 2147483647] /W [1 4 2]",
  "several parts of an index": `/Size 9 /Index [${"0 1 ".repeat(8)} 9 2147483647] /W [1 4 2]`,
  "an index elsewhere": "/Size 9 /Index 9 0 R /W [1 4 2]",
  "an index of references": "/Size 9 /Index [0 9 0 R] /W [1 4 2]",
  "a negative part": "/Size 9 /Index [0 2147483647 0 -2147483647] /W [1 4 2]",
  "empty rows": "/Size 400 /W [0 0 0]",
  "long rows": "/Size 2 /W [1 2147483647 2]",
  "part of a row": "/Size 9 /Index [0 1.5] /W [1 4 2]",
};

function tables(): HostileFile[] {
  const rows = new Uint8Array(28);
  const files = Object.entries(TABLES).map(([name, table]) => ({
    name: `references, ${name}`,
    bytes: aPdf({ objects: [packed(`/Type /XRef /Root 1 0 R ${table}`, rows)] }),
    fault: "broken" as const,
  }));
  const trailer = aPdf({ trailer: "/Size 2147483647" });
  return [...files, { name: "a trailer of many objects", bytes: trailer, fault: "broken" }];
}

function otherFormats(good: Uint8Array): HostileFile[] {
  return Object.entries(OTHER_FORMATS).flatMap(([name, head]) => [
    { name, bytes: bytesOf(head), fault: "not-a-pdf" as const },
    { name: `${name}, then a PDF`, bytes: bytesOf(head, good), fault: "not-a-pdf" as const },
    ...head.trim().replaceAll("\0", "") === ""
      ? []
      : [{ name: `a PDF, then ${name}`, bytes: bytesOf(good, head), fault: "broken" as const }],
  ]);
}

/** An object to which only a table of references leads. */
const HIDDEN_OBJECT = "9 0 obj\n<< /S /JavaScript /JS (app.alert\\(1\\)) >>\nendobj\n";
const HIDDEN_TRAILER = "trailer\n<< /Root << /OpenAction << /S /JavaScript >> >> >>\n";

/** Objects in what is no object for a parser that reads the file in order. */
const HIDING_PLACES: Readonly<Record<string, (hidden: string) => Shape>> = {
  // Both texts have line ends: a comment of one line each.
  comment: (hidden) => ({ objects: [[`<< >> %${hidden.replaceAll("\n", " ")}`]] }),
  commentOfTheFile: (hidden) => ({
    objects: [[`<< >>\nendobj\n%${hidden.replaceAll("\n", " ")}`]],
  }),
  string: (hidden) => ({ objects: [[`(${hidden})`]] }),
  stream: (hidden) => ({
    objects: [[`<< /Length ${hidden.length} >>\nstream\n${hidden}\nendstream`]],
  }),
  longStream: (hidden) => ({ objects: [[`<< >>\nstream\n${hidden}\nendstream`]] }),
};

const HIDDEN: Readonly<Record<string, string>> = {
  object: HIDDEN_OBJECT,
  objectWithComments: HIDDEN_OBJECT.replace("9 0 obj", "9%(a)\r0 %b\r%\r obj"),
  objectWithoutBlank: HIDDEN_OBJECT.replace("9 0 obj\n", "9\x000obj"),
  trailer: HIDDEN_TRAILER,
  trailerWithComment: HIDDEN_TRAILER.replace("trailer\n", "trailer%x\r"),
};

/** An object stream that the library does not read as one. */
const UNREAD_STREAMS: Readonly<Record<string, string>> = {
  untyped: "/N 1 /First 4",
  otherType: "/Type /Metadata /N 1 /First 4",
  references: "/Type /XRef /W [1 1 1] /Size 0 /N 1 /First 4",
  typeElsewhere: "/Type 5 0 R /N 1 /First 4",
  codes: "/N 1 /F#69rst 4",
};

function hiddenFiles(): HostileFile[] {
  const content = bytesOf("9 0 << /S /JavaScript /JS (app.alert\\(1\\)) >>");
  return [
    ...Object.entries(HIDING_PLACES).flatMap(([place, shape]) =>
      Object.entries(HIDDEN).map(([what, hidden]) => ({
        name: `${what} in ${place}`,
        bytes: aPdf(shape(hidden)),
        fault: "broken" as const,
      }))
    ),
    ...Object.entries(UNREAD_STREAMS).map(([what, dictionary]) => ({
      name: `object stream, ${what}`,
      bytes: aPdf({ objects: [packed(dictionary, content), ["/ObjStm"]] }),
      fault: "broken" as const,
    })),
  ];
}

/** Content that compresses to a thousandth of its size. */
function zeros(bytes: number): Uint8Array {
  return new Uint8Array(bytes);
}

function structures(good: Uint8Array): HostileFile[] {
  const cut = [1, 2, 3, 4, 5, 9, 15].map((size) => good.slice(0, size));
  const shares = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99].map((share) =>
    good.slice(0, Math.floor(good.length * share))
  );
  const end = "\n%%EOF\n";
  const deep = 50_000;
  const broken: readonly (readonly [string, Uint8Array<ArrayBuffer>])[] = [
    ["head and end alone", bytesOf("%PDF-1.7", end)],
    ["no catalogue", bytesOf("%PDF-1.7\ntrailer << >>", end)],
    ["a catalogue without pages", bytesOf("%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj", end)],
    ["pages that are none", aPdf({ pages: "/Kids [] /Count 0" })],
    ["pages that hold themselves", aPdf({ pages: "/Kids [2 0 R] /Count 1" })],
    ["pages of something else", aPdf({ pages: "/Kids 7 /Count 1" })],
    ["a kid that is not there", aPdf({ pages: "/Kids [99 0 R] /Count 1" })],
    ["arrays too deep", aPdf({ objects: [["[".repeat(deep) + "]".repeat(deep)]] })],
    ["dictionaries too deep", aPdf({ objects: [["<< /A ".repeat(deep) + ">>".repeat(deep)]] })],
  ];
  const tooComplex: typeof broken = [
    [
      "objects that unpack to 200 MB",
      aPdf({ objects: [packed("/Type /ObjStm /N 1 /First 4", zeros(200_000_000))] }),
    ],
    [
      "references that unpack to 200 MB",
      aPdf({ objects: [packed("/Type /XRef /W [1 4 2] /Size 9", zeros(200_000_000))] }),
    ],
  ];
  return [
    ...cut.map((bytes) => ({
      name: `the first ${bytes.length} bytes`,
      bytes,
      fault: bytes.length < 5 ? "not-a-pdf" as const : "broken" as const,
    })),
    ...shares.map((bytes, rank) => ({ name: `cut, ${rank}`, bytes, fault: "broken" as const })),
    ...broken.map(([name, bytes]) => ({ name, bytes, fault: "broken" as const })),
    ...tooComplex.map(([name, bytes]) => ({ name, bytes, fault: "too-complex" as const })),
    { name: "empty", bytes: new Uint8Array(), fault: "not-a-pdf" },
    {
      name: "encrypted",
      bytes: aPdf({
        objects: [["<< /Filter /Standard /V 1 /R 2 /O (a) /U (b) /P -44 >>"]],
        trailer: "/Encrypt 4 0 R",
      }),
      fault: "encrypted",
    },
  ];
}

/** More than three hundred files that must be refused. */
export function hostileFiles(): HostileFile[] {
  const good = aPdf();
  return [
    ...activeFiles(),
    ...automaticFiles(),
    ...hiddenFiles(),
    ...tables(),
    ...otherFormats(good),
    ...structures(good),
  ];
}
