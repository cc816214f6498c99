import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readClassFile } from "./support/class-file.ts";
import { type LockedFile, RELEASES, bytesOf, filesBelow } from "./support/sample.ts";
import { readStoredZip } from "./support/zip.ts";

const JAVA: Readonly<Record<string, number>> = { "2506": 61, "2606": 65 };

function lockOf(release: string) {
  return parse(bytesOf(`releases/${release}/kit.lock.yaml`).toString("utf8")) as {
    kind: string;
    release: string;
    source: { name: string; size: number; sha256: string; imported: string };
    files: LockedFile[];
  };
}

function jarsOf(release: string): LockedFile[] {
  return lockOf(release).files.filter((file) => file.path.endsWith(".jar"));
}

describe.each(RELEASES)("kit %s", (release) => {
  const kit = `releases/${release}/kit`;

  test("the lock names exactly the kit's files, with size and hash", () => {
    const lock = lockOf(release);
    expect(lock).toMatchObject({ kind: "KitLock", release, source: { imported: "2026-09-01" } });
    expect(lock.source.sha256).toMatch(/^[0-9a-f]{64}$/);
    const present = filesBelow(kit).map((path) => {
      const bytes = bytesOf(`${kit}/${path}`);
      return { path, size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
    });
    expect(lock.files.map(({ path, size, sha256 }) => ({ path, size, sha256 }))).toEqual(present);
  });

  test("each jar is a whole zip whose sums are right, its manifest first and with a version", () => {
    const jars = jarsOf(release);
    expect(jars.length).toBeGreaterThanOrEqual(5);
    for (const { path } of jars) {
      const entries = readStoredZip(bytesOf(`${kit}/${path}`));
      expect(entries.filter((entry) => entry.method !== 0 || entry.crc !== entry.crcOfBytes)).toEqual([]);
      expect(entries[0]?.name).toBe("META-INF/MANIFEST.MF");
      expect(entries[0]?.bytes.toString("latin1")).toMatch(/^Manifest-Version: 1\.0\r\n(.+\r\n)*Implementation-Version: \S+\r\n/);
    }
  });

  test("each class file parses to its last byte, and the lock holds the highest version of each jar", () => {
    for (const jar of jarsOf(release)) {
      const classes = readStoredZip(bytesOf(`${kit}/${jar.path}`)).slice(1);
      const parsed = classes.map(({ name, bytes }) => ({ file: name, ...readClassFile(bytes) }));
      expect(parsed.length).toBeGreaterThan(1);
      expect(parsed.filter(({ file, name, superName }) => file !== `${name}.class` || superName !== "java/lang/Object")).toEqual(
        [],
      );
      expect(Math.max(...parsed.map(({ major }) => major))).toBe(jar.class);
    }
  });

  test("the connector's own jars need the release's Java, the library that looks like a third party's an older one", () => {
    const versions = jarsOf(release).map(({ path, class: major }) => [/json-lite/.test(path), major]);
    expect(new Set(versions.map(String))).toEqual(new Set([`false,${JAVA[release]}`, "true,52"]));
  });

  test("plugin.xml lists every jar of the kit and nothing else, local first with a class loader of its own", () => {
    const xml = bytesOf(`${kit}/plugin/plugin.xml`).toString("latin1");
    const listed = [...xml.matchAll(/<library name="([^"]+)"\/>/g)].map((match) => `plugin/${match[1]}`);
    expect(listed).toEqual(jarsOf(release).map(({ path }) => path));
    expect(xml).toMatch(/id="com\.example\.plm\.connector"[^>]*ownClassloader="true" class-lookup="LocalFirst"/s);
  });

  test("the default sign-in initializer is in no jar", () => {
    const classes = jarsOf(release).flatMap(({ path }) => readStoredZip(bytesOf(`${kit}/${path}`)).map(({ name }) => name));
    expect(classes.filter((name) => /sso\/\w*Initializer\.class$/.test(name)).sort()).toEqual([
      "com/example/plm/sso/SessionAgentInitializer.class",
      "com/example/plm/sso/SessionInitializer.class",
      "com/example/plm/sso/TccsSessionInitializer.class",
    ]);
  });
});

test("the profile differs from release to release", () => {
  const [older, newer] = RELEASES.map((release) => bytesOf(`releases/${release}/kit/plugin/lib/PLM_Profile.mdzip`)) as [
    Buffer,
    Buffer,
  ];
  expect(older.equals(newer)).toBe(false);
  expect(newer.length).toBeLessThan(older.length);
  expect([older, newer].flatMap((zip) => readStoredZip(zip).map(({ crc, crcOfBytes }) => crc === crcOfBytes))).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test("the checker of class files refuses a cut, a longer and a mistagged class", () => {
  const jar = readStoredZip(bytesOf("releases/2506/kit/plugin/lib/plm-connector-2506.jar"));
  const whole = Buffer.from(jar[1]?.bytes ?? []);
  const mistagged = Buffer.from(whole);
  mistagged[10] = 99;
  expect(() => readClassFile(whole.subarray(0, -1))).toThrow();
  expect(() => readClassFile(Buffer.concat([whole, Buffer.of(0)]))).toThrow();
  expect(() => readClassFile(mistagged)).toThrow(/tag 99/);
});
