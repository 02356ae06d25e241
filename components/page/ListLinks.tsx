interface ListLinksProps {
  label: string;
  /** True to show the label before the links. */
  isLabelled?: boolean;
  links: readonly { readonly href: string; readonly text: string; readonly isShown: boolean }[];
}

/** Links to sibling pages, including the current one. */
export function ListLinks({ label, isLabelled = false, links }: ListLinksProps) {
  return (
    <nav class="series-links" aria-label={label}>
      {isLabelled && <span class="soft">{label}&nbsp;:</span>}
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
