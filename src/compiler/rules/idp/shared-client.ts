import type { RepositoryView } from "../../compile/summary.ts";
import {
  type Place,
  type Problem,
  type Text,
  defineDiagnostic,
  listTexts,
  name,
  quotedName,
  say,
} from "../../../kernel/index.ts";
import type { RepositoryRule } from "../rule.ts";
import { realm } from "./example.ts";
import { realmKey } from "./realm-key.ts";

/** The entry in one environment's sso.yaml for a client that other environments also have. */
interface Sharer {
  readonly environment: string;
  readonly place: Place;
  readonly owner: { readonly name: string; readonly place: Place } | null;
}

interface Args {
  readonly client: string;
  readonly sharers: readonly Sharer[];
  readonly owners: readonly string[];
}

/** Returns a sentence that names the declared owners of a client and why they do not decide which environment may change it. */
function noteOf(sharers: readonly Sharer[], owners: readonly string[]): Text {
  const [owner = "", ...others] = owners;
  if (owners.length === 0) return say`each environment's idp apply would change it, and the last one applies to all`;
  if (others.length > 0) return say`the named owners are ${listTexts(owners.map(quotedName))}: each of them would change it`;
  const silent = sharers.filter(({ owner: own }) => own === null).map(({ environment }) => name(environment));
  if (silent.length > 0)
    return say`${quotedName(owner)} is named, and ${listTexts(silent)} ${silent.length === 1 ? say`names` : say`name`} nobody and would change it, too`;
  return say`${quotedName(owner)} is named, but does not have the client: no environment would change it`;
}

const COPY = `apiVersion: tierwright/v1
kind: Environment
name: copy
extends: demo
connector: "2506"
tool: 2024x Refresh3
`;
const OWNED = realm("", "clients: [{ id: plm, redirectUris: [], owner: demo }]");
const both = (demo: string, copy: string) => ({
  file: "environments/copy/environment.yaml",
  with: COPY,
  also: [
    { file: "environments/demo/sso.yaml", with: demo },
    { file: "environments/copy/sso.yaml", with: copy },
  ],
});

const sharedClient = defineDiagnostic({
  id: "idp/shared-client",
  severity: "warning",
  title: "several environments share one client of one realm without one owner",
  why: "The last `tierwright idp apply` wins. A client has one secret, one set of addresses and one set of mappers; where each environment applies its own version, nobody who reads one of them sees why sign-in in another one stopped.",
  remedy: "Name the one environment that changes it in each of them: owner: NAME.",
  clauses: ["E14"],
  message: ({ client, sharers, owners }: Args) => ({
    message: say`${listTexts(sharers.map(({ environment }) => name(environment)))} share client ${quotedName(client)} of one realm, and ${owners.length === 0 ? say`none of them owns it` : say`do not agree on who owns it`}`,
    notes: [noteOf(sharers, owners)],
    help: say`set owner: ENVIRONMENT at this client, the same in all of them; or give each environment a separate client`,
  }),
  fails: both(realm(), realm()),
  passes: [
    both(OWNED, OWNED),
    both(realm(), realm("", "clients: [{ id: plm-copy, redirectUris: [] }]")),
    both(realm(), realm().replace("realm: engineering", "realm: trial")),
  ],
});

/** Returns the id of every client that more than one environment has in the same realm, with these environments. */
function shared({ environments }: RepositoryView): readonly (readonly [string, readonly Sharer[]])[] {
  const clients = new Map<string, [string, Sharer[]]>();
  for (const { name: environment, realm: claim } of environments) {
    for (const { id, place, owner } of claim?.clients ?? []) {
      const key = `${claim ? realmKey(claim) : ""} ${id}`;
      const known = clients.get(key);
      if (known?.[1].at(-1)?.environment === environment) continue; // idp/client-id reports a second client with this id
      if (known) known[1].push({ environment, place, owner });
      else clients.set(key, [id, [{ environment, place, owner }]]);
    }
  }
  return [...clients.values()].filter(([, sharers]) => sharers.length > 1);
}

function* check(view: RepositoryView): Iterable<Problem & { environment: string }> {
  for (const [client, sharers] of shared(view)) {
    const owners = [...new Set(sharers.flatMap(({ owner }) => (owner ? [owner.name] : [])))];
    const agreed = owners.length === 1 && sharers.every(({ owner }) => owner !== null);
    if (agreed && sharers.some(({ environment }) => environment === owners[0])) continue;
    // reported at the first environment that names no owner if another one names one, otherwise at the last environment
    const at = (owners.length > 0 ? sharers.find(({ owner }) => owner === null) : undefined) ?? sharers.at(-1);
    if (!at) continue;
    const others = sharers.filter((one) => one !== at);
    const related = others.map(({ environment, place }) => ({ message: say`the client of ${quotedName(environment)}`, place }));
    const problem = sharedClient.at(at.owner?.place ?? at.place, { client, sharers, owners }, { related });
    for (const { environment } of sharers) yield { ...problem, environment };
  }
}

export const rule: RepositoryRule = { ...sharedClient, scope: "repository", check };
