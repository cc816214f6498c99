/** The name of an exception as a program writes it: before its message, in a stack, behind its package at the beginning of a line, or alone. */
const WRITTEN =
  /\b\w{3,80}(?:Exception|Error|Fault)\b\s{0,2}(?:[:;([{<"\u2026=|]|\$|--->|code\b|\n\s{1,8}(?:at |\.{3}|[-[]))|(?:^|\n)\W{0,12}(?:Caused by: |Exception in thread |Root cause: )?(?:[a-z][\w]{0,40}\.){1,12}\w{3,80}(?:Exception|Error|Fault)\b|["'>=]\s?(?:[\w.]{1,200}\.)?\w{3,80}(?:Exception|Error|Fault)\b/;

/** The beginning of a sentence of a person: a word, and a verb or an article between words. */
const SENTENCE =
  /\b(?:I|we|you|my|our|is|are|was|the|a|an|when|after|since|which|that|ich|wir|der|die|das|ist|wenn|beim|nach|je|nous|le|la|les|est|quand|lors)\b/gi;

/** Returns whether a person's sentence mentions an exception, so that its name is not the output of a program. */
export const isMention = (text: string): boolean =>
  text.length < 2_000 && !WRITTEN.test(text) && (text.match(SENTENCE)?.length ?? 0) >= 2;
