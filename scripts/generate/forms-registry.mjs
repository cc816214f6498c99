/** src/report/registry.generated.ts: one static import for every output form. */
import { registry } from "./registry.mjs";

export async function outputs() {
  const comment = "Every output form, by name.";
  return [
    await registry({ folder: "src/report", member: "form", list: "FORMS", type: "ReportForm", typeFile: "report.ts", comment }),
  ];
}
