import type { ComponentChildren } from "preact";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { Icon, type IconName } from "@/components/icons/Icon.tsx";
import { links } from "@/lib/links/links.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { Brand } from "./Brand.tsx";
import { markupFromProps } from "./markup_from_props.ts";

export interface MenuLink {
  href: string;
  label: string;
  /** null for a line under the one before it. */
  icon: IconName | null;
  /** True when the page is this link's or below it. */
  current?: boolean;
  /** Number of pending items behind the link; hidden for 0. */
  count?: number;
}

interface SideMenuProps {
  organisation?: ComponentChildren;
  person: string;
  /** Address behind the product's name; the start page by default. */
  start?: string;
  children: ComponentChildren;
}

/** The sidebar: brand, organisation, sections, person; a `<details>` menu on a narrow screen. */
export function SideMenu({ organisation, person, start, children }: SideMenuProps) {
  return (
    <header class="sidebar">
      <Brand href={start} />
      <details class="menu-toggle">
        <summary class="button button-small">
          <Icon name="menu" small />
          Menu
        </summary>
      </details>
      <nav class="side-menu" aria-label="Menu principal">
        {organisation}
        {children}
        <div class="side-foot">
          <a class="side-link side-person" href={links.account()} title={person}>
            <Icon name="person" />
            <span>{person}</span>
          </a>
          <a class="side-link" href={links.apiDocs()}>
            <Icon name="api" />
            API
          </a>
          <PostForm action={links.logout()}>
            <button type="submit" class="side-link">
              <Icon name="sign-out" />
              Déconnexion
            </button>
          </PostForm>
        </div>
      </nav>
    </header>
  );
}

/** Lists of links differ little between pages and users: each is rendered once. */
export const MenuLinks = markupFromProps(({ links }: { links: readonly MenuLink[] }) => (
  <ul>
    {links.map(({ href, label, icon, current, count = 0 }) => (
      <li key={href}>
        <a
          class={`side-link${icon ? "" : " side-link-inner"}${current ? " chosen" : ""}`}
          href={href}
          aria-current={current ? "true" : "false"}
        >
          {icon && <Icon name={icon} />}
          {label}
          {count > 0 && (
            <>
              {" "}
              <span class="side-count">{formatNumber(count, 0)}</span>
            </>
          )}
        </a>
      </li>
    ))}
  </ul>
));
