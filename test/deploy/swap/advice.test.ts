import { join } from "node:path";
import { expect, test } from "vitest";
import { type Typed, adviceFor, finishAdvice } from "../../../src/deploy/swap/inspect/advice.ts";
import { type Difference, type DifferenceKind, bothValues, differenceText } from "../../../src/deploy/swap/inspect/difference.ts";
import { withOwn } from "../../../src/kernel/records/read.ts";
import { INSTALL, RUN, sampleBundle, sampleReceipt } from "./support/sample-records.ts";

const of = (kind: DifferenceKind, more: Partial<Difference> = {}): Difference => ({
  kind,
  file: join(INSTALL, "it"),
  key: null,
  expected: null,
  found: null,
  secret: false,
  ...more,
});

const NOWHERE: Typed = { where: { root: null, install: null, clientFile: null }, file: null };

const HOSTS = Array.from({ length: 9 }, (_, i) => `http://host-${i}.example.com:4544`);

const whole = (name: string) =>
  `close the tool and reinstall it with the same options as before: \`tierwright deploy FOLDER/${name}\` (foreign and changed files go into quarantine); or find out who changed it`;
const builds =
  "build the swap bundle from the current commit, because deploy refuses an older one: `tierwright bundle production`; then ";

const swap = sampleReceipt();
const rolledBack = sampleReceipt({ kind: "rollback", run: RUN, sequence: 3 });
const settings = sampleReceipt({
  kind: "settings",
  run: RUN,
  bundle: sampleBundle({ name: "pilot-settings.zip", manifest: "s" }),
});

test("[D9] what verify found leads to the steps that fix it, each named once and in their order", () => {
  const advice = (...found: readonly Difference[]) => adviceFor(swap, found, [swap], NOWHERE);
  expect(advice(of("copy-elsewhere"))).toBe(
    "move the second copy out of that plug-in root (it may belong to a user); or find out who changed it",
  );
  expect(advice(of("link"))).toBe("remove the link; or find out who changed it");
  expect(advice(of("unreadable"))).toBe("fix the line that Java cannot load; or find out who changed it");
  expect(advice(of("kept"))).toBe("write the kept value as a full path with doubled backslashes; or find out who changed it");
  expect(advice(of("unfinished"))).toBe("run any deploy command: it finishes what is unfinished first");
  expect(advice(of("link"), of("kept"), of("missing"))).toBe(
    `remove the link; then write the kept value as a full path with doubled backslashes; then ${whole("production-2506.zip")}`,
  );
});

test("[D9] the advice names --accept-drift for values alone, and a secret that is deleted is set by hand first", () => {
  const value = of("value", { key: "a" });
  expect(adviceFor(swap, [value], [swap], NOWHERE)).toBe(whole("production-2506.zip --accept-drift"));
  expect(adviceFor(swap, [of("foreign")], [swap], NOWHERE)).toBe(whole("production-2506.zip"));
  expect(adviceFor(swap, [{ ...value, secret: true }], [swap], NOWHERE)).toBe(
    `set the secret on the machine again by hand; then ${whole("production-2506.zip --accept-drift")}`,
  );
});

test("[D9] the bundle that the advice names is the one that brings the whole folder", () => {
  const advice = (receipt: typeof swap, receipts: readonly (typeof swap)[]) =>
    adviceFor(receipt, [of("missing")], receipts, NOWHERE);
  // a rollback stands, and the swap that brought its state is known
  expect(advice(rolledBack, [rolledBack, swap])).toBe(whole("production-2506.zip"));
  // it is not known any more
  expect(advice(rolledBack, [rolledBack])).toBe(builds + whole("production-2506.zip"));
  expect(advice(settings, [swap, settings])).toBe(builds + whole("production-2506.zip"));
  // a swap whose own receipt is not in the list
  expect(advice(swap, [])).toBe(whole("production-2506.zip"));
  expect(advice(withOwn(swap, { bundle: null }), [])).toBe(
    "find out who changed it, or install the bundle of the state you want; or find out who changed it",
  );
});

test("[D9] [G6] a recording that is installed is ended, whichever deploy or rollback left it: it has no swap bundle", () => {
  const bundle = sampleBundle({ name: "pilot.recording-settings.zip", environment: "pilot.recording", manifest: "r" });
  const there = sampleReceipt({ kind: "settings", run: RUN, bundle });
  for (const receipt of [there, withOwn(there, { kind: "rollback" as const })])
    for (const found of [of("value", { key: "a" }), of("missing"), of("no-state")]) {
      const where = { root: "/scratch", install: "C:/Tools/2024x", clientFile: "D:/c.properties" };
      expect(adviceFor(receipt, [found], [swap, receipt], { where, file: "out/pilot.recording-settings.zip" })).toBe(
        "end the recording with `tierwright record stop pilot --root /scratch --install C:/Tools/2024x --client-file D:/c.properties` (and the --store that `record start` had), run the deploy that it prints, and check again; or find out who changed it",
      );
      expect(adviceFor(receipt, [found], [swap, receipt], NOWHERE)).toContain("`tierwright record stop pilot` (");
    }
});

test("[D9] a command that the advice names repeats the places of the command line, and the bundle's path if it was typed", () => {
  const where = { root: "/scratch", install: "C:/Tools/2024x", clientFile: "D:/c.properties" };
  const places = "--root /scratch --install C:/Tools/2024x";
  const typed = { where, file: "out/production-2506.zip" };
  const client = "--client-file D:/c.properties";
  expect(adviceFor(swap, [of("value", { key: "a" })], [swap], typed)).toContain(
    `\`tierwright deploy out/production-2506.zip --accept-drift ${places} ${client}\``,
  );
  expect(adviceFor(swap, [of("missing")], [swap], { where, file: "out/pilot-settings.zip" })).toContain(
    `\`tierwright deploy FOLDER/production-2506.zip ${places} ${client}\``,
  );
  const left = { run: null, kind: "swap", bundle: "production-2506.zip" } as const;
  expect(finishAdvice(left, typed)).toMatch(
    /^run `tierwright deploy out\/production-2506\.zip --root .*; `tierwright rollback --root /,
  );
  expect(finishAdvice({ ...left, kind: "rollback" }, typed)).toContain(`\`tierwright rollback ${places}\``);
});

test("[D9] each difference is reported with its file and, of a value, both sides", () => {
  const file = join(INSTALL, "it");
  const told: readonly (readonly [Difference, unknown])[] = [
    [of("unfinished"), `${file}: a run is unfinished; any deploy command finishes it first`],
    [of("no-state"), "the newest receipt describes no state"],
    [of("missing"), `${file}: missing`],
    [of("changed"), `${file}: changed since it was installed`],
    [of("foreign"), `${file}: not part of this build`],
    [of("link"), `${file}: a link or special file; only ordinary files were installed`],
    [of("unreadable", { found: "why" }), `${file}: java.util.Properties cannot load it: why`],
    [of("kept", { found: "a is written as x" }), `${file}: a is written as x`],
    [of("second-copy", { found: "com.x" }), `${file}: a second copy of com.x; the tool would load it, too`],
    [
      of("copy-elsewhere", { found: "com.x" }),
      `${file}: a second copy of com.x in another plug-in root; the tool would load it, too`,
    ],
    [of("unreadable"), `${file}: java.util.Properties cannot load it: `],
    [of("kept"), `${file}: `],
    [of("second-copy"), `${file}: a second copy of the plug-in; the tool would load it, too`],
    [of("copy-elsewhere"), `${file}: a second copy of the plug-in in another plug-in root; the tool would load it, too`],
    [of("value", { found: "2" }), `${file}:  is '2'; the deploy had set no value`],
    [
      of("value", { key: "a", found: [...HOSTS, "http://c.example.com"].join(","), expected: HOSTS.join(",") }),
      expect.stringMatching(/^[^,]*it: a: .*c\.example\.com/),
    ],
    [of("loose-profile"), `${file}: a stale copy of the profile; the tool would load it`],
    [of("value", { key: "a", expected: "1" }), `${file}: a is absent; the deploy had set '1'`],
    [of("value", { key: "a", found: "2" }), `${file}: a is '2'; the deploy had set no value`],
    [of("value", { key: "a", secret: true }), `${file}: a is missing: this secret was set at the last deploy`],
  ];
  for (const [difference, words] of told) expect(differenceText(difference)).toEqual(words);
  expect(bothValues("k", "1", "2", "expected")).toBe("k is '1'; expected '2'");
});
