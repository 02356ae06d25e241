export { residenceMember as handler } from "@/lib/web/session/residence_guard.ts";
