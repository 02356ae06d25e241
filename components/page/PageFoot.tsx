import { links, PAGE_NAMES } from "@/lib/links/links.ts";

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
