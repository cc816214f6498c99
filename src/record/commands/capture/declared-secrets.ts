import { join } from "node:path";
import { loadEnvironment, loadShared, mergeLayers, neighboursOf, openRepository, secretsIn } from "../../../compiler/index.ts";
import { isFolder, lookUpSecret } from "../../../platform/index.ts";
import type { Invocation } from "../../../report/index.ts";

/**
 * Returns the secrets that the repository's environments declare, as far as this machine has them, because they can occur in a capture without a
 * name. Runs no program, and leaves out secrets that are unreadable or not set; returns an empty list outside a repository.
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
