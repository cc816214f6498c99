import { type Finding, type Place, SecretValue, findingOf, secretMismatch } from "../../kernel/index.ts";
import { decodeSecret } from "../../platform/index.ts";
import { SHARED_SECRETS, type SignInSecretName } from "../model/federated-sign-in.ts";
import { PLACEHOLDER, type SecretReference } from "../model/secret.ts";
import { type InstalledParameter, installedParameters } from "../rules/sso/installed-parameters.ts";
import { secretSynced } from "../rules/sso/secret-synced.ts";
import type { SignInFacts } from "../sso/facts.ts";
import { planXml } from "../sso/installed-xml.ts";
import { isSecret, KEYSTORE } from "../sso/parameters.ts";
import type { RunWorld } from "./request.ts";

type World = Pick<RunWorld, "run">;

/**
 * The answer to whether two passwords, each scrambled by the site's encryption utility, are equal, or the reason in words why that is
 * unknown. Scrambled texts alone never prove it.
 */
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

/**
 * Returns the finding for a password that login.xml and identity.xml must share; null if both files have the same password or both values
 * are empty.
 */
async function mismatchOf(
  [login, identity]: readonly [InstalledParameter, InstalledParameter],
  facts: SignInFacts,
  world: World,
): Promise<ReturnType<typeof secretMismatch.at> | null> {
  const { name: parameter, place } = identity;
  const common = { parameter, login: login.file, identity: identity.file };
  const related = [{ message: ["the other one"], place: login.place }];
  // The line contains a password, so it is not quoted.
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

/** Function that returns the value of a secret reference; null if the value was not looked up or is not available. */
export type ValueOf = (reference: SecretReference) => SecretValue | null;

/**
 * Returns true if compiling writes a password parameter into login.xml and identity.xml from one secret reference, so that the current
 * values of the two files do not remain.
 */
function isWritten(facts: SignInFacts, parameter: string): boolean {
  const plans = (["login", "identity"] as const).map((role) => planXml(facts, role));
  return plans.every((plan) => plan?.edits.some(({ parameter: { name }, target }) => name === parameter && isSecret(target)));
}

/** A password that the compiled files will contain. */
interface Password {
  readonly plain: string;
  readonly place: Place;
  /** The source of the secret reference, to detect one reference in two fields; null for a value from the site's own identity.xml. */
  readonly source: string | null;
}

/**
 * Returns the password from the reference in sso.yaml; without a reference, the unscrambled password in the site's own identity.xml.
 * Returns null if the password is unknown.
 */
async function passwordOf(
  facts: SignInFacts,
  secret: SignInSecretName,
  parameter: string,
  { valueOf, world }: { readonly valueOf: ValueOf; readonly world: World },
): Promise<Password | null> {
  const written = facts.secrets[secret];
  if (written) {
    const { reference, place } = written;
    const plain = valueOf(reference)?.reveal() ?? "";
    return plain === "" ? null : { plain, place, source: JSON.stringify(reference.source) };
  }
  const argv = facts.signIn.passwordUtility.decode.map(({ text }) => text);
  const [own, ...others] = installedParameters(facts, parameter).filter(({ role }) => role === "identity");
  const text = own?.value.trim() ?? "";
  if (argv.length === 0 || !own || others.length > 0 || text === "" || text.startsWith(PLACEHOLDER)) return null;
  const answer = await decodeSecret(argv, new SecretValue(own.value), world);
  return "fault" in answer ? null : { plain: answer.value.reveal(), place: own.place, source: null };
}

/** Reports passwords of the signing key store that are equal to a password which login.xml and identity.xml share. */
async function syncedFindings(
  facts: SignInFacts,
  environment: string,
  known: { readonly valueOf: ValueOf; readonly world: World },
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const shared: (Password & { readonly name: string })[] = [];
  for (const name of SHARED_SECRETS) {
    const password = await passwordOf(facts, name, name, known);
    if (password) shared.push({ ...password, name });
  }
  for (const { parameter, secret } of shared.length === 0 ? [] : KEYSTORE) {
    const own = await passwordOf(facts, secret, parameter, known);
    // The rule sso/secret-synced reports one reference in both fields without looking it up.
    const same = shared.find(({ plain, source }) => own?.plain === plain && (source === null || source !== own.source));
    if (!own || !same) continue;
    const args = { seen: "one-value", keyStore: parameter, shared: same.name } as const;
    const related = [{ message: ["the other one"], place: same.place }];
    const problem = secretSynced.at(own.place, args, { related, quote: false });
    findings.push(findingOf(problem, secretSynced.severity, environment));
  }
  return findings;
}

/**
 * Reports a shared password that differs between the site's own login.xml and identity.xml, and a key store password that equals a shared
 * one. Runs only where values can be read: with `compile --with-secrets` and `secrets check --run`.
 */
export async function sharedSecretFindings(
  facts: SignInFacts,
  environment: string,
  world: World,
  valueOf: ValueOf,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [...(await syncedFindings(facts, environment, { valueOf, world }))];
  for (const name of SHARED_SECRETS) {
    if (isWritten(facts, name)) continue;
    const found = installedParameters(facts, name);
    const [login, identity] = (["login", "identity"] as const).map((role) => found.filter((one) => one.role === role));
    // The rule sso/xml-parameter reports a parameter that is absent or written twice.
    if (login?.length !== 1 || identity?.length !== 1 || !login[0] || !identity[0]) continue;
    const problem = await mismatchOf([login[0], identity[0]], facts, world);
    if (problem) findings.push(findingOf(problem, secretMismatch.severity, environment));
  }
  return findings;
}
