/** A reader of QR codes: another one than what writes them. */
import jsQR from "npm:jsqr@1.4.0";

// Its types are those of a module, the file is CommonJS.
export const readQr = jsQR.default;
