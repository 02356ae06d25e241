/**
 * A shared error: creating one takes ten times as long as reading a line, and a body may have millions of bad ones.
 * Not created at start: the trace of an error needs the position of each line of the whole server.
 */
let fault: SyntaxError | undefined;

/** The error to throw at a bad line; it is caught immediately. */
export function badLine(message: string): SyntaxError {
  fault ??= new SyntaxError();
  fault.message = message;
  return fault;
}
