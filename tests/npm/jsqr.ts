/** A reader of QR codes: another one than what writes them. Its types are those of a module, the file is CommonJS. */
export { default as jsqr } from "npm:jsqr@1.4.0";
