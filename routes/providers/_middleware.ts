import { providerPortal } from "@/lib/web/session/provider_session.ts";
import { define } from "@/lib/web/state.ts";

/** Allows only providers: an account has its own pages. */
export default define.middleware(providerPortal);
