import { answerWishes } from "@/lib/web/collectors/gateway.ts";
import { define } from "@/lib/web/state.ts";

/** Where a gateway asks what the modules of its residence should do. */
export const handler = define.handlers({ GET: answerWishes });
