import { codePoint } from "../../kernel/index.ts";
import { isUnseen, refusedAs } from "./characters.ts";
import { textMeant } from "./wrong-encoding.ts";

/** The reason why a PLM user id cannot be a username as it is, or why a username that looks like it is a different one. */
export interface NameFault {
  readonly kind:
    | "encoding"
    | "upper-case"
    | "space"
    | "unseen"
    | "script"
    | "forbidden"
    | "too-short"
    | "too-long"
    | "empty"
    | "twice"
    | "same-when-lower"
    | "near"
    | "disabled";
  /** The explanation of the fault: the characters found, and how the identity provider treats them. */
  readonly says: string;
}

/** The lowest and highest length of a username that the realm's user profile allows, in UTF-16 code units, as Java counts. */
export interface NameLimits {
  readonly min: number;
  readonly max: number;
}

const NAMES: Readonly<Record<string, string>> = {
  "\t": "tab",
  "\n": "line feed",
  "\r": "carriage return",
  " ": "space",
  "\u00a0": "no-break space",
  "\u00ad": "soft hyphen",
  "\u200b": "zero-width space",
  "\u200c": "zero-width non-joiner",
  "\u200d": "zero-width joiner",
  "\u200e": "left-to-right mark",
  "\u200f": "right-to-left mark",
  "\u2060": "word joiner",
  "\ufeff": "byte order mark",
};

const isInvisible = (c: string): boolean => refusedAs(c) === "space" || isUnseen(c);

/** Returns an id with every invisible character except spaces as its code point in angle brackets. */
export const shownName = (id: string): string =>
  Array.from(id, (c) => (isInvisible(c) && c !== " " ? `<${codePoint(c)}>` : c)).join("");

/** Returns an id without its invisible characters and spaces. */
export const visiblePart = (id: string): string => Array.from(id, (c) => (isInvisible(c) ? "" : c)).join("");

function place(at: number, count: number): string {
  if (at === 0) return "at its start";
  return at === count - 1 ? "at its end" : `as character ${at + 1}`;
}

/** Returns in words the characters for which `isMeant` is true, with their places, at most five of them; null if there are none. */
function foundIn(characters: readonly string[], isMeant: (c: string) => boolean): string | null {
  const found = characters.flatMap((c, at) => {
    const name = NAMES[c] ?? (isInvisible(c) ? "unseen character" : c);
    return isMeant(c) ? [`${name} (${codePoint(c)}) ${place(at, characters.length)}`] : [];
  });
  if (found.length === 0) return null;
  return found.length > 5 ? `${found.slice(0, 5).join(", ")} and ${found.length - 5} more` : found.join(", ");
}

const REFUSED = "which the identity provider refuses in a username (error-username-invalid-character)";
const REFUSED_UNSEEN = "it is invisible, and the identity provider refuses it in a username (error-username-invalid-character)";

function characterFaults(characters: readonly string[]): readonly NameFault[] {
  const fault = (kind: NameFault["kind"], isMeant: (c: string) => boolean, says: (found: string) => string) => {
    const found = foundIn(characters, isMeant);
    return found === null ? [] : [{ kind, says: `holds ${says(found)}` }];
  };
  return [
    ...fault(
      "space",
      (c) => refusedAs(c) === "space",
      (found) => `${found}, ${REFUSED}`,
    ),
    ...fault(
      "unseen",
      (c) => refusedAs(c) === null && isUnseen(c),
      (found) => `${found}: it is invisible, and nobody types it at the login form`,
    ),
    ...fault(
      "forbidden",
      (c) => refusedAs(c) === "forbidden",
      (found) => `${found}, ${REFUSED}`,
    ),
    ...fault(
      "script",
      (c) => refusedAs(c) === "script" && isUnseen(c),
      (found) => `${found}: ${REFUSED_UNSEEN}`,
    ),
    ...fault(
      "script",
      (c) => refusedAs(c) === "script" && !isUnseen(c),
      (found) => `${found}, which is no Latin letter: the identity provider refuses it in a username`,
    ),
  ];
}

/** Returns in words the stray characters of a name, with their places: invisible ones, spaces around it and repeated spaces in it. */
export function strayCharacters(text: string): readonly string[] {
  const characters = Array.from(text);
  const last = characters.length - 1;
  return characters.flatMap((c, at) => {
    const isStray = c === " " ? at === 0 || at === last || characters[at - 1] === " " : isInvisible(c);
    return isStray ? [`${NAMES[c] ?? "unseen character"} (${codePoint(c)}) ${place(at, characters.length)}`] : [];
  });
}

function lengthFaults(id: string, { min, max }: NameLimits): readonly NameFault[] {
  if (id.length < min)
    return [
      {
        kind: "too-short",
        says: `has ${id.length} of at least ${min} characters (error-invalid-length, username, ${min}, ${max}): the realm's minimum is what refuses it`,
      },
    ];
  return id.length > max
    ? [
        {
          kind: "too-long",
          says: `has ${id.length} of at most ${max} characters (error-invalid-length, username, ${min}, ${max})`,
        },
      ]
    : [];
}

/** Returns the faults of a PLM user id as a username that are known without the list of existing usernames; empty if there are none. */
export function nameFaults(id: string, limits: NameLimits): readonly NameFault[] {
  if (id === "") return [{ kind: "empty", says: "is empty" }];
  const characters = Array.from(id);
  const lower = id.toLowerCase();
  const upper: readonly NameFault[] =
    lower === id
      ? []
      : [
          {
            kind: "upper-case",
            says: `has upper-case letters and can never match: the identity provider stores usernames in lower case, ${shownName(lower)}`,
          },
        ];
  return [...encodingFaults(id), ...upper, ...characterFaults(characters), ...lengthFaults(id, limits)];
}

function encodingFaults(id: string): readonly NameFault[] {
  const meant = textMeant(id);
  if (meant === null) return [];
  const says = `is text in a wrong encoding: UTF-8 that was read as Windows-1252; it should be ${shownName(meant)}, so save the list as UTF-8`;
  return [{ kind: "encoding", says }];
}

/** Returns the faults to report: for an id in a wrong encoding only that fault, because the others result from it. */
export function faultsToTell(faults: readonly NameFault[]): readonly NameFault[] {
  const encoding = faults.filter(({ kind }) => kind === "encoding");
  return encoding.length > 0 ? encoding : faults;
}

/** Returns true for a fault because of which the identity provider cannot store the id unchanged, so that no username can equal it. */
export const isRefused = ({ kind }: NameFault): boolean =>
  ["empty", "upper-case", "space", "forbidden", "script", "too-short", "too-long"].includes(kind);
