import { type Place, type Problem, defineDiagnostic, name, placeOf, say, value } from "../../../kernel/index.ts";
import { INITIALIZER, configuredInitializer } from "../../compile/sso-route.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { EnvironmentRule } from "../rule.ts";

/**
 * Returns true if no jar of the kit contains the initializer class `name`. If that is not known (`inKit` is null), returns true only if
 * `name` is the name of the property that names the class, which is itself not a class.
 */
const isAbsent = (name: string, inKit: boolean | null): boolean => (inKit === null ? name.trim() === INITIALIZER : !inKit);

/** Returns where an initializer class that the kit lacks is named: in a compiled file, otherwise in sso.yaml; null if nowhere. */
function named(env: CompiledEnvironment): Named | null {
  const set = configuredInitializer(env);
  const inKit = env.initializerInKit;
  // a class that the kit's own file names is not reported, because the site did not choose it
  if (set?.place && set.layer !== "kit" && isAbsent(set.value, inKit))
    return { at: set.place, pointer: set.pointer, what: INITIALIZER, class: set.value, inKit };
  const leaf = env.environment.ssoConnector?.initializer;
  // if a compiled file sets a class, `inKit` is about that class and not about the one in sso.yaml
  if (set || !leaf || leaf.text.trim() === "" || !isAbsent(leaf.text, inKit)) return null;
  return { at: placeOf(leaf.span), pointer: leaf.pointer, what: "connector.initializer", class: leaf.text, inKit };
}

interface Named {
  readonly at: Place;
  readonly pointer: string | null;
  /** The key or field that names the initializer class. */
  readonly what: string;
  readonly class: string;
  /** Whether a jar of the kit contains the class; null if the kit's jars are not available. */
  readonly inKit: boolean | null;
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const found = named(env);
  if (!found) return;
  const explains = [{ environment: env.environment.name }];
  yield absentInitializer.at(found.at, found, { pointer: found.pointer, explains });
}

const SSO = (initializer: string) => `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm, application: PLM, redirectUris: [] }] }
connector: { loginUrl: '', appId: '', sessionFlag: '', initializer: '${initializer}' }
`;

const absentInitializer = defineDiagnostic({
  id: "sso/absent-initializer",
  severity: "error",
  title: "no jar of the kit contains the configured single sign-on initializer",
  why: "A configured class overrides everything else and makes every sign-in fail if no jar has it. This includes the default that the client library declares: its selection never falls back to it, and the jar does not contain it.",
  remedy: "Leave sso.yaml's connector.initializer empty, or name a class that the plug-in contains.",
  clauses: ["B6"],
  message: ({ what, class: found, inKit }: Pick<Named, "what" | "class" | "inKit">) => ({
    message: say`${name(what)} names ${value(found)}, which no jar contains`,
    notes: [
      inKit === null ? say`that is the name of the property, not of a class` : say`every jar in the kit's lock was searched`,
      say`a configured class takes precedence over the login address: sign-in fails because the class is not found`,
    ],
    help: say`leave it empty: the login address then chooses between TCCS and the session agent`,
  }),
  fails: { file: "environments/demo/sso.yaml", with: SSO(INITIALIZER) },
  passes: [
    { file: "environments/demo/sso.yaml", with: SSO("com.example.sso.DefaultSSOSessionInitializer") },
    { file: "environments/demo/sso.yaml", with: SSO("com.example.sso.OwnInitializer") },
    { file: "environments/demo/sso.yaml", with: SSO("") },
  ],
});

export const rule: EnvironmentRule = { ...absentInitializer, scope: "environment", check };
