import type { Scalar } from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";

/** A redirect URI, or the addresses of one postLogoutRedirectUri, that sso.yaml registers for a client of the realm. */
export interface ClientAddress {
  readonly id: string;
  readonly leaf: Scalar;
  readonly uris: readonly string[];
  /** True for the addresses to which a browser is sent after signing out (postLogoutRedirectUri). */
  readonly after: boolean;
}

/** Returns the addresses that sso.yaml registers for all clients. A postLogoutRedirectUri can hold several, with ## between them. */
export const clientAddresses = ({ signIn }: CompiledEnvironment): readonly ClientAddress[] =>
  (signIn?.signIn.idp.clients ?? []).flatMap(({ id, redirectUris, postLogoutRedirectUri: last }) => [
    ...(redirectUris ?? []).map((leaf) => ({ id: id.text, leaf, uris: [leaf.text], after: false })),
    ...(last ? [{ id: id.text, leaf: last, uris: last.text.split("##"), after: true }] : []),
  ]);

/** Returns an sso.yaml for an example, with a second client that has the redirect URIs `uris`. */
export const withClient = (uris: string, further = ""): string => `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm, redirectUris: [] }, { id: wiki, redirectUris: [${uris}]${further} }] }
oidc: { clientId: plm }
`;
