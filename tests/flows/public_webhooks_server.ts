/**
 * The built server, where the jobs of each minute run at once, names are resolved by a server of this
 * machine, and connections to the public address are redirected to one, as far as the server's
 * permissions allow.
 * @module
 */
const [dnsPort, sinkPort] = [portOf("dns"), portOf("sink")];
const PUBLIC = "1.2.3.4";

const { resolveDns, connect } = Deno;

function asked(name: string, type: "A"): Promise<string[]> {
  return resolveDns(name, type, { nameServer: { ipAddr: "127.0.0.1", port: dnsPort } });
}

function connected(options: Deno.ConnectOptions): Promise<Deno.TcpConn> {
  if (options.hostname !== PUBLIC) return connect(options);
  const host = `${options.hostname}:${options.port}`;
  const { state } = Deno.permissions.querySync({ name: "net", host });
  if (state !== "granted") throw new Deno.errors.NotCapable(host);
  return connect({ ...options, hostname: "127.0.0.1", port: sinkPort });
}

// The clock stands still just before a minute, when the webhooks' job runs.
const JUST_BEFORE_MS = Math.ceil(Date.now() / 60_000) * 60_000 - 100;
Object.defineProperty(Date, "now", { value: () => JUST_BEFORE_MS });

for (const [name, value] of Object.entries({ resolveDns: asked, connect: connected })) {
  Object.defineProperty(Deno, name, { value });
}

function portOf(name: string): number {
  return Number(new URL(import.meta.url).searchParams.get(name));
}

const { default: server } = await import(new URL("../../_fresh/server.js", import.meta.url).href);

export default server;
