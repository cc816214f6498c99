import { join } from "node:path";
import { loadEnvironment, loadShared, mergeLayers, neighboursOf, openRepository, secretsIn } from "../../../compiler/index.ts";
import { isFolder, lookUpSecret } from "../../../platform/index.ts";
import type { Invocation } from "../../../report/index.ts";

/**
 * Returns the values of the secrets to which the repository's environments refer, so that a redactor also hides them in a capture where no
 * name such as `password` precedes them. Runs no program to get a secret, and leaves out those that are unreadable or not set on this
 * machine. Returns an empty list outside a repository.
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
