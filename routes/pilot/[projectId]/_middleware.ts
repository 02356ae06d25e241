export { residenceMember as handler } from "@/lib/app/place.ts";
