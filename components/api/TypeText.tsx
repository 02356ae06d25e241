import { Fragment } from "preact";

const NAMES = /\b([A-Z]\w*)\b/;

/** A type as text, with a link for each type described on the page. */
export function TypeText({ text, names }: { text: string; names: ReadonlySet<string> }) {
  // Odd parts are the captured names. A plain text in a list would be escaped twice.
  const parts = text.split(NAMES);
  return (
    <pre tabIndex={0}>
      {parts.map((part, rank) =>
        rank % 2 === 1 && names.has(part)
          ? <a key={rank} href={`#${part}`}>{part}</a>
          : <Fragment key={rank}>{part}</Fragment>
      )}
    </pre>
  );
}
