import { signedIn } from "@/lib/web/session_guard.ts";
import { define } from "@/lib/web/state.ts";

/** Requires a session; each page checks the dwelling. */
export default define.middleware(signedIn);
