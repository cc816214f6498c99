/** A piece of information or an action. */
export interface Step {
  readonly says: string;
  /** The command to type; it is printed on a line of its own, so that it can be copied whole. */
  readonly command?: string;
}

/** Returns the step as one sentence. */
export const sentence = ({ says, command }: Step): string => (command === undefined ? says : `${says}: \`${command}\``);

/** Parses a step from its sentence. */
export function stepOf(text: string): Step {
  const at = text.endsWith("`") ? text.indexOf(": `") : -1;
  return at < 0 ? { says: text } : { says: text.slice(0, at), command: text.slice(at + 3, -1) };
}
