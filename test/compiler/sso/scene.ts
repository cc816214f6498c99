import type { ArtifactContext } from "../../../src/compiler/artifacts/artifact.ts";
import { ARTIFACTS } from "../../../src/compiler/artifacts/registry.generated.ts";
import type { CompiledEnvironment } from "../../../src/compiler/compile/compiled.ts";
import { csvTable } from "../../../src/kernel/index.ts";
import type { RuleProblem } from "../../../src/kernel/diagnostic/finding.ts";
import { parseDiscovery } from "../../../src/compiler/load/discovery.ts";
import { readSignIn } from "../../../src/compiler/load/read-sign-in.ts";
import { parseUsers } from "../../../src/compiler/load/user-list.ts";
import { checkDocument } from "../../../src/kernel/schema/validate.ts";
import type { Mapping } from "../../../src/kernel/source/tree.ts";
import { readYaml } from "../../../src/kernel/source/yaml.ts";
import { decideSignIn } from "../../../src/compiler/sso/decide.ts";
import type { SignInFacts } from "../../../src/compiler/sso/facts.ts";

export const SSO_PATH = "environments/demo/sso.yaml";

/** What a realm of this address answers. */
export function discoveryOf(realm: string, further: Readonly<Record<string, unknown>> = {}): string {
  const oidc = `${realm}/protocol/openid-connect`;
  const document = {
    issuer: realm,
    authorization_endpoint: `${oidc}/auth`,
    token_endpoint: `${oidc}/token`,
    userinfo_endpoint: `${oidc}/userinfo`,
    jwks_uri: `${oidc}/certs`,
    end_session_endpoint: `${oidc}/logout`,
    ...further,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

export const REALM = "https://idp.example.com:8443/realms/engineering";

/** A sign-in with everything that stage live needs; lines 1 to 12. */
export const LIVE = `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: live
idp:
  base: https://idp.example.com:8443
  realm: engineering
  clients: [{ id: plm, application: PLM }]
loginService: { base: https://plm.example.com:7001, name: tcsso }
webApplication: { name: awc, root: https://plm.example.com:3000/awc }
oidc: { clientSecret: { env: TCSSO_CLIENT_SECRET } }
secrets: { identityServicePassword: { env: TCSSO_IDENTITY_PASSWORD }, propertiesPassword: { env: TCSSO_PROPERTIES_PASSWORD } }
`;

/** The facts of a document that must be sound; without a discovery document none is pinned. */
export function factsOf(yaml: string, discovery: string | null = discoveryOf(REALM), users: string | null = null): SignInFacts {
  const { tree, problems } = readYaml(SSO_PATH, Buffer.from(yaml));
  const all: RuleProblem[] = [...problems, ...(tree ? checkDocument("FederatedSignIn", tree) : [])];
  const pinned = discovery === null ? null : parseDiscovery("environments/demo/discovery.json", Buffer.from(discovery), all);
  if (tree?.type !== "map" || all.length > 0) throw new Error(`not a sound document: ${JSON.stringify(all)}`);
  const list = users === null ? null : parseUsers("environments/demo/users.csv", users, csvTable(users));
  return decideSignIn({ ...readSignIn(tree as Mapping), discovery: pinned, users: list }, { xml: [], env: [] });
}

/** A tier that declares nothing: what the sign-in's files say depends on sso.yaml alone. */
const TIER = { hosts: new Map(), signIn: null, webClient: null, fileTransfer: [] };

/** What the artifacts of a sign-in say, by name below sso/: without secrets, with the built-in templates. */
export function filesOf(facts: SignInFacts, context: Partial<ArtifactContext> = {}): Readonly<Record<string, string>> {
  const compiled = {
    signIn: facts,
    environment: { name: "demo", tier: TIER },
    files: {},
    release: null,
  } as unknown as CompiledEnvironment;
  const all = { version: "", template: () => null, installed: [], ...context };
  const made = ARTIFACTS.filter(({ name }) => name.startsWith("sso-")).flatMap((artifact) => {
    const file = artifact.produce(compiled, all);
    if (!file) return [];
    const faults = artifact.prove(file, compiled, all);
    if (faults.length > 0) throw new Error(`${file.path}: ${faults.join("; ")}`);
    return [[file.path.replace("sso/", ""), file.bytes.toString("latin1")] as const];
  });
  return Object.fromEntries(made);
}
