import { refused } from "./outcome.ts";
import type { SwapWorld } from "./world.ts";

/** In the way of a rename: links, and folders that are none. */
export function refuseLinks({ files }: Pick<SwapWorld, "files">, paths: readonly string[], kind: "folder" | "file"): void {
  for (const path of paths) {
    const looked = files.look(path);
    if (!looked || looked.kind === kind) continue;
    throw refused(
      looked.kind === "link"
        ? `${path} is a link or junction: a rename would act on another place than the one the tool reads`
        : `${path} is a ${looked.kind}, and a ${kind} is expected`,
      "put an ordinary one there; nothing was written",
    );
  }
}
