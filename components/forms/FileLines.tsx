/** A line of a file that could not be used, and why. */
export interface FileLine {
  readonly line: number;
  /** Where in the line; null when it is the whole. */
  readonly column: string | null;
  readonly message: string;
}

/** The lines of a file that could not be used, each by its number; nothing when all could. */
export function FileLines({ errors }: { errors: readonly FileLine[] }) {
  if (errors.length === 0) return null;
  return (
    <ul>
      {errors.map(({ line, column, message }) => (
        <li key={`${line}-${column}-${message}`}>
          {`Ligne ${line}${column === null ? "" : `, ${column}`}\u00A0: ${message}`}
        </li>
      ))}
    </ul>
  );
}
