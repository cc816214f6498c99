import { describe, expect, test } from "vitest";
import { RECORDING, type RecordingRecord, relocateRecord } from "../../../src/record/recording/record.ts";
import { belowFault, leadsAway, placeFault } from "../../../src/kernel/records/places.ts";
import { type Judged, type Kind, readForDisplay, readRecord, withOwn } from "../../../src/kernel/records/read.ts";
import { IDP_PLAN } from "../../../src/live/idp/plan.ts";
import { documentDigest } from "../../../src/live/idp/fingerprint.ts";
import { JOURNAL, RECEIPT } from "../../../src/deploy/swap/records/kinds.ts";
import { JOURNAL_SCHEMA } from "../../../src/deploy/swap/protocol/plan.ts";
import { Layout } from "../../../src/deploy/swap/protocol/layout.ts";
import { INSTALL, NOWHERE, RUN, sampleReceipt, sampleState, SWAP } from "../../deploy/swap/support/sample-records.ts";
import { sha256 } from "../../deploy/swap/support/bundle.ts";
import { forgeries, planted, textFields } from "./fields.ts";

const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const ID = "2026-11-22T16-57-44Z";
const recording = {
  schema: "tierwright/recording-record/v1",
  id: ID,
  at: "2026-11-22T16:57:44.000Z",
  pid: 4711,
  mode: "plain",
  environment: "demo",
  repository: "/srv/plm-config",
  derived: [{ path: "environments/demo.recording/environment.yaml", sha256: sha256("x") }],
  relays: [{ role: "sign-in", listen: "127.80.12.7:8443", to: "https://plm.example.com:8443", mode: "plain" }],
  bundle: { there: "/x/demo.recording-settings.zip", back: "/x/demo-settings.zip" },
  hosts: [{ name: "plm.example.com", address: "127.80.12.7" }],
  trust: "/x/authority.pem",
  workstation: { install: "/t", connector: "/t/c", client: "/c", words: ["--root", "/r"] },
  store: ["--store", "/s"],
  keys: [{ file: "connector", key: "TC_SERVER_URL", there: "http://127.0.0.1", back: "http://plm.example.com" }],
};

/** Fields that nothing is opened, bound, resolved or compared for; all others refuse every forgery. */
const SHOWN = /^(at|repository|relays\/0\/role|workstation\/(install|connector|client)|keys\/.*)$/;

describe("a record of a recording", () => {
  const read = (value: unknown) => readRecord(RECORDING, bytesOf(value), { id: ID });

  test("[G1] as record start writes it is read, and its own files lie in the capture's folder, whatever it says", () => {
    const found = read(recording);
    expect(found).toMatchObject({ record: recording });
    const record = (found as { record: Judged<RecordingRecord> }).record;
    const at = relocateRecord(record, (name) => `/own/${name}`);
    expect([at.bundle, at.trust]).toEqual([
      { there: "/own/demo.recording-settings.zip", back: "/own/demo-settings.zip" },
      "/own/authority.pem",
    ]);
  });

  const fields = textFields("recording-record").map((field) => [field.join("/"), field] as const);
  test.each(fields)("[G5] with another text in %s is none, or is one in which that text is for display", (name, field) => {
    for (const [what, text] of Object.entries(forgeries("/srv/victim"))) {
      const found = read(planted(recording, field, text));
      // a name is for display, too: what is looked up the environment says
      const host = /^(another host|every address)$/.test(what) && /^(relays\/0\/to|hosts\/0\/name)$/.test(name);
      if (!SHOWN.test(name) && !host) expect([what, "problem" in found]).toEqual([what, true]);
      else if (/NUL|line feed/.test(what) && !name.startsWith("keys")) expect([what, "problem" in found]).toEqual([what, true]);
      expect("problem" in found ? found.problem.length : 0).toBeLessThan(1000);
    }
  });

  test.each([
    ["an option of deploy that was never given", ["--accept-drift"]],
    ["an option that takes the value's place", ["--root", "--accept-drift"]],
    ["an option without its value", ["--root"]],
    ["a word that is no option", ["/other.zip"]],
    ["an option in one word with its value", ["--root=/x"]],
    ["the same behind one that fits", ["--root", "/w", "--switch-environment", "/x"]],
  ])("[G5] with %s in the words of its next commands is none", (_, words) => {
    expect(read({ ...recording, workstation: { ...recording.workstation, words } })).toHaveProperty("problem");
    expect(read({ ...recording, store: words })).toHaveProperty("problem");
  });

  test("[G1] where nothing was named it has no words for its next commands", () => {
    const workstation = { ...recording.workstation, words: [] };
    expect(read({ ...recording, workstation, store: [] })).toHaveProperty("record");
  });

  test.each([0, -1, 2 ** 31, 2 ** 53])("[G5] with process %i is none", (pid) => {
    expect(read({ ...recording, pid })).toHaveProperty("problem");
  });

  const words = (words: readonly string[]) => read({ ...recording, workstation: { ...recording.workstation, words } });
  test.each([
    [["--root"]],
    [["/r", "--root"]],
    [["--accept-drift"]],
    [["--allow-downgrade", "x"]],
    [["--root", "/a", "--root", "/b"]],
    [["--root", "/a", "--switch-environment", "x"]],
    [["--root", "--accept-drift"]],
    [["--root", ""]],
    [["--root=/a", "--install"]],
    [["--store", "/a"]],
    [["--root", "/a", "--install", "/b", "--client-file", "/c", "--key", "/d"]],
  ])("[G5] with other words for a command than record start writes is none: %j", (given) => {
    expect(words(given)).toHaveProperty("problem");
    expect(read({ ...recording, store: given[0] === "--store" ? ["--store", "-x"] : given })).toHaveProperty("problem");
  });

  test("[G1] with all the words that record start writes is read", () => {
    expect(words(["--root", "/r; $(id)", "--install", "C:\\Program Files\\T", "--client-file", "c d"])).toHaveProperty("record");
    expect(words([])).toHaveProperty("record");
    expect(read({ ...recording, store: [] })).toHaveProperty("record");
  });

  test("[G5] of another capture, with another key, or with a key twice is none", () => {
    expect(readRecord(RECORDING, bytesOf(recording), { id: "other" })).toHaveProperty("problem");
    expect(read({ ...recording, more: 1 })).toHaveProperty("problem");
    expect(readRecord(RECORDING, Buffer.from('{"schema":1,"schema":1}'), { id: ID })).toHaveProperty("problem");
  });
});

describe("the other kinds", () => {
  const told = {
    schema: "tierwright/idp-plan/v1",
    environment: "production",
    realm: "engineering",
    against: { issuer: null, fingerprint: `sha256:${"0".repeat(64)}` },
    wanted: `sha256:${"0".repeat(64)}`,
    changes: [],
    notCompared: [],
    seen: { "realm engineering": { enabled: true } },
  };
  const plan = { ...told, digest: documentDigest(told) };

  test("[G5] a saved plan of a realm is whole, of its form, and says so in words otherwise", () => {
    expect(readRecord(IDP_PLAN, bytesOf(plan), null)).toMatchObject({ record: plan });
    for (const field of textFields("idp-plan")) {
      for (const [what, text] of Object.entries(forgeries("/etc/shadow"))) {
        const forged = planted(plan, field, text);
        if (forged !== null)
          expect([field.join("/"), what, readRecord(IDP_PLAN, bytesOf(forged), null)]).toEqual([
            field.join("/"),
            what,
            expect.objectContaining({ problem: expect.any(String) }),
          ]);
      }
    }
    const again = (more: object) => {
      const { digest: _, ...rest } = { ...plan, ...more };
      return readRecord(IDP_PLAN, bytesOf({ ...rest, digest: documentDigest(rest) }), null);
    };
    // its sum counted anew
    for (const text of ["x\u0000y", "a\nb"]) expect(again({ environment: text })).toHaveProperty("problem");
  });

  test("[D4] a journal names a run by its form alone, and holds no NUL", () => {
    const journal = { schema: JOURNAL_SCHEMA, run: RUN, state: "prepared", machine: "ws1", plan: sha256("plan"), error: null };
    expect(readRecord(JOURNAL, bytesOf(journal), null)).toHaveProperty("record");
    for (const text of Object.values(forgeries("/etc/shadow")))
      for (const key of ["run", "plan", "state"])
        expect(readRecord(JOURNAL, bytesOf({ ...journal, [key]: text }), null)).toHaveProperty("problem");
    expect(readRecord(JOURNAL, bytesOf({ ...journal, machine: "a\u0000" }), null)).toHaveProperty("problem");
  });

  test("[D8] a receipt of 0.1.0, without roots, strays and the digest of its plan, is still read", () => {
    const layout = new Layout(SWAP, NOWHERE);
    const receipt = sampleReceipt({
      undo: { plan: `${RUN}/plan.json` },
      state: sampleState({ values: [{ file: "connector", key: "K", value: "a\u0000\nb" }] }),
    });
    const named = { run: receipt.run, sequence: receipt.sequence };
    expect(readRecord(RECEIPT, bytesOf(receipt), { layout, named, files: null })).toMatchObject({ record: { install: INSTALL } });
  });

  test("[D4] a record that is larger than its kind, or none at all, is a problem in words for every kind", () => {
    for (const kind of [RECORDING, RECEIPT, JOURNAL, IDP_PLAN] as readonly Kind<unknown, unknown>[])
      for (const text of ["", "{", "null", "[]", '"x"', "\ufeff{}", "\u0000", "{}".padEnd(kind.largest + 1)]) {
        expect(readRecord(kind, Buffer.from(text), null)).toHaveProperty("problem");
        expect(readForDisplay(kind, Buffer.from(text))).toHaveProperty("problem");
      }
  });
});

test("[D4] places: below the root or absolute, without '..', and on Windows no other machine that nobody named", () => {
  const anchor = { root: null, windows: false, named: [] };
  for (const path of ["x", "../x", "", "/a/../b", "C:\\x", "/a/..", "\\\\s\\x"])
    expect([path, placeFault(path, anchor)]).toEqual([path, expect.any(String)]);
  expect(placeFault("/a/b", anchor)).toBeNull();
  expect(placeFault("/a/b", { ...anchor, root: "/a" })).toBeNull();
  for (const path of ["/ab", "/a", "/b/a", "/a/../b"])
    expect([path, placeFault(path, { ...anchor, root: "/a" })]).toEqual([path, expect.any(String)]);
  const windows = { ...anchor, windows: true };
  for (const path of ["//s/share/x", "//?/C:/x", "//./pipe/x"])
    expect([path, placeFault(path, windows)]).toEqual([path, expect.stringContaining("another machine")]);
  expect(placeFault("//s/share/x", { ...windows, named: ["//S/other"] })).toBeNull();
  expect(placeFault("//?/C:/x", { ...windows, named: ["//?/C:/y"] })).toContain("another machine");
  for (const path of ["a", "a/../b", "/a/b", "a/./b", "a//b", "a/b:c", "a/b\\c", "a/", "b/a"])
    expect([path, belowFault(path, "a")]).toEqual([path, expect.any(String)]);
  expect(belowFault("a/b/c", "a")).toBeNull();
});

test("[D9] an honest receipt may have a plug-in root on a share: it is read, the root is not searched, and no file on a share is opened", () => {
  const windows = (named: readonly string[]) => ({ root: null, windows: true, named: ["C:\\Tool", ...named] });
  const read = (paths: object, named: readonly string[] = []) => {
    const receipt = { ...sampleReceipt({ state: sampleState({ files: [] }) }), install: "C:\\Tool" };
    const given = { ...receipt, paths: { client: "C:\\Client\\CommonClient.properties", ...paths } };
    const layout = { install: "C:\\Tool", anchor: windows(named), here: null, receipts: "C:\\Tool\\.swap\\receipts" };
    return readRecord(RECEIPT, bytesOf(given), { layout, named: null, files: null });
  };
  const share = "\\\\server\\share\\plugins";
  for (const key of ["roots", "strays"]) {
    expect(read({ [key]: [share, "D:\\plugins"] })).toHaveProperty("record");
    for (const lie of ["plugins", "D:\\a\\..\\b", "C:x"])
      expect([lie, read({ [key]: [lie] })]).toEqual([lie, expect.objectContaining({ problem: expect.any(String) })]);
  }
  const client = `${share}\\CommonClient.properties`;
  expect(read({ client })).toMatchObject({ problem: expect.stringContaining("leads to another machine") });
  expect(read({ client }, ["\\\\SERVER\\share\\CommonClient.properties"])).toHaveProperty("record");
  expect(leadsAway(share, windows([]))).toBe(true);
  expect(leadsAway(share, windows(["\\\\server\\other"]))).toBe(false);
  for (const device of ["\\\\?\\C:\\x", "\\\\.\\pipe\\x"]) expect(leadsAway(device, windows([device]))).toBe(true);
  expect(leadsAway("D:\\plugins", windows([]))).toBe(false);
});

test("[D4] [G5] a copy of a judged record, and one that is edited, is judged no more: it does not type-check where one is acted on", () => {
  const read = readRecord(RECORDING, bytesOf(recording), { id: ID });
  const record = (read as { record: Judged<RecordingRecord> }).record;
  const actedOn = ({ environment }: Judged<RecordingRecord>): string => environment;
  expect(actedOn(record)).toBe("demo");
  expect(actedOn(withOwn(record, { trust: null }))).toBe("demo");
  // @ts-expect-error a copy
  expect(actedOn({ ...record })).toBe("demo");
  // @ts-expect-error an edit
  expect(actedOn({ ...record, environment: "other" })).toBe("other");
  // @ts-expect-error a copy by another way
  expect(actedOn(Object.fromEntries(Object.entries(record)))).toBe("demo");
  // @ts-expect-error the form alone
  expect(actedOn(JSON.parse(JSON.stringify(record)) as RecordingRecord)).toBe("demo");
});
