import { ADDRESS_KEYS } from "../../compile/addresses.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../../kernel/index.ts";

/**
 * What a finding on addresses follows from where no write decides one of them: the vendor's value, or that of the conf before, is judged
 * then, and the write table is what is wrong.
 */
export function unwritten({
  files,
  release,
}: Pick<CompiledEnvironment, "files" | "release">): Required<Pick<Problem, "follows">> & Pick<Problem, "needs"> {
  const left = ADDRESS_KEYS.some(({ file, key }) => /^(kit|carried)$/.test(files[file]?.keys.get(key)?.decision.layer ?? ""));
  if (!release || !left) return { follows: [] };
  return { follows: [{ release: release.name }], needs: { file: release.path, pointer: "/writes/*/*" } };
}
