import { deepStrictEqual } from "node:assert/strict";
import { ALERT_FORM } from "@/lib/housing/forms.ts";

const TYPED = { from: "2026-02-10", to: "", message: " Coupure ", houseIds: "h1\nh2" };

// @spec housing.messages
Deno.test("ALERT_FORM requires a day and a text, and an end no earlier than its start", () => {
  deepStrictEqual(ALERT_FORM.read(TYPED), {
    from: "2026-02-10",
    to: null,
    message: "Coupure",
    houseIds: ["h1", "h2"],
  });
  const errors = (over: Partial<typeof TYPED>) => ALERT_FORM.errors({ ...TYPED, ...over });
  deepStrictEqual(errors({ from: "", message: " " }), {
    from: { code: "required" },
    message: { code: "required" },
  });
  deepStrictEqual(errors({ to: "2026-02-09" }), { to: { code: "date-order" } });
  deepStrictEqual(errors({ to: "2026-02-10" }), {});
  deepStrictEqual(errors({ message: "x".repeat(2_001) }), {
    message: { code: "maxlength", allowedLength: 2_000 },
  });
});

Deno.test("ALERT_FORM reads back its displayed values", () => {
  const alert = { from: "2026-02-10", to: "2026-02-12", message: "Coupure", houseIds: ["h1"] };
  deepStrictEqual(ALERT_FORM.read(ALERT_FORM.typed(alert)), alert);
});
