/**
 * Characters that no output shows raw, as the inside of a class for a pattern with the flag `u`: what nobody can see, what turns the direction
 * of a text and what only a machine acts on. Unicode lists most of them as Default_Ignorable_Code_Point. C0 and C1 controls, separators of lines,
 * halves of surrogate pairs and noncharacters are no part of that list, nor are a few characters that are drawn as nothing: interlinear
 * annotations, the Braille blank, a note without a head and the controls of hieroglyphs. deploy.ps1 has the same table in UTF-16 (10-text.ps1).
 */
export const UNSEEN =
  "\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u2800\\uFFF9-\\uFFFB\\p{Cs}\\p{Noncharacter_Code_Point}\\p{Default_Ignorable_Code_Point}\\u{13430}-\\u{13442}\\u{1D159}";

/** Returns a pattern for one unseen character. V8 takes a tenth of a millisecond to read classes of Unicode, so nobody makes one at the start. */
export const unseenPattern = (): RegExp => new RegExp(`[${UNSEEN}]`, "gu");

/** Returns whether a text holds a letter or a digit that somebody can see. Fillers of Hangul are letters that are drawn as nothing. */
export const saysSomething = (text: string): boolean => /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u.test(text);
