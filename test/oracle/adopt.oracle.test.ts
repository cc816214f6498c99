import fc from "fast-check";
import { expect, test } from "vitest";
import { FILE_ROLES, type FileRole } from "../../src/compiler/model/files.ts";
import { adoptFiles } from "../author/adopt/adopted.ts";
import { OWN_FILES } from "../author/adopt/law.ts";
import { runs } from "../support/runs.ts";
import { javaLoad } from "./java.ts";

interface Pair {
  readonly role: FileRole;
  readonly own: string;
  readonly compiled: string;
  readonly secret: ReadonlySet<string>;
}

test("[B7] [A1] java.util.Properties reads in what is compiled every value that it read on the workstation", {
  timeout: 1_800_000,
}, () => {
  const pairs: Pair[] = [];
  let made = 0;
  const many = runs(3000);
  for (const files of fc.sample(OWN_FILES, many)) {
    const { environment, bytesOf } = adoptFiles(files);
    if (!environment || environment.files.size === 0) continue;
    made++;
    for (const role of FILE_ROLES) {
      const secret = new Set(environment.secret.filter(({ file }) => file === role).map(({ key }) => key));
      pairs.push({ role, own: files[role], compiled: bytesOf(role).toString("latin1"), secret });
    }
  }
  expect(made).toBeGreaterThan(many / 2);
  const answers = javaLoad(pairs.flatMap(({ own, compiled }) => [own, compiled]));
  for (const [i, { role, secret }] of pairs.entries()) {
    const [own, compiled] = [answers[2 * i]?.latin1, answers[2 * i + 1]?.latin1];
    expect([own?.loads, compiled?.loads]).toEqual([true, true]);
    const given = new Map(compiled?.puts);
    for (const [key, value] of new Map(own?.puts))
      if (!secret.has(key)) expect(given.get(key), `${role} ${JSON.stringify(key)}`).toBe(value);
  }
});
