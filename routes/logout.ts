import { links } from "@/lib/links/links.ts";
import { readFromAnyPage, seeOther } from "@/lib/web/forms/submit.ts";
import { signOut } from "@/lib/web/session/session.ts";
import { define } from "@/lib/web/state.ts";

/** Ends the session; accepts only forms of this site. */
export const handler = define.handlers({
  async POST(ctx) {
    await readFromAnyPage(ctx, []);
    const { config: { loginPath } } = ctx.state;
    const back = ctx.url.searchParams.get("back");
    const login = links.login(loginPath, back === null ? {} : { back });
    return seeOther(ctx, login, await signOut(ctx.state));
  },
});
