/**
 * QS3 and the codes of QS6: concurrent use of tokens, attempts at a code, ends of sessions.
 * @module
 */
import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { codeUse, isCode, newCode } from "@/lib/identity/mailed_codes.ts";
import { OAuthTokens } from "@/lib/identity/oauth_tokens.ts";
import { SESSION_IDLE_MS, Sessions } from "@/lib/identity/sessions.ts";
import { Tokens } from "@/lib/identity/tokens.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { observedStore } from "@/tests/helpers/changed_stores.ts";
import { aClock, withStore } from "@/tests/helpers/fixtures.ts";

/** Exchanges of one token, exchanges of one OAuth token, attempts at one code: all concurrent. */
const RACERS = 100;
/** Sessions and tokens of one account, ended together. */
const SESSIONS = 40;
const HOLDER = { accountId: "a1", email: "a@b.fr", platformAdmin: false, visitorId: null };

/** The figures of a safe gate; of a code, although the right one is among the attempts. */
const SAFE_FIGURES = {
  refreshedCount: 1,
  oauthRefreshedCount: 1,
  letInByCode: 0,
  codeTriesCounted: 5,
  aliveAfterEnd: 0,
  aliveAfterExpiry: 0,
  distinctIds: SESSIONS,
  /** Of a session id. */
  idBits: 256,
};

/** Checks the figures of the gate, measured on a store of its own. */
export function checkSessionGate(): Promise<void> {
  return withStore(async (store, clock) => {
    const [open, tokens] = [new Sessions(store, clock.now), new Tokens(store, clock.now)];
    const races = await tokenRaces(store);
    const code = await codeTries(store);
    const ids = await openMany(open, SESSIONS);
    const issued = await Promise.all(Array.from({ length: SESSIONS }, () => tokens.issue(HOLDER)));
    const readAll = async () => {
      const read = [
        ...ids.map((id) => open.read(id)),
        ...issued.map((token) => tokens.read(token ?? "")),
      ];
      return (await Promise.all(read)).filter((one) => one !== null).length;
    };
    strictEqual(await readAll(), 2 * SESSIONS);
    await open.endAllOf(HOLDER);
    const aliveAfterEnd = await readAll();
    const [late = ""] = await openMany(open, 1);
    clock.advance(SESSION_IDLE_MS);
    const aliveAfterExpiry = await open.read(late) === null ? 0 : 1;
    deepStrictEqual({
      ...races,
      ...code,
      aliveAfterEnd,
      aliveAfterExpiry,
      distinctIds: new Set(ids).size,
      // Six bits per base64 letter, whole bytes only.
      idBits: Math.floor((ids[0]?.length ?? 0) * 6 / 8) * 8,
    }, SAFE_FIGURES);
  });
}

async function openMany(open: Sessions, count: number): Promise<string[]> {
  const opened = await Promise.all(Array.from({ length: count }, () => open.open(HOLDER)));
  return opened.map(({ id }) => id);
}

async function tokenRaces(store: Store) {
  const { now } = aClock();
  // Two of each, like two processes: they share no memory.
  const all = [new Tokens(store, now), new Tokens(store, now)];
  const oauths = [new OAuthTokens(store, now), new OAuthTokens(store, now)];
  const token = await all[0]?.issue(HOLDER) ?? "";
  const granted = await oauths[0]?.grant(HOLDER, { clientId: "c", scope: "" });
  const race = async (ask: (index: number) => Promise<unknown> | undefined) =>
    (await Promise.all(Array.from({ length: RACERS }, (_, index) => ask(index))))
      .filter((given) => given !== null).length;
  return {
    refreshedCount: await race((index) => all[index % 2]?.refresh(token)),
    oauthRefreshedCount: await race((index) =>
      oauths[index % 2]?.refresh({ token: granted?.refreshToken ?? "", clientId: "c" })
    ),
  };
}

async function codeTries(store: Store) {
  const { now } = aClock();
  const email = "ada@bailleur.fr";
  const { code, keep } = newCode(email, "reset", now());
  const atomic = store.atomic();
  keep(atomic);
  await atomic.commit();
  const asked = { email, now: now() };
  const { promise: wrongTried, resolve } = Promise.withResolvers<void>();
  // The right code is read first, with every try left, and counted last, as when guessing.
  const right = isCode(observedStore(store, () => wrongTried), { ...asked, code });
  const wrong = Array.from(
    { length: RACERS - 1 },
    (_, index) => isCode(store, { ...asked, code: `wrong-${index}` }),
  );
  const guessed = await Promise.all(wrong);
  resolve();
  const answers = [...guessed, await right];
  const [entry] = await Array.fromAsync(store.list({ prefix: keys.resetCode.under() }));
  const left = Number(Reflect.get(Object(Reflect.get(Object(entry?.value), "value")), "triesLeft"));
  const use = answers.includes(true) ? await codeUse(store, { email, code }) : null;
  return { letInByCode: use === null ? 0 : 1, codeTriesCounted: 5 - left };
}
