// Minified: it is sent to the browser for each checked page.
// @ts-types="npm:axe-core@4.14.1"
export { default as axe } from "npm:axe-core@4.14.1/axe.min.js";
