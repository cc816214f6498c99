import { type PropertiesDocument, mayBeSecret } from "../../kernel/index.ts";

/**
 * The differences between a properties file of one kit and the same file of another, by key, sorted by UTF-16 code units. Values are as
 * Java reads them; null for a secret (`withoutSecrets`).
 */
export interface KeyChanges {
  readonly added: readonly { readonly key: string; readonly value: string | null }[];
  readonly removed: readonly { readonly key: string; readonly value: string | null }[];
  readonly changed: readonly { readonly key: string; readonly before: string | null; readonly after: string | null }[];
}

const byKey = (a: { readonly key: string }, b: { readonly key: string }): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

const valuesOf = (document: PropertiesDocument | null): ReadonlyMap<string, string> =>
  new Map([...(document?.load().map ?? [])].map(([key, { value }]) => [key, value]));

/**
 * Compares a properties file of two kits by the keys and values that Java reads, so that spelling and order do not count. A kit without the
 * file (null) has no keys.
 */
export function keyChanges(before: PropertiesDocument | null, after: PropertiesDocument | null): KeyChanges {
  const old = valuesOf(before);
  const now = valuesOf(after);
  return {
    added: [...now].flatMap(([key, value]) => (old.has(key) ? [] : [{ key, value }])).sort(byKey),
    removed: [...old].flatMap(([key, value]) => (now.has(key) ? [] : [{ key, value }])).sort(byKey),
    changed: [...now]
      .flatMap(([key, value]) => {
        const was = old.get(key);
        return was === undefined || was === value ? [] : [{ key, before: was, after: value }];
      })
      .sort(byKey),
  };
}

export const isUnchanged = ({ added, removed, changed }: KeyChanges): boolean =>
  added.length + removed.length + changed.length === 0;

/** Returns the changes with null in place of the values of the keys in `secret`, and of values that look like secrets (SECURITY.md). */
export function withoutSecrets(changes: KeyChanges, secret: ReadonlySet<string>): KeyChanges {
  const isSecret = (key: string, item: object) =>
    Object.values(item).some((value) => typeof value === "string" && mayBeSecret(key, value));
  const hidden = <T extends { readonly key: string }>({ key, ...item }: T, fields: Partial<T>): T =>
    ({ key, ...item, ...(secret.has(key) || isSecret(key, item) ? fields : {}) }) as T;
  return {
    added: changes.added.map((item) => hidden(item, { value: null })),
    removed: changes.removed.map((item) => hidden(item, { value: null })),
    changed: changes.changed.map((item) => hidden(item, { before: null, after: null })),
  };
}
