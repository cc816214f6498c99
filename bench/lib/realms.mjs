// A realm on the tests' re-made identity provider, and a repository that fills it.
import { fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { ROOT } from "./tool.mjs";

export const ENV = { IDP_PASSWORD: "Made-up-Password-4711", TCSSO_CLIENT_SECRET: "Made-up-Client-Secret-4711" };

/** The server's process; `ask("reset")` makes the realm anew, `ask("told")` says what it has and what was asked of it. */
export async function startServer(folder) {
  const outfile = join(folder, "realm-server.mjs");
  await build({
    entryPoints: [join(ROOT, "bench/lib/realm-server.mjs")],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "error",
  });
  const child = fork(outfile, { env: { ...process.env, ...ENV } });
  const [{ port, cert }] = await once(child, "message");
  const authority = join(folder, "ca.pem");
  writeFileSync(authority, cert);
  return {
    port,
    authority,
    async ask(message) {
      child.send(message);
      const [answer] = await once(child, "message");
      return answer;
    },
    stop: () => child.disconnect(),
  };
}

const SSO = (groups) => `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp:
  base: https://idp.example.com:8443
  realm: engineering
  username: { min: 2, max: 255 }
  users: users.csv
  groups: ${JSON.stringify(groups)}
  clients: [{ id: plm, application: PLM, redirectUris: [] }]
oidc: { clientSecret: { env: TCSSO_CLIENT_SECRET } }
`;

const numbered = (prefix, count) => Array.from({ length: count }, (_, i) => `${prefix}${String(i).padStart(4, "0")}`);

/** The sample's documents with one environment's sign-in: so many groups and users to be made. */
export function repositoryOf(folder, { environment, groups, users }) {
  for (const part of ["environments", "releases", "templates"]) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  const names = { groups: numbered("Site.Group-", groups), users: numbered("user", users) };
  const place = join(folder, "environments", environment);
  writeFileSync(join(place, "sso.yaml"), SSO(names.groups));
  writeFileSync(join(place, "users.csv"), `id\n${names.users.join("\n")}\n`);
  const profile = join(folder, "idp.yaml");
  writeFileSync(profile, "user: me\npassword: { env: NONE }\nidp: { user: root, password: { env: IDP_PASSWORD } }\n");
  chmodSync(profile, 0o600);
  return { folder, profile, ...names };
}
