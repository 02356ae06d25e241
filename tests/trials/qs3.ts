import { deepStrictEqual } from "node:assert/strict";
import { SAFE_FIGURES, sessionGate } from "@/tests/helpers/session_gate.ts";

const SIZE = { racers: 1_000, sessions: 1_000 };

/**
 * QS3: a thousand exchanges of one token, a thousand attempts at one code, two thousand sessions
 * and tokens ended.
 */
export default async function qs3(): Promise<void> {
  const figures = await sessionGate(SIZE);
  console.log(figures);
  const { idBits, ...counts } = figures;
  deepStrictEqual(counts, { ...SAFE_FIGURES, distinctIds: SIZE.sessions });
  if (idBits < 128) throw new Error(`A session id of ${idBits} bits`);
}

if (import.meta.main) await qs3();
