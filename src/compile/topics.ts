/*
 * What readers and rules see of one mistake in an environment's name (Problem.explains and Problem.follows).
 */

/** An environment by the name that others call it. */
export const named = (name: string): string => `environment ${name}`;

/** An environment's folder that is a copy of another one, its name included. */
export const copyOf = (folder: string): string => `copy in ${folder}`;
