/** Made once: making an error takes ten times as long as reading the line it is about, and a body may hold millions. */
const FAULT = new SyntaxError();

/** Thrown at a bad line, with its error; it is caught at once. */
export function badLine(message: string): SyntaxError {
  FAULT.message = message;
  return FAULT;
}
