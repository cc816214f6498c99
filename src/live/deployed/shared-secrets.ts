import { KEYSTORE_PARAMETERS, PLACEHOLDER, SHARED_SECRETS } from "../../compiler/index.ts";
import type { ComparedField, Found, SecretAnswer } from "./deployed.ts";

/** Decides whether the deployed texts in login.xml and identity.xml are the same password, or returns the reason why that is not known. */
export type SamePassword = (login: string, identity: string) => Promise<SecretAnswer>;

const OTHER = "is another password than login.xml holds, and both have to be the same: the two services do not accept each other";

/**
 * Returns the entry of a deployed file for one parameter. Returns null if there is none or more than one, or if its value is empty or a
 * placeholder.
 */
function onlyValue(found: readonly Found[], name: string): Found | null {
  const [first, ...others] = found.filter((item) => item.name === name);
  const text = first?.value?.trim() ?? "";
  return first && others.length === 0 && text !== "" && !text.startsWith(PLACEHOLDER) ? first : null;
}

/**
 * Returns the result for a password of identity.xml. A password that could not be compared with the repository's value gets the result of
 * the comparison with login.xml instead.
 */
function judged(field: ComparedField, answer: SecretAnswer): ComparedField {
  if ("why" in answer || field.outcome !== "not-compared") return field;
  return answer.same
    ? { ...field, says: `${field.says}; it is the same as in login.xml` }
    : { ...field, outcome: "differs", says: OTHER };
}

/** Returns the result for a password of identity.xml that sso.yaml does not set: it can be compared with login.xml only. */
function unnamed({ name, at }: Found, answer: SecretAnswer): ComparedField {
  const none = { name, secret: true, expected: null, deployed: null, at, from: null } as const;
  if ("why" in answer) return { ...none, outcome: "not-compared", says: `is not compared with login.xml: ${answer.why}` };
  return answer.same
    ? { ...none, outcome: "equal", says: "is the same as in login.xml" }
    : { ...none, outcome: "differs", says: OTHER };
}

/**
 * Returns the compared fields, with the outcome `differs` for each key store password of identity.xml that is also one of the passwords
 * shared with login.xml, because the key store needs a separate password. Passwords that cannot be decoded are skipped.
 */
async function withKeyStore(
  fields: readonly ComparedField[],
  { login, identity }: { readonly login: readonly Found[]; readonly identity: readonly Found[] },
  same: SamePassword,
): Promise<readonly ComparedField[]> {
  let all = fields;
  for (const parameter of KEYSTORE_PARAMETERS) {
    const own = onlyValue(identity, parameter);
    if (!own) continue;
    for (const shared of SHARED_SECRETS) {
      const other = onlyValue(identity, shared) ?? onlyValue(login, shared);
      const answer = other && (await same(other.value ?? "", own.value ?? ""));
      if (!answer || "why" in answer || !answer.same) continue;
      const says = `is the same password as ${shared}, which login.xml also has: the key store needs a separate one`;
      const field = all.find(({ name }) => name === parameter) ?? {
        ...{ name: parameter, secret: true, expected: null, deployed: null, at: own.at, from: null },
      };
      all = [...all.filter(({ name }) => name !== parameter), { ...field, outcome: "differs", says }];
      break;
    }
  }
  return all;
}

/** Returns the compared fields of identity.xml, after comparing the passwords that identity.xml and login.xml share. */
export async function withSharedSecrets(
  fields: readonly ComparedField[],
  found: { readonly login: readonly Found[]; readonly identity: readonly Found[] },
  same: SamePassword,
): Promise<readonly ComparedField[]> {
  let all = fields;
  for (const name of SHARED_SECRETS) {
    const [login, identity] = [onlyValue(found.login, name), onlyValue(found.identity, name)];
    if (!login || !identity) continue;
    const answer = await same(login.value ?? "", identity.value ?? "");
    const known = all.some((field) => field.name === name);
    all = known ? all.map((field) => (field.name === name ? judged(field, answer) : field)) : [...all, unnamed(identity, answer)];
  }
  return withKeyStore(all, found, same);
}
