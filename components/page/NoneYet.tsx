interface NoneYetProps {
  /** A sentence: what there is none of. */
  text: string;
  href: string;
  add: string;
}

/** What a form chooses among and does not exist yet, with the link to the page that adds it. */
export function NoneYet({ text, href, add }: NoneYetProps) {
  return (
    <p>
      {text} <a href={href}>{add}</a>
    </p>
  );
}
