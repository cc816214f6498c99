import type { Log4j2Document } from "../../kernel/index.ts";

/**
 * Returns the settings of a log4j2.xml that an environment can decide, by name: the size of an appender's `SizeBasedTriggeringPolicy`, if
 * it has exactly one, and the level of a logger. Leaves out names that occur twice or are empty. Empty if the file cannot be parsed.
 */
export function logSettings({ appenders, loggers, error }: Log4j2Document): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const several = new Set<string>();
  const put = (key: string, value: string) => {
    if (found.has(key)) several.add(key);
    found.set(key, value);
  };
  if (error !== null) return found;
  for (const { name, triggers } of appenders) {
    const [only, another] = triggers;
    if (name !== "" && only?.size && another === undefined) put(`trigger ${name}`, only.size);
  }
  for (const { name, level } of loggers) if (level !== null) put(`level ${name}`, level);
  for (const key of several) found.delete(key);
  return found;
}

/** Returns the log4j2.xml settings of a workstation that differ from the kit's, in the form of `logging.triggers` and `logging.levels`. */
export function ownLogSettings(
  adopted: Log4j2Document,
  kit: Log4j2Document,
): { readonly triggers: ReadonlyMap<string, string>; readonly levels: ReadonlyMap<string, string> } {
  const base = logSettings(kit);
  const own = [...logSettings(adopted)].filter(([key, value]) => base.has(key) && base.get(key) !== value);
  const of = (kind: string) =>
    new Map(own.flatMap(([key, value]) => (key.startsWith(kind) ? [[key.slice(kind.length), value] as const] : [])));
  return { triggers: of("trigger "), levels: of("level ") };
}
