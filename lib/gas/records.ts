/** Declares the stored delivery points and rows of gas lines. @module */

import * as z from "zod";
import { tableOf } from "@/lib/base/records.ts";
import { GAS_FIGURES } from "./lines.ts";
import type { GasHolder } from "./pce_rules.ts";
import { type GasLine, gasPce } from "./schema.ts";

const { last, consent, askedAt, fault } = gasPce.shape;

const gasHolders: z.ZodType<readonly GasHolder[]> = z.array(z.object({
  projectId: z.string(),
  boilerRoomId: z.string(),
  fromDate: z.string().nullable(),
}));

/** Record of a delivery point without its lines; its boiler room has the rest. */
export type GasPceRecord = z.output<typeof gasPceRecord>;
export const gasPceRecord = z.object({
  last,
  consent,
  askedAt,
  fault,
  /** True when an administrator's import declared it, even without a boiler room. */
  isDeclared: z.boolean(),
  /** Number of consecutive requests to GRDF that failed. */
  failureCount: z.int().default(0),
  /** Last day received from GRDF; null before the first time. */
  pulledTo: z.string().nullable().default(null),
  /** Its boiler rooms over time, the current one last; empty for older records without one. */
  holders: gasHolders.default([]),
});

/** A delivery point never queried. */
export const NEW_GAS_PCE: GasPceRecord = {
  last: null,
  consent: null,
  askedAt: null,
  fault: null,
  isDeclared: false,
  failureCount: 0,
  pulledTo: null,
  holders: [],
};

/** The organisation on whose behalf a delivery point is requested. */
export const gasOwnerRecord: z.ZodType<{ orgId: string }> = z.object({ orgId: z.string() });

/** A line without its type, which is in its key: there are many lines, so the fields are unnamed. */
export type GasLineRow = readonly [
  fromDate: string,
  toDate: string,
  ...figures: readonly (number | null)[],
];

const figure = z.number().nullable();

/** Each row has the figures of {@link GAS_FIGURES}, in their order. */
export const gasLineRows: z.ZodType<readonly GasLineRow[]> = z.array(
  z.tuple([z.string(), z.string(), figure, figure, figure, figure, figure, figure, figure]),
);

export function gasRow(line: GasLine): GasLineRow {
  return [line.fromDate, line.toDate, ...GAS_FIGURES.map((name) => line[name])];
}

export function gasLineOf(
  [fromDate, toDate, ...figures]: GasLineRow,
  informative: boolean,
): GasLine {
  const named = tableOf(GAS_FIGURES, (name) => figures[GAS_FIGURES.indexOf(name)] ?? null);
  return { fromDate, toDate, informative, ...named };
}
