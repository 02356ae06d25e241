import { killOften } from "@/tests/store/kills.ts";
import { inFolder } from "@/tests/tools/folders.ts";

const KILLS = 500;
const ACKNOWLEDGED = 500_000;
const ROUND = 25;
/** Written to at the same time: a single one waits for the disk at each write. */
const RESIDENCES = 24;

/**
 * QF1: 500 kills -9 during mixed writes (sessions, documents, readings, compaction), at least 500,000
 * acknowledged writes, none lost, every figure equal to that of its points. Throws at the first
 * loss.
 */
export default async function killAndRestart(): Promise<void> {
  let [kills, acknowledged] = [0, 0];
  while (kills < KILLS || acknowledged < ACKNOWLEDGED) {
    // A new file each round: the number of kills matters, not the size of a file.
    await inFolder(async (folder) => {
      const done = await killOften(`${folder}/store.db`, {
        kills: ROUND,
        longestMs: 3000,
        seed: kills,
        residences: RESIDENCES,
      });
      kills += done.kills;
      acknowledged += done.acknowledged;
    });
    console.log(`${kills} kills, ${acknowledged} writes acknowledged, 0 lost, 0 figures wrong`);
  }
}
