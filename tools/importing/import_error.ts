/** Error made by the user, whose message is shown alone. */
export class ImportError extends Error {
  override name = "ImportError";
}
