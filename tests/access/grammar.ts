/** The grammar of HTML, checked by an external validator (RGAA 8.2). @module */
import { HtmlValidate, StaticConfigLoader } from "@/tests/npm/html_validate.ts";

/**
 * The rules of the standard: nesting, order, number and closing of elements, values of attributes,
 * unique ids.
 *
 * `details` is flow content and not sectioning content, contrary to the validator: a header cell
 * may contain one.
 */
const VALIDATOR = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ["html-validate:standard"],
    elements: ["html5", { details: { sectioning: false } }],
  }),
);

/** Attributes that every element may have; the values of ARIA attributes are checked. */
const EVERYWHERE =
  /^(?:aria-[a-z]+|data-[a-z-]+|role|id|class|hidden|lang|title|tabindex|accesskey|autofocus|inputmode|nonce)$/;

/**
 * The other attributes that pages use, by element: the validator refuses wrong values, and accepts
 * unknown names.
 */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  a: "download href rel target",
  button: "disabled formaction name type value",
  details: "name open",
  form: "action autocomplete enctype method novalidate",
  iframe: "loading src",
  img: "alt decoding height loading src srcset width",
  input:
    "accept autocomplete checked disabled form list max maxlength min minlength multiple name pattern placeholder " +
    "readonly required step type value",
  label: "for",
  link: "as crossorigin href media rel sizes type",
  meta: "charset content http-equiv name",
  meter: "high low max min optimum value",
  ol: "start",
  option: "disabled selected value",
  progress: "max value",
  script: "async defer src type",
  select: "autocomplete disabled multiple name required size",
  td: "colspan rowspan",
  textarea: "autocomplete disabled maxlength name placeholder readonly required rows",
  th: "abbr colspan rowspan scope",
  time: "datetime",
};

/** SVG has its own grammar. */
const DRAWING = /<svg\b[\s\S]*?<\/svg>/g;
const NOT_MARKUP = /<(script|style)\b([^>]*)>[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g;
const TAG = /<([a-z][a-z\d-]*)((?:\s+[^\s=>/"]+(?:="[^"]*")?)*)\s*\/?>/gi;

/** Violations of the HTML standard in a page, one a line. */
export function grammarFaults(html: string): string[] {
  const { results } = VALIDATOR.validateStringSync(html);
  const faults = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)
  );
  return [...faults, ...unknownAttributes(html)];
}

function unknownAttributes(html: string): string[] {
  const written = html.replace(NOT_MARKUP, "<$1$2>").replace(DRAWING, "");
  return [...written.matchAll(TAG)].flatMap(([, name = "", attributes = ""]) => {
    const own = (ATTRIBUTES[name] ?? "").split(" ");
    return [...attributes.matchAll(/([^\s=]+)(?:="[^"]*")?/g)]
      .map(([, attribute = ""]) => attribute)
      .filter((attribute) => !EVERYWHERE.test(attribute) && !own.includes(attribute))
      .map((attribute) => `${name} has no attribute ${attribute}`);
  });
}
