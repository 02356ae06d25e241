import { Statement } from "@/components/page/Statement.tsx";
import { PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { accessibilityStatement } from "@/lib/text/statements.ts";
import { define, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET({ state }) {
    state.title = windowTitle(PAGE_NAMES.accessibility);
    return page({ parts: accessibilityStatement(state.config.publisher) });
  },
});

export default define.page<typeof handler>(({ data }) => (
  <Statement title={PAGE_NAMES.accessibility} parts={data.parts} />
));
