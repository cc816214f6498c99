/** Texts about fields, by document kind (the name of its schema file) and field. */
type Notes = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const DEFAULTS: Notes;
export const NOT_YET: Notes;
export const ELSEWHERE: Notes;
