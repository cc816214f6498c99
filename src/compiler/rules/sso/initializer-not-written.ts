import { type Problem, bareValue, defineDiagnostic, placeOf, say, value, words, yamlScalar } from "../../../kernel/index.ts";
import { INITIALIZER } from "../../compile/sso-route.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { EnvironmentRule } from "../rule.ts";

function* check({ environment, files }: CompiledEnvironment): Iterable<Problem> {
  const leaf = environment.ssoConnector?.initializer;
  if (!environment.sso || !leaf || leaf.text.trim() === "") return;
  const set = (["connector", "client"] as const).some((file) => files[file]?.keys.get(INITIALIZER)?.decision.value === leaf.text);
  if (set) return;
  yield initializerNotWritten.at(placeOf(leaf.span), leaf.text, {
    follows: [{ environment: environment.name }],
    pointer: leaf.pointer,
  });
}

const SSO = (initializer: string) => `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm, application: PLM, redirectUris: [] }] }
connector: { loginUrl: https://plm.example.com:7001/tcsso, appId: PLM, initializer: '${initializer}' }
`;
const ENVIRONMENT = "environments/demo/environment.yaml";
const ON = { file: ENVIRONMENT, replace: "authentication: password", with: "authentication: sso" };
const sso = (initializer: string) => ({ file: "environments/demo/sso.yaml", with: SSO(initializer) });

const initializerNotWritten = defineDiagnostic({
  id: "sso/initializer-not-written",
  severity: "warning",
  because: ["sso/absent-initializer"],
  title: "sso.yaml names an initializer class that no compiled file sets",
  why: "The client library takes a configured class from its own property. None of the environment's files holds that property, so a class in sso.yaml alone changes nothing: the login address decides, and every answer about the class would be wrong.",
  remedy: "Leave connector.initializer empty, or set the property in the file that the client library reads.",
  clauses: ["B6", "E17"],
  message: (initializer: string) => ({
    message: say`connector.initializer names ${value(initializer)}, and no compiled file sets it`,
    notes: [
      say`the client library takes the class from ${words(INITIALIZER)}: without that key the login address alone chooses the initializer`,
    ],
    help: say`leave initializer empty; where the client library does read the key from a file, set it: workstation.set: { client: { ${words(INITIALIZER)}: ${bareValue(yamlScalar(initializer))} } }`,
  }),
  fails: { ...ON, also: [sso("com.example.sso.OwnInitializer")], beside: ["sso/no-route"] },
  passes: [{ ...ON, also: [sso("")] }, sso("com.example.sso.OwnInitializer")],
});

export const rule: EnvironmentRule = { ...initializerNotWritten, scope: "environment", check };
