import { SHARED_SECRETS } from "../model/federated-sign-in.ts";
import { PLACEHOLDER } from "../model/secret.ts";
import type { ComparedField, Found, SecretAnswer } from "./deployed.ts";

/** Whether two deployed texts are the same password, or why that is not known. */
export type SamePassword = (login: string, identity: string) => Promise<SecretAnswer>;

const OTHER = "is another password than login.xml holds, and both have to be the same: the two services do not accept each other";

/** The one value of a name; null: there is none, more than one, or no password in it. */
function onlyValue(found: readonly Found[], name: string): Found | null {
  const [first, ...others] = found.filter((item) => item.name === name);
  const text = first?.value?.trim() ?? "";
  return first && others.length === 0 && text !== "" && !text.startsWith(PLACEHOLDER) ? first : null;
}

/** The field as the other file makes it, where the repository's own value was not to be had: with it each file is judged by itself. */
function judged(field: ComparedField, answer: SecretAnswer): ComparedField {
  if ("why" in answer || field.outcome !== "not-compared") return field;
  return answer.same
    ? { ...field, says: `${field.says}; it is the same as in login.xml` }
    : { ...field, outcome: "differs", says: OTHER };
}

/** Passwords that sso.yaml does not name are compared with each other alone. */
function unnamed({ name, at }: Found, answer: SecretAnswer): ComparedField {
  const none = { name, secret: true, expected: null, deployed: null, at, from: null } as const;
  if ("why" in answer) return { ...none, outcome: "not-compared", says: `is not compared with login.xml: ${answer.why}` };
  return answer.same
    ? { ...none, outcome: "equal", says: "is the same as in login.xml" }
    : { ...none, outcome: "differs", says: OTHER };
}

/** The fields of identity.xml, with the passwords that it shares with login.xml compared on both sides. */
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
  return all;
}
