import { type Appender, type Log4j2Document, canDelete, deletionSplice, isRefusal } from "../../../kernel/index.ts";

/**
 * Returns the first part of a filePattern that changes with time: a date conversion such as %d{yyyy-MM-dd}, or a lookup that is evaluated at each
 * rollover ($${date:...}). Returns undefined if only %i changes the name.
 */
export function datePattern(filePattern: string | null): string | undefined {
  return filePattern?.match(/%[-0-9.]*d(?:ate)?(?:\{[^{}]*\})*|\$\$\{date:[^{}]*\}/)?.[0];
}

/** Returns whether the name holds the counter that `max` bounds. */
export function hasCounter(filePattern: string | null): boolean {
  return /%[-0-9.]*i/.test(`${filePattern}`);
}

/**
 * Returns the reasons why an appender's Delete actions miss all of its files: globs, folders or testMode. Returns null if one of them can delete the
 * files, or if there are no Delete actions.
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

/** Returns true if logging.deleteAfter can make the appender delete its old files. */
export function isDeletable(document: Log4j2Document, appender: string): boolean {
  try {
    deletionSplice(document, appender, "30d");
    return true;
  } catch (error) {
    if (!isRefusal(error, 1)) throw error;
    return false;
  }
}
