import fc from "fast-check";
import {
  type FaultShape,
  type FaultWords,
  faultXml,
  infoXml,
  type InfoShape,
  loginXml,
  type Person,
} from "../../support/live/tier-words.ts";

/* Answers and faults of a tier in every shape that has been seen, with words that are hard to write, as the bytes that a server sends. */

const HARD = [
  "a",
  "Z",
  "7",
  " ",
  ".",
  "/",
  "(",
  ")",
  "&",
  "<",
  ">",
  '"',
  "'",
  "é",
  "ß",
  "😀",
  "]]>",
  "--",
  "\n",
  "\t",
  "&#65;",
  "=",
  "\u0085",
];
const text = fc.array(fc.constantFrom(...HARD), { maxLength: 12 }).map((parts) => parts.join(""));

export interface Sent {
  readonly what: "answer" | "fault";
  readonly bytes: Buffer;
  /** What it was made from. */
  readonly person: Person | null;
  readonly fault: FaultWords | null;
  readonly shape: FaultShape | null;
}

const ENCODINGS = ["UTF-8", "UTF-8 with BOM", "UTF-16LE", "ISO-8859-1", "nothing said"] as const;

/** What the encoding has no byte for is written by its number, as every writer of XML does. */
function bytesOf(xml: string, encoding: (typeof ENCODINGS)[number]): Buffer {
  const bare = xml.replace(/^<\?xml[^>]*\?>\s*/, "");
  switch (encoding) {
    case "nothing said":
      return Buffer.from(bare);
    case "UTF-8":
      return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${bare}`);
    case "UTF-8 with BOM":
      return Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-8"?>\n${bare}`);
    case "UTF-16LE":
      return Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>\n${bare}`, "utf16le");
    case "ISO-8859-1":
      return Buffer.from(
        `<?xml version="1.0" encoding="ISO-8859-1"?>\n${bare.replace(/[\u0100-\u{10ffff}]/gu, (one) => `&#${one.codePointAt(0)};`)}`,
        "latin1",
      );
  }
}

const encoding = fc.constantFrom(...ENCODINGS);
const prefix = fc.constantFrom("", "ns7", "soa");
const person = fc.record({ user: text, password: fc.constant("-"), name: text, roles: fc.constant([]) });
const info = fc.dictionary(fc.constantFrom("Version", "DisplayVersion", "HostName", "LogFile"), text, { maxKeys: 4 });
const infoShape = fc.constantFrom<InfoShape>("attributes", "children", "named", "entries", "one", "none");

const answers = fc.tuple(person, info, infoShape, prefix, encoding).map(
  ([who, given, how, space, written]): Sent => ({
    what: "answer",
    bytes: bytesOf(loginXml(who, infoXml(given, how), space), written),
    person: who,
    fault: null,
    shape: null,
  }),
);

const words = fc.record({
  type: fc.constantFrom("InternalServerException", "ServiceException", "InvalidUserException", "InvalidCredentialsFault"),
  code: fc.constantFrom(1000, 1003, 214086, 515143, 7),
  level: fc.constantFrom(1, 3),
  message: text,
});
const faults = fc
  .tuple(words, fc.constantFrom<FaultShape>("messages", "elements", "message", "attributes"), prefix, encoding)
  .map(
    ([fault, shape, space, written]): Sent => ({
      what: "fault",
      bytes: bytesOf(faultXml(fault, shape, space), written),
      person: null,
      fault,
      shape,
    }),
  );

export const sent = fc.oneof(answers, faults);

/** The same with one byte changed, doubled or taken out. */
export const garbled = fc.tuple(sent, fc.nat(4_000), fc.nat(255), fc.nat(2)).map(([{ bytes }, at, byte, how]) => {
  const where = at % bytes.length;
  const kept = bytes.subarray(where + (how === 0 ? 0 : 1));
  return Buffer.concat([bytes.subarray(0, where), how === 2 ? Buffer.alloc(0) : Buffer.from([byte]), kept]);
});
