import { describe, expect, test } from "vitest";
import { inDeployScript, shellHere } from "./shell.ts";

/** Reads a file of secrets that a script writes into `$file`; what each key gives, or the words of the refusal with its code. */
const READ = `
if (-not (Test-Windows)) { (New-Object System.IO.FileInfo $file).UnixFileMode = [System.IO.UnixFileMode]384 }
try {
  $read = (Read-SecretsFile $file).secrets
  foreach ($key in $read.get_Keys()) { Write-Output "$key=$($read[[string]$key]['value'])|$($read[[string]$key]['fault'])" }
}
catch { $fault = Get-Fault $_; Write-Output "$($fault.Data['tierwright']): $($fault.Message)" }
`;
const read = (write: string): string =>
  inDeployScript(shellHere(), `$file = Join-Path $Folder 'secrets.file'\n${write}\n${READ}`, {}).trim();
const secure = (text: string) => `(ConvertTo-SecureString '${text}' -AsPlainText -Force)`;

describe("[D11] the file of secrets of deploy.ps1", () => {
  test.each(["utf8", "unicode", "utf8BOM"])("takes secure strings that Export-Clixml wrote as %s", (encoding) => {
    const write = `@{ VAULT = ${secure("geheim-1")} } | Export-Clixml -LiteralPath $file -Encoding ${encoding}`;
    expect(read(write)).toBe("VAULT=geheim-1|");
  });

  test("takes a placeholder in a secure string for none", () => {
    const write = `@{ VAULT = ${secure("changeme")} } | Export-Clixml -LiteralPath $file`;
    expect(read(write)).toBe("VAULT=|the secure string of VAULT holds a placeholder");
  });

  test.each([
    ["a plain text in the table", "@{ VAULT = 'geheim-1' } | Export-Clixml -LiteralPath $file", /^2: .*not a secure string/],
    ["no table", `${secure("geheim-1")} | Export-Clixml -LiteralPath $file`, /^2: .*not of a table/],
    [
      "a secure string of another account",
      '[System.IO.File]::WriteAllText($file, \'<Objs Version="1.1.0.1" xmlns="http://schemas.microsoft.com/powershell/2004/04"><SS>geheim-1</SS></Objs>\')',
      /^2: .*another account or another machine/,
    ],
  ])("refuses %s, and shows nothing of it", (_, write, says) => {
    const said = read(write);
    expect(said).toMatch(says);
    expect(said).not.toContain("geheim");
  });

  test("takes the value of a variable", () => {
    const write = `$env:TIERWRIGHT_VAULT = 'geheim-1'; [System.IO.File]::WriteAllText($file, '{ "VAULT": { "env": "TIERWRIGHT_VAULT" } }')`;
    expect(read(write)).toBe("VAULT=geheim-1|");
  });
});
