import { createPublicKey, sign } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { manifestBytes } from "../../../src/deploy/publish/compose.ts";
import type { BundleManifest } from "../../../src/deploy/bundle/manifest.ts";
import { openBundle, verifyBundle } from "../../../src/deploy/bundle/open.ts";
import { Refusal } from "../../../src/kernel/diagnostic/refusal.ts";
import { zipBytes } from "../../kernel/archive/zip-bytes.ts";
import { bundleOf, FILES, manifestOf, settingsManifest, sha256, sourceOf, zipOf } from "./support.ts";
import { rsaKeys } from "../../support/keys.ts";
import { eachNth, runs, stepOf } from "../../support/runs.ts";

const SOUND = bundleOf();
const pair = rsaKeys();
const PEM = pair.publicKey.export({ type: "spki", format: "pem" }) as string;
const signature = (bytes: Buffer = manifestBytes(manifestOf())): Buffer => sign("sha256", bytes, pair.privateKey);

const verified = (bytes: Buffer) => verifyBundle(sourceOf(bytes), null, null);
const words = (bytes: Buffer): string =>
  verified(bytes)
    .faults.map(({ entry, problem }) => `${entry ?? "(all)"}: ${problem}`)
    .join("; ");

type Entries = [string, string | Uint8Array][];
const entries = (manifest: BundleManifest = manifestOf()): Entries => [
  ["manifest.json", manifestBytes(manifest)],
  ...Object.entries(FILES),
];

describe("[D1] a sound bundle", () => {
  test("is proven, with the digests that a receipt names", () => {
    expect(verified(SOUND)).toMatchObject({
      faults: [],
      manifest: manifestOf(),
      manifestSha256: sha256(manifestBytes(manifestOf())),
      bundleSha256: sha256(SOUND),
      signature: "unsigned",
    });
    expect(verified(bundleOf(settingsManifest())).faults).toEqual([]);
  });

  test("opens to its manifest and every file's bytes", () => {
    const bundle = openBundle(sourceOf(SOUND));
    expect(bundle.manifest).toEqual(manifestOf());
    expect(bundle.manifestBytes).toEqual(manifestBytes(manifestOf()));
    expect([...bundle.entries.keys()]).toEqual(Object.keys(FILES));
    for (const [path, text] of Object.entries(FILES)) expect(Buffer.concat([...bundle.read(path)]).toString()).toBe(text);
    expect(() => bundle.read("plugin/other")).toThrow(Refusal);
  });
});

describe("[D1] the exact set: refused is a bundle with", () => {
  const without = (name: string): Entries => entries().filter(([path]) => path !== name);
  const renamed = (from: string, to: string): Entries => entries().map(([path, data]) => [path === from ? to : path, data]);
  const JAR = "plugin/lib/plm-connector-2506.jar";

  test.each<[string, Entries, RegExp]>([
    ["a file less", without(JAR), /jar: is missing/],
    ["a file more", [...entries(), ["profile/Z.mdzip", "x"]], /profile\/Z\.mdzip: is not listed in the manifest/],
    ["an empty file more", [...entries(), ["z", ""]], /z: is not listed in the manifest/],
    [
      "a file of another name",
      renamed(JAR, "plugin/lib/plm-connector-2507.jar"),
      /2507\.jar: is not listed in the manifest.*2506\.jar: is missing/,
    ],
    ["a name in another case", renamed(JAR, "plugin/lib/PLM-Connector-2506.jar"), /not listed in the manifest/],
    [
      "another content of the same size",
      entries().map(([path, data]) => [path, path === JAR ? "STANDS for the connector's classes\n" : data]),
      /jar: has SHA-256/,
    ],
    [
      "another size",
      entries().map(([path, data]) => [path, path === JAR ? "short" : data]),
      /jar: has 5 bytes; the manifest lists/,
    ],
    [
      "two files exchanged",
      renamed("client/log4j2.xml", "x").map(([path, data]): [string, string | Uint8Array] => [
        path === "x" ? "client/log4j2.xml" : path,
        path === "plugin/plugin.xml" ? (FILES["client/log4j2.xml"] ?? "") : data,
      ]),
      /plugin\.xml: has \d+ bytes/,
    ],
    ["no manifest", without("manifest.json"), /has no manifest\.json/],
    [
      "a manifest that is not the first",
      [...without("manifest.json"), entries()[0] ?? ["", ""]],
      /does not begin with manifest\.json/,
    ],
    ["files in another order", [...entries().slice(0, 1), ...entries().slice(1).reverse()], /another order/],
    [
      "nothing but files of a settings bundle",
      [
        ["manifest.json", manifestBytes(settingsManifest())],
        ["plugin/a.jar", "x"],
      ],
      /a\.jar: is not listed in the manifest/,
    ],
    ["no entry at all", [], /manifest\.json/],
  ])("%s", (_, list, expected) => {
    const bytes = zipOf(list);
    expect(words(bytes)).toMatch(expected);
    expect(verified(bytes).bundleSha256).toBe(sha256(bytes));
  });

  test("a manifest that was changed to fit a changed file still has another digest", () => {
    const files = { ...FILES, [JAR]: "other classes\n" };
    const changed = bundleOf(manifestOf(files), files);
    expect(words(changed)).toBe("");
    expect(verified(changed).manifestSha256).not.toBe(verified(SOUND).manifestSha256);
    const found = verifyBundle(sourceOf(changed), signature(), PEM);
    expect(found.signature).toBe("wrong");
    expect(found.faults).toEqual([{ entry: null, problem: expect.stringMatching(/does not match its signature/) }]);
  });

  test("an unreadable manifest", () => {
    expect(words(zipOf([["manifest.json", "{}"], ...Object.entries(FILES)]))).toMatch(/manifest\.json: the record lacks the key/);
    expect(words(zipOf([["manifest.json", Buffer.from([0xff, 0xfe])], ...Object.entries(FILES)]))).toMatch(/not UTF-8/);
  });
});

describe("[D2] refused is a bundle whose archive", () => {
  const made = entries().map(([name, data]) => ({ name, data: Buffer.from(data) }));
  const odd = (name: string, fields: object = {}) => zipBytes([...made, { name, data: Buffer.from("x"), fields }]);
  test("is rebuilt byte by byte by the test and sound", () => expect(words(zipBytes(made))).toBe(""));
  test.each<[string, Buffer, RegExp]>([
    ["has a twin of a folder by case", odd("PLUGIN/a.jar"), /PLUGIN\/a\.jar: .*same name/],
    ["has a name twice", odd("profile/PLM_Profile.mdzip"), /twice/],
    ["has a device", odd("plugin/aux.txt"), /device/],
    ["has a stream", odd("plugin/plugin.xml:x"), /stream/],
    ["leads out", odd("plugin/../../x"), /leaves the folder/],
    ["has a link", odd("plugin/z", { external: 0o120777 * 0x10000 }), /symbolic link/],
    ["has an encrypted file", odd("plugin/z", { flags: 0x0801 }), /encrypted/],
    ["has a compressed file", zipBytes([...made, { name: "z", data: Buffer.alloc(99), deflate: true }]), /compressed/],
    [
      "lies about a size",
      zipBytes(made.map((entry) => (entry.name === "plugin/plugin.xml" ? { ...entry, fields: { size: 3 } } : entry))),
      /plugin\.xml/,
    ],
    [
      "has a wrong checksum",
      zipBytes(made.map((entry) => (entry.name === "plugin/plugin.xml" ? { ...entry, fields: { crc: 1 } } : entry))),
      /plugin\.xml: is damaged/,
    ],
    ["has another time", zipBytes(made.map((entry) => ({ ...entry, fields: { date: 0x5a21 } }))), /time|date/],
    ["has a comment", zipBytes(made, { comment: Buffer.from("hi") }), /comment/],
  ])("%s", (_, bytes, expected) => {
    expect(words(bytes)).toMatch(expected);
  });
});

describe("[D1] whatever is changed in a bundle, it is refused:", () => {
  test("any byte", () => {
    const sound = signature();
    const before = verified(SOUND).manifestSha256;
    fc.assert(
      fc.property(fc.nat(SOUND.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const bytes = Buffer.from(SOUND);
        bytes[at] = (bytes[at] ?? 0) ^ by;
        // a change of the manifest's text that leaves it sound is what the signature is for
        const { faults, manifestSha256 } = verified(bytes);
        expect(faults.length > 0 || manifestSha256 !== before).toBe(true);
        expect(verifyBundle(sourceOf(bytes), sound, PEM).faults.length).toBeGreaterThan(0);
      }),
      { numRuns: runs(2000) },
    );
  });

  test("every single bit of names, headers and the list of entries", () => {
    const from = SOUND.indexOf(manifestBytes(manifestOf())) + manifestBytes(manifestOf()).length;
    for (let at = 0; at < SOUND.length; at += stepOf(7)) {
      if (at >= 43 && at < from) continue; // the manifest's own bytes: the case above
      const bytes = Buffer.from(SOUND);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
      expect(verified(bytes).faults.length, `byte ${at}`).toBeGreaterThan(0);
    }
  });

  test("any cut, and anything put in front or behind", () => {
    for (let length = 0; length < SOUND.length; length += 7)
      expect(verified(SOUND.subarray(0, length)).faults.length).toBeGreaterThan(0);
    for (const bytes of [
      Buffer.concat([SOUND, Buffer.from("x")]),
      Buffer.concat([Buffer.from("MZ"), SOUND]),
      Buffer.concat([SOUND, SOUND]),
    ]) {
      expect(verified(bytes).faults.length).toBeGreaterThan(0);
    }
  });

  test("generated bytes, without a crash", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(verified(Buffer.from(bytes)).faults.length).toBeGreaterThan(0);
        expect(() => openBundle(sourceOf(Buffer.from(bytes)))).toThrow(Refusal);
      }),
    );
  });

  test("and openBundle refuses what it can see without reading the files", () => {
    for (const at of [0, 4, 30, SOUND.length - 1]) {
      const bytes = Buffer.from(SOUND);
      bytes[at] = (bytes[at] ?? 0) ^ 0x55;
      expect(() => openBundle(sourceOf(bytes)), `byte ${at}`).toThrow(Refusal);
    }
  });
});

describe("[D1] the signature", () => {
  test("is verified with the public key, as PEM and as key object", () => {
    for (const key of [PEM, createPublicKey(PEM)]) {
      expect(verifyBundle(sourceOf(SOUND), signature(), key)).toMatchObject({ faults: [], signature: "verified" });
    }
  });

  test("that is missing is a fault where a key is given", () => {
    const { faults, signature: state } = verifyBundle(sourceOf(SOUND), null, PEM);
    expect(state).toBe("unsigned");
    expect(faults).toEqual([{ entry: null, problem: expect.stringMatching(/not signed, but a key was given/) }]);
  });

  test("without a key is reported as not checked", () => {
    expect(verifyBundle(sourceOf(SOUND), signature(), null)).toMatchObject({ faults: [], signature: "not-checked" });
  });

  test.each(
    eachNth(3, [
      ["of another manifest", signature(Buffer.from("{}"))],
      ["with a bit changed", Buffer.from(signature().map((byte, i) => (i === 9 ? byte ^ 1 : byte)))],
      ["that is cut", signature().subarray(1)],
      ["that is empty", Buffer.alloc(0)],
      ["of another key", sign("sha256", manifestBytes(manifestOf()), rsaKeys(2).privateKey)],
      ["of another hash", sign("sha512", manifestBytes(manifestOf()), pair.privateKey)],
    ]),
  )("%s is wrong", (_, bytes) => {
    const found = verifyBundle(sourceOf(SOUND), bytes, PEM);
    expect(found.signature).toBe("wrong");
    expect(found.faults).toHaveLength(1);
  });
});

describe("[D1] the settings files are one with the manifest's values: refused is a bundle whose", () => {
  const CONF = "plugin/conf/connector.properties";
  const SECRET = "PROXY_PASSWORD=@secret(/workstation/set/connector/PROXY_PASSWORD)\n";
  test.each(
    eachNth(3, [
      ["conf has another address", { [CONF]: `TC_SERVER_URL=https\\://other.example.com\\:8443/tc\n${SECRET}` }, /TC_SERVER_URL/],
      ["conf lacks a key", { [CONF]: SECRET }, /lacks TC_SERVER_URL/],
      ["conf sets a key once more", { [CONF]: `${FILES[CONF]}TC_SERVER_URL=http\\://elsewhere/tc\n` }, /TC_SERVER_URL/],
      [
        "conf holds a value in the place of a secret",
        { [CONF]: `TC_SERVER_URL=https\\://plm.example.com\\:8443/tc\nPROXY_PASSWORD=x\n` },
        /PROXY_PASSWORD/,
      ],
      [
        "conf holds a placeholder that no row names",
        { [CONF]: `${FILES[CONF]}DB_PASSWORD=@secret(/x)\n` },
        /placeholder for the secret DB_PASSWORD/,
      ],
      ["client file has another address", { "client/CommonClient.properties": "URL=https\\://other.example.com/tc\n" }, /URL/],
      ["conf cannot be loaded", { [CONF]: `${FILES[CONF]}A=\\u00zz\n` }, /cannot be loaded by Java/],
    ]),
  )("%s", (_, changed, says) => {
    const files = { ...FILES, ...changed };
    const { faults } = verifyBundle(sourceOf(bundleOf(manifestOf(files), files)), null, null);
    expect(faults.map(({ problem }) => problem)).toEqual([expect.stringMatching(says)]);
  });
});
