import { answerApi } from "@/lib/web/api/context.ts";
import { define } from "@/lib/web/define.ts";

/** The catalogue over HTTP: one handler for every call. */
export const handler = define.handlers(answerApi);
