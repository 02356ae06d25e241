import { signOut } from "@/lib/app/session.ts";
import { links } from "@/lib/ui/links.ts";
import { readFromAnyPage, seeOther } from "@/lib/web/form_submission.ts";
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
