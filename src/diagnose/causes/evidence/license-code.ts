/**
 * The codes of a FlexNet error: -15,570:10061 is major -15, minor 570, system error 10061. The License Administration Guide of FlexNet
 * Publisher ("Error Code Descriptions") lists the major codes. A record with a code that no cause names matches no cause about licenses,
 * because it has another reason: a feature missing in the file (-5), a changed file (-8), another host (-9), a clock (-34, -88) and others.
 */
export interface LicenseCode {
  readonly major: number;
  /** The minor code; null if only the major code is given. */
  readonly minor: number | null;
  readonly system: number | null;
}

const CODE = /(?<![\w.,])(-\d{1,3})[,.](\d{1,5})(?:[:.](\d{1,5}))?(?!\d)/;
/** Pattern of a license error's major code alone, as dialogs in other languages show it. */
const MAJOR =
  /(?:licen[sc]\w{0,5}|lizenz|flex(?:net|lm))[- ]?(?:\w{1,12}[- ])?(?:error|fehler(?:code)?|code|erreur|de licence)[ :=(]{1,3}(-\d{1,3})(?![\d.]|,\d)/i;
/** Pattern of a field that holds a license error's major code; it counts only in a record about a requested license. */
const FIELD =
  /\b(?:flex(?:net|lm|era)?|lic(?:en[sc]e)?|lm)?_?-?(?:err(?:or)?|status|errno|rc|result|major|code)(?:_?(?:code|no|num|number))?["']?\s?[=:]?\s?["']?(-\d{1,3})(?![\d.:]|,\d)/i;
const ASKED = /\b(?:licen[sc]e[sd]?|lizenz\w{0,8}|flex(?:net|lm|era|status|error|code)\w{0,20})\b/i;
const CHECKOUT =
  /check(?:ed|ing)?[ _-]?out|\bflex(?:net|lm|era|error|status|code)|expired|already reached|in use|licen[sc]ed number|abgelaufen|belegt|vergeben|lmgrd|\d{4,5}@\w/i;

/** Pattern of the system error that a dialog shows below the license error. */
const SYSTEM = /\b(?:system ?error|systemfehler|erreur syst\u00e8me)[ :=(]{1,4}(\d{4,5})(?!\d)/i;
const SPEAKER =
  /flex ?(?:net|lm|era)|\bflex(?:status|error|code)|\blicen[sc]|lizenz|lmgrd|\bDENIED:|ライセンス|许可|授權|授权|\bfeature\b/i;

/** Pattern of several codes side by side: the heading of a table that counts them, or a list of them. */
const SIDE_BY_SIDE = /(?<![\w.,])-\d{1,3},\d{1,5}(?:\s{2,40}|\s?[|;/\t]\s?|, )-\d{1,3},\d{1,5}(?!\d)/;

/** Returns the code of a license error. Returns null if the text is not about licenses. */
export function licenseCodeIn(text: string): LicenseCode | null {
  if (!SPEAKER.test(text) || SIDE_BY_SIDE.test(text)) return null;
  const [, major, minor, system] = CODE.exec(text) ?? [];
  const field = ASKED.test(text) && CHECKOUT.test(text) ? FIELD.exec(text)?.[1] : undefined;
  const known = major ?? MAJOR.exec(text)?.[1] ?? field;
  if (known === undefined) return null;
  const error = system ?? SYSTEM.exec(text)?.[1];
  return {
    major: Number(known),
    minor: minor === undefined ? null : Number(minor),
    system: error === undefined ? null : Number(error),
  };
}
