import { type Finding, findingOf } from "../diagnostic/finding.ts";
import { SecretValue } from "../diagnostic/secret.ts";
import { secretMismatch } from "../diagnostics/sso/secret-mismatch.ts";
import { decodeSecret } from "../io/password-utility.ts";
import { SHARED_SECRETS } from "../model/federated-sign-in.ts";
import { PLACEHOLDER } from "../model/secret.ts";
import { type InstalledParameter, installedParameters } from "../rules/sso/installed-parameters.ts";
import type { SignInFacts } from "../sso/facts.ts";
import type { RunWorld } from "./request.ts";

type World = Pick<RunWorld, "run">;

/** Whether two scrambled texts are the same password, or why that is not known. Never known by the texts themselves. */
export type SamePassword = { readonly same: boolean } | { readonly why: string };

export async function isSamePassword(facts: SignInFacts, texts: readonly [string, string], world: World): Promise<SamePassword> {
  const argv = facts.signIn.passwordUtility.decode.map(({ text }) => text);
  if (argv.length === 0) return { why: "sso.yaml names no program that unscrambles them (passwordUtility.decode)" };
  if (texts.some((text) => text.startsWith(PLACEHOLDER))) return { why: "one of them is a placeholder, not a password" };
  const plain: string[] = [];
  for (const text of texts) {
    const answer = await decodeSecret(argv, new SecretValue(text), world);
    if ("fault" in answer) return { why: answer.fault };
    plain.push(answer.value.reveal());
  }
  return { same: plain[0] === plain[1] };
}

/** What is wrong with one password that both files hold; null: nothing. */
async function mismatchOf(
  [login, identity]: readonly [InstalledParameter, InstalledParameter],
  facts: SignInFacts,
  world: World,
): Promise<ReturnType<typeof secretMismatch.at> | null> {
  const { name: parameter, place } = identity;
  const common = { parameter, login: login.file, identity: identity.file };
  const related = [{ message: ["the other one"], place: login.place }];
  // a password stands on such a line
  const circumstances = { related, quote: false as const };
  const empty = [login, identity].filter(({ value }) => value.trim() === "");
  if (empty.length === 2) return null;
  if (empty[0]) return secretMismatch.at(place, { ...common, seen: "empty", file: empty[0].file }, circumstances);
  const answer = await isSamePassword(facts, [login.value, identity.value], world);
  if ("why" in answer)
    return secretMismatch.at(
      place,
      { ...common, seen: "not-compared", why: answer.why },
      { ...circumstances, severity: "warning" },
    );
  return answer.same ? null : secretMismatch.at(place, { ...common, seen: "differs" }, circumstances);
}

/**
 * The passwords that the site's own login.xml and identity.xml share, unscrambled and compared. Only where values may be read: with
 * `compile --with-secrets` and `secrets check --run`.
 */
export async function sharedSecretFindings(facts: SignInFacts, environment: string, world: World): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const name of SHARED_SECRETS) {
    const found = installedParameters(facts, name);
    const [login, identity] = (["login", "identity"] as const).map((role) => found.filter((one) => one.role === role));
    // one that is absent or stands twice is sso/xml-parameter
    if (login?.length !== 1 || identity?.length !== 1 || !login[0] || !identity[0]) continue;
    const problem = await mismatchOf([login[0], identity[0]], facts, world);
    if (problem) findings.push(findingOf(problem, secretMismatch.severity, environment));
  }
  return findings;
}
