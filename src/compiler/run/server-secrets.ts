import { type Finding, type SecretValue, findingOf, notEncoded } from "../../kernel/index.ts";
import { encodeSecret } from "../../platform/index.ts";
import type { SignInFacts } from "../sso/facts.ts";
import { signInSecrets } from "../sso/parameters.ts";
import type { RunWorld } from "./request.ts";

/**
 * Passwords of the sign-in, encoded for the files of the security services by the utility that sso.yaml names (`passwordUtility.encode`),
 * by JSON pointer of the reference in sso.yaml, with the findings.
 */
export interface ServerSecrets {
  readonly encoded: ReadonlyMap<string, SecretValue>;
  readonly findings: readonly Finding[];
  /** True if the utility failed; then nothing must be written for the environment. */
  readonly failed: boolean;
}

/**
 * Encodes the sign-in's secrets with the site's encryption utility. Without a utility every placeholder stays and each secret gets a
 * finding; a failing utility is an error that stops the environment.
 */
export async function encodeSecrets(
  facts: SignInFacts,
  secrets: ReadonlyMap<string, SecretValue>,
  environment: string,
  world: Pick<RunWorld, "run">,
): Promise<ServerSecrets> {
  const argv = facts.signIn.passwordUtility.encode.map(({ text }) => text);
  const encoded = new Map<string, SecretValue>();
  const findings: Finding[] = [];
  for (const { reference, place } of signInSecrets(facts)) {
    const plain = secrets.get(reference.pointer);
    if (!plain) continue;
    const answer = argv.length === 0 ? null : await encodeSecret(argv, plain, world);
    if (answer && "value" in answer) encoded.set(reference.pointer, answer.value);
    else {
      const problem = notEncoded.at(place, { fault: answer?.fault ?? null }, { pointer: reference.pointer });
      findings.push(findingOf(problem, answer ? "error" : notEncoded.severity, environment));
    }
  }
  return { encoded, findings, failed: findings.some(({ severity }) => severity === "error") };
}
