import { answerApi } from "@/lib/web/api/context.ts";
import { define } from "@/lib/web/define.ts";

export const handler = define.handlers(answerApi);
