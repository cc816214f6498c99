import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { compiledKey } from "../../compile/decide.ts";
import { type Problem, defineDiagnostic, name, placeOf, say, words } from "../../../kernel/index.ts";
import { profileWrite } from "../../model/connector-profile.ts";
import type { EnvironmentRule } from "../rule.ts";

function* check({ environment, files, release }: CompiledEnvironment): Iterable<Problem> {
  for (const write of release?.profile?.writes ?? []) {
    const pair = profileWrite(write);
    if (!pair?.required) continue;
    const { file, key, value: field, decides } = pair;
    const decision = compiledKey(files, file, key)?.decision;
    if (decision?.layer !== "write" || decision.value.trim() !== "") continue;
    const { connector } = environment;
    const related = [{ message: say`the profile requires it`, place: placeOf(pair.span) }];
    yield requiredValue.at(placeOf(connector.span), { field, file, key, decides }, { pointer: connector.pointer, related });
  }
}

interface Args {
  readonly field: string;
  readonly file: string;
  readonly key: string;
  readonly decides: string;
}

const PROFILE = `apiVersion: tierwright/v1
kind: ConnectorProfile
connector: acme-bridge
files: [connector, client]
writes:
  - { file: connector, key: TC_SERVER_URL, field: tier.signIn, required: true, decides: where the tool signs in }
  - { file: client, key: BOOTSTRAP_URLS, field: tier.fileTransfer, required: true, decides: where model files go }
  - { file: connector, key: AWC_WEBLOGIC_HOST_URL, field: tier.webClient, required: true, decides: the panel's address }
`;

const RELEASE = `apiVersion: tierwright/v1
kind: ConnectorRelease
release: "2506"
connector: acme-bridge
java: 17
certifiedTiers: ["2506"]
kit: { plugin: plugin, profile: plugin/lib/PLM_Profile.mdzip }
`;

const ENVIRONMENT = "environments/demo/environment.yaml";
const PANEL = "  webClient: https://plm.example.com:3000/awc\n";
const also = [
  { file: "releases/connectors/acme-bridge.yaml", with: PROFILE },
  { file: "releases/2506/release.yaml", with: RELEASE },
];

const requiredValue = defineDiagnostic({
  id: "conf/required-value",
  severity: "error",
  title: "an environment lacks a value that its connector requires",
  why: "The key would be written empty. A connector profile marks the values that its connector cannot do without, and no other layer gives them.",
  remedy: "Set the field in the environment, or let the profile say that the connector works without it.",
  clauses: ["B1"],
  message: ({ field, file, key, decides }: Args) => ({
    message: say`${name(field)} is required by this connector and is not set`,
    notes: [say`${name(key)} of the ${words(file)} file would be empty; it decides ${words(decides)}`],
    help: say`set ${name(field)} in the environment`,
  }),
  fails: { file: ENVIRONMENT, replace: PANEL, with: "", also },
  passes: [{ file: ENVIRONMENT, replace: PANEL, with: PANEL, also }],
});

export const rule: EnvironmentRule = { ...requiredValue, scope: "environment", check };
