/**
 * Characters that no output of Tierwright shows unescaped, as the content of a character class for a regular expression with the flag `u`:
 * invisible characters, characters that change the direction of a text, and control characters.
 * Unicode lists most of them as Default_Ignorable_Code_Point. That list lacks C0 and C1 controls, line separators, halves of surrogate
 * pairs and noncharacters, and a few characters that fonts draw as nothing: interlinear annotations, the Braille blank, the musical null
 * notehead and the format controls of hieroglyphs.
 * deploy.ps1 has the same list in UTF-16 (powershell/parts/10-text.ps1).
 */
export const UNSEEN =
  "\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u2800\\uFFF9-\\uFFFB\\p{Cs}\\p{Noncharacter_Code_Point}\\p{Default_Ignorable_Code_Point}\\u{13430}-\\u{13442}\\u{1D159}";

/** Returns a new pattern for one character of UNSEEN. It is not a constant, because compiling Unicode classes would delay every start. */
export const unseenPattern = (): RegExp => new RegExp(`[${UNSEEN}]`, "gu");

/** Returns true if a text contains a visible letter or digit. Excludes the Hangul fillers: letters that fonts draw as nothing. */
export const saysSomething = (text: string): boolean => /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u.test(text);
