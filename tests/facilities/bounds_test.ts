import { deepStrictEqual } from "node:assert/strict";
import { boundsStatus } from "@/components/facilities/CurrentValues.tsx";

const OUT = { name: "Départ", value: 55, min: 20, max: 75 };
const BACK = { name: "Retour", value: 42, min: 20, max: 60 };

Deno.test("boundsStatus() is good when every value is known and within its bounds", () => {
  deepStrictEqual(boundsStatus([OUT, BACK]), { tone: "good", label: "Dans les bornes" });
});

Deno.test("boundsStatus() names a missing value when the others are within their bounds", () => {
  deepStrictEqual(boundsStatus([OUT, { ...BACK, value: null }]), {
    tone: "info",
    label: "Retour sans valeur",
  });
  deepStrictEqual(boundsStatus([{ ...OUT, value: null }, BACK]).label, "Départ sans valeur");
});

Deno.test("boundsStatus() reports a value out of its bounds before a missing one", () => {
  deepStrictEqual(boundsStatus([{ ...OUT, value: 80 }, { ...BACK, value: null }]), {
    tone: "bad",
    label: "Hors bornes",
  });
});

Deno.test("boundsStatus() without any reading is null", () => {
  const none = { tone: "info", label: "Pas de valeur récente" };
  deepStrictEqual(boundsStatus([{ ...OUT, value: null }, { ...BACK, value: null }]), none);
  deepStrictEqual(boundsStatus([]), none);
});

Deno.test("boundsStatus() does not report a value without bounds as within them", () => {
  const free = { min: null, max: null };
  deepStrictEqual(boundsStatus([{ ...OUT, ...free }]), { tone: "info", label: "Sans bornes" });
  deepStrictEqual(boundsStatus([OUT, { ...BACK, ...free }]).label, "Dans les bornes");
});
