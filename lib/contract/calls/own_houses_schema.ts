import * as z from "zod/mini";
import {
  anyText,
  anyTextOrNull,
  flag,
  id,
  isoDate,
  isoDateOrNull,
  named,
} from "@/lib/domain/forms/schema.ts";
import type {
  OwnConsentDraft,
  OwnContact,
  OwnHouse,
  OwnHouseName,
  OwnMessage,
  OwnSeries,
} from "@/lib/domain/housing/own_house.ts";
import { FINENESSES } from "@/lib/domain/housing/visibility.ts";
import { dataUnitId, seriesUnit } from "@/lib/domain/projects/schema.ts";
import { consent } from "./occupancies_schema.ts";

const names = { projectId: id, houseId: id, residence: anyText, dwelling: anyText };

export const ownHouseName: z.ZodMiniType<OwnHouseName> = named("OwnHouseName", z.object(names));

const ownSeries: z.ZodMiniType<OwnSeries> = named(
  "OwnSeries",
  z.object({
    id,
    dataUnitId,
    renamed: anyTextOrNull,
    unit: seriesUnit,
    finest: z.enum(FINENESSES),
  }),
);

const ownMessage: z.ZodMiniType<OwnMessage> = named(
  "OwnMessage",
  z.object({ id, from: isoDate, to: isoDateOrNull, message: anyText }),
);

const ownContact: z.ZodMiniType<OwnContact> = named(
  "OwnContact",
  z.object({ id, name: anyText, phone: anyText, mail: anyText }),
);

export const ownHouse: z.ZodMiniType<OwnHouse> = named(
  "OwnHouse",
  z.object({
    ...names,
    timeZone: anyText,
    from: isoDate,
    to: isoDateOrNull,
    consent: z.nullable(consent),
    series: z.array(ownSeries),
    messages: z.array(ownMessage),
    contacts: z.array(ownContact),
    hasReports: flag,
  }),
);

export const ownConsentDraft: z.ZodMiniType<OwnConsentDraft> = z.strictObject({
  isGiven: z.boolean(),
});
