import type { LayoutConfig } from "fresh";
import { PortalFrame, PortalNote } from "@/components/documents/PortalFrame.tsx";
import { define } from "@/lib/web/state.ts";
import { UNREAD_VALUES_NOTE, unreadValuesText } from "@/lib/web/text.ts";

export const config: LayoutConfig = { skipInheritedLayouts: true };

/** The pages of providers. */
export default define.layout(({ Component, state: { caller, requestInfo } }) => {
  return (
    <PortalFrame email={caller.kind === "provider" ? caller.email : null}>
      {requestInfo.unread && (
        <PortalNote tone="bad">
          <p>{unreadValuesText(requestInfo.unread.size)}. {UNREAD_VALUES_NOTE}</p>
        </PortalNote>
      )}
      <Component />
    </PortalFrame>
  );
});
