import { alarmListHandlers, AlarmListPage } from "@/components/alarms/AlarmListPage.tsx";
import { define } from "@/lib/web/state.ts";

export const handler = define.handlers(alarmListHandlers);

export default define.page<typeof handler>(({ data, state }) => (
  <AlarmListPage {...data} state={state} />
));
