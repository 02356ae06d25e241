import { define } from "@/lib/web/state.ts";
import { signedIn } from "@/lib/web/session/guards.ts";

/** Requires a session; each page checks the dwelling. */
export default define.middleware(signedIn);
