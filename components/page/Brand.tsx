import { Icon } from "@/components/icons/Icon.tsx";
import { links, PRODUCT_NAME } from "@/lib/links/links.ts";

export function Brand() {
  return (
    <a class="brand" href={links.start()}>
      <Icon name="brand" />
      {PRODUCT_NAME}
    </a>
  );
}
