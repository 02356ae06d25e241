/** Made once: making an error takes ten times as long as reading the line it is about, and a body may hold millions. */
const FAULT = new SyntaxError();

/** What is thrown at a bad line, with what is wrong: whoever catches it reads the message at once. */
export function badLine(message: string): SyntaxError {
  FAULT.message = message;
  return FAULT;
}
