import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { WITHHELD } from "../../../src/kernel/secrets/redaction/engine.ts";
import { type Kind, Redactor } from "../../../src/record/capture/redact/redactor.ts";
import { eachNth } from "../../support/runs.ts";

const SECRETS = ["Hunter2-Winter9", "pässwört&Geheim9", "Tr0ub4dor&3 <x>", "0123456789abcdefXYZ", "Sommer24!"];

type Write = (text: string) => string;
const bytes = (text: string, encoding: BufferEncoding = "utf8"): Buffer => Buffer.from(text, encoding);
const big = (text: string): Buffer => bytes(text, "utf16le").swap16();
const b64: Write = (text) => bytes(text).toString("base64");
const each = (text: string, write: (byte: number) => string): string => [...bytes(text)].map(write).join("");
const hex2 = (byte: number): string => byte.toString(16).padStart(2, "0");
const percent: Write = (text) => each(text, (byte) => `%${hex2(byte)}`);

/** Ways to write a secret that is known already. */
const WAYS: Readonly<Record<string, Write>> = {
  "as it is": (text) => text,
  "in capitals": (text) => text.toUpperCase(),
  "in small letters": (text) => text.toLowerCase(),
  "with swapped case": (text) =>
    [...text].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join(""),
  "as composed characters": (text) => text.normalize("NFD"),
  "in UTF-16": (text) => bytes(text, "utf16le").toString("latin1"),
  "in big-endian UTF-16": (text) => big(text).toString("latin1"),
  "as Latin-1": (text) => bytes(text).toString("latin1"),
  "in base64": b64,
  "in base64 without padding": (text) => b64(text).replace(/=+$/, ""),
  "in base64url": (text) => bytes(text).toString("base64url"),
  "in base64 twice": (text) => b64(b64(text)),
  "in base64 three times": (text) => b64(b64(b64(text))),
  "in base64url twice": (text) => bytes(bytes(text).toString("base64url")).toString("base64url"),
  "in base64 within a text": (text) => b64(`ed:${text}`),
  "in base64 twice within a text": (text) => b64(`x${b64(`ed:${text}`)}`),
  "in base64 of UTF-16": (text) => bytes(text, "utf16le").toString("base64"),
  "in base64 of big-endian UTF-16": (text) => big(text).toString("base64"),
  "in base64 of capitals": (text) => b64(text.toUpperCase()),
  "in base64 in percent signs": (text) => encodeURIComponent(b64(text)),
  "in base64 of percent signs": (text) => b64(percent(text)),
  "in base64 of hexadecimal": (text) => b64(bytes(text).toString("hex")),
  "in base64 of gzip": (text) => gzipSync(text).toString("base64"),
  "in base64 of zlib": (text) => deflateSync(`{"a":"${text}"}`).toString("base64"),
  "in base64 of deflate, as SAML is redirected": (text) =>
    deflateRawSync(
      `<samlp:AuthnRequest ID="x" Version="2.0" IssueInstant="2026-11-22T12:00:00Z"><a>${text}</a></samlp:AuthnRequest>`,
    ).toString("base64"),
  "in base64 on lines": (text) => (b64(`${"x".repeat(100)}${text}${"y".repeat(100)}`).match(/.{1,76}/g) ?? []).join("\r\n"),
  "in hexadecimal": (text) => bytes(text).toString("hex"),
  "in HEXADECIMAL": (text) => bytes(text).toString("hex").toUpperCase(),
  "in hexadecimal with colons": (text) => [...bytes(text)].map(hex2).join(":"),
  "in hexadecimal with spaces": (text) => [...bytes(text)].map(hex2).join(" "),
  "in hexadecimal with prefixes": (text) => [...bytes(text)].map((byte) => `0x${hex2(byte)}`).join(", "),
  "in hexadecimal of UTF-16": (text) => bytes(text, "utf16le").toString("hex"),
  "in hexadecimal of base64": (text) => bytes(b64(text)).toString("hex"),
  "in percent signs": encodeURIComponent,
  "every byte in percent signs": percent,
  "in percent signs twice": (text) => encodeURIComponent(percent(text)),
  "in percent signs three times": (text) => encodeURIComponent(encodeURIComponent(percent(text))),
  "as escape() has it": (text) => [...text].map((one) => `%u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  "as a form": (text) => new URLSearchParams({ a: text }).toString().slice(2),
  "in entities": (text) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`),
  "in entities by numbers": (text) => [...text].map((one) => `&#${one.codePointAt(0)};`).join(""),
  "in entities with zeros": (text) => [...text].map((one) => `&#x000${one.codePointAt(0)?.toString(16)};`).join(""),
  "in entities without a semicolon": (text) => `${[...text].map((one) => `&#${one.codePointAt(0)}`).join("")};`,
  "in entities twice": (text) => [...text].map((one) => `&amp;#${one.codePointAt(0)};`).join(""),
  "in names of HTML": (text) =>
    text.replaceAll("&", "&amp;").replaceAll("!", "&excl;").replaceAll("-", "&#45;").replaceAll("<", "&lt;"),
  "in JSON": (text) => JSON.stringify(text).slice(1, -1),
  "in JSON by numbers": (text) => [...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  "in JSON in JSON by numbers": (text) =>
    [...text].map((one) => `\\\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  "in a script by numbers": (text) =>
    [...text].map((one) => (one.charCodeAt(0) < 256 ? `\\x${hex2(one.charCodeAt(0))}` : one)).join(""),
  "in braces": (text) => [...text].map((one) => `\\u{${one.codePointAt(0)?.toString(16)}}`).join(""),
  "in quoted-printable": (text) => `=3D${each(text, (byte) => `=${hex2(byte).toUpperCase()}`)}`,
  "in quoted-printable on lines": (text) => each(text, (byte) => `=${hex2(byte).toUpperCase()}`).replace(/^.{12}/, "$&=\r\n"),
};

const FRAMES: readonly (readonly [Kind, Write])[] = [
  ["text", (text) => `before ${text} after`],
  ["json", (text) => `{"a":"${text}","b":1}`],
  ["xml", (text) => `<a b="1">${text}</a>`],
  ["form", (text) => `a=1&b=${text}&c=2`],
  ["address", (text) => `/x/${text}?a=1`],
];

describe("[G5] a known secret is found again in every spelling", () => {
  test.each(eachNth(3, Object.entries(WAYS)))("%s", (_, write) => {
    const shown: string[] = [];
    for (const secret of SECRETS)
      for (const [kind, frame] of FRAMES) {
        const redactor = new Redactor();
        redactor.add(secret);
        const written = write(secret);
        const text = frame(written);
        const result = redactor.hide(text, kind);
        if (result !== WITHHELD && (result === text || result.includes(written))) shown.push(`${kind}: ${secret}`);
      }
    expect(shown).toEqual([]);
  });

  test("a value that is no secret remains visible", () => {
    const redactor = new Redactor();
    for (const secret of [...SECRETS, "Test", "Core"]) redactor.add(secret);
    for (const text of [
      "the latest core-periphery scores",
      "aHVudGVyIGFuZCB3aW50ZXI=",
      "RestServices/2008-06-Session/loginAndMore",
      "0011223344556677889900aabbccddeeff",
    ])
      expect(redactor.hide(text, "text").replace("(value not shown)", "core")).toBe(text);
  });
});
