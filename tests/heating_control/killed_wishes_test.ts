import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { anAccount, signedIn, withPlatform } from "@/tests/helpers/a_platform.ts";
import { join, PROJECT } from "@/tests/helpers/a_residence.ts";
import { withStoreFile } from "@/tests/helpers/stores.ts";
import { aModule, writePilot } from "./a_pilot.ts";
import { CHANGES, gatewayTurn, putTemperature, type Sent, tempOf } from "./killed_wishes.ts";

const EMAIL = "chef@bailleur.fr";
const SERIALS = ["M1", "M2"];

/** A store with two modules, the account that changes them and the token of their gateway. */
async function aDrivenStore(path: string): Promise<{ accountId: string; token: string }> {
  let made = { accountId: "", token: "" };
  await withPlatform(async (built) => {
    await writePilot(built);
    const accountId = await anAccount(built, { email: EMAIL });
    await join(built, accountId, { isAdmin: true, roles: ["pilot"] });
    const { ask } = await signedIn(built, EMAIL);
    for (const serial of SERIALS) await aModule(ask, serial, serial);
    const body = { name: "Passerelle" };
    const token = await ask("createIngestToken", { projectId: PROJECT, body });
    ok(token.ok);
    made = { accountId, token: token.answer.token };
    // The first use of a token is stored in a separate commit.
    deepStrictEqual(await gatewayTurn(built, made.token), []);
  }, { path });
  return made;
}

/** Runs one side in a separate process; returns its output, or that it was killed. */
async function ran(...args: readonly string[]): Promise<{ said: string; isKilled: boolean }> {
  const script = new URL("./killed_wishes.ts", import.meta.url).pathname;
  const { stdout, stderr, signal, code } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", script, ...args],
  }).output();
  const isKilled = signal === "SIGKILL";
  if (!isKilled && code !== 0) throw new Error(new TextDecoder().decode(stderr));
  return { said: new TextDecoder().decode(stdout), isKilled };
}

/** The store after a restart: the requested temperature, and the state of each module. */
async function afterRestart(path: string): Promise<{ tempC: number; states: readonly string[] }> {
  let found = { tempC: 0, states: [] as readonly string[] };
  await withPlatform(async (built) => {
    const { ask } = await signedIn(built, EMAIL);
    const [config, statuses] = await Promise.all([
      ask("getPilotConfig", { projectId: PROJECT }),
      ask("listModulesStatus", { projectId: PROJECT }),
    ]);
    ok(config.ok && statuses.ok);
    const states = statuses.answer.map(({ wish }) => wish.state);
    found = { tempC: config.answer.temp_conf, states };
  }, { path });
  return found;
}

function temperatures(sent: readonly Sent[]): number[] {
  return sent.map(({ tempC }) => tempC);
}

// @spec pilot.gateway, pilot.changes
Deno.test("kill -9 at each commit of a change: it is requested whole, or not at all", () =>
  withStoreFile(async (path) => {
    const { accountId, token } = await aDrivenStore(path);
    for (const [when, tempC] of [["before", 19], ["after", 22]] as const) {
      await withPlatform((built) => putTemperature(built, accountId, 19), { path });
      const { isKilled } = await ran(path, "put", accountId, "1", when);
      ok(isKilled);
      deepStrictEqual(await afterRestart(path), { tempC, states: ["pending", "pending"] });
      await withPlatform(async (built) => {
        deepStrictEqual(temperatures(await gatewayTurn(built, token)), [tempC, tempC]);
        deepStrictEqual(await gatewayTurn(built, token), []);
      }, { path });
      deepStrictEqual(await afterRestart(path), { tempC, states: ["applied", "applied"] });
    }
    await withPlatform((built) => putTemperature(built, accountId, 19), { path });
    strictEqual((await ran(path, "put", accountId, "0", "")).said.trim(), "1", "one commit");
  }));

// @spec pilot.gateway, pilot.wishes
Deno.test("kill -9 at each commit of an acknowledgement: an unapplied wish is requested again, an applied one is not", () =>
  withStoreFile(async (path) => {
    const { accountId, token } = await aDrivenStore(path);
    let tempC = 20;
    const ask = () => {
      // The same setting again would be no change.
      tempC = tempC === 20 ? 21 : 20;
      return withPlatform((built) => putTemperature(built, accountId, tempC), { path });
    };
    await ask();
    const commits = Number((await ran(path, "acknowledge", token, "0", "")).said);
    ok(commits >= 1);
    for (let commit = 1; commit <= commits; commit++) {
      for (const when of ["before", "after"]) {
        await ask();
        ok((await ran(path, "acknowledge", token, String(commit), when)).isKilled);
        const isApplied = commit === commits && when === "after";
        const state = isApplied ? "applied" : "pending";
        deepStrictEqual(await afterRestart(path), { tempC, states: [state, state] });
        await withPlatform(async (built) => {
          const again = temperatures(await gatewayTurn(built, token));
          deepStrictEqual(again, isApplied ? [] : [tempC, tempC]);
        }, { path });
      }
    }
  }));

// @spec pilot.gateway, pilot.wishes
Deno.test("two gateways poll while a third process changes: revisions only increase, and the last wish is applied", () =>
  withStoreFile(async (path) => {
    const { accountId, token } = await aDrivenStore(path);
    const [first, second] = await Promise.all([
      ran(path, "turns", token, "0", ""),
      ran(path, "turns", token, "0", ""),
      ran(path, "changes", accountId, "0", ""),
    ]);
    const each: Sent[][] = [first, second].map(({ said }) => JSON.parse(said));
    for (const serial of SERIALS) {
      for (const sent of each) {
        const revisions = sent.filter((one) => one.serial === serial).map((one) => one.revision);
        deepStrictEqual(revisions, revisions.toSorted((a, b) => a - b));
      }
      const [last] = each.flat().filter((one) => one.serial === serial)
        .sort((a, b) => b.revision - a.revision);
      strictEqual(last?.tempC, tempOf(CHANGES));
    }
    deepStrictEqual(await afterRestart(path), {
      tempC: tempOf(CHANGES),
      states: ["applied", "applied"],
    });
  }));
