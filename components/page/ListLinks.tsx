interface ListLinksProps {
  label: string;
  links: readonly { readonly href: string; readonly text: string; readonly isShown: boolean }[];
}

/** Links to sibling pages, including the current one. */
export function ListLinks({ label, links }: ListLinksProps) {
  return (
    <nav class="series-links" aria-label={label}>
      {links.map(({ href, text, isShown }) => (
        <a
          key={href}
          class={isShown ? "chosen" : undefined}
          href={href}
          aria-current={isShown ? "page" : "false"}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}
