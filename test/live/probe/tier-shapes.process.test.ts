import { describe, expect, test } from "vitest";
import { meaningOfCode } from "../../../src/live/soa/meaning.ts";
import type { Person, TierOptions } from "../../support/live/tier.ts";
import { builtProbe, type Given } from "./built-tier.ts";

/* The built command against a tier in every shape in which one writes answers and faults (docs/probe.md, What goes over the wire). */

const probed = builtProbe();

/** A name of which every encoding makes other bytes: read wrongly, it is another user's. */
const PERSON: Person = { user: "jürgen", password: "größer 0815", name: "Groß, Jürgen", roles: [["Entwicklung", "Prüfer"]] };
const IN_SESSION = ["tier/type-descriptions", "tier/json-sign-in", "tier/roles", "tier/session-analytics"];

describe("[F1][F2] a good answer is read in the shape", () => {
  test.each<readonly [words: string, given: Given]>([
    ["serverInfo as attributes key and value; UTF-8", {}],
    [
      "as child elements, below a prefix; UTF-8 with a byte order mark, gzip",
      { tier: { info: "children", prefix: "ns7", encoding: "utf-8-bom", compressed: "gzip" } },
    ],
    [
      "as elements named by the key; ISO-8859-1 by its own declaration, deflate",
      { tier: { info: "named", encoding: "iso-8859-1", compressed: "deflate" } },
    ],
    [
      "as entries, below a prefix; UTF-16 with a byte order mark, in chunks of 7 bytes",
      { tier: { info: "entries", prefix: "tc", encoding: "utf-16le" }, pieces: 7 },
    ],
    [
      "as one element's attributes; UTF-16 of the other order, gzip, in chunks of 50 bytes",
      { tier: { info: "one", encoding: "utf-16be", compressed: "gzip" }, pieces: 50 },
    ],
    [
      "ISO-8859-1 by the header alone, and the declaration says UTF-8: the header counts",
      { tier: { encoding: "iso-8859-1-header", version: "25060.0004.0000.2025061500", displayVersion: null }, pieces: 1 },
    ],
    ["UTF-16 by the header alone, below a prefix", { tier: { encoding: "utf-16le-header", prefix: "ns0" } }],
    ["no serverInfo at all: the session's information tells the release", { tier: { info: "none" } }],
  ])("%s", async (_words, given) => {
    const found = await probed({ ...given, person: PERSON });
    expect(found.said("tier/sign-in")).toMatch(
      /^proven: 'jürgen' signs in at https:\/\/plm\.example\.com:8443\/tc as the connector does$/,
    );
    expect(found.said("tier/release")).toMatch(/^proven: the tier is release '2506', as declared/);
    expect(found.said("tier/roles")).toContain("'jürgen' is in 'Entwicklung/Prüfer'");
    for (const id of IN_SESSION) expect(found.said(id)).toMatch(/^proven: /);
    expect(found.code).toBe(0);
  });

  test("errors beside a good answer are told with it", async () => {
    const found = await probed({ tier: { partialErrors: true }, only: ["tier/sign-in"] });
    expect(found.said("tier/sign-in")).toBe(
      "proven: 'jdoe' signs in at https://plm.example.com:8443/tc as the connector does; in addition to the answer the tier reports 1 error: 38015 'A property could not be read.'",
    );
  });
});

describe("[F1] an answer whose bytes say something else than its header is not taken for what was meant", () => {
  test.each<readonly [words: string, tier: TierOptions, says: RegExp]>([
    [
      "UTF-8 that the header calls ISO-8859-1: another user's name is read",
      { encoding: "utf-8-called-iso-8859-1" },
      /^refuted: a session was opened for another: 'jÃ¼rgen' is whom the tier names, and 'jürgen' was meant/,
    ],
    [
      "ISO-8859-1 that the header calls UTF-8, whatever its declaration says",
      { encoding: "iso-8859-1-called-utf-8" },
      /^refuted: .*it says that it is UTF-8, and byte \d+ of it is not/,
    ],
    ["an encoding that nobody knows", { encoding: "unknown" }, /^refuted: .*its character encoding is not known here/],
  ])("%s", async (_words, tier, says) => {
    const found = await probed({ tier, person: PERSON, only: ["tier/sign-in"] });
    expect(found.said("tier/sign-in")).toMatch(says);
    expect(found.code).toBe(1);
  });
});

const LOST = {
  type: "InternalServerException",
  code: 1003,
  message: "Die Verbindung zum Server wurde während der Ausführung beendet.",
};
const DENIED = { type: "ServiceException", code: 7007, message: "Der Zugriff für <Prüfer> & andere ist gesperrt." };
const REFUSED = { type: "InvalidCredentialsException", code: 515143, message: "Ungültiges Konto." };

/** Each way to write a fault with each ending, status and prefix at least once, and each pair of ways, endings and states. */
const FAULTS: readonly TierOptions[] = (["messages", "elements", "message", "attributes"] as const).flatMap((faultShape, i) => [
  { faultShape, faultNames: "Exception", faultStatus: i % 2 === 0 ? 200 : 500, prefix: i % 2 === 0 ? "ns0" : "" },
  { faultShape, faultNames: "Fault", faultStatus: i % 2 === 0 ? 500 : 200, prefix: i % 2 === 0 ? "" : "ns2" },
]);
const ENCODINGS = ["utf-8", "utf-16le", "iso-8859-1", "utf-8-bom"] as const;
const shown = ({ faultShape, faultNames, faultStatus, prefix }: TierOptions): string =>
  `as ${faultShape}, *${faultNames}, inside ${faultStatus}, ${prefix === "" ? "no prefix" : `prefix ${prefix}`}`;

describe("[F1][F2] a fault is read, in the tier's words, in the shape", () => {
  test.each(FAULTS.map((tier, i) => [shown(tier), tier, i] as const))("%s", async (_words, shape, i) => {
    const named = (type: string) => type.replace(/Exception$/, shape.faultNames ?? "");
    const encoding = ENCODINGS[i % ENCODINGS.length] ?? "utf-8";
    const compressed = i % 3 === 0 ? ({ compressed: "gzip" } as const) : {};
    // XML answers the sign-in
    const first = await probed({ tier: { ...shape, ...compressed, encoding, faults: { login: LOST } }, only: ["tier/sign-in"] });
    expect(first.said("tier/sign-in")).toContain(
      `refuted: 'jdoe' is not signed in at https://plm.example.com:8443/tc: the tier answers ${named(LOST.type)} (code 1003): '${LOST.message}'; ${meaningOfCode(1003)}`,
    );
    // a good sign-in, and then a fault in XML and faults in JSON (.QName), each told as its own
    const faults = {
      getTypeDescriptions: LOST,
      "Core-2011-06-Session/login": REFUSED,
      getSavedQueries: DENIED,
      getTCSessionAnalyticsInfo: { ...REFUSED, type: "InvalidUserException", code: 1000 },
    };
    const later = await probed({
      tier: { ...shape, ...compressed, encoding, faults },
      only: ["tier/sign-in", ...IN_SESSION],
      ...(i % 2 === 0 ? {} : { pieces: 11 }),
    });
    expect(later.said("tier/sign-in")).toMatch(/^proven: /);
    expect(later.said("tier/type-descriptions")).toContain(
      `refuted: sign-in succeeded, and then the tier answers ${named(LOST.type)} (code 1003): '${LOST.message}'`,
    );
    expect(later.said("tier/json-sign-in")).toContain(
      `refuted: the JSON sign-in that health checks use fails where the connector's succeeds: the tier answers ${named(REFUSED.type)} (code 515143): 'Ungültiges Konto.'`,
    );
    expect(later.said("tier/roles")).toContain(
      `not-proven: the tier does not report its saved queries: the tier answers ${named(DENIED.type)} (code 7007): '${DENIED.message}'`,
    );
    expect(later.said("tier/session-analytics")).toContain(
      `refuted: the tier does not answer for the session as for an authenticated one: the tier answers ${named("InvalidUserException")} (code 1000)`,
    );
    for (const { id, help } of later.probes.slice(1)) expect(`${id} ${help}`).not.toMatch(/ (?:null|)$/);
    expect([first.code, later.code]).toEqual([1, 1]);
  });
});
