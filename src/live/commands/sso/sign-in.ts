import { commandInSentence, shellCommand, wrongUse } from "../../../kernel/index.ts";
import type { SourceTree } from "../../../platform/index.ts";
import {
  type FederatedSignIn,
  type SignInFacts,
  decideSignIn,
  loadEnvironment,
  loadShared,
  neighboursOf,
  openRepository,
  selectEnvironments,
} from "../../../compiler/index.ts";
import type { Invocation } from "../../../report/index.ts";

/** The sign-in configuration of the environment that a command names as its first argument. */
export interface OpenSignIn {
  readonly environment: string;
  readonly files: SourceTree;
  readonly signIn: FederatedSignIn;
  readonly facts: SignInFacts;
}

/**
 * Reads the sign-in configuration of the environment that a command names. Throws a Refusal if its sso.yaml is missing or unreadable.
 * @param without the end of the sentence "ENV has no sso.yaml that can be read, and so".
 * @param help the help line: what to write into sso.yaml.
 */
export function openSignIn({ directory, args }: Invocation, without: string, help: string): OpenSignIn {
  const { files, names } = openRepository(directory);
  const [environment = ""] = selectEnvironments(args, names);
  const { signIn: read } = loadEnvironment(files, environment, loadShared(files).model, neighboursOf(files, names));
  if (!read)
    throw wrongUse(
      `${environment} has no sso.yaml that can be read, and so ${without}`,
      `${help}; ${commandInSentence(shellCommand`tierwright check ${environment}`)} says what else is wrong`,
    );
  return { environment, files, signIn: read.signIn, facts: decideSignIn(read.signIn, read.installed) };
}
