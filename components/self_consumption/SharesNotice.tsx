import { Notice } from "@/components/ui/Page.tsx";
import type { AutoconsumptionConfig } from "@/lib/self_consumption/schema.ts";
import { sharesText } from "@/lib/self_consumption/text.ts";

/** In the form of a consumer, fixed shares above 100 % together; nothing for others. @spec autoconsumption.sharing */
export function SharesNotice(
  { info: { sharing }, sharesPercent }: Pick<AutoconsumptionConfig, "info" | "sharesPercent">,
) {
  const text = sharesPercent > 100 ? sharesText(sharing, sharesPercent) : null;
  return text === null ? null : <Notice tone="bad">{text}</Notice>;
}
