import { codeSpan } from "../../../kernel/index.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import { provePage, shownValue, signInArtifact } from "./sign-in-artifact.ts";

function roleOf({ clientAuthMethod, vault }: SignInFacts): string {
  const enabled = vault.enabled.value === "true";
  if (clientAuthMethod.value !== "private_key_jwt")
    return `Nothing of it is read: ${codeSpan(clientAuthMethod.value)} proves the client with its secret and does not read the signing key store. Messages about the key store and its
password lead nowhere when the start succeeded. Search the log of the security services below their user's logs folder, not the top-level output file.`;
  return enabled
    ? `The private key that ${codeSpan("private_key_jwt")} signs with is loaded from this secret alone; a key store on the disk is never looked at. Any exception while loading it is
swallowed, and all that is seen is a null private key: look for the secret first, then for the key.`
    : `${codeSpan("tcsso.vaultEnabled")} is not true: the private key that ${codeSpan("private_key_jwt")} signs with comes from the local key store.`;
}

export const artifact = signInArtifact({
  name: "sso-vault",
  title: "the vault's secret and who reads it",
  file: "vault.md",
  purpose: "expect",
  bytes(facts, _, environment) {
    if (!facts.replyUrl) return null;
    const { enabled, path, name } = facts.vault;
    return `# Vault of ${environment}

| | |
|---|---|
| tcsso.vaultEnabled | ${shownValue(enabled)} |
| path | ${shownValue(path)} |
| secret | ${shownValue(name)} (a key store) |
| client authentication | ${shownValue(facts.clientAuthMethod)} |

${roleOf(facts)}

KeyStorePassword and PrivateKeyPassword of identity.xml belong to this key store. They are independent of the passwords that login.xml and identity.xml share, and are never copied to login.xml.
`;
  },
  prove: (bytes, { vault, clientAuthMethod }) => provePage(bytes, [vault.enabled, vault.path, vault.name, clientAuthMethod]),
});
