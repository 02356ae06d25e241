import { MOST_DELAY_MINUTES } from "@/lib/domain/alarms/limits.ts";
import { number } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";
import { ALARM_HANDLER_LABELS } from "@/lib/text/alarms.ts";

const minutes = (handler: keyof typeof ALARM_HANDLER_LABELS) =>
  number({
    label: ALARM_HANDLER_LABELS[handler],
    unit: "min",
    required: true,
    integer: true,
    min: 0,
    max: MOST_DELAY_MINUTES,
  });

/** How long a value must be outside its bounds before an alarm is raised. @spec alarms.delays */
export const DELAYS_FORM = form({
  name: "delays",
  fields: {
    "boilerroom-circuit": minutes("boilerroom-circuit"),
    "building-cmv": minutes("building-cmv"),
    "building-skydome": minutes("building-skydome"),
    "pilot-threshold": minutes("pilot-threshold"),
  },
});
