export {
  default,
  handler,
} from "@/routes/collect/[projectId]/houses/all/[houseSeries]/[...period].tsx";
