import { describe, expect, test } from "vitest";
import { carriesSecret, mayBeSecret } from "../../../src/kernel/secrets/judge.ts";
import { saysSecret } from "../../../src/kernel/secrets/lines.ts";
import { nameKind, namesSecret } from "../../../src/kernel/secrets/names.ts";
import { SECRET_PATTERNS } from "../../../src/kernel/secrets/patterns.ts";
import { secretSpelling } from "../../../src/kernel/secrets/spellings.ts";
import { secretNameIn, secretValuesIn, withoutSecretValues } from "../../../src/kernel/secrets/values.ts";
import { inDeployScript, shellHere } from "../../powershell/shell.ts";
import { runs } from "../../support/runs.ts";
import {
  HONEST_NAMES,
  HONEST_PAIRS,
  HONEST_VALUES,
  PLANTED,
  SECRET_NAMES,
  SECRET_PAIRS,
  SECRET_VALUES,
  SYNTAXES,
} from "./secret-examples.ts";

/** Names as a text holds them; a text knows further ones (headers, cookies, form fields). */
const NAMES_IN_TEXTS =
  "password,db_password,passwd,pwd,passphrase,client_secret,access_token,api_key,secret_key,private_key,db_pass,tc_credential".split(
    ",",
  );
const HONEST_IN_TEXTS =
  "sort_key,password_policy,token_endpoint,max_tokens,secret_name,cookie_policy,token_lifetime,private_key_alias,pinned_version".split(
    ",",
  );

const texts = (names: readonly string[]): readonly string[] =>
  Object.values(SYNTAXES).flatMap((syntax) => names.map((name) => syntax(name, PLANTED)));

describe("[E3] a name", () => {
  test.each(SECRET_NAMES)("%s is a secret's", (name) => {
    expect(namesSecret(name)).toBe(true);
  });

  test.each(HONEST_NAMES)("'%s' is none of a secret's", (name) => {
    expect(namesSecret(name)).toBe(false);
  });

  test("of the wire says more than the key of a setting", () => {
    const wire =
      "Authorization,JSESSIONID,X-Session-Id,SMSESSION,X-SAML,SAMLResponse,X-Jwt,pin,otp,pass,ticket,csrf,Ocp-Apim-Subscription-Key".split(
        ",",
      );
    expect(wire.filter((name) => !namesSecret(name, "wire"))).toEqual([]);
    expect(wire.filter((name) => namesSecret(name))).toEqual([]);
    for (const name of ["code", "sid", "X-Auth", "Session", "state"]) expect(nameKind(name, "wire")).toBe("long");
  });
});

describe("[E3] a value", () => {
  test.each(SECRET_VALUES)("%s carries one", (value) => {
    expect(carriesSecret(value)).toBe(true);
  });

  test.each(HONEST_VALUES)("'%s' carries none", (value) => {
    expect(carriesSecret(value)).toBe(false);
  });

  test.each(Object.entries(SYNTAXES))("%s carries every name's", (_, syntax) => {
    for (const name of NAMES_IN_TEXTS) {
      expect([name, carriesSecret(syntax(name, PLANTED))]).toEqual([name, true]);
      expect([name, secretSpelling(syntax(name, PLANTED)) === "base64"]).toEqual([name, syntax === SYNTAXES.base64]);
    }
    for (const name of HONEST_IN_TEXTS) expect([name, carriesSecret(syntax(name, PLANTED))]).toEqual([name, false]);
    for (const value of ["true", "", "${DB}"])
      expect([value, carriesSecret(syntax("db_password", value))]).toEqual([value, false]);
  });

  test("of a switch or a small number is none, unless it is a password", () => {
    expect(["true", "", "1234", "DEBUG"].map((value) => mayBeSecret("APP_TOKEN", value))).toEqual([false, false, false, false]);
    expect(["true", "", "1234", "none"].map((value) => mayBeSecret("PIN_PASSWORD", value))).toEqual([false, false, true, true]);
  });

  test.each(SECRET_PAIRS)("of %s=%s is a secret", (key, value) => {
    expect(mayBeSecret(key, value)).toBe(true);
  });

  test.each(HONEST_PAIRS)("of %s=%s is none", (key, value) => {
    expect(mayBeSecret(key, value)).toBe(false);
  });

  test("is taken out of a line, and what is beside it stays", () => {
    for (const [kind, syntax] of Object.entries(SYNTAXES)) {
      if (kind.includes("base64") || kind.includes("encoded") || kind.includes("entities")) continue;
      const text = syntax("db_password", PLANTED);
      expect([kind, withoutSecretValues(text, "#").includes(PLANTED)]).toEqual([kind, false]);
      expect([kind, withoutSecretValues(syntax("sort_key", PLANTED), "#")]).toEqual([kind, syntax("sort_key", PLANTED)]);
    }
    expect(withoutSecretValues('{"a":"x","password":"a\\"b","c":1}', "#")).toBe('{"a":"x","password":"#","c":1}');
    expect(withoutSecretValues("https://jane:pw@host/a?b=c", "#")).toBe("https://jane:#@host/a?b=c");
    expect(secretValuesIn(`-Dx.password=${PLANTED}`)).toEqual([PLANTED]);
    expect([secretNameIn('<property name="dbPassword" value="x1"/>'), secretNameIn("u:p@h")]).toEqual(["dbPassword", null]);
  });

  test("of any length is judged in linear time", () => {
    const parts =
      'a| |=|a=|a: |name=password |name="password" |<a |<|<name>password|--a |-u a:|://a:|a://b|a:b@|:thin:a/|eyJabcdefgh|ghp_|-----BEGIN |\\|"|{"password":|Basic |value="x" |%41|&quot;|YWJj|passwordX|token_|${|password=|type=password <|-|@|x |mysql |login |sqlplus |net use |net user a b|curl -u|a/b@|a/b@c/|["password","x"],|"a",|hooks.slack.com/a/|[|[password=[|:[|mot de |P4SS|\u5bc6|\uff1a|C:\\|/etc/|pass: '.split(
        "|",
      );
    const long = runs(200_000);
    for (const judge of [
      carriesSecret,
      saysSecret,
      (text: string) => withoutSecretValues(text, ""),
      (text: string) => nameKind(text, "wire"),
    ])
      for (const part of parts) {
        const text = `${part.repeat(long / part.length)}!`;
        const started = performance.now();
        judge(text);
        expect([part, performance.now() - started < 5_000]).toEqual([part, true]);
      }
  }, 120_000);
});

test("[E3] a line with a secret is not quoted, and one without may be", () => {
  for (const text of texts(["db_password"]))
    for (const line of text.split("\n"))
      if (line.includes(PLANTED) && !line.includes("value"))
        expect([line, line.includes("name") || saysSecret(line) || !/password/i.test(line)]).toEqual([line, true]);
  for (const line of ["# the old password of jane is: abc", "DB_PASSWORD = abc", "  db.password\\=abc", "https://jane@host"])
    expect([line, saysSecret(line)]).toEqual([line, true]);
  for (const line of [
    "# old password hunter2x",
    "# Kennwort war: 'hunter2x'",
    "# das Passwort ist hunter2x",
    "# password `hunter2x`",
  ])
    expect([line, saysSecret(line)]).toEqual([line, true]);
  for (const line of [
    "# the password is asked for",
    "# password policy v2 applies",
    "# the password <your password1>",
    "SORT_KEY=abc",
    "# the password policy: strict",
    "password: { env: NAME }",
    "password:",
    "LIC=27000@host",
    "key: value",
  ])
    expect([line, saysSecret(line)]).toEqual([line, false]);
});

test("patterns use only what JavaScript and .NET read alike", () => {
  const unlike = Object.entries(SECRET_PATTERNS).filter(([, { source, flags }]) => {
    const plain = source.replaceAll("[\\s\\S]", "").replace(/\[(?:\\.|[^\]\\])*\]/g, "");
    return flags !== "g" || /\\[wWsSdDbBpP]|(?<!\\)[$.]/.test(plain) || /[^\x20-\x7e]/.test(source);
  });
  expect(unlike).toEqual([]);
});

test("[E3] deploy.ps1 judges every name, value and line alike", { timeout: 240_000 }, () => {
  const shell = shellHere();
  const script = `
$said = [System.IO.File]::ReadAllText([System.IO.Path]::Combine($Folder, 'input.json')) | ConvertFrom-Json
$out = New-Object System.Collections.ArrayList
foreach ($name in $said.names) { [void]$out.Add((Get-NameKind $name) + ' ' + (Get-NameKind $name $true)) }
foreach ($value in $said.values) { [void]$out.Add([string](Test-SecretValue $value)) }
foreach ($line in $said.values) { [void]$out.Add([string](Test-SecretLine $line)) }
foreach ($pair in $said.pairs) { [void]$out.Add([string](Test-Secret $pair[0] $pair[1])) }
[Console]::Out.Write(($out -join [char]10))`;
  const names = [...SECRET_NAMES, ...HONEST_NAMES];
  const values = [
    "# old password hunter2x",
    "# password policy v2 applies",
    ...SECRET_VALUES,
    ...HONEST_VALUES,
    ...texts(["db_password", "access_token", "sort_key", "otp", "code"]),
  ];
  const pairs = [
    ...["PIN_PASSWORD", "APP_TOKEN", "SORT_KEY"].flatMap((key) =>
      ["true", "", "1234", "none", "DEBUG", "abc"].map((value) => [key, value] as const),
    ),
    ...SECRET_PAIRS,
    ...HONEST_PAIRS,
  ];
  expect(inDeployScript(shell, script, { names, values, pairs }).split("\n")).toEqual([
    ...names.map((name) => `${nameKind(name)} ${nameKind(name, "wire")}`),
    ...values.map((value) => (carriesSecret(value) ? "True" : "False")),
    ...values.map((value) => (saysSecret(value) ? "True" : "False")),
    ...pairs.map(([key, value]) => (mayBeSecret(key, value) ? "True" : "False")),
  ]);
});
