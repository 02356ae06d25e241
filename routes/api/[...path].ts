import { answerApi } from "@/lib/web/http_api.ts";
import { define } from "@/lib/web/state.ts";

export const handler = define.handlers(answerApi);
