/**
 * Hostile strings sent through every text field of every form, and those that answers do not escape
 * (QS8). @module
 */

import { decoded, SITE } from "@/tests/helpers/a_site.ts";
import { type OwnedSite, pageAddresses } from "./an_owned_site.ts";
import { type FormField, formsOf, type PageForm, TYPED } from "./every_form.ts";
import { PLANTED, RAN } from "./hostile_strings.ts";

/** Returns the strings one after the other, without end. */
export type Next = () => string;

/** Results of the sent forms. */
export interface Sent {
  formCount: number;
  /** Accepted forms, whose strings are now stored. */
  savedCount: number;
  stringCount: number;
  /** Files read. */
  fileCount: number;
  readonly faults: string[];
}

/** Results before the first form. */
export function nothingSent(): Sent {
  return { formCount: 0, savedCount: 0, stringCount: 0, fileCount: 0, faults: [] };
}

/** The strings of a list in turn, repeated from its start. */
export function inTurn(strings: readonly string[]): Next {
  let at = 0;
  return () => strings[at++ % strings.length] ?? "";
}

/** Addresses of the files of the tables of a page. */
export function fileLinks(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*href="([^"]*\bcsv=[^"]*)"/g)]
    .map(([, href = ""]) => decoded(href));
}

/**
 * Fills every text field of every form of every page with the next strings, sends it, and reads the
 * answer; then each field alone with the other values unchanged, since one wrong field prevents the
 * others from being saved.
 */
export async function sendForms(site: OwnedSite, next: Next, sent: Sent): Promise<void> {
  const pages = await pageAddresses(site);
  let cookie = await site.session();
  const send = async (path: string, form: PageForm, fields: readonly FormField[]) => {
    const answer = await asked(site, ...filled(path, form, { next, cookie, sent, fields }));
    sent.formCount += 1;
    if (answer.status === 303) sent.savedCount += 1;
    sent.faults.push(...await faultsOf(answer, `${form.method} ${path}`));
    // A form for the user's own password or name may end the session.
    if (answer.headers.getSetCookie().length > 0) cookie = await site.session();
    return answer.status;
  };
  for (const path of pages) {
    const page = await asked(site, path, { headers: { cookie } });
    for (const form of formsOf(await page.text())) {
      const fields = form.fields.filter(isFilled);
      const isOut = form.action?.startsWith("/logout") ?? false;
      if (isOut || fields.length === 0) continue;
      if (await send(path, form, fields) !== 400 || fields.length === 1) continue;
      for (const field of fields) await send(path, form, [field]);
    }
  }
}

/** Reads every page and every file with the saved strings. */
export async function readAll(site: OwnedSite, sent: Sent): Promise<void> {
  const cookie = await site.session();
  const read = async (path: string) => {
    const answer = await asked(site, path, { headers: { cookie } });
    const files = fileLinks(await answer.clone().text());
    sent.faults.push(...await faultsOf(answer, path));
    return files;
  };
  for (const path of await pageAddresses(site)) {
    for (const file of await read(path)) {
      await read(file);
      sent.fileCount += 1;
    }
  }
}

function asked(site: OwnedSite, path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("accept", "text/html");
  return site.handler(new Request(new URL(path, SITE), { ...init, headers }));
}

/**
 * The cookies of a browser after an answer, which may renew the session after a change of rights.
 */
export function withGiven(cookie: string, { headers }: Response): string {
  const given = headers.getSetCookie().find((one) => one.startsWith("session="));
  return given === undefined
    ? cookie
    : cookie.replace(/session=[^;]*/, given.split(";", 1)[0] ?? "");
}

const isFilled = ({ type }: FormField) => TYPED.includes(type) || type === "file";

interface Filling {
  readonly next: Next;
  readonly cookie: string;
  readonly sent: Sent;
  /** The fields that get a hostile string. */
  readonly fields: readonly FormField[];
}

/** The request of a form with its text fields filled. */
function filled(
  path: string,
  form: PageForm,
  { next, cookie, sent, fields }: Filling,
): [path: string, init: RequestInit] {
  const data = new FormData();
  for (const field of form.fields) {
    const { name, type, value } = field;
    const isHostile = fields.includes(field);
    if (isHostile) sent.stringCount += 1;
    if (type === "file") data.append(name, aFile(isHostile ? next : () => "a"));
    else if (isHostile) data.append(name, typed(field, next()));
    else if (value !== null) data.append(name, value || plain(field));
  }
  const address = new URL(form.action ?? path, SITE + path);
  const pairs = [...data].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : []
  );
  const query = new URLSearchParams(pairs);
  if (form.method === "GET") return [`${address.pathname}?${query}`, { headers: { cookie } }];
  const body = form.isMultipart ? data : query;
  return [address.pathname + address.search, {
    method: "POST",
    body,
    headers: { cookie, origin: SITE },
  }];
}

/** Two lines of a file and its name. */
function aFile(next: Next): File {
  return new File([`${next()}\n${next()};1`], next());
}

/** A valid value for an empty field. */
function plain({ name, type }: FormField): string {
  if (!TYPED.includes(type)) return "";
  if (type === "email" || /mail/i.test(name)) return "zoe@bailleur.example";
  return /zip/i.test(name) ? "54000" : "12";
}

/**
 * An address field refuses invalid addresses: half of them are valid, with the string in their
 * name.
 */
function typed({ type }: FormField, text: string): string {
  return type === "email" && text.length % 2 === 0 ? `"${text}"@bailleur.example` : text;
}

/** Strings that an answer does not escape. */
export async function faultsOf(answer: Response, where: string): Promise<string[]> {
  const text = await answer.text();
  const type = answer.headers.get("content-type") ?? "";
  const faults = headerFaults(answer);
  if (type.startsWith("text/html")) faults.push(...markupFaults(text));
  if (type.startsWith("text/csv")) faults.push(...cellFaults(text, separatorOf(where)));
  if (answer.status >= 500 && answer.status !== 501) faults.push(`${answer.status}`);
  return faults.map((fault) => `${where}: ${fault}`);
}

function headerFaults({ headers }: Response): string[] {
  const faults: string[] = [];
  for (const cookie of headers.getSetCookie()) {
    if (cookie.includes(PLANTED)) faults.push(`a cookie ${cookie}`);
  }
  const location = headers.get("location");
  if (location !== null && URL.parse(location, SITE)?.origin !== SITE) {
    faults.push(`leads to ${location}`);
  }
  const disposition = headers.get("content-disposition") ?? "attachment";
  const safe =
    /^(attachment|inline)(; filename="[\w. -]*")?(; filename\*=UTF-8''[\w.~%!#$&+^`|-]*)?$/;
  if (!safe.test(disposition)) faults.push(`content-disposition ${disposition}`);
  return faults;
}

const SCRIPT = /<script\b[^>]*>([\s\S]*?)<\/script[^>]*>/gi;

/** Ends a script, or hides its end from an HTML parser. */
const ENDS_SCRIPT = /<!--|<\/script/i;

/** Created elements and attributes, and scripts that a value could end. */
export function markupFaults(html: string): string[] {
  const faults = [...html.matchAll(SCRIPT)].flatMap(([, code = ""]) =>
    [...ENDS_SCRIPT.exec(code) ?? []].map((held) =>
      `a script holds ${held} in ${code.slice(Math.max(0, code.indexOf(held) - 40)).slice(0, 99)}`
    )
  );
  const tag = /<(\/?[a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;
  for (const [whole, name = "", inside = ""] of html.replace(SCRIPT, "").matchAll(tag)) {
    const attributes = inside.replace(/"[^"]*"|'[^']*'/g, '""');
    const isPlanted = name.toLowerCase().includes(PLANTED) ||
      new RegExp(`[\\s/"](${PLANTED}|on\\w+)\\s*=?`, "i").test(attributes);
    if (isPlanted) faults.push(`planted: ${whole.slice(0, 120)}`);
    const address = /\s(?:href|src|action|formaction)="\s*(javascript|data|vbscript):/i.exec(whole);
    if (address !== null) faults.push(`an address that runs: ${whole.slice(0, 120)}`);
  }
  if (html.includes(`${RAN}()</script`)) faults.push("a script of another's");
  return faults;
}

/** Cells that a spreadsheet would interpret as a formula, numbers excluded. */
export function cellFaults(text: string, separator: "," | ";"): string[] {
  return cellsOf(text.replace(/^\uFEFF/, ""), separator)
    .filter((cell) => /^[=+\-@\t\r]/.test(cell) && !/^[+-]?\d+(?:[.,]\d+)?$/.test(cell))
    .map((cell) => `a formula ${JSON.stringify(cell.slice(0, 60))}`);
}

/** The dialect of a file is in its address; one with a single dialect has semicolons. */
function separatorOf(address: string): "," | ";" {
  return address.includes("csv=comma") ? "," : ";";
}

/** Every cell of a CSV text, unquoted. */
function cellsOf(text: string, separator: string): string[] {
  const cells = text.matchAll(
    new RegExp(`(?:^|[${separator}\n])("(?:[^"]|"")*"|[^${separator}\r\n]*)`, "g"),
  );
  return [...cells].map(([, cell = ""]) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
  );
}
