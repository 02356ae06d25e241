/** The forms of a page, read from its HTML as a browser without script would. @module */

import { decoded } from "@/tests/helpers/a_site.ts";

/** A field with the value to send; null when it would not be sent. */
export interface FormField {
  readonly name: string;
  /** `text`, `hidden`, `file`…; `select` and `textarea` for those elements. */
  readonly type: string;
  readonly value: string | null;
}

/** A form of a page. */
export interface PageForm {
  readonly method: "GET" | "POST";
  /** The address it is sent to, as written; null for the page's own. */
  readonly action: string | null;
  readonly isMultipart: boolean;
  /** Its class, and whether an island renders it or a part of it. */
  readonly className: string;
  readonly isIsland: boolean;
  readonly fields: readonly FormField[];
}

/** Types of the fields in which a user types words. */
export const TYPED: readonly string[] = [
  "text",
  "search",
  "email",
  "tel",
  "url",
  "password",
  "textarea",
];

/** Every form of a page; fields outside a form that name it by `form=` are not included. */
export function formsOf(html: string): PageForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map((
    { index, 1: head = "", 2: inside = "" },
  ) => ({
    method: /method="post"/i.test(head) ? "POST" : "GET",
    action: attribute(head, "action"),
    isMultipart: head.includes("multipart/form-data"),
    className: attribute(head, "class") ?? "",
    isIsland: ISLAND.test(inside) || isInIsland(html.slice(0, index)),
    fields: [...fieldsOf(inside), ...firstButton(inside)],
  }));
}

/** Marks around the part of a page that an island renders: here, and in Fresh. */
const ISLAND = /<!--(?:fresh|frsh:island):/;
const ISLAND_END = /<!--\/(?:fresh|frsh:island)-->/;

const isInIsland = (before: string) =>
  before.split(ISLAND).length > before.split(ISLAND_END).length;

function fieldsOf(html: string): FormField[] {
  const inputs = [...html.matchAll(/<input\b([^>]*)>/g)].map(([, head = ""]): FormField => {
    const type = attribute(head, "type") ?? "text";
    const isBox = type === "checkbox" || type === "radio";
    const isSent = !isBox || /\schecked\b/.test(head);
    const value = attribute(head, "value") ?? (isBox ? "on" : "");
    return { name: attribute(head, "name") ?? "", type, value: isSent ? value : null };
  });
  const areas = [...html.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g)].map((
    [, head = "", text = ""],
  ): FormField => ({
    name: attribute(head, "name") ?? "",
    type: "textarea",
    value: decoded(text),
  }));
  const selects = [...html.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)].map((
    [, head = "", options = ""],
  ): FormField => {
    const chosen = /<option\b[^>]*\sselected\b[^>]*>/.exec(options) ??
      /<option\b[^>]*>/.exec(options);
    const value = chosen === null ? null : attribute(chosen[0], "value");
    return { name: attribute(head, "name") ?? "", type: "select", value };
  });
  return [...inputs, ...areas, ...selects].filter(({ name }) => name !== "");
}

/** A form is sent by its first button, together with its value. */
function firstButton(html: string): FormField[] {
  const head = /<button\b([^>]*type="submit"[^>]*)>/.exec(html)?.[1] ?? "";
  const name = attribute(head, "name");
  return name === null ? [] : [{ name, type: "button", value: attribute(head, "value") ?? "" }];
}

function attribute(head: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(head)?.[1];
  return found === undefined ? null : decoded(found);
}
