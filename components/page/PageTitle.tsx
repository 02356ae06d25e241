import type { ComponentChildren } from "preact";
import { RequiredNote } from "@/components/forms/RequiredNote.tsx";
import { Icon } from "@/components/icons/Icon.tsx";

export interface BackLink {
  href: string;
  label: string;
}

interface PageTitleProps {
  title: string;
  /** One line under the title: an address, a code, an organisation. */
  subtitle?: string | undefined;
  back?: BackLink | undefined;
  /** The period navigator (F §2: it sits in the page title). */
  navigator?: ComponentChildren;
  /** The page's actions: buttons and links. */
  children?: ComponentChildren;
}

/** Title bar of a page, with its back link, period navigator and actions. @spec forms.titles */
export function PageTitle({ title, subtitle, back, navigator, children }: PageTitleProps) {
  return (
    <header class="page-title">
      <div class="page-title-text">
        {back && (
          <a class="back-link" href={back.href} aria-current="false">
            <Icon name="arrow-left" small />
            {back.label}
          </a>
        )}
        <h1>{title}</h1>
        {subtitle && <p>{subtitle}</p>}
        <RequiredNote />
      </div>
      {navigator}
      {children && <div class="page-title-actions">{children}</div>}
    </header>
  );
}
