import { csvRows, csvTable, unclosedQuotation, wideEncoding } from "../../kernel/index.ts";
import type { IdpUser } from "./compare.ts";
import type { NameLimits } from "./user-names.ts";

/** The users in a file that somebody exported from the identity provider. */
export interface UserExport {
  readonly form: "realm export" | "list of users" | "CSV";
  readonly users: readonly IdpUser[];
  /** The realm's limits for the length of usernames; null if the export has no user profile. */
  readonly limits: NameLimits | null;
}

/** The error for a file that is not an export of users. Its message quotes nothing from the file, which can contain personal data. */
export class NoExport extends Error {
  override readonly name = "NoExport";
}

/** Matches the header of a CSV column that contains usernames. */
const HEADER = /^user[-_ ]?names?$/i;

/**
 * Returns the usernames of a CSV file: the column whose header in the first line is `username`. If the first line has no such header,
 * returns the first column of all lines, as `kcadm.sh get users --fields username --format csv` writes it. Throws NoExport for a quotation
 * mark that is not closed.
 */
function columnOf(text: string): readonly string[] {
  const table = csvTable(text);
  const open = unclosedQuotation(text, table);
  if (open !== null) throw new NoExport(`line ${open.line}, column ${open.column}: its quotation mark is not closed`);
  const [first = [], ...rest] = csvRows(text, table).map(({ fields }) => fields);
  const column = first.findIndex((name) => HEADER.test(name.trim()));
  return (column < 0 ? [first, ...rest] : rest).map((fields) => fields[Math.max(0, column)] ?? "");
}

/**
 * Returns the text of a file in UTF-8, or in UTF-16 with a byte order mark, as `>` in Windows PowerShell writes it. Throws NoExport for a
 * file that is neither.
 */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder(wideEncoding(bytes) ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new NoExport("it holds bytes that are not UTF-8");
  }
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

function userOf(value: unknown, at: number): IdpUser {
  if (!isObject(value) || typeof value.username !== "string") throw new NoExport(`user ${at + 1} of it has no username`);
  return { username: value.username, enabled: value.enabled !== false };
}

/**
 * Returns the limits for the length of usernames in a realm export, whose user profile is JSON as a text inside the JSON; null if the
 * export has no user profile, or one that cannot be read.
 */
function limitsOf(realm: Json): NameLimits | null {
  const providers = isObject(realm.components) ? realm.components["org.keycloak.userprofile.UserProfileProvider"] : null;
  const config: unknown = Array.isArray(providers) && isObject(providers[0]) ? providers[0].config : null;
  const texts: unknown = isObject(config) ? config["kc.user.profile.config"] : null;
  const text: unknown = Array.isArray(texts) ? texts[0] : null;
  if (typeof text !== "string") return null;
  try {
    const attributes: unknown = (JSON.parse(text) as Json).attributes;
    const username: unknown = Array.isArray(attributes)
      ? attributes.find((one: unknown) => isObject(one) && one.name === "username")
      : null;
    const validations: unknown = isObject(username) ? username.validations : null;
    const length: unknown = isObject(validations) ? validations.length : null;
    if (!isObject(length)) return null;
    const [min, max] = [Number(length.min ?? 0), Number(length.max ?? Number.MAX_SAFE_INTEGER)];
    return Number.isInteger(min) && Number.isInteger(max) ? { min, max } : null;
  } catch {
    return null;
  }
}

function fromJson(text: string, realm: string | null): UserExport {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new NoExport("it begins like JSON, but is not valid: it was truncated, or changed by hand");
  }
  const realms = Array.isArray(value)
    ? value.filter((one) => isObject(one) && typeof one.realm === "string" && Array.isArray(one.users))
    : [];
  if (realms.length > 0) {
    const wanted = realms.length === 1 ? realms[0] : realms.find((one) => one.realm === realm);
    if (!wanted) throw new NoExport(`it holds ${realms.length} realms, and none of them is the one of sso.yaml`);
    return fromRealm(wanted);
  }
  if (Array.isArray(value)) return { form: "list of users", users: value.map(userOf), limits: null };
  if (isObject(value) && Array.isArray(value.users)) return fromRealm(value);
  throw new NoExport(
    "it holds no list of users: a realm is exported with its users by `kc.sh export --users realm_file`, not by the console",
  );
}

const fromRealm = (realm: Json): UserExport => {
  return { form: "realm export", users: (realm.users as readonly unknown[]).map(userOf), limits: limitsOf(realm) };
};

/** Reads the users of an export: a realm export, a list as `kcadm.sh get users` prints it, or CSV. Throws NoExport for any other file. */
export function readExport(bytes: Buffer, realm: string | null): UserExport {
  const text = textOf(bytes);
  if (/^\s*[[{]/.test(text)) return fromJson(text, realm);
  if (text.trim() === "") throw new NoExport("it is empty");
  return { form: "CSV", users: columnOf(text).map((username) => ({ username, enabled: true })), limits: null };
}
