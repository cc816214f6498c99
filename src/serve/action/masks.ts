import { nameKind } from "../../kernel/index.ts";

/** Access to the environment variables and paths of the workflow step, to find the values to be masked in its logs. */
export interface Variables {
  env(name: string): string | undefined;
  /** Returns the names of all environment variables of the workflow step. */
  variables(): readonly string[];
  /** Returns whether a path exists. */
  exists(path: string): boolean;
}

/**
 * Pattern of the names of environment variables that GitHub's runner or the operating system sets, not the workflow. GitHub reserves the
 * first prefixes for itself and masks the tokens among them. The list is not complete: for other variables, the value decides whether it is
 * masked.
 */
const OWN =
  /^(?:GITHUB|RUNNER|ACTIONS|INPUT|GITEA|FORGEJO|LC|XDG)_|^(?:CI|HOME|PATH|PATHEXT|PWD|OLDPWD|USER|USERNAME|LOGNAME|SHELL|SHLVL|TERM|LANG|LANGUAGE|TZ|TE?MP|TMPDIR|HOSTNAME|COMPUTERNAME|OS)$/i;

/** Values of switches, and words that the Action itself prints in every log, which are therefore not masked. */
const WORDS =
  "true false null none undefined enabled disabled always never auto default tierwright plan check compile pass accepted block error errors warning notice info verdict changed environment environments findings summary";

/** The fewest characters of a value that is masked; a shorter one appears in every log line and is no secret. */
const SHORTEST = 4;

/**
 * Returns whether a text is too ordinary to be masked, because log lines contain it by chance: it is too short, or one repeated character.
 */
const isCommon = (line: string): boolean =>
  line.replace(/\s/g, "").length < SHORTEST || new Set(line.replace(/\s/g, "")).size < 2;

/**
 * Returns the lines that GitHub's runner must hide: the values of the environment variables that YAML documents name as secrets. Values
 * that GitHub's runner sets, paths of the machine and parts of public text are left out: an untrusted change can name any variable, and a
 * mask for such a text would hide findings.
 * @param open names and paths of the command's document; they are public, like the values that GitHub's runner sets and the words that the
 * Action prints.
 */
export function masksOf(named: Iterable<string>, variables: Variables, open: readonly string[]): readonly string[] {
  const own = variables.variables().filter((name) => OWN.test(name));
  // values of variables such as GITHUB_TOKEN, and of inputs of the Action whose names end with KEY, are not public
  const isSaid = (name: string) => nameKind(name, "wire") === "none" && !/KEY$/i.test(name);
  const values = own.filter(isSaid).flatMap((name) => variables.env(name) ?? []);
  const said = [WORDS, ...values, ...open].join("\n").toLowerCase();
  const isOpen = (text: string): boolean => said.includes(text.toLowerCase());
  const lines = [...new Set(named)].flatMap((name) => {
    const value = OWN.test(name) ? "" : (variables.env(name) ?? "");
    const isPath = /^(?:[/\\]|[A-Za-z]:[/\\])/.test(value) && variables.exists(value);
    return isPath ? [] : value.split(/[\r\n]+/).map((line) => line.trim());
  });
  return [...new Set(lines)].filter((line) => !isCommon(line) && !isOpen(line));
}
