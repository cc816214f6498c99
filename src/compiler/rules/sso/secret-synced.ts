import { type Wording, defineDiagnostic, name, say } from "../../../kernel/index.ts";
import { KEYSTORE_SECRETS, SHARED_SECRETS } from "../../model/federated-sign-in.ts";
import type { EnvironmentRule } from "../rule.ts";
import { changeSignIn, oidcWith } from "./example-sign-in.ts";
import { KEYSTORE_PARAMETERS } from "../../sso/parameters.ts";
import { installedParameters } from "./installed-parameters.ts";

type Args =
  | { readonly seen: "one-secret"; readonly keyStore: string; readonly shared: string }
  /** A password of the signing key store that equals a password shared by login.xml and identity.xml; found only if values can be read. */
  | { readonly seen: "one-value"; readonly keyStore: string; readonly shared: string }
  | { readonly seen: "in-login"; readonly parameter: string; readonly file: string };

const OWN = say`it belongs to the signing key store that the vault holds, and only into identity.xml`;

function wording(found: Args): Wording {
  if (found.seen === "one-secret")
    return {
      message: say`secrets.${name(found.keyStore)} is the same secret as secrets.${name(found.shared)}`,
      notes: [OWN, say`${name(found.shared)} is in login.xml, too, and must be the same there: changing it locks the key store`],
      help: say`give secrets.${name(found.keyStore)} a separate secret`,
    };
  if (found.seen === "one-value")
    return {
      message: say`${name(found.keyStore)} is the same password as ${name(found.shared)}`,
      notes: [
        say`both were looked up or unscrambled, and neither is shown`,
        OWN,
        say`${name(found.shared)} is in login.xml, too: that file then opens the key store, and changing one of them locks the other`,
      ],
      help: say`give the key store a separate password, and name it in secrets`,
    };
  return {
    message: say`${name(found.file)} holds ${name(found.parameter)}`,
    notes: [
      OWN,
      say`only identityServicePassword and propertiesPassword are shared by login.xml and identity.xml; a copy of the key store's password there is exposed and never read`,
    ],
    help: say`remove it from login.xml on the server, and take the file from there again`,
  };
}

const SHARED = "  propertiesPassword: { env: TCSSO_PROPERTIES_PASSWORD }\n";
const keyStore = (variable: string) =>
  oidcWith(
    "clientAuthMethod: private_key_jwt",
    changeSignIn(
      SHARED,
      `${SHARED}  keyStorePassword: { env: ${variable} }\n  privateKeyPassword: { env: TCSSO_KEY_STORE_PASSWORD }\n`,
    ),
  );

export const secretSynced = defineDiagnostic({
  id: "sso/secret-synced",
  severity: "error",
  title: "a secret of the signing key store equals one that login.xml and identity.xml share",
  why: "KeyStorePassword and PrivateKeyPassword belong only in identity.xml. They open the signing key store and must not be copied to login.xml together with identityServicePassword and propertiesPassword, which look alike and must be the same in both files.",
  remedy: "Give the key store's two secrets separate references, and keep them out of login.xml.",
  clauses: ["E3"],
  message: wording,
  fails: keyStore("TCSSO_PROPERTIES_PASSWORD"),
  passes: [keyStore("TCSSO_KEY_STORE_PASSWORD")],
});

/**
 * The rule that compares the references of secrets in sso.yaml. Only `compile --with-secrets`, `secrets check --run` and
 * `sso verify --with-secrets` read the secrets and compare their values.
 */
export const rule: EnvironmentRule = {
  ...secretSynced,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    if (!signIn) return;
    const { secrets } = signIn;
    for (const own of KEYSTORE_SECRETS) {
      const secret = secrets[own];
      const source = JSON.stringify(secret?.reference.source);
      const shared = SHARED_SECRETS.find((one) => secrets[one] && JSON.stringify(secrets[one].reference.source) === source);
      if (!secret || !shared) continue;
      yield secretSynced.at(secret.place, { seen: "one-secret", keyStore: own, shared }, { pointer: secret.reference.pointer });
    }
    for (const { role, name: parameter, file, place } of installedParameters(signIn, ...KEYSTORE_PARAMETERS)) {
      // the finding does not quote the line of login.xml, because it contains a password
      if (role === "login") yield secretSynced.at(place, { seen: "in-login", parameter, file }, { quote: false });
    }
  },
};
