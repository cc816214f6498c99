import { addressKeys } from "../../compile/addresses.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../../kernel/index.ts";

/**
 * Returns `follows` and `needs` for a finding on the tier's addresses. If no write decides one of these addresses, its value is the kit's
 * or that of the previous conf, so the finding follows from a fault in the release's write table.
 */
export function unwritten({
  files,
  release,
}: Pick<CompiledEnvironment, "files" | "release">): Required<Pick<Problem, "follows">> & Pick<Problem, "needs"> {
  const left = addressKeys(release).some(({ file, key }) =>
    /^(kit|carried)$/.test(files[file]?.keys.get(key)?.decision.layer ?? ""),
  );
  if (!release || !left) return { follows: [] };
  return { follows: [{ release: release.name }], needs: { file: release.path, pointer: "/writes/*/*" } };
}
