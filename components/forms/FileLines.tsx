interface FileLinesProps {
  errors: readonly { line: number; column: string | null; message: string }[];
}

/** The lines of a file that could not be used, each by its number; nothing when all could. */
export function FileLines({ errors }: FileLinesProps) {
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
