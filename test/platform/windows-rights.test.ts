import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";
import { tmpdir } from "node:os";
import { beforeEach, describe, expect, test } from "vitest";
import { holderOnWindows } from "../../src/platform/lock-holder.ts";
import { hasOwnEntries, keepEntries, ofSystem, POWERSHELL, type RunWindows } from "../../src/platform/windows-rights.ts";
import { temporaryFolder } from "../support/repository.ts";

const OWN = "D:PAI(A;;FA;;;SY)(A;;FA;;;BA)(A;;0x1200a9;;;BG)";

/** icacls, played: what it was called with, what it saves, and how its calls end. */
function icacls(ends: readonly (number | null)[], saves: Buffer | null) {
  const calls: { readonly program: string; readonly args: readonly string[]; readonly wanted: string | null }[] = [];
  const run: RunWindows = (program, args) => {
    const restored = args[1] === "/restore" ? readFileSync(args[2] ?? "").toString("utf16le") : null;
    calls.push({ program, args, wanted: restored });
    if (args[1] === "/save" && saves) writeFileSync(args[2] ?? "", saves);
    return ends[calls.length - 1] ?? null;
  };
  return { calls, run };
}

const saved = (entries: string, before = ""): Buffer => Buffer.from(`${before}Client.properties\r\n${entries}\r\n`, "utf16le");

describe("[D4] access entries of a file on Windows", () => {
  let folder: string;
  const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith("tierwright-rights-"));
  let before: readonly string[];
  const keep = (run: RunWindows, program = join(folder, "icacls.exe")) =>
    keepEntries(join(folder, "Client.properties"), join(folder, ".Client.properties.0a.tierwright-new"), program, run);

  beforeEach(() => {
    folder = temporaryFolder();
    before = left();
  });

  test("are saved from the old file and given to the new one, in two calls without a shell; nothing is left", () => {
    for (const start of ["", "\ufeff"]) {
      const { calls, run } = icacls([0, 0], saved(OWN, start));
      keep(run);
      expect(calls.map(({ args }) => [args[0], args[1], ...args.slice(3)])).toEqual([
        [join(folder, "Client.properties"), "/save", "/L", "/Q"],
        [folder, "/restore", "/L", "/Q"],
      ]);
      expect(calls[1]?.wanted).toBe(`.Client.properties.0a.tierwright-new\r\n${OWN}\r\n`);
      expect(calls.every(({ args }) => isAbsolute(args[2] ?? "") && !args[2]?.startsWith(folder))).toBe(true);
    }
    expect(left()).toEqual(before);
  });

  test("that all come from the folder need no second call: the new file has them by itself", () => {
    for (const entries of ["D:AI(A;ID;FA;;;SY)(A;OICIID;0x1200a9;;;BU)", "D:AI", "D:NO_ACCESS_CONTROL"]) {
      const { calls, run } = icacls([0], saved(entries));
      keep(run);
      expect(calls).toHaveLength(1);
    }
  });

  test.each([
    ["cannot be started", [null], saved(OWN), "read them"],
    ["fails while it reads", [5], saved(OWN), "read them"],
    ["saves nothing, on Windows", [0], null, "save them"],
    ["saves something else", [0], Buffer.from("Client.properties\r\nO:BAG:BA\r\n", "utf16le"), "say them in a form"],
    ["saves an empty file", [0], Buffer.alloc(0), "say them in a form"],
    ["fails while it gives them", [0, 5], saved(OWN), "give them to the new file"],
  ] as const)("are not lost when icacls %s: a refusal with both files named", (_, ends, saves, words) => {
    const { run } = icacls(ends, saves);
    expect(() => keep(run)).toThrow(words);
    expect(() => keep(icacls(ends, saves).run)).toThrow(/Client\.properties has access entries.*is not put in its place/);
    expect(left()).toEqual(before);
  });

  test("under Wine, whose icacls does nothing and says 0, nothing stops", () => {
    writeFileSync(join(folder, "wineboot.exe"), "");
    const { calls, run } = icacls([0], null);
    expect(() => keep(run)).not.toThrow();
    expect(calls).toHaveLength(0);
  });

  test.each([
    ["D:(A;;FA;;;SY)", true],
    ["D:AI(A;ID;FA;;;SY)(A;;FR;;;WD)", true],
    ["D:P(A;ID;FA;;;SY)", true],
    ["D:ARP(A;ID;FA;;;SY)", true],
    ["D:AI(D;ID;FA;;;SY)(OA;CIID;RP;;;WD)", false],
    ['D:AI(A;ID;FA;;;SY)(XA;;FX;;;S-1-1-0;(@User.Title=="PM"))', true],
    ['D:AI(XA;ID;FX;;;S-1-1-0;(@User.Title=="PM" && (Member_of(SID(BA)))))', false],
    ["D:", true],
    ["D:AI", false],
    ["D:NO_ACCESS_CONTROL", false],
  ])("%s: some of its own: %s", (entries, own) => {
    expect(hasOwnEntries(entries)).toBe(own);
  });

  test("programs of Windows are started by their whole path, never by a name that the current folder could answer", () => {
    expect(ofSystem("icacls.exe")).toMatch(/^C:\\Windows.System32.icacls\.exe$|^[A-Z]:\\.*\\System32\\icacls\.exe$/i);
    expect(basename(POWERSHELL.replaceAll("\\", "/"))).toBe("powershell.exe");
    expect(POWERSHELL).toMatch(/System32.WindowsPowerShell.v1\.0.powershell\.exe$/);
  });

  test("the holder of the lock is named by the owner of its file; nothing where nobody says", () => {
    const asked: string[] = [];
    const owner = (path: string) => {
      asked.push(path);
      return "CORP\\jane";
    };
    expect(holderOnWindows(folder, owner)).toBe("the lock file belongs to CORP\\jane");
    expect(asked).toEqual([join(folder, "lock")]);
    expect(holderOnWindows(folder, () => null)).toBeNull();
    expect(
      holderOnWindows(folder, () => {
        throw new Error("no");
      }),
    ).toBeNull();
  });
});
