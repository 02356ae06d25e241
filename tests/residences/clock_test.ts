import { strictEqual } from "node:assert/strict";
import { isTimeZone } from "@/lib/base/time_zones.ts";
import { clockName, clockText, timeZoneOfAddress } from "@/lib/residences/time_zone.ts";

// @spec projects.clock
Deno.test("timeZoneOfAddress() is the time zone of the postal code", () => {
  const expected = {
    "54000": "Europe/Paris",
    "20000": "Europe/Paris",
    "97110": "America/Guadeloupe",
    "97200": "America/Martinique",
    "97300": "America/Cayenne",
    "97400": "Indian/Reunion",
    "97500": "America/Miquelon",
    "97600": "Indian/Mayotte",
    "98600": "Pacific/Wallis",
    "98714": "Pacific/Tahiti",
    "98800": "Pacific/Noumea",
    "98000": "Europe/Paris",
    "": "Europe/Paris",
  };
  for (const [zipCode, timeZone] of Object.entries(expected)) {
    strictEqual(timeZoneOfAddress({ zipCode }), timeZone);
    strictEqual(isTimeZone(timeZone), true);
    strictEqual(clockName(timeZone).includes("/"), false, "each clock has its French name");
  }
});

// @spec projects.clock
Deno.test("clockText() names the time zone of the days, and that of the address where it differs", () => {
  const location = { street: "", zipCode: "97400", city: "", latitude: null, longitude: null };
  strictEqual(
    clockText({ timeZone: "Indian/Reunion", location }),
    "Les jours et les mois de cette résidence sont comptés à l’heure de La Réunion, d’après son code postal. L’heure ne change plus après le premier relevé.",
  );
  strictEqual(
    clockText({ timeZone: "Europe/Paris", location }),
    "Les jours et les mois de cette résidence sont comptés à l’heure de Paris, comme ses premiers relevés\u00A0: l’adresse est à l’heure de La Réunion, mais l’heure ne change plus après le premier relevé.",
  );
});
