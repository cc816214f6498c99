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
  const [, says = text, command] = /^(.*): `([^`]*)`$/s.exec(text) ?? [];
  return command === undefined ? { says: text } : { says, command };
}
