import { refused, type RealmAnswer, type RealmCall, shown } from "./realm-call.ts";

/* What an administrator with some roles is answered (realm.ts): forbidden, or an empty list that looks like an empty realm. */

interface Rule {
  /** Method and path below the realm. */
  readonly asks: RegExp;
  /** Roles of which one is enough; []: any role. */
  readonly may: readonly string[];
  /** Roles that are answered with a list of nothing. */
  readonly empty?: readonly string[];
  /** The same in 26.0.7, in place of `may` and `empty`. */
  readonly before?: { readonly may?: readonly string[]; readonly empty?: readonly string[] };
}

const CLIENTS = ["view-clients", "manage-clients"];
const USERS = ["view-users", "manage-users"];
const REALM = ["view-realm", "manage-realm"];

/** The first that fits decides. */
const RULES: readonly Rule[] = [
  { asks: /^GET $/, may: [] },
  { asks: /^GET users\/profile$/, may: [...REALM, ...USERS, "query-users"], before: { may: [] } },
  {
    asks: /^GET clients$/,
    may: CLIENTS,
    empty: ["query-clients"],
    before: { empty: ["query-clients", "view-users", "query-users"] },
  },
  { asks: /^GET client-scopes$/, may: CLIENTS, empty: ["query-clients"] },
  { asks: /^GET clients\/:id\/authz\//, may: ["view-authorization", "manage-authorization"] },
  { asks: /^GET (?:clients|client-scopes)\//, may: CLIENTS },
  { asks: /^\w+ (?:clients|client-scopes)/, may: ["manage-clients"] },
  { asks: /^GET groups$/, may: USERS, empty: ["query-groups"] },
  { asks: /^GET groups\/count$/, may: [...USERS, "query-groups"] },
  { asks: /^GET attack-detection\//, may: USERS },
  { asks: /^GET users$/, may: USERS, empty: ["query-users"] },
  { asks: /^GET users\/count$/, may: [...USERS, "query-users"], before: { may: USERS, empty: ["query-users"] } },
  { asks: /^GET (?:users|groups)\//, may: USERS },
  { asks: /^PUT users\/profile$/, may: ["manage-realm"] },
  { asks: /^\w+ (?:users|groups)/, may: ["manage-users"] },
  { asks: /^GET /, may: REALM },
  { asks: /^/, may: ["manage-realm"] },
];

/** What the server answers because of the administrator's roles; null: the request is carried out. */
export function rightsAnswer({ version, method, path, may }: RealmCall): RealmAnswer | null {
  const rule = RULES.find(({ asks }) => asks.test(`${method} ${path}`));
  const { may: roles, empty = [] } = { ...rule, ...(version === "26.0.7" ? rule?.before : {}) };
  // whoever can make realms can look whether there is one
  if (may(...(roles ?? [])) || (`${method} ${path}` === "GET " && may("create-realm"))) return null;
  if (empty.length > 0 && may(...empty)) return shown(path.endsWith("count") ? 0 : []);
  return refused(403, "HTTP 403 Forbidden");
}
