import { define } from "@/lib/web/state.ts";
import { signedIn } from "@/lib/web/session/guards.ts";

/** Signed in; whose dwelling it is each page asks. */
export default define.middleware(signedIn);
