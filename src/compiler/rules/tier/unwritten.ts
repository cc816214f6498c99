import { addressKeys } from "../../compile/addresses.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../../kernel/index.ts";

/**
 * Returns the circumstances of a finding on addresses: if no write decides one of them, the finding follows from the write table, because the judged
 * value is the vendor's or that of the previous conf.
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
