/** One next step for the user: a piece of information or an action. */
export interface Step {
  readonly says: string;
  /** The command to type; printed on a line of its own, so that it can be copied whole. */
  readonly command?: string;
}

/** Returns a next step as one sentence, with the command in backquotes. */
export const sentence = ({ says, command }: Step): string => (command === undefined ? says : `${says}: \`${command}\``);

/** Parses a text that `sentence` made back into the next step. */
export function stepOf(text: string): Step {
  const at = text.endsWith("`") ? text.indexOf(": `") : -1;
  return at < 0 ? { says: text } : { says: text.slice(0, at), command: text.slice(at + 3, -1) };
}
