import { nameKind } from "../../kernel/index.ts";

/** What decides whether the runner may hide a value in every log. */
export interface Variables {
  env(name: string): string | undefined;
  /** The names of all variables of the step. */
  variables(): readonly string[];
  /** True for a path that is there. */
  exists(path: string): boolean;
}

/**
 * Variables that a runner or the system sets, not the workflow: GitHub reserves the first prefixes for itself and masks the tokens among them. It
 * is no list of all: what the values are decides for the others.
 */
const OWN =
  /^(?:GITHUB|RUNNER|ACTIONS|INPUT|GITEA|FORGEJO|LC|XDG)_|^(?:CI|HOME|PATH|PATHEXT|PWD|OLDPWD|USER|USERNAME|LOGNAME|SHELL|SHLVL|TERM|LANG|LANGUAGE|TZ|TE?MP|TMPDIR|HOSTNAME|COMPUTERNAME|OS)$/i;

/** Words of switches, and what the Action itself says in every log. */
const WORDS =
  "true false null none undefined enabled disabled always never auto default tierwright plan check compile pass accepted block error errors warning notice info verdict changed environment environments findings summary";

/** A shorter value is found in every log line, and is no secret. */
const SHORTEST = 4;

/** True for a line that a log holds anyway by chance: too short, or one sign over and over. */
const isCommon = (line: string): boolean =>
  line.replace(/\s/g, "").length < SHORTEST || new Set(line.replace(/\s/g, "")).size < 2;

/**
 * Returns what the runner shall hide of the variables that documents name as secrets, line by line, because the runner hides each line by itself.
 * Documents of a stranger's change may name any variable: a mask for what every log line or an output holds would hide the findings of that
 * change, and GitHub drops an output with a masked text in it. So nothing is masked that the runner sets, that is a path of the machine, or that
 * stands in what is said openly: values that the runner sets, our own words, and `open`, the names and paths of this answer.
 */
export function masksOf(named: Iterable<string>, variables: Variables, open: readonly string[]): readonly string[] {
  const own = variables.variables().filter((name) => OWN.test(name));
  // GITHUB_TOKEN and its like are no open words, and neither is the input of an Action that is called a key
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
