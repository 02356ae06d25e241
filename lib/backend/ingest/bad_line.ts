/** A shared error: creating one takes ten times as long as reading a line, and a body may have millions of bad ones. */
const FAULT = new SyntaxError();

/** The error to throw at a bad line; it is caught immediately. */
export function badLine(message: string): SyntaxError {
  FAULT.message = message;
  return FAULT;
}
