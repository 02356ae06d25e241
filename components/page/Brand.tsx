import { Icon } from "@/components/icons/Icon.tsx";
import { links, PRODUCT_NAME } from "@/lib/links/links.ts";

export function Brand({ href = links.start() }: { href?: string | undefined }) {
  return (
    <a class="brand" href={href}>
      <Icon name="brand" />
      {PRODUCT_NAME}
    </a>
  );
}
