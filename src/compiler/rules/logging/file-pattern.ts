import { type Appender, type Log4j2Document, canDelete, deletionSplice, isRefusal } from "../../../kernel/index.ts";

/**
 * Returns the first part of an appender's filePattern that changes with time: a date conversion such as %d{yyyy-MM-dd}, or a lookup that
 * log4j evaluates at each rollover ($${date:...}). Returns undefined if there is none.
 */
export function datePattern(filePattern: string | null): string | undefined {
  return filePattern?.match(/%[-0-9.]*d(?:ate)?(?:\{[^{}]*\})*|\$\$\{date:[^{}]*\}/)?.[0];
}

/** Returns whether a filePattern contains %i, the counter that `max` of the rollover strategy limits. */
export function hasCounter(filePattern: string | null): boolean {
  return /%[-0-9.]*i/.test(`${filePattern}`);
}

/**
 * Returns the attributes because of which an appender's Delete actions miss all of its old files: globs, basePath or testMode. Returns null
 * if one of the Delete actions can delete the files, or if the appender has none.
 */
export function foreignGlobs({ rolls, resolved, filePattern }: Appender): readonly string[] | null {
  const deletes = rolls?.deletes ?? [];
  const pattern = resolved.filePattern ?? filePattern ?? "";
  if (deletes.length === 0 || deletes.some((one) => canDelete(one, pattern))) return null;
  return deletes.flatMap((one) => {
    if (one.isTest) return ['testMode="true"'];
    return canDelete({ required: one.required }, pattern) ? [`basePath="${one.basePath ?? ""}"`] : one.required;
  });
}

/** Returns true if Tierwright can insert a Delete action for logging.deleteAfter into an appender of a log4j2.xml. */
export function isDeletable(document: Log4j2Document, appender: string): boolean {
  try {
    deletionSplice(document, appender, "30d");
    return true;
  } catch (error) {
    if (!isRefusal(error, 1)) throw error;
    return false;
  }
}
