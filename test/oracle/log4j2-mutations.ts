import fc from "fast-check";

/** Pieces that mean something to an XML parser or to log4j, right or wrong. ISO-8859-1 views. */
const PIECES: readonly string[] = [
  ..."<>\"'&=/; \t\n\r\0\x01\x0b\x7f\x85\xe9",
  ...[
    "<!-- x -->",
    "<!-- a -- b -->",
    "<!--->",
    "<!---->",
    "<![CDATA[x]]>",
    "<![CDATA[",
    "]]>",
    "<?pi x?>",
    "<?xml x?>",
    "<?pi?>",
    "<?p:i x?>",
  ],
  ...["&amp;", "&lt;", "&nope;", "&#10;", "&#0;", "&#xD800;", "&#x1F600;", "&#;", "&e;", "&f;"],
  ...[
    "<x:y/>",
    "<:a/>",
    "<a:/>",
    "<1/>",
    "<a xmlns:x='u' x:b='1'/>",
    "<a:b:c xmlns:a='u'/>",
    " x:b='1'",
    " xmlns:x=''",
    " xmlns=''",
    " xml:base='q'",
    " xmlns:xml='q'",
  ],
  ...[
    " a='1' a='2'",
    " a='1'",
    " size='3 KB'",
    " SIZE='4 KB'",
    " sIze='5 KB'",
    " level='off'",
    " LEVEL='off'",
    " strict='true'",
    " type='RollingFile'",
  ],
  ...[
    "\r\n",
    "\xc3\xa9",
    "\xef\xbb\xbf",
    "\xef\xbf\xbf",
    "\xed\xa0\x80",
    "\xc0\x80",
    "\xf0\x9f\x98\x80",
    "\xe2\x80\xa8",
    "\xc2\x85",
  ],
  ...[
    "<size>5 MB</size>",
    "<level>warn</level>",
    "<name>Z</name>",
    "<SIZE/>",
    "<Wrapper>",
    "</Wrapper>",
    "<Policies>",
    "</Policies>",
    "<Select>",
    "<AppenderSet>",
  ],
  ...[
    "<SizeBasedTriggeringPolicy size='7 MB'/>",
    "<SizeBasedTriggeringPolicy/>",
    "<Logger name='root' level='warn'/>",
    "<Logger name='q' level=' debug '/>",
    "<Logger name=''/>",
    "<Logger/>",
  ],
  ...[
    "<Properties><Property name='max'>6 MB</Property></Properties>",
    "${max}",
    "${sys:max}",
    "$${max}",
    "${no:-8 MB}",
    "<CustomLevels><CustomLevel name='NOTE' intLevel='350'/></CustomLevels>",
  ],
  ...["version='1.1'", "standalone='yes'", "?>", "-->", "]>", "%pe;", "<!DOCTYPE a []>", "<!ATTLIST"],
];

const DOCUMENT_TYPES: readonly string[] = [
  "<!DOCTYPE Configuration>",
  "<!DOCTYPE c SYSTEM 'nope.dtd'>",
  "<!DOCTYPE c PUBLIC 'a' 'b'>",
  "<!DOCTYPE c [<!ENTITY e 'v'>]>",
  "<!DOCTYPE c [<!ENTITY f '&e;&e;'><!ENTITY e ' '>]>",
  "<!DOCTYPE c [<!ENTITY e '<RollingFile name=\"E\"><SizeBasedTriggeringPolicy/></RollingFile>'>]>",
  "<!DOCTYPE c [<!ATTLIST SizeBasedTriggeringPolicy size CDATA '3 MB'>]>",
  "<!DOCTYPE c [<!ATTLIST SizeBasedTriggeringPolicy size NMTOKENS #IMPLIED>]>",
  "<!DOCTYPE c [<!ATTLIST Root level CDATA 'fatal' >]>",
  "<!DOCTYPE c [<!ENTITY % p '<!ENTITY e \"w\">'>%p;]>",
  "<!DOCTYPE c [<!ENTITY e '&e;'>]>",
  "<!DOCTYPE c [<!ENTITY e SYSTEM 'x'>]>",
  "<!DOCTYPE c [<!ENTITY e SYSTEM 'x' NDATA n>]>",
  "<!DOCTYPE c [<!ELEMENT a (b,c)*><!NOTATION n PUBLIC 'x'><!-- c --><?p i?>]>",
  "<!DOCTYPE c [<!ENTITY lt '&#38;#60;'><!ENTITY e '&#38;amp;'>]>",
  "<!DOCTYPE c [%x;<!ENTITY e 'v'>]>",
  "<!DOCTYPE c [<!ENTITY e '<'>]>",
  "<!DOCTYPE c[]>",
  "<!DOCTYPE>",
  "<!doctype c>",
];

const ENCODINGS = [
  "UTF-8",
  "utf-8",
  "ISO-8859-1",
  "latin1",
  "US-ASCII",
  "windows-1252",
  "cp1252",
  "KOI8-R",
  "UTF8",
  "ISO-8859-15",
  "x y",
  "",
  "klingon",
];

type Change = (text: string) => string;

/** A part of the text's length; every place is as likely. */
const place = fc.noBias(fc.nat(999_999)).map((n) => n / 1_000_000);

/** Puts a piece anywhere, or where markup is: before or behind a delimiter. */
const insert: fc.Arbitrary<Change> = fc.tuple(fc.constantFrom(...PIECES), place, fc.nat(2)).map(([piece, at, near]) => (text) => {
  let offset = Math.floor(at * (text.length + 1));
  if (near > 0) {
    const found = text.slice(offset).search(/[<>"=/ ]/);
    if (found >= 0) offset += found + near - 1;
  }
  return text.slice(0, offset) + piece + text.slice(offset);
});

const remove: fc.Arbitrary<Change> = fc.tuple(place, fc.integer({ min: 1, max: 5 })).map(([at, length]) => (text) => {
  const offset = Math.floor(at * text.length);
  return text.slice(0, offset) + text.slice(offset + length);
});

const encode: fc.Arbitrary<Change> = fc
  .constantFrom(...ENCODINGS)
  .map((name) => (text) => text.replace(/encoding="[^"]*"/, () => `encoding='${name}'`));

/** A document type behind the header, and mostly an entity somewhere that it may declare. */
const declare: fc.Arbitrary<Change> = fc
  .tuple(fc.constantFrom(...DOCUMENT_TYPES), place, fc.constantFrom('"', ">", null))
  .map(([type, at, behind]) => (text) => {
    const declared = text.replace(/^(?:<\?xml[^>]*\?>)?/, (header) => header + type);
    const offset = behind === null ? -1 : declared.indexOf(behind, Math.floor(at * declared.length));
    return offset < 0 ? declared : `${declared.slice(0, offset + 1)}&e;${declared.slice(offset + 1)}`;
  });

const recase: fc.Arbitrary<Change> = place.map((at) => (text) => {
  const words = [...text.matchAll(/[A-Za-z]+/g)];
  const word = words[Math.floor(at * words.length)];
  return word ? text.slice(0, word.index) + word[0].toUpperCase() + text.slice(word.index + word[0].length) : text;
});

/** Documents with one to three changes, from texts that log4j loads. */
export function mutations(bases: readonly string[]): fc.Arbitrary<string> {
  const change = fc.oneof({ weight: 7, arbitrary: insert }, remove, encode, declare, recase);
  return fc
    .tuple(fc.constantFrom(...bases), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([base, changes]) => changes.reduce((text, apply) => apply(text), base));
}
