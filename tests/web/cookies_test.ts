import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { cookieOf, SESSION_COOKIE, setCookie, withCookie } from "@/lib/web/cookies.ts";

function aRequest(cookie: string): Request {
  return new Request("http://127.0.0.1/", { headers: { cookie } });
}

Deno.test("cookieOf() finds a cookie by its exact name", () => {
  strictEqual(cookieOf(aRequest("a=1; session=abc; b=2"), "session"), "abc");
  strictEqual(cookieOf(aRequest("xsession=1; session=x=y"), "session"), "x=y");
  strictEqual(cookieOf(aRequest("session"), "session"), null);
  strictEqual(cookieOf(new Request("http://127.0.0.1/"), "session"), null);
});

Deno.test("HostCookie binds the session to this host over https", () => {
  const value = "abc_-123";
  strictEqual(
    SESSION_COOKIE.set(true, value, 60),
    "__Host-session=abc_-123; Path=/; SameSite=Lax; HttpOnly; Secure; Max-Age=60",
  );
  strictEqual(
    SESSION_COOKIE.set(false, value),
    "session=abc_-123; Path=/; SameSite=Lax; HttpOnly",
  );
});

Deno.test("setCookie() refuses a value that could add another attribute or header", () => {
  for (const value of ["a; Domain=x", "a\r\nSet-Cookie: b=1", "é", "a b"]) {
    throws(() => setCookie({ name: "x", value, secure: true }), RangeError);
  }
});

Deno.test("withCookie() adds to a response, and to a copy of one whose headers cannot change", () => {
  const page = new Response("a", { headers: { "set-cookie": "b=1" } });
  strictEqual(withCookie(page, "c=2"), page);
  deepStrictEqual(page.headers.getSetCookie(), ["b=1", "c=2"]);
  const { status, headers } = withCookie(Response.redirect("http://127.0.0.1/x", 303), "c=2");
  deepStrictEqual(
    [status, headers.get("location"), headers.getSetCookie()],
    [303, "http://127.0.0.1/x", ["c=2"]],
  );
});
