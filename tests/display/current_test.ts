import { deepStrictEqual } from "node:assert/strict";
import { compareContacts, listedMessages, messagesOn } from "@/lib/display/screen_pages.ts";

const message = (id: string, priority: number, from: string, to: string | null) => ({
  id,
  priority,
  from,
  to,
});

const MESSAGES = [
  message("low", 3, "2026-02-01", null),
  message("older", 1, "2026-02-01", "2026-02-10"),
  message("newer", 1, "2026-02-10", "2026-02-12"),
  message("past", 1, "2026-02-01", "2026-02-09"),
  message("coming", 1, "2026-02-11", null),
];

const shownOn = (day: string) => messagesOn(MESSAGES, day).map(({ id }) => id);

// @spec display.current
Deno.test("messagesOn() returns those of the day, last day included, by priority, latest first", () => {
  deepStrictEqual(shownOn("2026-02-10"), ["newer", "older", "low"]);
  deepStrictEqual(shownOn("2026-02-11"), ["coming", "newer", "low"]);
  deepStrictEqual(shownOn("2026-01-31"), []);
});

Deno.test("listedMessages() puts those of the day first, in the order of the screen", () => {
  const listed = listedMessages(
    [message("latest", 2, "2026-02-10", null), ...MESSAGES],
    "2026-02-10",
  );
  deepStrictEqual(listed.map(({ id }) => id), [
    "newer",
    "older",
    "latest",
    "low",
    "coming",
    "past",
  ]);
});

Deno.test("compareContacts() puts the first priority first, then names in their French order", () => {
  const contacts = [
    { priority: 2, name: "Astreinte" },
    { priority: 1, name: "Gardien" },
    { priority: 1, name: "Élagueur" },
  ];
  deepStrictEqual(contacts.sort(compareContacts).map(({ name }) => name), [
    "Élagueur",
    "Gardien",
    "Astreinte",
  ]);
});
