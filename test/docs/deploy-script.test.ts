import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { scriptPath } from "../powershell/shell.ts";
import { readPage } from "./page.ts";

/** The script without comments; texts stay, because they can hold calls. */
const SCRIPT = readFileSync(scriptPath("deploy.ps1"), "latin1")
  .replace(/<#[\s\S]*?#>/g, "")
  .replace(/^\s*#[^\r\n]*/gm, "");
const PAGE = readPage("docs/deploy-script.md");

/** Types that only compute: a call of any other one has to be on the page. */
const PURE =
  /^(?:Collections|Text|Globalization|Security\.Cryptography|IO\.(?:Path|IOException|FileAttributes|MemoryStream|SearchOption|FileAccess|FileShare|FileOptions|SeekOrigin|FileInfo|DirectoryInfo|FileStream|Compression|UnixFileMode)|Math|Convert|BitConverter|DateTime|Guid|Char|char|Array|array|regex|string|String\w*|object|long|double|int|byte|bool|Uri|\w+Exception|Management\.Automation|Console|Threading\.Thread|Net\.(?:WebUtility|NetworkCredential)|Net\.Sockets\.(?:AddressFamily|SocketType|ProtocolType|UnixDomainSocketEndPoint)|Security\.AccessControl\.(?:AccessControlSections|PropagationFlags))(?:\.|$)/;
/** Calls that look at a file or folder. */
const LOOKS =
  /^(?:IO\.Directory::(?:Exists|GetCurrentDirectory|GetDirectories|GetFileSystemEntries|GetFiles)|IO\.DriveInfo::GetDrives|IO\.File::(?:Exists|GetAttributes|ReadAllLines|ReadAllText|ResolveLinkTarget)|IO\.FileMode::Open|Environment::(?:GetCommandLineArgs|Is64BitOperatingSystem|Is64BitProcess))$/;
/** Cmdlets that messages name and the script does not call. */
const NAMED = new Set(["Get-Help", "Read-Host", "Export-Clixml"]);
/** Ways to the world that need no type of the table. */
const OTHER_WAYS =
  /Registry|HK(?:LM|CU)|Microsoft\.Win32|WebClient|WebRequest|HttpClient|TcpClient|UdpClient|ServiceController|EventLog|ScheduledTask|DllImport|Reflection|Start-Process|Invoke-Expression|\biex\b|ProcessStartInfo|(?<=[\s;{(])& (?![${])|\.Kill\(/i;

/** Every call of a script that is not pure, with the functions that hold it. */
function callsOf(script: string): ReadonlyMap<string, readonly string[]> {
  const calls = new Map<string, Set<string>>();
  for (const part of script.split(/^(?=function )/m)) {
    const owner = /^function ([\w-]+)/.exec(part)?.[1] ?? "";
    const found = [
      ...[...part.matchAll(/\[(?:System\.)?([A-Za-z][\w.]*)\]::(\w+)/g)].map(([, type = "", member]) => [
        type,
        `${type}::${member}`,
      ]),
      ...[...part.matchAll(/New-Object '?(?:System\.)?([A-Za-z][\w.]*)/g)].map(([, type = ""]) => [type, type]),
      ...[...part.matchAll(/\.(?:SetAccessControl(?=\()|UnixFileMode =|Attributes =|CreateSubdirectory|MoveTo(?=\())/g)].map(
        ([call]) => ["", call],
      ),
    ];
    for (const [type = "", call = ""] of found) {
      if (PURE.test(type) || LOOKS.test(call)) continue;
      const name = call === "IO.FileSystemAclExtensions::SetAccessControl" ? ".SetAccessControl" : call;
      calls.set(name, (calls.get(name) ?? new Set()).add(owner));
    }
  }
  return new Map([...calls].map(([call, owners]) => [call, [...owners].sort()]));
}

/** Cmdlets in a script that it does not define itself. */
function cmdletsOf(script: string): readonly string[] {
  const own = new Set([...script.matchAll(/^function ([\w-]+)/gm)].map(([, name]) => name));
  const words = [...script.matchAll(/(?<![\w$.\-/])[A-Z][A-Za-z]+-[A-Z]\w+\b/g)].map(([word]) => word);
  return [...new Set(words)].filter((word) => !own.has(word) && !NAMED.has(word) && /^(?:[A-Z][a-z]+|ForEach)-/.test(word));
}

const rows = (): ReadonlyMap<string, readonly string[]> => {
  const section = /## Everything that changes[\s\S]*?(?=\n## )/.exec(PAGE)?.[0] ?? "";
  const table = [...section.matchAll(/^\| `([^`]+)` \| (`[^|]*`) \|/gm)];
  return new Map(table.map(([, call = "", owners = ""]) => [call, owners.split(", ").map((name) => name.replaceAll("`", ""))]));
};

describe("[D3] the page about what deploy.ps1 can touch", () => {
  test("names every call that changes something with the functions that hold it, and every question to the machine", () => {
    const calls = callsOf(SCRIPT);
    const stated = rows();
    expect(stated.size).toBeGreaterThan(12);
    for (const [call, owners] of stated) expect({ call, owners: calls.get(call) }).toEqual({ call, owners });
    const unnamed = [...calls.keys()].filter((call) => !stated.has(call) && !PAGE.includes(`\`${call}\``));
    expect(unnamed).toEqual([]);
    for (const pattern of [/::(?:Delete|Move|Replace|Create\w*|Set\w+|Write\w+|Append\w+|Copy|Exit)$/, /^IO\.FileMode/])
      expect([...calls.keys()].filter((call) => pattern.test(call) && !stated.has(call))).toEqual([]);
  });

  test("names every cmdlet, and the script uses each that it names", () => {
    const used = cmdletsOf(SCRIPT);
    expect(used.filter((name) => !PAGE.includes(`\`${name}\``))).toEqual([]);
    const asked = /## What it asks[\s\S]*?(?=\n## )/.exec(PAGE)?.[0] ?? "";
    const named = [...asked.matchAll(/`([A-Z][A-Za-z]+-[A-Z]\w+)`/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !used.includes(name))).toEqual([]);
  });

  test("says that there is no registry and no network, and the script has no way to either", () => {
    // a field of an environment has a name like that of a class for the network
    expect(OTHER_WAYS.exec(SCRIPT.replaceAll("field = 'tier.webClient'", ""))?.[0]).toBeUndefined();
  });

  test.each([
    ["a new writer", "function Add-Note { [System.IO.File]::AppendAllText($path, $text) }", "IO.File::AppendAllText"],
    ["a new type", "function Send-Note { New-Object System.Net.Mail.SmtpClient }", "Net.Mail.SmtpClient"],
    [
      "the registry",
      "function Get-Key { [Microsoft.Win32.Registry]::GetValue($a, $b, $c) }",
      "Microsoft.Win32.Registry::GetValue",
    ],
  ])("would miss %s in the script", (_, added, call) => {
    expect([...callsOf(added).keys()]).toEqual([call]);
    expect(PAGE).not.toContain(call);
    expect(cmdletsOf("Remove-Item -LiteralPath $path; Invoke-WebRequest $uri")).toEqual(["Remove-Item", "Invoke-WebRequest"]);
  });
});
