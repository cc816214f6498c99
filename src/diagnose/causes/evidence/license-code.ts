/** The codes of a FlexNet error: -15,570:10061 is major -15, minor 570, system error 10061. */
export interface LicenseCode {
  readonly major: number;
  readonly minor: number;
  readonly system: number | null;
}

const CODE = /(?<![\w.,])(-\d{1,3})[,.](\d{1,4})(?:[:.](\d{1,5}))?(?!\d)/;
const SPEAKER = /flex ?(?:net|lm|era)|\blicen[sc]|lizenz|lmgrd|\bDENIED:|ライセンス|许可|授權|授权|\bfeature\b/i;

/** Returns the code of a license error. Returns null if the text is not about licenses. */
export function licenseCodeIn(text: string): LicenseCode | null {
  if (!SPEAKER.test(text)) return null;
  const [, major, minor, system] = CODE.exec(text) ?? [];
  return major === undefined
    ? null
    : { major: Number(major), minor: Number(minor), system: system === undefined ? null : Number(system) };
}
