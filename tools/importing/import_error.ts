/** What a person did wrong: its message is all they need to read. */
export class ImportError extends Error {
  override name = "ImportError";
}
