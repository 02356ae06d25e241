/** A validator of the grammar of HTML: allowed content, attributes and values of elements. */
export { HtmlValidate, StaticConfigLoader } from "npm:html-validate@11.21.1";
