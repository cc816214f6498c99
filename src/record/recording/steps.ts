/** Something to know or to do. */
export interface Step {
  readonly says: string;
  /** What is typed for it; it stands on a line of its own, where it can be copied whole. */
  readonly command?: string;
}

/** The same as one sentence. */
export const sentence = ({ says, command }: Step): string => (command === undefined ? says : `${says}: \`${command}\``);

/** What a sentence was made from. */
export function stepOf(text: string): Step {
  const [, says = text, command] = /^(.*): `([^`]*)`$/s.exec(text) ?? [];
  return command === undefined ? { says: text } : { says, command };
}
