import { define } from "@/lib/web/state.ts";
import {
  documentListHandlers,
  DocumentListPage,
} from "@/routes/(_components)/DocumentListPage.tsx";

export const handler = define.handlers(documentListHandlers);

export default define.page<typeof handler>(({ data }) => <DocumentListPage {...data} />);
