/** The same page for another organisation than the current one (B §2 "orgId (optional)"). */
export { default, handler } from "@/routes/home/gas/[pce]/[...period].tsx";
