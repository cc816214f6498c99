/**
 * Characters that no output shows raw, as the content of a class for a pattern with the flag `u`: invisible characters, characters that turn the
 * direction of a text, and characters that only a machine acts on.
 * Unicode lists most of them as Default_Ignorable_Code_Point. That list lacks C0 and C1 controls, line separators, halves of surrogate pairs and
 * noncharacters, and a few characters that are drawn as nothing: interlinear annotations, the Braille blank, a note without a head and the
 * controls of hieroglyphs.
 * deploy.ps1 has the same table in UTF-16 (10-text.ps1).
 */
export const UNSEEN =
  "\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u2800\\uFFF9-\\uFFFB\\p{Cs}\\p{Noncharacter_Code_Point}\\p{Default_Ignorable_Code_Point}\\u{13430}-\\u{13442}\\u{1D159}";

/** Returns a pattern for one invisible character. It is created lazily, because V8 needs a tenth of a millisecond to compile Unicode classes. */
export const unseenPattern = (): RegExp => new RegExp(`[${UNSEEN}]`, "gu");

/** Returns true if a text contains a visible letter or digit. Fillers of Hangul are letters that are drawn as nothing. */
export const saysSomething = (text: string): boolean => /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u.test(text);
