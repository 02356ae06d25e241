import { Icon } from "@/components/icons/Icon.tsx";
import { links } from "@/lib/links/links.ts";
import { PRODUCT_NAME } from "@/lib/text/pages.ts";

export function Brand() {
  return (
    <a class="brand" href={links.start()}>
      <Icon name="brand" />
      {PRODUCT_NAME}
    </a>
  );
}
