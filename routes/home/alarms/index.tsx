import { define } from "@/lib/web/state.ts";
import { alarmListHandlers, AlarmListPage } from "@/routes/(_components)/AlarmListPage.tsx";

export const handler = define.handlers(alarmListHandlers);

export default define.page<typeof handler>(({ data, state }) => (
  <AlarmListPage {...data} state={state} />
));
