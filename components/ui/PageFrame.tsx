/** The brand above every page and the links required by law below it. @module */

import { links } from "@/lib/ui/links.ts";
import { PAGES, PRODUCT_NAME } from "@/lib/ui/page_titles.ts";
import { Icon } from "./Icon.tsx";

export function Brand({ href = links.start() }: { href?: string | undefined }) {
  return (
    <a class="brand" href={href}>
      <Icon name="brand" />
      {PRODUCT_NAME}
    </a>
  );
}

/** The foot of every page: links required by law. */
export function PageFoot() {
  return (
    <footer class="page-foot">
      <a href={links.accessibility()}>{PAGES.accessibility.title}</a>
      <a href={links.legalNotice()}>{PAGES.legalNotice.title}</a>
      <a href={links.privacy()}>{PAGES.privacy.title}</a>
    </footer>
  );
}
