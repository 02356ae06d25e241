import type { StatementPart } from "@/lib/platform/statements.ts";

/** A statement by the operator of this instance: paragraphs and lists. */
export function Statement({ title, parts }: { title: string; parts: readonly StatementPart[] }) {
  return (
    <article class="card statement">
      <h1>{title}</h1>
      {parts.map((part) => (
        <section key={part.title}>
          <h2>{part.title}</h2>
          {part.paragraphs.map((text) => <p key={text}>{text}</p>)}
          {part.list !== undefined && <ul>{part.list.map((text) => <li key={text}>{text}</li>)}
          </ul>}
        </section>
      ))}
    </article>
  );
}
