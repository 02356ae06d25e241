import { Notice } from "@/components/page/Page.tsx";
import type { AutoconsumptionConfig } from "@/lib/domain/autoconsumption/types.ts";
import { sharesText } from "@/lib/text/autoconsumption/autoconsumption.ts";

/** In the form of a consumer, fixed shares above 100 % together; nothing for others. @spec autoconsumption.sharing */
export function SharesNotice(
  { info: { sharing }, sharesPercent }: Pick<AutoconsumptionConfig, "info" | "sharesPercent">,
) {
  const text = sharesPercent > 100 ? sharesText(sharing, sharesPercent) : null;
  return text === null ? null : <Notice tone="bad">{text}</Notice>;
}
