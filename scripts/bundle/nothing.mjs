/** Stands for an optional package that is left out of the bundle. */
export {};
