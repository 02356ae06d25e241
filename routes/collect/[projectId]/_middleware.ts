export { residenceMember as handler } from "@/lib/app/residence_guard.ts";
