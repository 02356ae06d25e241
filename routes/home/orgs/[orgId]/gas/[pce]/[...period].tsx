/** The same page for another organisation than the one its reader works in (B §2 "orgId (optional)"). */
export { default, handler } from "@/routes/home/gas/[pce]/[...period].tsx";
