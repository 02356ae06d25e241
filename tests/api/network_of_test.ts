import { strictEqual } from "node:assert/strict";
import { networkOf } from "@/lib/api/rate_limits.ts";

Deno.test("networkOf() is the address itself in IPv4, also when it is written in IPv6", () => {
  strictEqual(networkOf("192.0.2.7"), "192.0.2.7");
  strictEqual(networkOf("::ffff:192.0.2.7"), "192.0.2.7");
  strictEqual(networkOf("unknown"), "unknown");
});

Deno.test("networkOf() is the network of 64 bits in IPv6, in any notation", () => {
  strictEqual(networkOf("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2");
  strictEqual(networkOf("2001:0DB8:0001:0002::6"), "2001:db8:1:2");
  strictEqual(networkOf("2001:db8::6"), "2001:db8:0:0");
  strictEqual(networkOf("fe80::1%eth0"), "fe80:0:0:0");
  strictEqual(networkOf("::1"), "0:0:0:0");
});
