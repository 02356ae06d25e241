import type { LayoutConfig } from "fresh";
import { PortalFrame } from "@/components/documents/PortalFrame.tsx";
import { define } from "@/lib/web/state.ts";

export const config: LayoutConfig = { skipInheritedLayouts: true };

/** The page of an operator's link. */
export default define.layout(({ Component }) => (
  <PortalFrame email={null}>
    <Component />
  </PortalFrame>
));
