import fc from "fast-check";
import { encodeKey, encodeValue, PropertiesDocument } from "../../../src/kernel/formats/properties/document.ts";
import { unseenIn } from "../../../src/kernel/source/characters.ts";
import { KEYS } from "../../compiler/compile/generated-confs.ts";
import { INSTALLED } from "../../compiler/compile/generated-confs.ts";

/*
 * Files as they may lie on a workstation: decided keys that agree, fields with values of every kind, further keys, in every spelling that Java reads,
 * with comments, continuations and three kinds of line ends. What looks like a secret is left to a test of its own.
 */

export interface OwnFiles {
  readonly connector: string;
  readonly client: string;
  readonly logger: string;
}

const host = fc.constantFrom(
  "https://new.example.com:8443/tc",
  "http://10.20.0.7:7001/tc",
  "https://NEW.example.com:8443/tc/",
  "https://n.example.com/tc?a=b",
);
const files = fc.constantFrom(
  "https://new.example.com:4544",
  "https://a.example.com:4544,https://b.example.com:4544",
  "https://a:1, https://b:2",
  "x;y",
  "\\\\s\\x",
);
const value = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "D:\\plm\\staging",
    "true",
    "FALSE",
    "27000@lic",
    "a=b#c!d:e",
    " lead",
    "trail ",
    "null",
    "010",
    "2506",
    "0x1F",
    "\u00fc\u20ac",
    "\ud83d\ude00",
    "a\tb",
    "a\nb\rc\fd",
    "'",
    '"',
    "'\"\\",
    "{{tier.signIn}}",
    "${x}y",
    "- x",
    "? x",
    "*a",
    "&b",
    "!c",
    "%d",
    "@e",
    "`f",
    "a: b",
    "a #b",
    "[",
    "{",
    "\u2028",
    "\u00a0",
    "x".repeat(3000),
  ),
  fc.string({ unit: "grapheme-ascii", maxLength: 12 }),
);

type Pairs = readonly (readonly [key: string, value: string])[];

const written = (pairs: Pairs, style: "plain" | "store", eol: string): string =>
  pairs.map(([key, text]) => `${encodeKey(key)}=${encodeValue(text, "latin1", style)}${eol}`).join("");

/** Keys that the example release decides, or that a field does. */
const DECIDED = [
  "TC_SERVER_URL",
  "AWC_WEBLOGIC_HOST_URL",
  "AWC_WEBLOGIC_HOST_URI",
  "TC_SSO_LOGIN_URL",
  "TC_SSO_APP_ID",
  "TC_SSO_SESSION_FLAG",
  "Transport",
  "TRANSPORT",
  "IS_TCCS",
  "URL",
  "BOOTSTRAP_URLS",
];

/** A generated file without decided keys, and without values that YAML cannot say or that make a secret. */
function tame(bytes: Buffer): string {
  const document = PropertiesDocument.parse(bytes);
  const odd = document
    .load()
    .entries.filter(({ key, value: text }) => unseenIn(key) !== null || unseenIn(text) !== null || /:.*@/.test(text));
  const without = document.edit([...DECIDED, ...odd.map(({ key }) => key)].map((key) => ({ key, remove: true as const })));
  const { text } = without;
  // a file that ends in the middle of a line would swallow what is written after it
  return text === "" || /[\r\n]$/.test(text) ? `${text}\n` : `${text}\n\n`;
}

const extra = fc.array(
  fc.tuple(fc.constantFrom(...KEYS.map(([key]) => key).filter((key) => !DECIDED.includes(key)), "JAVA_X", "QUERY"), value),
  { maxLength: 6 },
);

export const OWN_FILES: fc.Arbitrary<OwnFiles> = fc
  .record({
    signIn: host,
    webClient: fc.option(fc.constantFrom("https://new.example.com:3000/awc?ah=true", "x"), { nil: undefined }),
    bootstrap: files,
    tccs: fc.boolean(),
    fields: fc.tuple(
      value,
      value,
      value,
      fc.constantFrom("true", "false", "TRUE", ""),
      fc.constantFrom("true", "false", "yes"),
      value,
    ),
    extra,
    clientExtra: extra,
    noise: INSTALLED,
    clientNoise: INSTALLED,
    style: fc.constantFrom<"plain" | "store">("plain", "store"),
    eol: fc.constantFrom("\n", "\r\n", "\r"),
  })
  .map(({ signIn, webClient, bootstrap, tccs, fields, extra: further, clientExtra, noise, clientNoise, style, eol }) => {
    const transport: Pairs = [
      ["Transport", tccs ? "tccs" : "http"],
      ["TRANSPORT", tccs ? "tccs" : "http"],
      ["IS_TCCS", String(tccs)],
    ];
    const [license, staging, work, jcef, payload, dir] = fields;
    const safe = (pairs: Pairs): Pairs => pairs.filter(([, text]) => !/:.*@/s.test(text));
    const connector: Pairs = [
      ["TC_SERVER_URL", signIn],
      ...(webClient === undefined ? [] : [["AWC_WEBLOGIC_HOST_URL", webClient] as const]),
      ...transport,
      ...safe([
        ["LicenseDir", license],
        ["STAGING_DIR", staging],
        ["CAMEOTCIntImportWorkingDir", work],
        ["USE_JCEF_BROWSER", jcef],
        ...further,
      ]),
    ];
    const client: Pairs = [
      ["URL", signIn],
      ...(webClient === undefined ? [] : [["AWC_WEBLOGIC_HOST_URI", webClient] as const]),
      ["BOOTSTRAP_URLS", bootstrap],
      ...transport,
      ...safe(clientExtra),
    ];
    const logger: Pairs = safe([
      ["isPayloadRequired", payload],
      ["jsonPayloaddir", dir],
    ]);
    return {
      connector: tame(noise) + written(connector, style, eol),
      client: tame(clientNoise) + written(client, style, eol),
      logger: written(logger, style, eol),
    };
  });
