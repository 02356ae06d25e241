/**
 * `deno task screenshots`: takes the README's screenshots from the running demo, in the browser of
 * the tests.
 * @module
 */

import { readConfig } from "@/fresh.config.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { links } from "@/lib/ui/links.ts";
import { ROOT } from "@/tools/files.ts";
import { withServer } from "@/tools/serving/with_server.ts";
import { withPage } from "./browser.ts";

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly dark?: boolean;
}

const BALANCE = links.energyBalance("p01", "p01-c1", "monthly/2025");

const PICTURES: readonly Picture[] = [
  { name: "residences", path: links.residences(), width: 1280, height: 800 },
  { name: "boiler-room", path: links.boilerRoom("p01", "p01-c1"), width: 1280, height: 640 },
  { name: "energy-balance", path: BALANCE, width: 1280, height: 1800 },
  { name: "simulation", path: `${BALANCE}?simulation=on&target=35`, width: 1280, height: 900 },
  {
    name: "comparison",
    path: links.boilerRoomReports("p01", "p01-c1", "monthly-2025"),
    width: 1280,
    height: 800,
  },
  { name: "phone", path: BALANCE, width: 390, height: 844 },
  { name: "dark", path: BALANCE, width: 1280, height: 900, dark: true },
];

if (import.meta.main) {
  const folder = `${ROOT}docs/images`;
  await Deno.mkdir(folder, { recursive: true });
  const config = readConfig({ DEMO: "on", ACCESS_LOG: "off" });
  await withServer(config, async ({ url }) => {
    for (const picture of PICTURES) await take(url, picture, folder);
  });
}

async function take(origin: string, picture: Picture, folder: string): Promise<void> {
  const { name, path, width, height, dark = false } = picture;
  await withPage(async (page) => {
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
    await page.setViewportSize({ width, height });
    await page.goto(`${origin}/login`);
    await page.fill("#email", DEMO_ACCOUNTS.landlord.email);
    await page.fill("#password", DEMO_ACCOUNTS.landlord.password);
    await page.click("button[type=submit]");
    await page.waitForURL("**/home");
    await page.goto(origin + path, { waitUntil: "networkidle" });
    const bytes = await page.screenshot({ path: `${folder}/${name}.png` });
    console.log(`${name}.png ${Math.round(bytes.length / 1024)} KB`);
  }, { width });
}
