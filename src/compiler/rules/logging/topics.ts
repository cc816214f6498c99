/** A level that an environment sets: two rules may speak of it (Problem.explains and Problem.follows). '' is the root logger. */
export const levelOf = (environment: string, logger: string): string => `level of ${logger} in ${environment}`;
