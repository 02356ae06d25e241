import * as z from "zod/mini";
import {
  anyText,
  anyTextOrNull,
  email,
  id,
  isoDate,
  isoDateOrNull,
  named,
  text,
  version,
} from "@/lib/domain/forms/schema.ts";
import {
  ACCESS_STATES,
  type Consent,
  type Occupancy,
  type OccupancyDraft,
  type OccupancySpan,
} from "@/lib/domain/housing/occupancy.ts";
import {
  CONSENT_SOURCE_MAX_LENGTH,
  OCCUPANT_NAME_MAX_LENGTH,
} from "@/lib/domain/housing/limits.ts";

export const consent: z.ZodMiniType<Consent> = named(
  "Consent",
  z.object({ givenOn: isoDate, source: anyText, withdrawnOn: isoDateOrNull }),
);

export const occupancy: z.ZodMiniType<Occupancy> = named(
  "Occupancy",
  z.object({
    id,
    name: anyTextOrNull,
    email: anyText,
    from: isoDate,
    to: isoDateOrNull,
    consent: z.nullable(consent),
    access: z.enum(ACCESS_STATES),
    version: anyText,
  }),
);

export const occupancySpan: z.ZodMiniType<OccupancySpan> = named(
  "OccupancySpan",
  z.object({ from: isoDate, to: isoDateOrNull, fineFrom: isoDateOrNull }),
);

const consentDraft: z.ZodMiniType<Consent> = z.strictObject({
  givenOn: isoDate,
  source: text(CONSENT_SOURCE_MAX_LENGTH),
  withdrawnOn: isoDateOrNull,
}).check(z.refine(({ givenOn, withdrawnOn }) => withdrawnOn === null || givenOn <= withdrawnOn, {
  path: ["withdrawnOn"],
}));

export const occupancyDraft: z.ZodMiniType<OccupancyDraft> = z.strictObject({
  name: text(OCCUPANT_NAME_MAX_LENGTH),
  email: z.union([email, z.literal("")]),
  from: isoDate,
  to: isoDateOrNull,
  consent: z.nullable(consentDraft),
  version,
}).check(z.refine(({ from, to }) => to === null || from <= to, { path: ["to"] }));
