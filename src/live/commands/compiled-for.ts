import { commandInSentence, shellCommand, wrongUse } from "../../kernel/index.ts";
import {
  type CompiledAnyhow,
  compileAnyhow,
  namesFor,
  openRepository,
  plainRequest,
  selectEnvironments,
} from "../../compiler/index.ts";
import { NL, type Invocation } from "../../report/index.ts";

/** The words that a command puts into its messages about the environment that it compiles. */
interface Words {
  /** The words by which messages name the environment. */
  readonly called: string;
  /** A clause of the error message: a fact that stays unknown if the environment cannot be compiled. */
  readonly unknown: string;
  /** A clause of the warning: how the command uses the compiled files although an error or its gate blocks the environment. */
  readonly used: string;
}

/**
 * Returns the environment that an argument of the command line names, with the names of all environments. Throws a Refusal for an unknown
 * one.
 */
export function environmentFor({ directory }: Pick<Invocation, "directory">, word: string) {
  const names = namesFor([word], openRepository(directory));
  const [environment = ""] = selectEnvironments([word], names);
  return { environment, names };
}

/**
 * Compiles an environment to the files that a deploy would install. If an error or its gate blocks the environment, it is compiled all the
 * same, with a warning on stderr. Throws a Refusal if it cannot be compiled at all.
 */
export async function compiledFor(
  invocation: Pick<Invocation, "directory" | "today" | "host">,
  { environment, names }: ReturnType<typeof environmentFor>,
  { called, unknown, used }: Words,
): Promise<CompiledAnyhow> {
  const { host } = invocation;
  const made = await compileAnyhow(plainRequest(invocation, names, [environment]), host);
  if (!made)
    throw wrongUse(
      `${called} cannot be compiled, so ${unknown}`,
      `${commandInSentence(shellCommand`tierwright check ${called}`)} says what is wrong`,
    );
  if (made.blocked !== null) host.stderr.write(`${called} would not be compiled as it is (${made.blocked}); ${used}${NL}`);
  return made;
}
