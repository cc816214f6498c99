import {
  type Place,
  type Problem,
  type Text,
  type Wording,
  addTo,
  bareValue,
  defineDiagnostic,
  groupedBy,
  name,
  quotedName,
  say,
} from "../../../kernel/index.ts";
import type { RealmClaim, RepositoryView } from "../../compile/summary.ts";
import type { RepositoryRule } from "../rule.ts";
import { realm } from "./example.ts";
import { realmKey } from "./realm-key.ts";

/** The value that one environment's sso.yaml states for a setting that a realm can have only once. */
interface Saying {
  readonly environment: string;
  readonly value: string;
  readonly place: Place;
}

interface Args {
  readonly realm: string;
  /** The setting in words: the field of sso.yaml, or the part of a client. */
  readonly what: Text;
  readonly odd: Saying;
  readonly other: Saying;
}

function wording({ realm: url, what, odd, other }: Args): Wording {
  const says = ({ value }: Saying) => (value === "" ? say`none` : say`${bareValue(value)}`);
  return {
    message: say`${name(odd.environment)} and ${name(other.environment)} share a realm and differ in ${what}`,
    notes: [
      say`${name(odd.environment)} has ${says(odd)}, ${name(other.environment)} ${says(other)}; the realm is ${name(url)}`,
      say`the realm can have only one of them: the last import applies to both, and breaks the sign-in of the other environment`,
    ],
    help: say`write the same in both, or give one of them a separate realm (or client)`,
  };
}

const COPY = `apiVersion: tierwright/v1
kind: Environment
name: copy
extends: demo
connector: "2506"
tool: 2024x Refresh3
`;
const DEMO = { file: "environments/demo/sso.yaml", with: realm("username: { min: 2, max: 255 }") };
const copied = (text: string) => ({
  file: "environments/copy/environment.yaml",
  with: COPY,
  also: [DEMO, { file: "environments/copy/sso.yaml", with: text }],
});

const sharedRealm = defineDiagnostic({
  id: "idp/shared-realm",
  severity: "error",
  title: "two environments name one realm with different settings",
  why: "The import of one undoes the other's. A realm has one user profile, one set of host-name settings and one client of each id, and each environment's realm.json carries its own: working sign-ins then end with 'Invalid parameter: redirect_uri' or with endpoints of another name.",
  remedy: "Write the same in both, or give one a separate realm or client.",
  clauses: ["E14"],
  message: wording,
  fails: { ...copied(realm("username: { min: 2, max: 64 }")), beside: ["idp/shared-client"] },
  passes: [
    copied(realm("username: { min: 2 }")),
    copied(realm("username: { max: 64 }").replace("realm: engineering", "realm: trial")),
    copied(realm("", "clients: [{ id: plm-copy, redirectUris: [] }]")),
  ],
});

/** Returns, for each setting that a realm can have only once, the values that environments with the same realm state. */
function sayings(known: readonly (readonly [string, RealmClaim])[]): ReadonlyMap<string, { what: Text; said: Saying[] }> {
  const all = new Map<string, { what: Text; said: Saying[] }>();
  const add = (key: string, what: Text, one: Saying) => {
    const entry = all.get(key);
    if (entry) entry.said.push(one);
    else all.set(key, { what, said: [one] });
  };
  for (const [environment, { settings, clients }] of known) {
    for (const [field, { value, place }] of Object.entries(settings))
      add(field, say`${name(field)}`, { environment, value: value.trim(), place });
    for (const { id, place, redirectUris, postLogout } of clients) {
      const client = quotedName(id);
      if (redirectUris)
        add(`uris ${id}`, say`the redirect URIs of client ${client}`, {
          environment,
          value: [...redirectUris].sort().join(", "),
          place,
        });
      if (postLogout !== null)
        add(`after ${id}`, say`the address after sign-out of client ${client}`, { environment, value: postLogout, place });
    }
  }
  return all;
}

/**
 * Returns each value that differs from the most frequent one, paired with it. Among equally frequent values, the first is the usual one.
 */
function differences(said: readonly Saying[]): readonly (readonly [Saying, Saying])[] {
  const groups = groupedBy(said, ({ value }) => value);
  const [most, ...rest] = [...groups.values()].sort((a, b) => b.length - a.length);
  const usual = most?.[0];
  return usual ? rest.flatMap((group) => group.map((odd) => [odd, usual] as const)) : [];
}

function* check({ environments }: RepositoryView): Iterable<Problem & { environment: string }> {
  const realms = new Map<string, [string, RealmClaim][]>();
  for (const { name: environment, realm: claim } of environments) {
    if (claim) addTo(realms, realmKey(claim), [environment, claim]);
  }
  for (const [url, known] of realms) {
    if (known.length < 2) continue;
    for (const { what, said } of sayings(known).values()) {
      for (const [odd, other] of differences(said)) {
        const related = [{ message: say`the value of ${quotedName(other.environment)}`, place: other.place }];
        const problem = sharedRealm.at(odd.place, { realm: url, what, odd, other }, { related });
        for (const environment of [odd.environment, other.environment]) yield { ...problem, environment };
      }
    }
  }
}

export const rule: RepositoryRule = { ...sharedRealm, scope: "repository", check };
