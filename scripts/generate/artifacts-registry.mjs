/** src/compiler/artifacts/registry.generated.ts: one static import for every artifact file. */
import { registry } from "./registry.mjs";

export async function outputs() {
  const comment = "Every artifact of an environment but its manifest, by file name.";
  return [
    await registry({
      folder: "src/compiler/artifacts",
      member: "artifact",
      list: "ARTIFACTS",
      type: "Artifact",
      typeFile: "artifact.ts",
      comment,
    }),
  ];
}
