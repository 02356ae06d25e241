/** Rules of the raw HTML of a page, before any script (QA2). @module */

import { fieldErrorText, REQUIRED_NOTE } from "@/lib/ui/text.ts";

/** An opening tag as written. */
interface Tag {
  readonly name: string;
  /** null for an attribute written without a value. */
  readonly attributes: ReadonlyMap<string, string | null>;
}

/** Allowed values of each ARIA state: by default true and false. */
const ARIA_WORDS: Readonly<Record<string, readonly string[]>> = {
  "aria-current": ["page", "step", "location", "date", "time", "true", "false"],
  "aria-sort": ["ascending", "descending", "none", "other"],
  "aria-checked": ["true", "false", "mixed"],
  "aria-pressed": ["true", "false", "mixed"],
  "aria-invalid": ["true", "false", "grammar", "spelling"],
  "aria-live": ["off", "polite", "assertive"],
  "aria-haspopup": ["true", "false", "menu", "listbox", "tree", "grid", "dialog"],
  "aria-autocomplete": ["none", "inline", "list", "both"],
  ...Object.fromEntries(
    [
      "hidden",
      "expanded",
      "selected",
      "disabled",
      "busy",
      "required",
      "readonly",
      "modal",
      "atomic",
    ]
      .map((state) => [`aria-${state}`, ["true", "false"]]),
  ),
};

/** The state required by each role; a native checkbox has its own. */
const STATE_OF_ROLE: Readonly<Record<string, string>> = {
  switch: "aria-checked",
  checkbox: "aria-checked",
  radio: "aria-checked",
  option: "aria-selected",
  tab: "aria-selected",
};

const FIELDS = ["input", "select", "textarea"];

/** Attributes that refer to other elements. */
const REFERENCES = ["aria-describedby", "aria-labelledby", "aria-controls", "for", "list", "form"];

/** Faults in the markup of a page, one a line. */
export function markupFaults(html: string): string[] {
  const tags = tagsOf(html);
  return [
    ...documentFaults(html),
    ...tags.flatMap(stateFaults),
    ...referenceFaults(tags),
    ...labelFaults(html, tags),
    ...tableFaults(html),
    ...guardFaults(html),
    ...requiredFaults(html),
  ];
}

/**
 * Links marked as the current page that lead to another view of it: Fresh marks every link with its
 * path. Links that the page itself marks as chosen are left out.
 * @param address of the page, its query included
 */
export function currentLinkFaults(html: string, address: string): string[] {
  const bare = address.replace(/\?.*$/, "");
  return tagsOf(html).flatMap(({ name, attributes }) => {
    if (name !== "a" || attributes.get("aria-current") !== "page") return [];
    if (attributes.get("class") === "chosen") return [];
    const href = decodedHref(attributes.get("href") ?? "").replace(/#.*$/, "");
    return href === bare || href === address ? [] : [`said to be the page: ${href}`];
  });
}

function decodedHref(href: string): string {
  return href.replaceAll("&amp;", "&");
}

function tagsOf(html: string): Tag[] {
  const written = html.replace(/<script\b[\s\S]*?<\/script>/g, "").replace(/<!--[\s\S]*?-->/g, "");
  return [...written.matchAll(/<([a-z][\w-]*)((?:\s+[^\s=>/"]+(?:="[^"]*")?)*)\s*\/?>/gi)]
    .map(([, name = "", attributes = ""]) => ({
      name: name.toLowerCase(),
      attributes: new Map(
        [...attributes.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(
          ([, attribute = "", value]) => [attribute.toLowerCase(), value ?? null],
        ),
      ),
    }));
}

function documentFaults(html: string): string[] {
  const faults: string[] = [];
  const read = html.replace(/<(script|pre|code)\b[\s\S]*?<\/\1>/g, "");
  if (/\\u[\da-f]{4}/i.test(read)) faults.push("an escape read as it is written");
  // A list of plain texts is escaped as a list, then text by text.
  if (/&amp;(?:amp|lt|gt|quot|#\d+);/.test(html)) faults.push("a text escaped twice");
  if (!/^<!doctype html>/i.test(html)) faults.push("no doctype");
  if (!html.includes('<html lang="fr">')) faults.push("not said to be French");
  if (!/<title>[^<]*\S[^<]*<\/title>/.test(html)) faults.push("no title");
  if (!/<meta[^>]*name="viewport"/.test(html)) faults.push("no viewport");
  const headings = [...html.matchAll(/<h([1-6])[\s>]/g)].map(([, level]) => Number(level));
  if (headings.filter((level) => level === 1).length !== 1) faults.push("not one h1");
  headings.forEach((level, index) => {
    const before = headings[index - 1] ?? 1;
    if (level > before + 1) faults.push(`h${level} after h${before}`);
  });
  if (!/<main[\s>]/.test(html)) faults.push("no main");
  return faults;
}

/** "jsx": "precompile" drops `aria-x={false}` and writes a bare `aria-x` for true. */
function stateFaults({ name, attributes }: Tag): string[] {
  const faults: string[] = [];
  for (const [attribute, value] of attributes) {
    const words = ARIA_WORDS[attribute];
    const isRight = words === undefined || (value !== null && words.includes(value));
    if (!isRight) faults.push(`${name} ${attribute}=${value}`);
    if (attribute.startsWith("aria-") && value === null) faults.push(`${name} bare ${attribute}`);
    if (attribute === "style") faults.push(`${name} with a style`);
    if (/^on[a-z]+$/.test(attribute)) faults.push(`${name} ${attribute}`);
    // Fresh would fetch the next page by a script: each page is loaded whole.
    if (/^f-/.test(attribute)) faults.push(`${name} ${attribute}`);
  }
  const state = STATE_OF_ROLE[attributes.get("role") ?? ""];
  if (state !== undefined && name !== "input" && !attributes.has(state)) {
    faults.push(`${name} without ${state}`);
  }
  const isWrong = FIELDS.includes(name) &&
    /(^|\s)\S+-error(\s|$)/.test(attributes.get("aria-describedby") ?? "");
  if (isWrong && attributes.get("aria-invalid") !== "true") faults.push(`${name} not said invalid`);
  if (name === "a" && !attributes.get("href")) faults.push("a link to nowhere");
  if (name === "img" && !attributes.has("alt")) faults.push("an image without alt");
  if (name === "svg" && attributes.get("aria-hidden") !== "true" && !attributes.has("role")) {
    faults.push("a drawing neither named nor hidden");
  }
  if (name === "button" && !attributes.has("type")) faults.push("a button of no type");
  return faults;
}

function referenceFaults(tags: readonly Tag[]): string[] {
  const ids = tags.flatMap(({ attributes }) => attributes.get("id") ?? []);
  const faults = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `#${id} twice`);
  for (const { name, attributes } of tags) {
    for (const attribute of REFERENCES) {
      for (const id of attributes.get(attribute)?.split(/\s+/) ?? []) {
        if (!ids.includes(id)) faults.push(`${name} ${attribute} names no #${id}`);
      }
    }
  }
  return faults;
}

/** Each field has a label: its own, around it, or by ARIA; each button has a text. */
function labelFaults(html: string, tags: readonly Tag[]): string[] {
  const labelled = new Set(
    tags.flatMap((tag) => tag.name === "label" ? tag.attributes.get("for") ?? [] : []),
  );
  const wrapped = [...html.matchAll(/<label\b[\s\S]*?<\/label>/g)].join("");
  const faults = tags.filter(({ name, attributes }) => {
    if (!FIELDS.includes(name)) return false;
    if (["hidden", "submit", "button"].includes(attributes.get("type") ?? "")) return false;
    const id = attributes.get("id") ?? "";
    return !labelled.has(id) && !wrapped.includes(`id="${id}"`) &&
      !attributes.has("aria-label") && !attributes.has("aria-labelledby");
  }).map(({ name, attributes }) => `${name} ${attributes.get("name")} without a label`);
  for (const [button] of html.matchAll(/<button\b[\s\S]*?<\/button>/g)) {
    const words = button.replace(/<[^>]*>/g, "").trim();
    if (words === "" && !button.includes("aria-label")) faults.push(`a button without words`);
  }
  return faults;
}

/**
 * The end of the label of a required field, or of the legend of a required group; a unit may
 * follow.
 */
const MARK = /(?:\u00A0|&nbsp;)\*(?:(?:\u00A0|&nbsp;)<span|$)/;

/**
 * Required fields are marked, and the mark is explained once (RGAA 11.10). A search has one field,
 * without a mark; a group of boxes has only its own message.
 */
function requiredFaults(html: string): string[] {
  const read = html.replace(/<form\b[^>]*role="search"[\s\S]*?<\/form>/g, "");
  const faults: string[] = [];
  const marked = new Set(
    [...read.matchAll(/<label\b[^>]*\bfor="([^"]*)"[^>]*>([\s\S]*?)<\/label>/g)]
      .flatMap(([, id = "", label = ""]) => MARK.test(label) ? id : []),
  );
  const markedGroups = new Set(
    [...read.matchAll(
      /<fieldset\b[^>]*\bid="([^"]*)"[^>]*>\s*<legend\b[^>]*>([\s\S]*?)<\/legend>/g,
    )]
      .flatMap(([, id = "", legend = ""]) => MARK.test(legend) ? id : []),
  );
  for (const { name, attributes } of tagsOf(read).filter((tag) => FIELDS.includes(tag.name))) {
    const id = attributes.get("id") ?? "";
    const isRequired = attributes.has("required") || attributes.get("aria-required") === "true";
    if (isRequired !== marked.has(id)) {
      faults.push(`${name} #${id} ${isRequired ? "required" : "not required"}, its mark not so`);
    }
  }
  for (const [, id = ""] of read.matchAll(REFUSED_EMPTY)) {
    if (!marked.has(id) && !markedGroups.has(id)) {
      faults.push(`#${id} refused empty, without a mark`);
    }
  }
  const noteCount = read.match(SHOWN_NOTE)?.length ?? 0;
  if (noteCount !== (marked.size + markedGroups.size > 0 ? 1 : 0)) {
    faults.push(`the mark explained ${noteCount} times`);
  }
  return faults;
}

/** A note on required fields that is not hidden. */
const SHOWN_NOTE = new RegExp(
  `<p class="required-note[^"]*"(?! hidden)[^>]*>${RegExp.escape(REQUIRED_NOTE)}`,
  "g",
);

/** A message that a field is required, with the id of the field. */
const REFUSED_EMPTY = new RegExp(
  `<p class="field-error" id="([^"]+)-error">(?:(?!</p>)[\\s\\S])*${
    fieldErrorText({ code: "required" })
  }`,
  "g",
);

function tableFaults(html: string): string[] {
  return [...html.matchAll(/<table\b[\s\S]*?<\/table>/g)].flatMap(([table]) => {
    const faults: string[] = [];
    if (!/<caption[^>]*>\s*\S/.test(table)) faults.push("a table without a caption");
    const bare = [...table.matchAll(/<th\b[^>]*>/g)].filter(([th]) => !/scope="/.test(th));
    if (bare.length > 0) faults.push(`a table with ${bare.length} heads without scope`);
    return faults;
  });
}

/** Fields in which a value is typed or selected. */
const TYPED = /<(?:textarea|select)\b|<input\b(?![^>]*\btype="(?:hidden|submit|file)")/;

/**
 * Each form that writes asks before typed values are lost (F §2). Those of an anonymous user work
 * without a script; a file stays selected; and a form that only leads to another page loses
 * nothing.
 */
function guardFaults(html: string): string[] {
  if (!html.includes('action="/logout"')) return [];
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)]
    .filter(([, form = "", fields = ""]) =>
      /method="post"/i.test(form) && TYPED.test(fields) &&
      !/data-guard=|multipart\/form-data|class="choose-form"/.test(form)
    )
    .map(([, form]) => `an unwatched form${form}`);
}
