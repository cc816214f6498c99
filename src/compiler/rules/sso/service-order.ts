import { type Text, type Wording, defineDiagnostic, name, placeOf, say, startOf, value } from "../../../kernel/index.ts";
import type { Service } from "../../model/federated-sign-in.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import type { EnvironmentRule } from "../rule.ts";
import { changeSignIn, SOUND_SIGN_IN, signInAnd } from "./example-sign-in.ts";

type Args =
  /** sso.yaml does not state whether the Windows service of the security services depends on that of the password vault. */
  | { readonly seen: "not-stated"; readonly ssc: string | null; readonly vault: string | null }
  | { readonly seen: "none"; readonly ssc: string | null; readonly vault: string | null }
  /** sso.yaml states the dependency, but not the name of the security services' Windows service (`ssc`) or of the vault's. */
  | { readonly seen: "no-name"; readonly which: "ssc" | "vault" }
  | { readonly seen: "itself"; readonly name: string }
  | { readonly seen: "disabled"; readonly vault: string };

const textOf = (service: Service | null): string | null => service?.name?.text.trim() || null;

function seenIn({ signIn, vault }: SignInFacts): Args | null {
  const { services } = signIn;
  const [ssc, store] = [textOf(services.ssc), textOf(services.vault)];
  // without a password vault, no Windows service has to start before that of the security services
  if (vault.enabled.value !== "true" && !services.vault && !services.dependency) return null;
  if (services.dependency?.value !== true) return { seen: services.dependency ? "none" : "not-stated", ssc, vault: store };
  if (ssc === null || store === null) return { seen: "no-name", which: ssc === null ? "ssc" : "vault" };
  if (ssc.toLowerCase() === store.toLowerCase()) return { seen: "itself", name: ssc };
  return services.vault?.start?.text.trim().toLowerCase() === "disabled" ? { seen: "disabled", vault: store } : null;
}

const SYMPTOMS: readonly Text[] = [
  say`started before their vault, they log 'No value found for required String property: tcsso.oidc.client_secret' and 'No ApplicationContext found', and never retry`,
  say`the sign-in page still works, while consumers report TCSSO_SSOSystemException or 'General HTTP exception'`,
];

const BOTH_ENDS = say`set the dependency with \`sc.exe config SSC depend= VAULT\`, verify it from both ends (\`sc.exe qc SSC\`, \`sc.exe enumdepend VAULT\`), and set \`services.ssc.name\` to SSC, \`services.vault.name\` to VAULT and \`services.dependency\` to true`;

function wording(found: Args): Wording {
  if (found.seen === "no-name")
    return {
      message: say`services.dependency is stated, and services.${name(found.which)}.name is not`,
      notes: [say`a dependency needs the names of both services, and is verified from both ends`],
      help: say`write the names that the two services have on the server`,
    };
  if (found.seen === "itself")
    return {
      message: say`services.ssc and services.vault are both ${value(found.name)}: a service cannot depend on itself`,
      notes: SYMPTOMS,
      help: say`write the names that the two services have on the server`,
    };
  if (found.seen === "disabled")
    return {
      message: say`the vault service ${value(found.vault)} is disabled, and the security services depend on it`,
      notes: [say`a disabled service is never started, so the security services do not start either`],
      help: say`set the vault to automatic or manual start: the dependency then starts it`,
    };
  const [ssc, vault] = [found.ssc ?? "the security services", found.vault ?? "the vault"];
  return {
    message:
      found.seen === "none"
        ? say`services.dependency is false: ${name(ssc)} can start before ${name(vault)}`
        : say`nothing makes ${name(ssc)} wait for ${name(vault)}`,
    notes: SYMPTOMS,
    help: BOTH_ENDS,
  };
}

const services = (ssc: string, vault: string, further: string) =>
  signInAnd(`services: { ssc: { name: TcSS, start: ${ssc} }, vault: { name: TcVault, start: ${vault} }${further} }\n`);

const serviceOrder = defineDiagnostic({
  id: "sso/service-order",
  severity: "error",
  title: "nothing makes the security services wait for their vault",
  why: "The security services load their secrets once, at their start. They never try again: where they start automatically and the vault by hand or later, they run without the client's secret. The sign-in page works, and every consumer fails with an error that names neither the vault nor the order.",
  remedy: "Make the security services depend on the vault's service, verify it from both ends, and state it in services.",
  clauses: ["E10"],
  message: wording,
  fails: services("automatic", "manual", ""),
  passes: [
    SOUND_SIGN_IN,
    services("automatic", "manual", ", dependency: true"),
    signInAnd("vault: { enabled: true }\n", changeSignIn("stage: live", "stage: realm")),
  ],
});

export const rule: EnvironmentRule = {
  ...serviceOrder,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    // at stage realm the security services are not installed yet
    if (!signIn || signIn.stage === "realm") return;
    const found = seenIn(signIn);
    if (!found) return;
    const { services: written, path, vault } = signIn.signIn;
    const leaf = written.dependency ?? written.vault?.start ?? written.vault?.name ?? written.ssc?.name ?? vault.enabled;
    const pointer = written.dependency?.pointer ?? (leaf === vault.enabled ? vault.enabled?.pointer : "/services");
    // only a warning: a dependency that sso.yaml does not state can still be set on the server
    const weight = found.seen === "not-stated" && !written.vault ? { severity: "warning" as const } : {};
    yield serviceOrder.at(leaf ? placeOf(leaf.span) : startOf(path), found, { ...(pointer && { pointer }), ...weight });
  },
};
