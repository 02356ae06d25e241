import type { ComponentChildren } from "preact";
import { Icon } from "@/components/icons/Icon.tsx";
import type { BackLink } from "./Page.tsx";

interface MenuContainerProps {
  title?: string | undefined;
  back?: BackLink | undefined;
  children: ComponentChildren;
}

/** A section of the menu, with its title and the link back to the level above. @spec forms.titles */
export function MenuContainer({ title, back, children }: MenuContainerProps) {
  return (
    <div class="menu-container">
      {back && (
        <a class="side-link" href={back.href}>
          <Icon name="arrow-left" />
          {back.label}
        </a>
      )}
      {title && <h2>{title}</h2>}
      {children}
    </div>
  );
}
