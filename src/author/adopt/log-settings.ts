import type { Log4j2Document } from "../../kernel/index.ts";

/**
 * What a log4j2.xml says that an environment may decide, by name: the size of an appender's one size trigger, the level of a logger. What stands twice,
 * or has no name, no environment can decide.
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

/** The settings that differ from the kit's, as `logging.triggers` and `logging.levels` write them. */
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
