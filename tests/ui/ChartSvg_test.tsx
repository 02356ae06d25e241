import { ok } from "node:assert/strict";
import { ChartSvg } from "@/components/ui/ChartSvg.tsx";
import { chartModel } from "@/lib/ui/chart_model.ts";
import { chartScale } from "@/lib/ui/chart_scale.ts";
import { drawn } from "@/tests/helpers/drawn.ts";

Deno.test("a mark of a chart shows its text as a tooltip, for any input", () => {
  const model = chartModel({
    size: { width: 360, height: 240 },
    scale: chartScale(0, 5, 5),
    categories: ["a"],
    formatValue: String,
    marks: [{ categoryIndex: 0, text: "</title><script>1 < 2 & 3" }],
  });
  const html = drawn(<ChartSvg model={model} label="Essai" />);
  ok(html.includes("<title>&lt;/title&gt;&lt;script&gt;1 &lt; 2 &amp; 3</title></path>"), html);
});
