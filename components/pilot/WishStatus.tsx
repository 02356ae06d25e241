import { Status } from "@/components/page/Page.tsx";
import type { ModuleLine } from "@/lib/domain/pilot/module_list.ts";
import { wishText } from "@/lib/text/pilot/modules.ts";

/** Delay considered too long, s: an online gateway applies settings within the hour. */
const LONG_S = 86_400;

/** Whether a module has applied its settings, with a colour while it has not. */
export function WishStatus({ wish, pendingS }: Pick<ModuleLine, "wish" | "pendingS">) {
  const label = wishText(wish.state, pendingS);
  if (wish.state !== "pending") return <>{label}</>;
  return <Status tone={pendingS !== null && pendingS > LONG_S ? "bad" : "info"} label={label} />;
}
