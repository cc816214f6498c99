import { describe, expect, test } from "vitest";
import { carriesSecret, IN_VALUE, SHORT } from "../../src/model/secret-names.ts";

/* The cheap looks that come before a pattern are for speed: whatever a pattern finds is found. */

const NAMES =
  "password passwd Passphrase pwd pass secret TOKEN api_key accountkey access_key shared_access_key sharedaccesssignature sig sas jwt bearer assertion otp oauth_signature x-amz-signature X-Amz-Credential key code auth authorization apikey";
const STARTS = ["", "x", "_", "?", "&", ";", " ", "a=b&", "https://h/?", "Basic ", "https://", "jdbc:oracle:thin:"];
const SIGNS = ["=", " = ", ":", ": ", " ", "@", ":a@", "/a@", ""];
const VALUES = [
  "x",
  "abcdefghijklmnopqrst",
  "eyJhbGciOiJI.eyJzdWIiOiIx",
  "ghp_abcdefghijklmnopqrst",
  "glpat-abcdefghijklmnop1",
  "host.example.com",
  "-----BEGIN RSA PRIVATE KEY-----",
  "a:b@c",
  "bearer abc1",
];

const TEXTS = NAMES.split(" ").flatMap((name) =>
  STARTS.flatMap((start) => SIGNS.flatMap((sign) => VALUES.map((value) => `${start}${name}${sign}${value}`))),
);

describe("[E3] patterns of secrets", () => {
  test.each([...IN_VALUE.flatMap(({ patterns }) => patterns), SHORT])("%s is asked wherever it finds something", (pattern) => {
    const found = TEXTS.filter((text) => pattern.test(text));
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((text) => !carriesSecret(text))).toEqual([]);
  });
});
