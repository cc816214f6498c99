import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PropertiesDocument } from "../../../src/kernel/formats/properties/document.ts";
import { FILE_ROLES } from "../../../src/compiler/model/files.ts";
import { runs } from "../../support/runs.ts";
import { adoptFiles } from "./adopted.ts";
import { OWN_FILES } from "./law.ts";
import { decoded } from "./scene.ts";

test("[B7] whatever lies on a workstation: compiled, every key has its value again, or no environment is made and a finding says why", {
  timeout: 600_000,
}, () => {
  let made = 0;
  let all = 0;
  fc.assert(
    fc.property(OWN_FILES, (files) => {
      all++;
      const { environment, compiled, problems, document } = adoptFiles(files);
      if (!environment || environment.files.size === 0) {
        expect([...problems, ...(environment?.findings ?? [])].length).toBeGreaterThan(0);
        return;
      }
      made++;
      for (const role of FILE_ROLES) {
        const own = decoded(Buffer.from(files[role], "latin1"));
        const secret = new Set(environment.secret.filter(({ file }) => file === role).map(({ key }) => key));
        const given = compiled(role);
        for (const [key, value] of Object.entries(own)) {
          if (secret.has(key)) expect(given[key]).toMatch(/^@secret\(/);
          else expect(given[key], `${role} ${JSON.stringify(key)}\n${document}`).toBe(value);
        }
      }
    }),
    { numRuns: runs(600) },
  );
  expect(made / all).toBeGreaterThan(0.5);
});

const CORPUS = join(import.meta.dirname, "../../../../shared/corpus/properties");

function corpus(): readonly string[] {
  try {
    const rows = readFileSync(join(CORPUS, "INDEX.tsv"), "utf8").split("\n");
    return rows.flatMap((row) => row.split("\t")[0] ?? []).filter((name) => name.endsWith(".properties"));
  } catch {
    return [];
  }
}

test("files of the world, where they are at hand, are adopted with the same values", { timeout: 600_000 }, () => {
  const names = corpus().slice(0, runs(1000));
  let made = 0;
  for (const name of names) {
    const bytes = readFileSync(join(CORPUS, name));
    if (bytes.length > 60_000 || !PropertiesDocument.parse(bytes).load().loads) continue;
    const text = bytes.toString("latin1");
    const end = /[\r\n]$/.test(text) ? "\n" : "\n\n";
    const files = {
      connector: `${text}${end}TC_SERVER_URL=https\\://new.example.com\\:8443/tc\n`,
      client: "URL=https\\://new.example.com\\:8443/tc\nBOOTSTRAP_URLS=https\\://new.example.com\\:4544\n",
      logger: "",
    };
    const { environment, compiled } = adoptFiles(files);
    if (!environment || environment.files.size === 0) continue;
    made++;
    const secret = new Set(environment.secret.map(({ key }) => key));
    const given = compiled("connector");
    for (const [key, value] of Object.entries(decoded(Buffer.from(files.connector, "latin1"))))
      if (!secret.has(key)) expect(given[key], `${name} ${key}`).toBe(value);
  }
  expect(made).toBeGreaterThanOrEqual(Math.floor(names.length / 2));
});
