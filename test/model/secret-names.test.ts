import { describe, expect, test } from "vitest";
import { inDeployScript, shellHere } from "../powershell/shell.ts";
import { carriesSecret, looksSecret } from "../../src/model/secret-names.ts";
import { runs } from "../support/runs.ts";

const NAMES = [
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
  "BLOB_SAS",
  "sas",
  "containerSas",
  "OAUTH",
  "proxyOauth2",
  "SESSION_JWT",
  "LOGIN_OTP",
];

const ORDINARY_NAMES = [
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
  "OAUTH_URL",
  "SAS_EXPIRY_DAYS",
  "DISK_SASEBO",
  "JWT_ISSUER",
  "VERIFY_SIGNATURE",
  "SIGNAL",
  "OTPAD",
];

const VALUES = [
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
  "https://a.blob.example.net/c/f?sv=2022-11-02&sr=b&sig=abc%2Fd%3D",
  "sig=abc&sv=2022",
  "?sv=1&SIG=x",
  "https://h/x?oauth_signature=abc",
  "https://b.example.com/k?X-Amz-Credential=AKIA%2F1&X-Amz-Signature=0f",
  "https://h/f?code=0123456789abcdefgh==",
  "https://h/maps?key=AIzaSy0123456789abc",
  "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=abc==",
  "Endpoint=sb://h/;SharedAccessKeyName=x;SharedAccessKey=abc",
  "SharedAccessSignature sr=x&sig=y",
  "https://h/cb?id_token=abc",
  "https://h/cb#access_token=abc",
  "-H Authorization: Basic YTpi",
  'curl -H "Authorization: Bearer abc"',
  "token is Bearer a1b2c3",
  "x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc",
  "ghp_0123456789abcdef0123",
  "glpat-0123456789abcdefgh",
  "u:PASS@h",
  "scott:tiger@db.example.com:1521",
  "proxy=jane:pw@proxy.example.com",
  "jane:p%40ss@host/path",
  "(u:p@h)",
  "a;u:p@h;b",
  "curl -u x u:p@10.0.0.1",
];

const ORDINARY_VALUES = [
  "https://host:8443/tc",
  "http://host/a:b@c",
  "mailto:jane@example.com",
  "C:\\password\\dir",
  "",
  "a=b",
  "https://jane@host/x",
  "basic",
  "27000@lic.example.com",
  "27000@a.example.com;27001@b.example.com",
  "27000@a:27001@b",
  "git@github.com:org/repo.git",
  "jane@example.com",
  "sip:jane@example.com",
  "C:\\Tool\\x@y",
  "12:30 @ noon",
  "to: jane@example.com",
  "https://h/awc?site=production#home",
  "https://h/x?code=de&key=main",
  "Signature",
  "sigma=1",
  "monkey:banana",
  "eyJ.a",
  "%d{ISO8601} [%t] %m%n",
  "ghp_short",
  "jdbc:oracle:thin:@db:1521:x",
  "urn:a@b",
  "https://h/x?signature_version=2",
  "BYPASS=1",
];

describe("[E3] what is a secret by its name or by its value", () => {
  test.each(NAMES)("%s is", (key) => {
    expect(looksSecret(key)).toBe(true);
  });

  test.each(ORDINARY_NAMES)("'%s' is not", (key) => {
    expect(looksSecret(key)).toBe(false);
  });

  test.each(VALUES)("the value %s carries one", (value) => {
    expect(carriesSecret(value)).toBe(true);
  });

  test.each(ORDINARY_VALUES)("the value '%s' does not", (value) => {
    expect(carriesSecret(value)).toBe(false);
  });

  test("a value of any length is judged at once", () => {
    for (const part of ["a://", ":thin:", "-----BEGIN ", ":thin:a/", "://:", "a:", "x://u:", "pwd "])
      expect(carriesSecret(part.repeat(runs(1_000_000) / part.length))).toBe(false);
  }, 60_000);
});

test("[E3] deploy.ps1 hides the same names and values", { timeout: 120_000 }, () => {
  const shell = shellHere();
  const script = `
$said = [System.IO.File]::ReadAllText([System.IO.Path]::Combine($Folder, 'input.json')) | ConvertFrom-Json
$hidden = @(foreach ($name in $said.names) { if (Test-SecretName $name) { "n:$name" } }) + @(foreach ($value in $said.values) { if (Test-SecretValue $value) { "v:$value" } })
[Console]::Out.Write(($hidden -join [char]10))`;
  const input = { names: [...NAMES, ...ORDINARY_NAMES], values: [...VALUES, ...ORDINARY_VALUES] };
  expect(inDeployScript(shell, script, input).split("\n")).toEqual([
    ...NAMES.map((name) => `n:${name}`),
    ...VALUES.map((value) => `v:${value}`),
  ]);
});
