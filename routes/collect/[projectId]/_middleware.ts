export { residenceMember as handler } from "@/lib/residences/place.ts";
