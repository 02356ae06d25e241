import type { ComponentChildren } from "preact";

interface TableRegionProps {
  caption: string;
  class: string;
  children: ComponentChildren;
}

/** A table that scrolls inside its page, with the keyboard too. */
export function TableRegion({ caption, class: className, children }: TableRegionProps) {
  return (
    <div class={className} role="region" aria-label={caption} tabIndex={0}>
      <table class="data-table">
        <caption>{caption}</caption>
        {children}
      </table>
    </div>
  );
}
