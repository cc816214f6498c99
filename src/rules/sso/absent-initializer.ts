import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, say, value } from "../../diagnostic/text.ts";
import { INITIALIZER, configuredInitializer, initializerTopic } from "../../compile/sso-route.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import type { Place } from "../../diagnostic/place.ts";
import { placeOf } from "../../source/tree.ts";
import type { EnvironmentRule } from "../rule.ts";

/** The property's own name taken for a class, or a class whose simple name says 'default': the declared default is in no jar. */
function absent(name: string): boolean {
  const simple = `${name.split(".").pop()}`;
  return simple === "SSOSessionInitializer" || /default/i.test(simple);
}

/** Where such a class is named: in what a compiled file sets, else in sso.yaml. */
function named(env: CompiledEnvironment): Named | null {
  const set = configuredInitializer(env);
  // what the kit itself ships is the vendor's
  if (set?.place && set.layer !== "kit" && absent(set.value))
    return { at: set.place, pointer: set.pointer, what: INITIALIZER, class: set.value };
  const leaf = env.environment.ssoConnector?.initializer;
  if (!leaf || !absent(leaf.text)) return null;
  return { at: placeOf(leaf.span), pointer: leaf.pointer, what: "initializer", class: leaf.text };
}

interface Named {
  readonly at: Place;
  readonly pointer: string | null;
  /** The key or field that names it. */
  readonly what: string;
  readonly class: string;
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const found = named(env);
  if (!found) return;
  const explains = [initializerTopic(env.environment.name)];
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
  title: "the configured single sign-on initializer is the declared default, which no jar holds",
  why: "The client library declares a default session initializer, but its selection never falls back to it and the jar does not contain it. Naming it makes every sign-in fail with a class that cannot be found.",
  remedy: "Leave sso.yaml's connector.initializer empty, or name a class that the plug-in really carries.",
  clauses: ["B6"],
  message: ({ what, class: found }: Pick<Named, "what" | "class">) => ({
    message: say`${name(what)} names the default initializer, which no jar holds`,
    notes: [
      say`the class is ${value(found)}`,
      say`the selection never uses the declared default and the jar lacks it, so sign-in fails when it is set`,
    ],
    help: say`leave it empty: the login address then chooses between TCCS and the session agent`,
  }),
  fails: { file: "environments/demo/sso.yaml", with: SSO("com.example.sso.DefaultSSOSessionInitializer") },
  passes: [
    { file: "environments/demo/sso.yaml", with: SSO("com.example.sso.OwnInitializer") },
    { file: "environments/demo/sso.yaml", with: SSO("") },
  ],
});

export const rule: EnvironmentRule = { ...absentInitializer, scope: "environment", check };
