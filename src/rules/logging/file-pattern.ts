/**
 * The first part of a filePattern that changes with time: a date conversion such as %d{yyyy-MM-dd}, or a lookup that is
 * evaluated at each rollover ($${date:...}). Undefined when the name stays the same but for %i.
 */
export function datePattern(filePattern: string | null): string | undefined {
  return filePattern?.match(/%[-0-9.]*d(?:ate)?(?:\{[^{}]*\})*|\$\$\{date:[^{}]*\}/)?.[0];
}

/** Does the name hold the counter that `max` bounds? */
export function hasCounter(filePattern: string | null): boolean {
  return /%[-0-9.]*i/.test(`${filePattern}`);
}
