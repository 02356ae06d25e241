import { Statement } from "@/components/platform/Statement.tsx";
import { accessibilityStatement } from "@/lib/platform/statements.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { define, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET({ state }) {
    return page({ parts: accessibilityStatement(state.config.publisher) });
  },
});

export default define.page<typeof handler>(({ data }) => (
  <Statement title={PAGES.accessibility.title} parts={data.parts} />
));
