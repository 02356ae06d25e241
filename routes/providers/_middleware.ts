import { define } from "@/lib/web/state.ts";
import { providerPortal } from "@/lib/web/session/provider_session.ts";

/** Only providers: an account has its own pages. */
export default define.middleware(providerPortal);
