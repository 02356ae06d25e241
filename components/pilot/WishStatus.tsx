import { Status } from "@/components/page/Status.tsx";
import type { ModuleLine } from "@/lib/domain/pilot/module_list.ts";
import { wishText } from "@/lib/text/pilot/modules.ts";

/** A gateway that is heard takes what is asked within the hour: a day is too long. */
const LONG_S = 86_400;

/** Whether a module has applied what is asked of it, with a colour while it waits. */
export function WishStatus({ wish, pendingS }: Pick<ModuleLine, "wish" | "pendingS">) {
  const label = wishText(wish.state, pendingS);
  if (wish.state !== "pending") return <>{label}</>;
  return <Status tone={pendingS !== null && pendingS > LONG_S ? "bad" : "info"} label={label} />;
}
