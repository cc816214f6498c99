import { dirname, join, resolve } from "node:path";
import { type Mapping, type Tree, didYouMean, placeOf, withoutTrailing, wrongUse } from "../../kernel/index.ts";
import type { Account, IdpAdministrator, Profile } from "../model/profile.ts";
import type { SecretReference } from "../model/secret.ts";
import { mapAt, scalarAt } from "./fields.ts";
import { readOwnMap } from "./own-file.ts";
import { readSecret } from "./read-secret.ts";

const WORDS = {
  noun: "profile",
  missing: "`tierwright help probe.md` shows one; make it readable for you alone (chmod 600)",
  form: "`tierwright help probe.md` shows a profile",
  expected: "a profile: expected a map with user and password",
} as const;

/**
 * The keys of a profile (the file with the accounts that `probe` signs in with); docs/probe.md and schemas/profile.schema.json describe
 * them.
 */
const KEYS: Readonly<Record<string, "text" | "secret" | "account" | "administrator">> = {
  user: "text",
  password: "secret",
  group: "text",
  role: "text",
  sso: "account",
  idp: "administrator",
};
const ACCOUNT_KEYS: typeof KEYS = { user: "text", password: "secret" };
const ADMINISTRATOR_KEYS: typeof KEYS = { ...ACCOUNT_KEYS, client: "text", secret: "secret", realm: "text", base: "text" };
const PARTS: Readonly<Record<"account" | "administrator", { readonly keys: typeof KEYS; readonly holds: string }>> = {
  account: { keys: ACCOUNT_KEYS, holds: "user and password" },
  administrator: { keys: ADMINISTRATOR_KEYS, holds: "user and password, or client and secret" },
};

const REFERENCE =
  "write a reference: { env: NAME }, { file: PATH } or { command: [program, argument] }; never write the password itself into a profile";

/** Returns true if the value of --profile is a profile's name (`production`), false if it is a path (`./production.yaml`). */
const isName = (word: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/.test(word) && !/\.ya?ml$/i.test(word);

/**
 * Returns the absolute path of the profile that --profile names, and the path for messages. Throws a Refusal if it is a name and there is
 * no folder for profiles.
 */
function fileOf(word: string, cwd: string, folder: string | null): { readonly path: string; readonly shown: string } {
  if (!isName(word)) return { path: resolve(cwd, word), shown: word };
  if (folder === null)
    throw wrongUse(
      `there is no folder for the profile '${word}'`,
      "name its file: --profile ./NAME.yaml (set APPDATA or XDG_CONFIG_HOME)",
    );
  const path = join(folder, `${word}.yaml`);
  return { path, shown: path };
}

/** Reads a profile's file and checks its keys. Throws a Refusal if it is not a profile. */
function openProfile(
  word: string,
  cwd: string,
  folder: string | null,
): { readonly tree: Mapping; readonly name: string; readonly path: string } {
  const { path, shown } = fileOf(word, cwd, folder);
  const tree = readOwnMap(path, shown, WORDS);
  checkKeys(tree, KEYS, "");
  return { tree, name: isName(word) ? word : shown, path };
}

/**
 * Reads a profile with the accounts of `probe`: a file that only its owner can read, which refers to passwords and holds none. Throws a
 * Refusal if it is not valid.
 */
export function readProfile(word: string, cwd: string, folder: string | null): Profile {
  const { tree, name, path } = openProfile(word, cwd, folder);
  const [sso, idp] = [mapAt(tree, "sso"), mapAt(tree, "idp")];
  if (idp && !sso && !tree.entries.has("user") && !tree.entries.has("password"))
    throw wrongUse(
      "the profile names only the identity provider's administrator, and no user who signs in",
      "add user: and password: next to idp:; only the idp commands accept it without them",
      placeOf(tree.span),
    );
  const own = accountOf(tree, "");
  return {
    ...own,
    name,
    path,
    group: scalarAt(tree, "group")?.text ?? "",
    role: scalarAt(tree, "role")?.text ?? "",
    sso: sso ? { ...own, ...accountOf(sso, "sso.", own) } : own,
    idp: idp && administratorOf(idp),
  };
}

/**
 * Reads the identity provider's administrator from a profile, which need not contain any other account. `idp` is null if the profile has
 * none.
 */
export function readAdministrator(word: string, cwd: string, folder: string | null): Pick<Profile, "name" | "path" | "idp"> {
  const { tree, name, path } = openProfile(word, cwd, folder);
  const idp = mapAt(tree, "idp");
  return { name, path, idp: idp && administratorOf(idp) };
}

/**
 * Returns a user name with the reference to its password. A part that the profile lacks is taken from `otherwise`; without `otherwise`, a
 * Refusal is thrown.
 */
function accountOf(tree: Mapping, at: string, otherwise?: Account): Account {
  const user = nameIn(tree, at, "user", "the id that people sign in with", otherwise?.user);
  return { user, password: referenceIn(tree, at, "password", otherwise?.password) };
}

/**
 * Returns the identity provider's administrator: a user or a service account, with the realm and the base address, each null if not stated.
 */
function administratorOf(tree: Mapping): IdpAdministrator {
  const [realm, base] = [scalarAt(tree, "realm"), scalarAt(tree, "base")];
  const service = ["client", "secret"].filter((key) => tree.entries.has(key));
  const person = ["user", "password"].filter((key) => tree.entries.has(key));
  if (service.length > 0 && person.length > 0)
    throw wrongUse(
      `idp has both a user and a service account (${[...person, ...service].join(", ")}); only one can sign in`,
      "write user and password, or client and secret",
      placeOf(tree.span),
    );
  const account =
    service.length > 0
      ? {
          client: nameIn(tree, "idp.", "client", "the id of a client with a service account"),
          secret: referenceIn(tree, "idp.", "secret"),
        }
      : accountOf(tree, "idp.");
  return {
    ...account,
    realm: realm === null || realm.text === "" ? null : realm.text,
    base: base && { value: withoutTrailing(base.text, "/"), place: placeOf(base.span) },
  };
}

function nameIn(tree: Mapping, at: string, key: string, is: string, otherwise = ""): string {
  const text = scalarAt(tree, key)?.text ?? otherwise;
  if (text === "") throw wrongUse(`the profile has no ${at}${key}`, `write ${key}: and ${is}`, placeOf(tree.span));
  return text;
}

function referenceIn(tree: Mapping, at: string, key: string, otherwise: SecretReference | null = null): SecretReference {
  const written = tree.entries.get(key);
  const reference = written ? readSecret(written.value) : otherwise;
  if (reference) return reference;
  const place = placeOf(written?.keySpan ?? tree.span);
  throw wrongUse(written ? `${at}${key} is not a reference` : `the profile has no ${at}${key}`, REFERENCE, place);
}

/** Throws a Refusal for an unknown key of a profile, because with a misspelled `group` the user would sign in with another group. */
function checkKeys(tree: Tree, keys: typeof KEYS, at: string): void {
  if (tree.type !== "map") return;
  for (const { key, keySpan, value } of tree.entries.values()) {
    const kind = keys[key];
    const place = placeOf(keySpan);
    const near = kind === undefined ? didYouMean(key, Object.keys(keys)) : "";
    if (kind === undefined)
      // a key that resembles no known key can be a password in the wrong place, so it is not quoted
      throw wrongUse(
        `a profile has no ${near === "" ? `such key${at === "" ? "" : ` in ${at.slice(0, -1)}`}` : `key ${at}'${key}'${near}`}`,
        `its keys are ${Object.keys(keys).join(", ")}`,
        place,
      );
    if (kind === "text" && value.type !== "scalar") throw wrongUse(`${at}${key} must be one text`, "write it on one line", place);
    if (kind === "account" || kind === "administrator") {
      const part = PARTS[kind];
      if (value.type !== "map") throw wrongUse(`${key} must be a map with ${part.holds}`, REFERENCE, place);
      checkKeys(value, part.keys, `${key}.`);
    }
  }
}

/** Returns the folder from which relative paths in the secret references of a profile start. */
export const profileRoot = ({ path }: Pick<Profile, "path">): string => dirname(path);
