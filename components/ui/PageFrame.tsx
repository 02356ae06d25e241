/** The brand above every page and the links required by law below it. @module */

import { links } from "@/lib/ui/links.ts";
import { PAGE_NAMES, PRODUCT_NAME } from "@/lib/ui/page_titles.ts";
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
      <a href={links.accessibility()}>{PAGE_NAMES.accessibility}</a>
      <a href={links.legalNotice()}>{PAGE_NAMES.legalNotice}</a>
      <a href={links.privacy()}>{PAGE_NAMES.privacy}</a>
    </footer>
  );
}
