import { describe, expect, test } from "vitest";
import { carriesSecret, looksSecret } from "../../src/model/secret-names.ts";

describe("[E3] what is a secret by its name or by its value", () => {
  test.each([
    "DB_PASSWORD",
    "password",
    "DBPASSWD",
    "db.pwd",
    "userPwd",
    "TC_PASS",
    "KEYSTORE_PASSPHRASE",
    "CLIENT_SECRET",
    "clientSecret",
    "ACCESS_TOKEN",
    "CREDENTIALS_FILE",
    "PRIVATE_KEY",
    "privateKeyPem",
    "API_KEY",
    "apiKey",
    "X-Api-Key",
    "LICENSE_KEY",
    "SmartCardPin",
    "Authorization",
    "proxy.authorization",
    "session.cookie",
    "bearer",
    "DB_KENNWORT",
  ])("%s is", (key) => {
    expect(looksSecret(key)).toBe(true);
  });

  test.each([
    "TC_SERVER_URL",
    "STAGING_DIR",
    "PASSIVE_MODE",
    "monkey",
    "KEYBOARD",
    "AUTHOR",
    "AUTHORIZATION_MODE",
    "COMPASS",
    "SHIPPING_DIR",
    "URL",
    "",
  ])("'%s' is not", (key) => {
    expect(looksSecret(key)).toBe(false);
  });

  test.each([
    "http://user:password@host/path",
    "https://:x@host",
    "see jdbc:postgresql://u:p@ss@db:5432/x",
    "jdbc:sqlserver://db;user=sa;password=S3cret",
    "Server=x;Pwd = a",
    "https://host/cb?access_token=abc",
    "https://ghp_0123456789abcdef@host/x",
    "jdbc:oracle:thin:scott/tiger@db:1521/x",
    "Bearer abc.def",
    "-----BEGIN RSA PRIVATE KEY-----",
  ])("the value %s carries one", (value) => {
    expect(carriesSecret(value)).toBe(true);
  });

  test.each([
    "https://host:8443/tc",
    "http://host/a:b@c",
    "mailto:jane@example.com",
    "C:\\password\\dir",
    "",
    "a=b",
    "https://jane@host/x",
    "basic",
  ])("the value '%s' does not", (value) => {
    expect(carriesSecret(value)).toBe(false);
  });

  test("a value of 1 MB is judged at once", () => {
    for (const part of ["a://", ":thin:", ":thin:a/", "://:", "a:", "x://u:", "pwd ", "-----BEGIN "])
      expect(carriesSecret(part.repeat(1_000_000 / part.length))).toBe(false);
  }, 5000);
});
