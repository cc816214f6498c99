/**
 * The first part of a filePattern that changes with time: a date conversion such as %d{yyyy-MM-dd}, or a lookup that is
 * evaluated at each rollover ($${date:...}). Null when the name stays the same but for %i.
 */
export function datePattern(filePattern: string): string | null {
  return /%[-0-9.]*d(?:ate)?(?:\{[^}]*\})*|\$\$\{date:[^}]*\}/.exec(filePattern)?.[0] ?? null;
}

/** Does the name hold the counter that `max` bounds? */
export function hasCounter(filePattern: string): boolean {
  return /%[-0-9.]*i/.test(filePattern);
}
