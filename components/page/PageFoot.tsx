import { links } from "@/lib/links/links.ts";
import { PAGE_NAMES } from "@/lib/text/pages.ts";

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
