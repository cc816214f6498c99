/** src/diagnose/causes/registry.generated.ts: one static import for every cause. */
import { registry } from "./registry.mjs";

export async function outputs() {
  const comment = "Every known cause, by id.";
  return [
    await registry({
      folder: "src/diagnose/causes",
      member: "cause",
      list: "CAUSES",
      type: "Cause",
      typeFile: "cause.ts",
      comment,
    }),
  ];
}
