import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { OAuthToken } from "@/lib/client/oauth.ts";
import { RequestError } from "@/lib/client/request_error.ts";

const SIGN_IN = {
  clientId: "touch",
  scope: "openid",
  username: "a@b.fr",
  password: "secret-typed",
};

/** A host of tokens: numbers them, each good for an hour. */
function aHost(refusesFrom = Infinity) {
  let at = 0;
  const forms: Record<string, string>[] = [];
  const fetch = async (request: Request) => {
    forms.push(Object.fromEntries(new URLSearchParams(await request.text())));
    const count = forms.length;
    if (count >= refusesFrom) return new Response("{}", { status: 401 });
    return Response.json({
      access_token: `access-${count}`,
      refresh_token: `refresh-${count}`,
      expires_in: 3_600,
    });
  };
  const options = { fetch, now: () => at, base: "https://api.example/" };
  return { forms, options, advance: (ms: number) => at += ms };
}

Deno.test("OAuthToken shows a bearer, and refreshes it 10 s before it expires, once for all who ask", async () => {
  const { forms, options, advance } = aHost();
  const token = await OAuthToken.signIn(SIGN_IN, options);
  deepStrictEqual(await token.headers(), { authorization: "Bearer access-1" });
  advance(3_589_999);
  deepStrictEqual(await token.headers(), { authorization: "Bearer access-1" });
  advance(1);
  const shown = await Promise.all(Array.from({ length: 20 }, () => token.headers()));
  strictEqual(shown.every(({ authorization }) => authorization === "Bearer access-2"), true);
  deepStrictEqual(forms, [
    {
      grant_type: "password",
      client_id: "touch",
      scope: "openid",
      username: "a@b.fr",
      password: "secret-typed",
    },
    { grant_type: "refresh_token", client_id: "touch", refresh_token: "refresh-1" },
  ]);
});

Deno.test("OAuthToken.headers() throws once the host refuses to refresh", async () => {
  const { options, advance } = aHost(2);
  const token = await OAuthToken.signIn(SIGN_IN, options);
  advance(3_600_000);
  await rejects(token.headers(), RequestError);
});
