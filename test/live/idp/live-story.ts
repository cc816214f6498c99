import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Exchange } from "../../../src/platform/exchange.ts";
import { cli } from "../../support/host.ts";
import { ENV, idp, REALM_SSO, repository, SSO_FILE } from "./repository.ts";

/*
 * What no recording holds and a server has to show itself: what a client takes along, and which requests give away that an administrator
 * cannot see users. The server of the tests plays it in every run, a real one where there is one.
 */

const flat = (text: string) => text.replace(/\s+/g, " ");

/** A server with a realm `engineering` that the story finds as it describes it. */
export interface Place {
  readonly base: string;
  readonly exchange: Exchange;
  /** Makes the realm: its client `plm` has a service account in the group Jobs, and an authorization server. */
  prepare(): Promise<void>;
  /** Makes an administrator of realm master with some roles of the realm; returns the name and the password. */
  limited(roles: readonly string[]): Promise<{ readonly user: string; readonly password: string }>;
}

/** Without users: a real server would want a name for each of them. */
const SSO = REALM_SSO.replace("  users: users.csv\n", "");

/** Plays a service account and an authorization server that go along with a change: planned, kept without --prune, deleted with it. */
export async function whatGoesAlong({ base, exchange, prepare }: Place): Promise<void> {
  await prepare();
  const folder = repository({ [SSO_FILE]: SSO.replace("https://idp.example.com:8443", base) });
  const planned = await idp(folder, exchange, ["plan", "demo", "--out", "p.json", "--format", "json"]);
  expect([planned.code, planned.err]).toEqual([0, ""]);
  const { changes } = JSON.parse(planned.out) as { changes: readonly { field: string; kind: string; before: unknown }[] };
  const along = changes.filter(({ kind, field }) => kind === "remove" && field.includes("."));
  expect(along).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: "serviceAccount.user", before: "service-account-plm" }),
      expect.objectContaining({ field: "serviceAccount.groups", before: "Jobs" }),
    ]),
  );
  const kept = await idp(folder, exchange, ["apply", "p.json"]);
  expect([kept.code, flat(kept.out)]).toEqual([
    0,
    expect.stringContaining("serviceAccountsEnabled: not done, the server would delete"),
  ]);
  await idp(folder, exchange, ["plan", "demo", "--out", "p.json"]);
  const pruned = await idp(folder, exchange, ["apply", "p.json", "--prune"]);
  expect([pruned.code, pruned.out]).toEqual([0, expect.not.stringContaining("differs")]);
  const again = await idp(folder, exchange, ["plan", "demo"]);
  expect([again.code, again.out]).toEqual([0, expect.stringContaining("nothing would change")]);
}

/** Plays administrators who see nothing of a list: each is refused with the role that is lacking, and nobody is judged. */
export async function whoCannotSee({ base, exchange, limited }: Place): Promise<void> {
  for (const [roles, lacks] of [
    [["view-realm", "view-users", "query-clients"], "view-clients"],
    [["view-realm", "view-clients", "query-users"], "view-users"],
    [["view-realm", "view-clients", "query-users", "query-groups"], "view-users"],
    [["view-users", "view-clients"], "view-realm"],
  ] as const) {
    const { user, password } = await limited(roles);
    const folder = repository({ [SSO_FILE]: REALM_SSO.replace("https://idp.example.com:8443", base) });
    const profile = join(folder, "limited.yaml");
    writeFileSync(profile, `idp: { user: ${user}, password: { env: IDP_PASSWORD } }\n`);
    chmodSync(profile, 0o600);
    const env = { ...ENV, IDP_PASSWORD: password };
    const { code, out, err } = await cli(["idp", "plan", "demo", "--profile", "./limited.yaml"], { cwd: folder, exchange, env });
    expect([roles.join(), code, out, flat(err)]).toEqual([roles.join(), 3, "", expect.stringContaining(lacks)]);
  }
}
