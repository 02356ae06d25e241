/** The main tasks of the product, done with the keyboard alone (QA3). @module */

import { ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { links } from "@/lib/ui/links.ts";
import type { Page } from "@/tests/npm/chromium.ts";

/** A task; the focus is on its first page when it begins. */
export interface KeyboardTask {
  readonly name: string;
  /** The page where it begins. */
  readonly path: string;
  act(keyboard: Keyboard): Promise<void>;
}

/** Maximum number of Tabs to reach a control. */
const MOST_TABS = 150;

/** A user without a pointer, who sees the focus. */
export class Keyboard {
  constructor(readonly page: Page) {}

  /** Presses Tab up to a control. */
  async to(selector: string): Promise<void> {
    for (let count = 0; count < MOST_TABS; count++) {
      await this.page.keyboard.press("Tab");
      const focus = await this.page.evaluate(focusIn, selector);
      ok(focus.isSeen, `no sign of the focus on ${focus.where}`);
      if (focus.isThere) return;
    }
    throw new Error(`${selector} is not reached by Tab`);
  }

  /** Goes to a field and overwrites its value; an option is selected by its first letters. */
  async write(selector: string, text: string): Promise<void> {
    await this.to(selector);
    await this.page.keyboard.type(text);
  }

  /** Goes to a link or a button, presses it, and waits for its target address. */
  async follow(selector: string, address: RegExp): Promise<void> {
    await this.to(selector);
    await this.enter(address);
  }

  /** Presses Enter, and waits for the target address. */
  async enter(address: RegExp): Promise<void> {
    const arrived = this.page.waitForURL(address);
    await this.page.keyboard.press("Enter");
    await arrived;
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }
}

/** Runs in the page: where the focus is, and whether it is visible. */
function focusIn(selector: string): { isThere: boolean; isSeen: boolean; where: string } {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) {
    return { isThere: false, isSeen: true, where: "" };
  }
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  const { bottom, top, right } = focused.getBoundingClientRect();
  return {
    isThere: focused.matches(selector),
    isSeen: outlineStyle !== "none" && parseFloat(outlineWidth) > 0 &&
      right > 0 && bottom > 0 && top < innerHeight,
    where: focused.outerHTML.slice(0, 120),
  };
}

const ROOM = links.boilerRoom("p01", "p01-c1");
const SUBMIT = "main button[type=submit]";

/** The ten tasks. */
export const KEYBOARD_TASKS: readonly KeyboardTask[] = [
  {
    name: "leaves, and signs in again",
    path: links.account(),
    async act(keyboard) {
      const { email, password } = DEMO_ACCOUNTS.landlord;
      await keyboard.follow("[action='/logout'] button", /\/login/);
      await keyboard.write("#email", email);
      await keyboard.write("#password", password);
      await keyboard.enter(/\/home$/);
    },
  },
  {
    name: "goes past the menu to the page",
    path: ROOM,
    async act(keyboard) {
      await keyboard.to(".skip-link");
      await keyboard.press("Enter");
      await keyboard.press("Tab");
      const isInPage = await keyboard.page.evaluate(() => document.activeElement?.closest("main"));
      ok(isInPage);
    },
  },
  {
    name: "sorts and filters the residences, and opens one",
    path: links.residences(),
    async act(keyboard) {
      await keyboard.follow("a.sort-link[href*='name:asc']", /sort=name:asc/);
      await keyboard.write("#filter-city", "Nancy");
      await keyboard.follow(SUBMIT, /filter:city=Nancy|filter%3Acity=Nancy/);
      await keyboard.follow("tbody th a", /\/collect\/p\d+$/);
    },
  },
  {
    name: "searches for a boiler room",
    path: links.residences(),
    async act(keyboard) {
      await keyboard.write(".search-box [name=q]", "chaufferie");
      await keyboard.enter(/\/home\/search\?/);
      await keyboard.follow("main a[href*='/boilerrooms/']", /\/boilerrooms\//);
    },
  },
  {
    name: "reads the balance of the year before, and compares it",
    path: links.energyBalance("p01", "p01-c1", "monthly/2025"),
    async act(keyboard) {
      await keyboard.follow("main [aria-label^='Année précédente']", /\/2024$/);
      await keyboard.follow("main a[href*='boilerroomreports']", /boilerroomreports/);
      await keyboard.follow("main a.sort-link[href*='sort=gap']", /sort=gap/);
    },
  },
  {
    name: "simulates another target",
    path: links.energyBalance("p01", "p01-c1", "monthly/2025"),
    async act(keyboard) {
      await keyboard.to("a[href*='simulation=on']");
      await keyboard.press("Enter");
      await keyboard.page.waitForSelector("[name=target]");
      await keyboard.write("[name=target]", "52");
      strictEqual(await keyboard.page.inputValue("[name=target]"), "52");
    },
  },
  {
    name: "changes a setting of a boiler room, help included",
    path: links.boilerRoomSettings("p01", "p01-c1"),
    async act(keyboard) {
      await keyboard.write("#location", "Sous-sol, porte B");
      await keyboard.follow("#identity button[type=submit]", /saved=identity/);
      strictEqual(await keyboard.page.inputValue("#location"), "Sous-sol, porte B");
      await keyboard.to(".tooltip button");
      ok(await keyboard.page.locator(".tooltip:focus-within [role=tooltip]").isVisible());
    },
  },
  {
    name: "creates a residence",
    path: links.newResidence(),
    async act(keyboard) {
      await keyboard.write("#name", "Les Glycines");
      await keyboard.write("#street", "3 rue des Glycines");
      await keyboard.write("#zipCode", "54000");
      await keyboard.write("#city", "Nancy");
      await keyboard.follow(".button-primary[type=submit]", /\/collect\/(?!p\d)/);
      strictEqual(await keyboard.page.textContent("h1"), "Les Glycines");
    },
  },
  {
    name: "gives a person a role",
    path: links.userRoles("p01", "karim.benali@demo.example"),
    async act(keyboard) {
      await keyboard.to("[value='collect:building:read']");
      await keyboard.press("Space");
      await keyboard.follow(".button-primary[type=submit]", /saved=roles/);
      ok(await keyboard.page.isChecked("[value='collect:building:read']"));
    },
  },
  {
    name: "adds a category with its values",
    path: links.tags(),
    async act(keyboard) {
      await keyboard.write("main form[method=post] input[type=text]", "Chauffage");
      await keyboard.enter(/\/tags\/[^/]+$/);
      await keyboard.write("#values input[type=text]", "Gaz");
      await keyboard.press("Enter");
      await keyboard.page.waitForSelector("#values input[value='Gaz']");
    },
  },
];
