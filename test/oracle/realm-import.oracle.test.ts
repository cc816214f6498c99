import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { importDifferences, type Realm } from "../compiler/sso/realm-export.ts";
import { factsOf, filesOf, LIVE } from "../compiler/sso/scene.ts";
import { notRun } from "../support/not-run.ts";
import { temporaryFolder } from "../support/repository.ts";

/* realm.json imported by the server's own program, and exported again: a server that KEYCLOAK_HOME names, versions 24 to 26. */

const HANGS_AFTER = 600_000;
const YAML = LIVE.replace("oidc: {", "oidc: { userIdField: userId,").replace(
  "application: PLM }]",
  "application: PLM, postLogoutRedirectUri: https://plm.example.com:3000/awc }, { id: wiki, redirectUris: [https://wiki.example.com/oidc] }]\n  groups: [Systems.Engineering, PLM Pilot]\n  username: { min: 2, max: 200 }",
);

/** Runs the server's program; its output is the failure's words. */
function kc(home: string, ...words: readonly string[]): void {
  const program = join(home, "bin", process.platform === "win32" ? "kc.bat" : "kc.sh");
  const ran = spawnSync(program, words, { encoding: "utf8", timeout: HANGS_AFTER, shell: process.platform === "win32" });
  expect(ran.status, `${words.join(" ")}: ${ran.error ?? ""}${ran.stdout}${ran.stderr}`.slice(-4000)).toBe(0);
}

/** Imports a realm and gives what the server exports then. The server's own folder stays as it is: a copy without its data is used. */
function importedAndExported(home: string, realm: string): Realm {
  const folder = temporaryFolder();
  const copy = join(folder, "server");
  cpSync(home, copy, { recursive: true, filter: (path) => path === home || !["data", "log"].includes(basename(path)) });
  const [file, out] = [join(folder, "realm.json"), join(folder, "export.json")];
  writeFileSync(file, realm);
  kc(copy, "import", "--file", file);
  kc(copy, "export", "--realm", (JSON.parse(realm) as { realm: string }).realm, "--file", out);
  return JSON.parse(readFileSync(out, "utf8")) as Realm;
}

const realm = () => filesOf(factsOf(YAML))["realm.json"] ?? "";

test(
  "[E6] realm.json imports into a real server, and an export says the same again",
  () => {
    const home = process.env.KEYCLOAK_HOME ?? "";
    if (home === "")
      notRun(
        "KEYCLOAK_HOME names no server (Keycloak 24 to 26, unpacked), so realm.json was imported into none: its shape alone was compared with real exports",
      );
    expect(existsSync(join(home, "bin")), `${home} holds no bin`).toBe(true);
    expect(importDifferences(JSON.parse(realm()) as Realm, importedAndExported(home, realm()))).toEqual([]);
  },
  HANGS_AFTER,
);

test("[E6] the import's own steps, on a stand-in that stores what it is given and one that loses a part", () => {
  if (process.platform === "win32") notRun("the stand-in of a server is a shell script");
  const standIn = (keeps: string) => {
    const home = temporaryFolder();
    mkdirSync(join(home, "bin"));
    mkdirSync(join(home, "data"));
    const script = `#!/bin/sh\nset -e\nhere=$(dirname "$0")\n[ ! -e "$here/../data" ] || [ "$1" = export ]\nmkdir -p "$here/../data"\ncase $1 in import) ${keeps} <"$3" >"$here/../data/realm";; export) cp "$here/../data/realm" "$5";; esac\n`;
    writeFileSync(join(home, "bin", "kc.sh"), script);
    chmodSync(join(home, "bin", "kc.sh"), 0o755);
    return home;
  };
  const ours = JSON.parse(realm()) as Realm;
  expect(importDifferences(ours, importedAndExported(standIn("cat"), realm()))).toEqual([]);
  expect(importDifferences(ours, importedAndExported(standIn("sed s/external/none/"), realm()))).toHaveLength(1);
});
