import { join } from "node:path";
import { loadEnvironment, loadShared, mergeLayers, neighboursOf, openRepository, secretsIn } from "../../../compiler/index.ts";
import { isFolder, lookUpSecret } from "../../../platform/index.ts";
import type { Invocation } from "../../../report/index.ts";

/**
 * What the environments of the repository declare as a secret, as far as this machine gives it: it may stand in a capture where nothing names it.
 * No program is run for that, and what cannot be read or is not set is left out: a capture is read in any folder.
 */
export async function declaredSecrets({ directory, host }: Pick<Invocation, "directory" | "host">): Promise<readonly string[]> {
  if (!isFolder(join(directory, "environments"))) return [];
  const { files, names } = openRepository(directory);
  const shared = loadShared(files);
  const neighbours = neighboursOf(files, names);
  const found = new Set<string>();
  for (const name of names) {
    const { environment, sso } = loadEnvironment(files, name, shared.model, neighbours);
    const trees = [...(environment ? [mergeLayers(environment.layers)] : []), ...(sso ? [sso] : [])];
    for (const reference of trees.flatMap(secretsIn)) {
      const answer = await lookUpSecret(reference, directory, host, false);
      if ("value" in answer) found.add(answer.value.reveal());
    }
  }
  return [...found];
}
