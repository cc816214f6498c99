import { chmodSync } from "node:fs";
import { join } from "node:path";
import type { Exchange } from "../../../src/platform/exchange.ts";
import { cli } from "../../support/host.ts";
import { inProcess } from "../../support/live/live.ts";
import type { RealmServer } from "../../support/live/realm.ts";
import { liveRealm } from "../../support/live/realm-live.ts";
import { exampleRepository, type Files } from "../../support/repository.ts";
import { ADMINISTRATOR, CLIENT_SECRET } from "./scene.ts";

export const SSO_FILE = "environments/demo/sso.yaml";

/** A realm of which nobody knows the callback yet, with users and groups. */
export const REALM_SSO = `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp:
  base: https://idp.example.com:8443
  realm: engineering
  username: { min: 2, max: 255 }
  users: users.csv
  groups: [Systems.Engineering]
  clients: [{ id: plm, application: PLM, redirectUris: [] }]
oidc: { clientSecret: { env: TCSSO_CLIENT_SECRET } }
`;

export function repository(files: Files = {}): string {
  const folder = exampleRepository({
    [SSO_FILE]: REALM_SSO,
    "environments/demo/users.csv": "id\njdoe\nab\n",
    "profile.yaml": `user: me\npassword: { env: NONE }\nidp: { user: ${ADMINISTRATOR.user}, password: { env: IDP_PASSWORD } }\n`,
    ...files,
  });
  chmodSync(join(folder, "profile.yaml"), 0o600);
  return folder;
}

export const ENV = { TCSSO_CLIENT_SECRET: CLIENT_SECRET, IDP_PASSWORD: ADMINISTRATOR.password };

/** One `idp` command at a server, as a user types it. */
export function idp(
  folder: string,
  server: RealmServer | Exchange,
  words: readonly string[],
  env: Readonly<Record<string, string>> = ENV,
  written?: (out: string) => void,
) {
  const exchange = typeof server === "function" ? server : inProcess({ "https://idp.example.com:8443": liveRealm(server) });
  return cli(["idp", ...words, "--profile", "./profile.yaml"], { cwd: folder, exchange, env, ...(written ? { written } : {}) });
}
