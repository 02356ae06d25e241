import { match } from "node:assert/strict";
import { MenuLinks } from "@/components/app/PlaceMenu.tsx";
import { drawn } from "@/tests/helpers/drawn.ts";

// @spec texts.french
Deno.test("MenuLinks() separates the thousands of a count", () => {
  const links = [{ href: "/alarms", label: "Alertes", icon: null, count: 1_234 }];
  match(drawn(<MenuLinks links={links} />), />1\u202F234</);
});
