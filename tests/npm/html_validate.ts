/** A validator of the grammar of HTML: what may contain what, which attributes and values an element takes. */
export { HtmlValidate, StaticConfigLoader } from "npm:html-validate@11.21.1";
