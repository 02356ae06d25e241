import { define } from "@/lib/web/state.ts";
import { providerPortal } from "@/lib/web/session/provider_session.ts";

/** Allows only providers: an account has its own pages. */
export default define.middleware(providerPortal);
