import { type Problem, type Wording, defineDiagnostic, listTexts, name, say, value, words } from "../../../kernel/index.ts";
import { KEYSTORE_SECRETS } from "../../model/federated-sign-in.ts";
import type { EnvironmentRule } from "../rule.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import { installedXml } from "../../sso/installed-xml.ts";
import { KEYSTORE_PARAMETERS } from "../../sso/parameters.ts";
import { installedParameters } from "./installed-parameters.ts";
import { changeSignIn, oidcWith, SOUND_SIGN_IN, signInAnd, signInWith } from "./example-sign-in.ts";

/** The only path and name in the password vault at which the security services look for the signing key store. */
const SECRET = { path: "Teamcenter.Securityservice", name: "identityserviceKS" } as const;

type Args =
  | { readonly seen: "elsewhere"; readonly field: keyof typeof SECRET; readonly found: string; readonly read: boolean }
  | { readonly seen: "unread"; readonly secrets: readonly string[] }
  | { readonly seen: "vault-only"; readonly secret: string; readonly byFile: string | null }
  | { readonly seen: "no-key"; readonly identityXml: string | null };

function wording(found: Args): Wording {
  if (found.seen === "unread")
    return {
      message: say`client_secret_basic does not read ${listTexts(found.secrets.map((secret) => name(`secrets.${secret}`)))}`,
      notes: [
        say`the client authenticates with its secret; only private_key_jwt uses the signing key store`,
        say`errors in the log about loading the key store or its password from the vault, next to a successful start, are then misleading`,
      ],
      help: say`remove them here, or write clientAuthMethod: private_key_jwt where the client signs`,
    };
  if (found.seen === "elsewhere")
    return {
      message: say`vault.${name(found.field)} is ${value(found.found)}, not ${name(SECRET[found.field])}`,
      notes: [
        say`the security services look for the signing key store in ${name(`${SECRET.path}/${SECRET.name}`)} and nowhere else, letter by letter`,
        found.read
          ? say`the private key is read from the vault alone: it is not found, and the only visible error is about a private key that is null`
          : say`nothing is read from it with these settings; vault.md would name a secret that the services do not find`,
      ],
      help: say`write ${name(found.field)}: ${name(SECRET[found.field])}, or leave it out: that is the default`,
    };
  if (found.seen === "no-key")
    return {
      message: say`private_key_jwt has no key to sign with: neither the vault nor a key store is set up`,
      notes: [
        say`vault.enabled is not true, ${
          found.identityXml === null
            ? words("and secrets names neither keyStorePassword nor privateKeyPassword")
            : say`and neither secrets nor ${name(found.identityXml)} holds KeyStorePassword or PrivateKeyPassword`
        }`,
        say`people reach the login form of the identity provider and come back with a code; the login service cannot authenticate itself with it, gets no token, and shows an error about a private key that is null`,
      ],
      help: say`set \`vault.enabled\` to true where the vault holds the key store, or \`secrets.keyStorePassword\` and \`secrets.privateKeyPassword\` for one on the disk; or write clientAuthMethod: client_secret_basic`,
    };
  return {
    message: say`private_key_jwt with the vault: the private key comes from the vault alone`,
    notes: [
      ...(found.byFile === null
        ? []
        : [say`sso.yaml does not set vault.enabled, and ${name(found.byFile)} has tcsso.vaultEnabled on`]),
      say`it is read from the secret ${name(found.secret)}; a key store on the login service's disk is never touched`,
      say`errors there are swallowed: the only visible one is about a private key that is null`,
    ],
    help: say`make sure that the vault holds the secret and runs before the security services, then suppress this line: ${words("# tierwright-ignore sso/vault: REASON")}; or set \`vault.enabled\` to false`,
  };
}

const KEY_STORE = "  keyStorePassword: { env: TCSSO_KEY_STORE_PASSWORD }\n";
const SHARED = "  propertiesPassword: { env: TCSSO_PROPERTIES_PASSWORD }\n";

const vault = defineDiagnostic({
  id: "sso/vault",
  severity: "warning",
  title: "the key store's secrets are not read, or the private key can come only from the vault or from nowhere",
  why: "client_secret_basic never reads the signing key store. Its errors in the log are then misleading. private_key_jwt with tcsso.vaultEnabled reads the key from the vault and from nowhere else, and an exception there is swallowed and shows as a null private key. With neither the vault nor a key store there is no private key at all.",
  remedy: "Write the key store's secrets with private_key_jwt only; if the vault holds the key, prove that it is there.",
  clauses: ["E9", "E18"],
  message: wording,
  fails: signInWith(changeSignIn(SHARED, `${SHARED}${KEY_STORE}`)),
  passes: [
    SOUND_SIGN_IN,
    signInAnd("vault: { enabled: true }\nservices: { ssc: { name: SSC }, vault: { name: Vault }, dependency: true }\n"),
    oidcWith("clientAuthMethod: private_key_jwt", changeSignIn(SHARED, `${SHARED}${KEY_STORE}`)),
  ],
});

/** Returns true if sso.yaml or the installed identity.xml has a password for a signing key store on the disk. */
const hasKeyStore = (signIn: SignInFacts): boolean =>
  KEYSTORE_SECRETS.some((secret) => signIn.secrets[secret] !== null) ||
  installedParameters(signIn, ...KEYSTORE_PARAMETERS).some(({ role, value }) => role === "identity" && value.trim() !== "");

/** Returns tcsso.vaultEnabled of the installed files; undefined if they lack it, or if vault.enabled of sso.yaml applies instead. */
const ownSwitch = (signIn: SignInFacts) =>
  signIn.vault.enabled.stated ? undefined : installedParameters(signIn, "tcsso.vaultEnabled")[0];

const isEnabled = (signIn: SignInFacts): boolean =>
  (ownSwitch(signIn)?.value ?? signIn.vault.enabled.value).trim().toLowerCase() === "true";

/** Reports a vault path or name that differs from the one that the security services read. */
function* elsewhere(signIn: SignInFacts): Iterable<Problem> {
  const read = signIn.clientAuthMethod.value === "private_key_jwt" && isEnabled(signIn);
  for (const field of ["path", "name"] as const) {
    const { value: found, place, pointer } = signIn.vault[field];
    if (found === SECRET[field]) continue;
    const edits = [{ place, text: SECRET[field] }];
    const fix = { title: `write ${SECRET[field]}`, safe: false, edits };
    yield vault.at(
      place,
      { seen: "elsewhere", field, found, read },
      { pointer, fix, ...(read && { severity: "error" as const }) },
    );
  }
}

export const rule: EnvironmentRule = {
  ...vault,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    if (!signIn) return;
    const { clientAuthMethod, secrets, vault: facts } = signIn;
    yield* elsewhere(signIn);
    if (clientAuthMethod.value === "client_secret_basic") {
      const written = KEYSTORE_SECRETS.filter((secret) => secrets[secret] !== null);
      const [first] = written.flatMap((secret) => secrets[secret] ?? []);
      if (first) yield vault.at(first.place, { seen: "unread", secrets: written }, { pointer: first.reference.pointer });
      return;
    }
    const own = ownSwitch(signIn);
    if (!isEnabled(signIn)) {
      if (signIn.stage === "live" && !hasKeyStore(signIn)) {
        const identityXml = installedXml(signIn, "identity")?.path ?? null;
        yield vault.at(
          clientAuthMethod.place,
          { seen: "no-key", identityXml },
          { pointer: clientAuthMethod.pointer, severity: "error" },
        );
      }
      return;
    }
    const at = facts.enabled.stated ? facts.enabled : clientAuthMethod;
    const args: Args = { seen: "vault-only", secret: `${facts.path.value}/${facts.name.value}`, byFile: own?.file ?? null };
    yield vault.at(at.place, args, { pointer: at.pointer });
  },
};
