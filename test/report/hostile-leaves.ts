import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { leaves, replaced, RICH_REPOSITORY } from "../compiler/run/rich-repository.ts";
import { cli } from "../support/host.ts";
import { exampleRepository } from "../support/repository.ts";
import { harmOf, HOSTILE_YAML } from "./hostile-text.ts";

export const ENV = { LICENSE_KEY: "a-key", TCSSO_CLIENT_SECRET: "a-secret" };

/** Commands that read the documents of a repository. */
export const EVERY: readonly (readonly string[])[] = [
  ["check"],
  ["compat"],
  ["secrets", "check"],
  ["why", "full", "LicenseDir"],
  ["compile"],
  ["kit", "carry", "full"],
  ["kit", "diff", "2506", "2606"],
  ["bundle", "full"],
];

/** Harm in either stream; a document must be one, besides. */
export function harm({ out, err }: { readonly out: string; readonly err: string }, json = false): string | null {
  if (json && out !== "") JSON.parse(out);
  return harmOf(out) ?? harmOf(err);
}

const VALUES = leaves(RICH_REPOSITORY).filter((leaf) => leaf.part === "value");

/** What gets out of the values of the documents, each with hostile text behind what stood there: `commands` of the value's number are asked. */
export async function harmOfValues(
  which: (index: number) => boolean,
  commands: (index: number) => readonly (readonly string[])[],
): Promise<{ readonly tried: number; readonly found: readonly string[] }> {
  const folder = exampleRepository(RICH_REPOSITORY);
  const found: string[] = [];
  let tried = 0;
  for (const [i, leaf] of VALUES.entries()) {
    if (!which(i)) continue;
    const was = String(RICH_REPOSITORY[leaf.file]).slice(leaf.start, leaf.end);
    const own = /^[\w./:@ -]+$/.test(was) ? was : "";
    writeFileSync(join(folder, leaf.file), replaced(RICH_REPOSITORY, leaf, `"${own}${HOSTILE_YAML.slice(1)}`));
    for (const argv of commands(i)) {
      const bad = harm(await cli(argv, { cwd: folder, env: ENV }), argv.includes("json"));
      tried++;
      if (bad) found.push(`${leaf.file} ${leaf.pointer}: ${argv.join(" ")}: ${bad}`);
    }
    writeFileSync(join(folder, leaf.file), String(RICH_REPOSITORY[leaf.file]));
  }
  return { tried, found };
}
