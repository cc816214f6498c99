import type { OpenSecret } from "../../deployed/deployed.ts";
import { SecretValue } from "../../../kernel/index.ts";
import { decodeSecret, lookUpSecret } from "../../../platform/index.ts";
import { type SignInFacts, isSamePassword } from "../../../compiler/index.ts";
import type { SamePassword } from "../../deployed/shared-secrets.ts";
import type { Invocation } from "../../../report/index.ts";

const NOT_ASKED = "secrets are looked up with --with-secrets only";
const NO_UTILITY = "the deployed value is scrambled, and sso.yaml names no program that unscrambles it (passwordUtility.decode)";

/**
 * Returns a function that decodes a deployed secret with the program of passwordUtility.decode in sso.yaml, and returns whether it equals
 * the secret that sso.yaml refers to, or why that is unknown. The function never returns a secret.
 */
export function secretOpener(facts: SignInFacts, { host, directory, options }: Invocation): OpenSecret {
  const argv = facts.signIn.passwordUtility.decode.map(({ text }) => text);
  return async ({ reference }, deployed) => {
    if (!options.has("with-secrets")) return { why: NOT_ASKED };
    if (argv.length === 0) return { why: NO_UTILITY };
    const own = await lookUpSecret(reference, directory, host, true);
    if ("fault" in own) return { why: own.fault };
    const plain = await decodeSecret(argv, new SecretValue(deployed), host);
    return "fault" in plain ? { why: plain.fault } : { same: plain.value.reveal() === own.value.reveal() };
  };
}

/**
 * Returns a function that decodes the passwords of login.xml and identity.xml with the program of passwordUtility.decode in sso.yaml and
 * returns whether they are the same, or why that is unknown.
 */
export const passwordComparer =
  (facts: SignInFacts, { host, options }: Invocation): SamePassword =>
  async (login, identity) =>
    options.has("with-secrets") ? isSamePassword(facts, [login, identity], host) : { why: NOT_ASKED };
