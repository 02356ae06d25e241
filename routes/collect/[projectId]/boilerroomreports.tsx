/** The comparison of the organisation's boiler rooms, from one of its residences (B §2 "Comparaison"). @module */

export { default, handler } from "@/routes/home/comparison.tsx";
