import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { GatheredFiles } from "../../../src/live/commands/doctor/gathered.ts";
import { stationHere } from "../../../src/live/commands/doctor/station-here.ts";
import type { Looked } from "../../../src/live/doctor/looked.ts";
import { CHECKS } from "../../../src/live/doctor/registry.generated.ts";
import { runChecks } from "../../../src/live/doctor/run.ts";
import { REFUSED_WRITES, type Station } from "../../../src/live/doctor/station.ts";
import { answer } from "../../../src/live/doctor/words.ts";
import { machineWorld } from "../../../src/platform/swap-world.ts";
import { FINDING_FORMS } from "../../../src/report/findings.ts";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { cli, fakeHost } from "../../support/host.ts";
import { exampleRepository, temporaryFolder } from "../../support/repository.ts";
import { checked, CLIENT, CONF, examined, PLUGIN, traces, windowsAt, withLines, workstation } from "./scene.ts";
import { eachNth } from "../../support/runs.ts";

/** The station of a copy below a folder, as the command makes it. */
function stationAt(root: string): Station {
  const { host } = fakeHost();
  return stationHere(
    { host },
    machineWorld(host, () => undefined),
    { root, install: null, clientFile: null, cwd: "/" },
    root,
  );
}

test("[H5] a workstation that is as the environment says passes, and a look changes nothing on it", async () => {
  const root = await workstation();
  const before = traces(root);
  const { code, document, err } = await examined(root, ["demo"]);
  expect(document.checks.filter(({ state }: { state: string }) => !["pass", "skip"].includes(state))).toEqual([]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(document.checks.map(({ id }: { id: string }) => id).sort()).toEqual(CHECKS.map(({ id }) => id).sort());
  expect(traces(root)).toEqual(before);
});

describe("[H5] a look changes nothing, whatever it finds", () => {
  /** A fault of each family, so that no check ends before it has looked. */
  const faulty = async () =>
    workstation({
      [CONF]: await withLines("connector", ["STAGING_DIR=E\\:\\\\gone", "TC_SSO_LOGIN_URL=https\\://sso.example.com/x"]),
      [CLIENT]: await withLines("client", ["BOOTSTRAP_URLS=https\\://old.example.com\\:4544"]),
      [`${PLUGIN}/lib/old.jar`]: "PK",
      "C/Users/jane/AppData/Local/Temp/plm_mapping.xml": "<mapping/>",
    });

  test("on this machine, with variables and running programs", async () => {
    const root = await faulty();
    const before = traces(root);
    const env = { PATH: "C:\\Windows", JRE_HOME: "C:\\gone", TEMP: "C:\\Users\\jane\\AppData\\Local\\Temp" };
    const { document, code } = await examined("", ["demo"], { machine: windowsAt(root), env });
    expect([document.source, code]).toEqual(["machine", 1]);
    expect(traces(root)).toEqual(before);
  });

  test("in a copy (--root), with every detail and in every form", async () => {
    const root = await faulty();
    const cwd = exampleRepository();
    const before = [traces(root), traces(cwd)];
    for (const form of FINDING_FORMS)
      expect((await cli(["doctor", "demo", "--root", root, "--details", "--format", form], { cwd })).code).toBe(1);
    expect([traces(root), traces(cwd)]).toEqual(before);
  });

  test("no check is given anything that could", () => {
    const { files } = stationAt("/nowhere");
    const changing = Object.keys(REFUSED_WRITES) as (keyof typeof REFUSED_WRITES)[];
    // nothing else is there to be called
    expect(Object.keys(files).sort()).toEqual([...changing, "stat", "real", "list", "read", "hash"].sort());
    for (const name of changing) expect(() => (files[name] as () => void)(), name).toThrow("a check may not change anything");
    for (const name of changing)
      expect(() => (new GatheredFiles().files()[name] as () => void)(), name).toThrow("a check may not");
  });
});

describe("files/present", () => {
  test("[H5] a missing, an empty and an odd file are told each, with what the tool reads of it", async () => {
    const root = await workstation({
      [CONF]: null,
      [CLIENT]: "",
      [`${PLUGIN}/conf/logger.properties/x`]: "",
      [`${PLUGIN}/conf/logger.properties`]: null,
    });
    const { state, says, details, control, code } = await checked("files/present", root);
    expect({ state, says, code }).toEqual({ state: "fail", says: "3 of 4 files cannot be read by the tool", code: 1 });
    expect(details).toEqual([
      expect.stringMatching(/connector\.properties is missing: the connector's settings$/),
      expect.stringMatching(/CommonClient\.properties is empty: the client library's settings$/),
      expect.stringMatching(/logger\.properties is a folder, and a file is expected: the connector's logging$/),
    ]);
    expect(control.outcome).toBe("held");
  });

  test("[H5] somebody edited a copy next to the file, without effect", async () => {
    const root = await workstation({
      [CONF.replace(".properties", " (1).properties")]: "a=1\n",
      [`${CONF}.txt`]: "a=1\n",
      [`${CONF}.bak`]: "a=1\n",
      [CONF.replace("connector.properties", "connector-notes.md")]: "no copy",
    });
    const { state, details } = await checked("files/present", root);
    expect(state).toBe("warn");
    expect(details.map((line: string) => line.split(" is next to")[0])).toEqual([
      "connector (1).properties",
      "connector.properties.bak",
      "connector.properties.txt",
    ]);
  });
});

describe("[H6] missing and empty are told apart by a control", () => {
  test("[H6] where the installation itself is not there nothing is called missing: nothing is known", async () => {
    const root = await workstation();
    let seen = 0; // found when it is looked for first, and gone when a check looks again
    const { state, says, control, code } = await checked("files/present", root, {
      repository: exampleRepository(),
      machine: (real) => ({
        ...real,
        files: { ...real.files, stat: (path) => (path.endsWith("Refresh3") && ++seen > 2 ? null : real.files.stat(path)) },
      }),
    });
    expect({ state, code, outcome: control.outcome }).toEqual({ state: "error", code: 1, outcome: "failed" });
    expect(says).toMatch(/^nothing is known, for the control failed/);
  });

  test("[H6] a system that finds a name that nobody made is not believed either", async () => {
    const root = await workstation({ [CONF]: null });
    const { state, control } = await checked("files/present", root, {
      machine: (real) => ({
        ...real,
        files: { ...real.files, stat: (path) => real.files.stat(path) ?? (/control/.test(path) ? real.files.stat(root) : null) },
      }),
    });
    expect({ state, outcome: control.outcome }).toEqual({ state: "error", outcome: "failed" });
  });
});

describe("environment/values", () => {
  test("[H5] values are compared as Java reads them, not as text", async () => {
    const connector = await withLines("connector", ["TC_SERVER_URL : https\\u003a//plm.example.com:8443/tc"]);
    const root = await workstation({ [CONF]: connector.replace(/^TC_SERVER_URL=.*\n/m, "") });
    expect((await checked("environment/values", root)).state).toBe("pass");
  });

  test("[H5] half of the addresses of another environment is named, and the value of a secret-looking key is not shown", async () => {
    const root = await workstation({
      [CLIENT]: await withLines("client", ["BOOTSTRAP_URLS=https\\://old.example.com\\:4544"]),
      [CONF]: await withLines("connector", ["DB_PASSWORD=hunter2", "TC_SSO_APP_ID="]),
    });
    const { state, says, details } = await checked("environment/values", root);
    expect(state).toBe("fail");
    expect(says).toBe("1 value is not that of demo, 1 of its addresses and transports among them");
    expect(details).toEqual([
      "CommonClient.properties: BOOTSTRAP_URLS is 'https://old.example.com:4544', the environment says 'https://plm.example.com:4544'",
      "connector.properties: DB_PASSWORD is in no compiled file: somebody added it here",
    ]);
    expect(JSON.stringify(details)).not.toContain("hunter2");
  });

  test("[H5] a warning gives exit code 1 where --fail-on asks for it", async () => {
    const root = await workstation({ [`${PLUGIN}/conf/connector.properties.bak`]: "a=b" });
    const only = ["--only", "files/present"];
    const plain = await examined(root, only);
    expect([plain.code, plain.of("files/present").state]).toEqual([0, "warn"]);
    for (const severity of ["warning", "info"]) expect((await examined(root, [...only, "--fail-on", severity])).code).toBe(1);
    expect((await examined(await workstation(), [...only, "--fail-on", "info"])).code).toBe(0);
  });

  test("[H5] without an environment it is skipped, and says what is missing", async () => {
    const root = await workstation();
    const { of, code } = await examined(root, ["--only", "environment"]);
    expect({ code, state: of("environment/values").state }).toEqual({ code: 0, state: "skip" });
    expect(of("environment/values").says).toMatch(/tierwright doctor ENV/);
  });
});

describe("folders/exist", () => {
  test.each(
    eachNth(4, [
      [
        "STAGING_DIR=D\\:\\\\plm\\\\gone",
        "fail",
        /STAGING_DIR: D:\\plm\\gone does not exist in this copy \(.*copy\/D\/plm\/gone\)$/,
      ],
      ["STAGING_DIR=D:\\plm\\new", "fail", /STAGING_DIR is written as 'D:\\plm\\new'.*control character/],
      ["STAGING_DIR=plm/staging", "fail", /it is relative: it lies below the tool's own folder/],
      ["STAGING_DIR=", "fail", /STAGING_DIR is empty: an export has no staging directory/],
      ["CAMEOTCIntImportWorkingDir= ", "fail", /CAMEOTCIntImportWorkingDir is empty: an import has no working directory/],
      ["STAGING_DIR=D\\:/plm/staging", "pass", /staging is there$/],
      ["STAGING_DIR=d\\:\\\\PLM\\\\Staging", "pass", /Staging is there$/],
      ["CACHE_DIR=D\\:\\\\plm\\\\file", "fail", /CACHE_DIR: D:\\plm\\file is a file$/],
    ] as const),
  )("[H5] %s: %s", async (line, state, says) => {
    const root = await workstation({ [CONF]: await withLines("connector", [line]), "D/plm/file": "" });
    const found = await checked("folders/exist", root);
    expect(found.state).toBe(state);
    expect(found.details.filter((detail: string) => says.test(detail))).toHaveLength(1);
  });

  test("[C7] [H5] what a deploy keeps from the machine is looked at, whatever its key is called", async () => {
    const repository = exampleRepository({
      "environments/demo/environment.yaml": (EXAMPLE_REPOSITORY["environments/demo/environment.yaml"] ?? "").replace(
        "  sessionAgent: none\n",
        "  sessionAgent: none\n  keep: [LOCAL_STORE]\n  set: { connector: { LOCAL_STORE: 'D:\\plm\\import' } }\n",
      ),
    });
    const gone = await workstation({ [CONF]: await withLines("connector", ["LOCAL_STORE=E\\:\\\\gone"]) });
    const first = await checked("folders/exist", gone, { repository });
    expect(first.help).toBe("make the folder, or correct LOCAL_STORE in the file: workstation.keep leaves it to this machine");
    const both = await workstation({
      [CONF]: await withLines("connector", ["LOCAL_STORE=E\\:\\\\gone", "STAGING_DIR=D\\:\\\\gone"]),
    });
    expect((await checked("folders/exist", both, { repository })).help).toMatch(
      /^make the folder, or correct the value in the environment \(workstation\.stagingDir\) and install the swap bundle, or correct LOCAL_STORE in the file/,
    );
    expect(first.details).toEqual([
      expect.stringMatching(/LOCAL_STORE: E:\\gone does not exist in this copy \(.*copy\/E\/gone\)$/),
    ]);
    const spelt = await workstation({ [CONF]: await withLines("connector", ["LOCAL_STORE=D:\\plm\\import"]) });
    expect((await checked("folders/exist", spelt, { repository })).details).toEqual([
      expect.stringMatching(/a single backslash is dropped/),
    ]);
  });

  test("[H5] a folder for payloads that are not written may be missing; one that is written to may not", async () => {
    const off = await checked("folders/exist", await workstation());
    const on = await checked(
      "folders/exist",
      await workstation({ [`${PLUGIN}/conf/logger.properties`]: "isPayloadRequired=true\njsonPayloaddir=C:/Temp/payload\n" }),
    );
    expect([off.state, on.state]).toEqual(["pass", "fail"]);
  });
});

describe("the run", () => {
  test("[H5] a check that may not read a file, or that fails in itself, is an error in words, and the others go on", async () => {
    const root = await workstation();
    const denied = await examined(root, ["demo"], {
      machine: (real) => ({
        ...real,
        files: {
          ...real.files,
          read: (path, largest) => {
            if (path.endsWith("connector.properties"))
              throw Object.assign(new Error("no"), { code: "EACCES", path, syscall: "open" });
            return real.files.read(path, largest);
          },
        },
      }),
    });
    expect(denied.of("files/present").state).toBe("pass");
    expect(denied.of("environment/values")).toMatchObject({ state: "error", says: expect.stringMatching(/refuses a look/) });
    expect(denied.code).toBe(1);
    const broken = await examined(root, ["demo"], {
      machine: (real) => ({
        ...real,
        files: {
          ...real.files,
          read: () => {
            throw new TypeError("x is not a function at file.js:1");
          },
        },
      }),
    });
    expect(broken.of("folders/exist").says).toBe("the check itself failed (TypeError), so nothing is known");
    expect(broken.out).not.toMatch(/is not a function|file\.js/);
  });

  test("[H5] a check has its time, and what takes longer is given up without the others", async () => {
    const root = await workstation();
    let now = Date.parse("2026-11-21T12:00:00Z");
    const slow = await examined(root, ["demo", "--timeout", "7"], {
      machine: (real) => ({
        ...real,
        files: {
          ...real.files,
          read: (path, largest) => {
            now += path.endsWith("CommonClient.properties") ? 8_000 : 0;
            return real.files.read(path, largest);
          },
        },
      }),
      clock: () => new Date(now),
    });
    expect(slow.of("folders/exist")).toMatchObject({ state: "error", says: "it did not end within 7 seconds, and was given up" });
    expect(slow.of("files/present").state).toBe("pass");
  });

  test("[H5] one that waits for an answer that never comes is given up, and the next one is run", async () => {
    const root = await workstation();
    const never = {
      id: "a/never",
      order: 1,
      needs: [],
      asks: "",
      otherwise: "",
      control: "none",
      run: () => new Promise<never>(() => {}),
    };
    const [first, second] = await runChecks({
      checks: [{ ...never, id: "b/next", order: 2, run: () => answer("pass", ["well"]) }, never],
      looked: { station: stationAt(root) } as Looked,
      patience: 1,
      clock: () => new Date(0),
    });
    expect([first?.check.id, first?.answer.state, second?.check.id, second?.answer.state]).toEqual([
      "a/never",
      "error",
      "b/next",
      "pass",
    ]);
  });

  test("[H5] names have no case on a workstation, whatever system the copy lies on", async () => {
    const root = await workstation({
      [CONF]: null,
      [CONF.replace("conf/connector", "Conf/Connector")]: await withLines("connector", []),
    });
    rmSync(join(root, ...PLUGIN.split("/"), "conf"), { recursive: true });
    const { state } = await checked("environment/values", root);
    expect(state).toBe("fail"); // logger.properties went with the folder
    expect((await checked("files/present", root)).details).toEqual([expect.stringMatching(/logger\.properties is missing/)]);
  });

  test("[H5] a link in the place of a file is not followed", async () => {
    const root = await workstation({ [CLIENT]: null });
    const outside = join(temporaryFolder(), "secret.properties");
    mkdirSync(dirname(join(root, ...CLIENT.split("/"))), { recursive: true });
    symlinkSync(outside, join(root, ...CLIENT.split("/")));
    expect((await checked("files/present", root)).details).toEqual([expect.stringMatching(/is a link, and a file is expected/)]);
  });

  test("[H5] a person reads one line a check, details only where it is not well", async () => {
    const root = await workstation({ [CONF]: await withLines("connector", ["STAGING_DIR=D\\:\\\\gone"]) });
    const argv = ["doctor", "demo", "--root", "copy", "--only", "files/present,folders"];
    const { code, out } = await cli(argv, { cwd: exampleRepository(), machine: (real) => real });
    expect(code).toBe(2);
    expect(out).toBe("");
    const shown = await cli([...argv.slice(0, 3), root, ...argv.slice(4)], { cwd: exampleRepository() });
    expect(shown.code).toBe(1);
    expect(shown.out).toContain("✓ files/present  4 files are there\n✗ folders/exist  1 of 3 folders cannot be used\n");
    expect(shown.out.replaceAll(/\n +/g, " ")).toContain(
      `connector.properties:11: STAGING_DIR: D:\\gone does not exist in this copy (${join(root, "D", "gone")})`,
    );
    expect(shown.out).not.toContain("otherwise:");
  });
});

describe("wrong use", () => {
  test.each(
    eachNth(4, [
      [["nobody", "--root", "."], /there is no environment 'nobody'/],
      [["demo", "--root", "nowhere"], /the root '.*nowhere' is not a folder.*DIR\/C\/Users/s],
      [["demo", "--root", ".", "--only", "files/presnt"], /there is no check 'files\/presnt'.*did you mean 'files\/present'/s],
      [["demo", "--root", ".", "--only", " "], /--only names no check/],
      [["demo", "--root", ".", "--skip", ","], /--skip names no check/],
      [["demo", "--root", ".", "--only", "files", "--skip", "files/*"], /--only and --skip leave no check/],
      [["demo", "--root", ".", "--timeout", "0"], /--timeout cannot be '0'/],
      [["demo"], /this machine is no workstation/],
      [["demo", "--root", "."], /the tool is not installed in \.\/C\/Program Files\/2024x Refresh3/],
      [["--root", "."], /no installation of the tool is found/],
    ] as const),
  )("%j", async (words, says) => {
    const { code, out, err } = await cli(["doctor", ...words], { cwd: exampleRepository() });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(says);
  });

  test("[H6] where the tool is not, nothing is called missing: what is installed is named", async () => {
    const root = await workstation({ [CONF.replace("Refresh3", "Refresh2")]: "a=1\n" });
    renameSync(join(root, "C/Program Files/2024x Refresh3"), join(root, "C/gone"));
    const { code, err } = await examined(root, ["demo"]);
    expect(code).toBe(2);
    expect(err).toMatch(
      /the tool is not installed in .*Refresh3\n {2}it is installed in .*Refresh2: name that folder with --install/,
    );
  });

  test("[H5] several installations are named, and one has to be chosen", async () => {
    const root = await workstation({ [CONF.replace("Refresh3", "Refresh2")]: "a=1\n" });
    const { code, err } = await examined(root);
    expect(code).toBe(2);
    expect(err).toMatch(/there are several installations: .*Refresh2, .*Refresh3/);
    expect((await examined(root, ["--install", "C:\\Program Files\\2024x Refresh2", "--only", "files"])).code).toBe(1);
  });
});
