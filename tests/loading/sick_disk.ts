/** Disks that fill up or become read-only, as far as the machine allows. @module */
import { NotRun } from "@/tests/runner/run_named.ts";

export interface SickDisk {
  readonly folder: string;
  /** Makes every write fail from now on. */
  fail(): Promise<void>;
  /** Makes it writable again; true when no process may have it open meanwhile. */
  readonly heal: () => Promise<void>;
  readonly healsInUse: boolean;
}

/** Runs `act` on a small disk that fills up. */
export async function withFullDisk(act: (disk: SickDisk) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "full-disk-" });
  const ballast = `${folder}/ballast`;
  await mounted(["-t", "tmpfs", "-o", "size=8m", "none"], folder, () =>
    act({
      folder,
      // It fails once it has filled the disk.
      fail: async () => void await run("dd", "if=/dev/zero", `of=${ballast}`, "bs=4k"),
      heal: () => Deno.remove(ballast),
      healsInUse: true,
    }));
}

/** Runs `act` on a disk that becomes read-only, as a faulty one does. */
export async function withReadOnlyDisk(act: (disk: SickDisk) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "read-only-disk-" });
  const image = await Deno.makeTempFile({ prefix: "disk-" });
  try {
    await Deno.truncate(image, 32 * 1024 * 1024);
    await must("mkfs.ext4", "-q", "-F", image);
    const loop = ["-o", "loop", image];
    await mounted(loop, folder, () =>
      act({
        folder,
        fail: () => must("mount", "-o", "remount,abort", folder),
        heal: async () => {
          await must("umount", folder);
          // Its exit code is 1 once it has repaired the effects of the fault.
          await run("e2fsck", "-p", image);
          await must("mount", ...loop, folder);
        },
        healsInUse: false,
      }));
  } finally {
    await Deno.remove(image);
  }
}

async function mounted(
  what: readonly string[],
  folder: string,
  act: () => Promise<void>,
): Promise<void> {
  await must("mount", ...what, folder);
  try {
    await act();
  } finally {
    await must("umount", "--lazy", folder);
    await Deno.remove(folder);
  }
}

async function must(command: string, ...args: string[]): Promise<void> {
  const { success, said } = await run(command, ...args);
  if (!success) throw new NotRun(`this machine refuses ${command} ${args.join(" ")}: ${said}`);
}

async function run(
  command: string,
  ...args: string[]
): Promise<{ success: boolean; said: string }> {
  try {
    const { success, stderr } = await new Deno.Command(command, { args }).output();
    return { success, said: new TextDecoder().decode(stderr).trim() };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { success: false, said: "it is not there" };
    throw error;
  }
}
