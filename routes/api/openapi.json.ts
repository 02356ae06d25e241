import { apiDocument } from "@/lib/app/api_document.ts";
import { define } from "@/lib/web/state.ts";

/** The catalogue as an OpenAPI document, for API clients. */
export const handler = define.handlers({ GET: ({ state }) => apiDocument(state.platform) });
