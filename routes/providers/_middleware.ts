import { providerPortal } from "@/lib/documents/portal_pages.ts";
import { define } from "@/lib/web/state.ts";

/** Allows only providers: an account has its own pages. */
export default define.middleware(providerPortal);
