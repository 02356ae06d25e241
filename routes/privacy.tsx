import { Statement } from "@/components/platform/Statement.tsx";
import { privacyStatement } from "@/lib/platform/statements.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { define, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET({ state }) {
    return page({ parts: privacyStatement(state.config.publisher, state.config.tiles) });
  },
});

export default define.page<typeof handler>(({ data }) => (
  <Statement title={PAGES.privacy.title} parts={data.parts} />
));
