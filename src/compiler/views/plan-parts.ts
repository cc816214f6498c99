import { append } from "../../kernel/index.ts";
import { bytesOf } from "../../report/index.ts";

type Lines = readonly string[];

/** A part of the Markdown page of a plan that is shown or left out as a whole. */
export interface Part {
  readonly lines: Lines;
  /** Short form of this part of the plan, for a page without room for all lines; empty to leave the part out. */
  readonly head: Lines;
  readonly environments: number;
  readonly findings: number;
}

/**
 * Returns the parts that fit into a number of bytes, in their order; a part without room is replaced by its head or left out. Counts the
 * environments and findings of parts that are not shown in full.
 */
export function fitting(parts: readonly Part[], room: number) {
  const lines: string[] = [];
  let [left, environments, findings] = [room, 0, 0];
  for (const part of parts) {
    const own = [part.lines, part.head].find((all) => all.length > 0 && bytesOf(all) <= left) ?? [];
    left -= bytesOf(own);
    append(lines, own);
    if (own === part.lines) continue;
    environments += part.environments;
    findings += part.findings;
  }
  return { lines, left, environments, findings };
}
