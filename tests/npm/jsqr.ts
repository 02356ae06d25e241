/**
 * A reader of QR codes, other than the writer. Its types are those of a module, the file is
 * CommonJS.
 */
export { default as jsqr } from "npm:jsqr@1.4.0";
