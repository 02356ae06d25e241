import { Fragment } from "preact";

interface TypeTextProps {
  text: string;
  names: ReadonlySet<string>;
}

const NAMES = /\b([A-Z]\w*)\b/;

/** A type as it is written, each type the page describes being a link to it. */
export function TypeText({ text, names }: TypeTextProps) {
  // Odd parts are the names, which the pattern captures. A plain text in a list would be escaped twice.
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
