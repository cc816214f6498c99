/** src/live/doctor/registry.generated.ts: one static import for every check of the doctor. */
import { registry } from "./registry.mjs";

export async function outputs() {
  const comment = "Every check, by id.";
  return [
    await registry({
      folder: "src/live/doctor",
      member: "check",
      list: "CHECKS",
      type: "Check",
      typeFile: "check.ts",
      comment,
    }),
  ];
}
