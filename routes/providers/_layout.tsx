import type { LayoutConfig } from "fresh";
import { PortalFrame, PortalNote } from "@/components/documents/PortalFrame.tsx";
import { isErrorCode } from "@/lib/base/errors.ts";
import { UNREAD_PARAMETER } from "@/lib/ui/links.ts";
import { TYPED_GONE } from "@/lib/ui/text.ts";
import { define } from "@/lib/web/state.ts";
import { UNREAD_VALUES_NOTE, unreadText, unreadValuesText } from "@/lib/web/text.ts";

export const config: LayoutConfig = { skipInheritedLayouts: true };

/** The pages of providers. */
export default define.layout(({ Component, state: { caller, requestInfo }, url }) => {
  const unread = url.searchParams.get(UNREAD_PARAMETER) ?? "";
  return (
    <PortalFrame email={caller.kind === "provider" ? caller.email : null}>
      {requestInfo.unread && (
        <PortalNote tone="bad">
          <p>{unreadValuesText(requestInfo.unread.size)}. {UNREAD_VALUES_NOTE}</p>
        </PortalNote>
      )}
      {requestInfo.typedIsGone && (
        <PortalNote>
          <p>{TYPED_GONE}</p>
        </PortalNote>
      )}
      {isErrorCode(unread) && (
        <div id={UNREAD_PARAMETER}>
          <PortalNote tone="bad" live>
            <p>{unreadText(unread)}</p>
          </PortalNote>
        </div>
      )}
      <Component />
    </PortalFrame>
  );
});
