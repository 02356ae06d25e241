/** An unusable line of a file, with the reason. */
export interface FileLine {
  readonly line: number;
  /** Column of the error; null for the whole line. */
  readonly column: string | null;
  readonly message: string;
}

/** The unusable lines of a file, with their numbers; nothing without any. */
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
