import { damageFile, damageLog } from "@/tests/store/damages.ts";
import { inFolder } from "@/tests/tools/folders.ts";

const LOG_TRIALS = 1_000;
const FILE_TRIALS = 200;
const SEED = 20260101;

/**
 * QF2: the write-ahead log truncated, flipped or zeroed 1,000 times at random: each time an exact
 * prefix of the acknowledged writes is found; the readings in the file itself damaged: each time
 * refused when read and named by `kv:check`.
 */
export default async function damagedStore(): Promise<void> {
  await inFolder(async (folder) => {
    const log = await damageLog(folder, { trials: LOG_TRIALS, seed: SEED });
    console.log(
      `log: ${log.trials} trials, ${log.least} to ${log.most} commits found, every one an exact prefix`,
    );
    const file = await damageFile(folder, { trials: FILE_TRIALS, seed: SEED });
    console.log(`file: ${file.trials} trials, each refused when read and named by kv:check`);
  });
}
