import {
  documentListHandlers,
  DocumentListPage,
} from "@/components/documents/DocumentListPage.tsx";
import { define } from "@/lib/web/state.ts";

export const handler = define.handlers(documentListHandlers);

export default define.page<typeof handler>(({ data }) => <DocumentListPage {...data} />);
