/**
 * Pattern of an exception name as programs write it: before its message, in a stack trace, after its package at the beginning of a line, or
 * alone.
 */
const WRITTEN =
  /(?<!\b(?:an?|the|eine[nm]?|une?) )\b\w{3,80}(?:Exception|Error|Fault)\b\s{0,2}(?:[:;([{<"\u2026=|]|\$|--->|code\b|\n\s{1,8}(?:at |\.{3}|[-[]))|(?:^|\n)\W{0,12}(?:Caused by: |Exception in thread |Root cause: )?(?:[a-z][\w]{0,40}\.){1,12}\w{3,80}(?:Exception|Error|Fault)\b|["'>=]\s?(?:[\w.]{1,200}\.)?\w{3,80}(?:Exception|Error|Fault)\b/;

/** Pattern of the common words in a person's sentence: pronouns, articles, verbs and conjunctions. */
const SENTENCE =
  /\b(?:I|we|you|my|our|is|are|was|the|a|an|when|after|since|which|that|ich|wir|der|die|das|ist|wenn|beim|nach|je|nous|le|la|les|est|quand|lors)\b/gi;

/** Returns whether an exception's name is only mentioned in a person's sentence, and not printed by a program. */
export const isMention = (text: string): boolean =>
  text.length < 2_000 && !WRITTEN.test(text) && (text.match(SENTENCE)?.length ?? 0) >= 2;
