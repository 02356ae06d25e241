import { answerApi } from "@/lib/web/api/context.ts";
import { define } from "@/lib/web/state.ts";

export const handler = define.handlers(answerApi);
