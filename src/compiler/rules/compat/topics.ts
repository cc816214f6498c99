/*
 * What several rules see of one mistake in an exception or in what it accepts (Problem.explains and Problem.follows).
 */

/** Exceptions that were meant for an environment and accept nothing. */
export const exceptionFor = (environment: string): string => `exception for ${environment}`;
