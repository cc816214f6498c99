/** src/live/probe/registry.generated.ts: one static import for every probe. */
import { registry } from "./registry.mjs";

export async function outputs() {
  const comment = "Every probe, by id.";
  return [
    await registry({
      folder: "src/live/probe",
      member: "probe",
      list: "PROBES",
      type: "Probe",
      typeFile: "probe.ts",
      comment,
    }),
  ];
}
