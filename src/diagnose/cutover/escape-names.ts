/** Control characters by the letter of their backslash escape (JLS 3.10.7, RFC 8259, YAML 1.2 5.7). */
export const CONTROL: ReadonlyMap<number, number> = new Map(
  [..."tnrfb"].map((c, i) => [c.charCodeAt(0), [9, 10, 13, 12, 8][i] as number]),
);

/** Named references of XML and HTML for characters that an address can hold or end at (HTML Living Standard, 13.5). */
export const NAMED_CHARACTERS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    nbsp: "\u00a0",
    colon: ":",
    sol: "/",
    period: ".",
    lowbar: "_",
    UnderBar: "_",
    percnt: "%",
    num: "#",
    quest: "?",
    equals: "=",
    commat: "@",
    lsqb: "[",
    lbrack: "[",
    rsqb: "]",
    rbrack: "]",
    bsol: "\\",
    auml: "ä",
    ouml: "ö",
    uuml: "ü",
    szlig: "ß",
    Auml: "Ä",
    Ouml: "Ö",
    Uuml: "Ü",
    eacute: "é",
    egrave: "è",
    agrave: "à",
    ccedil: "ç",
    ntilde: "ñ",
  }).map(([name, c]) => [name, c.charCodeAt(0)]),
);
