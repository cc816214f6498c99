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

/** The words of a command about the environment that it compiles. */
interface Words {
  /** The environment as it is called in messages. */
  readonly called: string;
  /** A clause about the thing that is unknown if it cannot be compiled. */
  readonly unknown: string;
  /** A clause about the use of it if it is blocked. */
  readonly used: string;
}

/** Returns the environment that the word names, with the names of all. */
export function environmentFor({ directory }: Pick<Invocation, "directory">, word: string) {
  const names = namesFor([word], openRepository(directory));
  const [environment = ""] = selectEnvironments([word], names);
  return { environment, names };
}

/**
 * Compiles an environment as it would be installed, also a blocked one, with a warning on standard error. Throws a Refusal if nothing can be compiled.
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
