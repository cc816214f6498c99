import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Log } from "sarif";
import { cli } from "../support/host.ts";
import { edit, exampleRepository, temporaryFolder } from "../support/repository.ts";
import { report } from "../serve/page/pages.ts";
import { readJunit } from "./readers/junit.ts";

/* An environment without a verdict is reported with the file that is broken, which is not always its own. */

const SITE = "environments/site.yaml";
const fileOf = (name: string): string => `environments/${name}/environment.yaml`;
const CHILD = `apiVersion: tierwright/v1\nkind: Environment\nname: second\nextends: demo\n`;
const asEnvironment = (name: string): string => `${fileOf(name)} cannot be read as an environment`;
const asSite = `${SITE} cannot be read as a site`;

/** The damage, the file with it, and why each environment without a verdict has none. */
const DAMAGES: readonly (readonly [string, (folder: string) => void, Readonly<Record<string, string>>])[] = [
  ["its own file", (folder) => edit(folder, fileOf("second"), "extends:", "\textends:"), { second: asEnvironment("second") }],
  ["its own file is empty", (folder) => edit(folder, fileOf("second"), CHILD, ""), { second: asEnvironment("second") }],
  ["it extends nothing", (folder) => edit(folder, fileOf("second"), ": demo", ": damo"), { second: asEnvironment("second") }],
  ["the site", (folder) => edit(folder, SITE, "kind:", "\tkind:"), { demo: asSite, second: asSite }],
  ["a missing site", (folder) => rmSync(join(folder, ...SITE.split("/"))), { demo: asSite, second: asSite }],
  [
    "the extended environment",
    (folder) => edit(folder, fileOf("demo"), "kind:", "\tkind:"),
    { demo: asEnvironment("demo"), second: asEnvironment("demo") },
  ],
  [
    "its own file before the site",
    (folder) => {
      edit(folder, SITE, "kind:", "\tkind:");
      edit(folder, fileOf("second"), "extends:", "\textends:");
    },
    { demo: asSite, second: asEnvironment("second") },
  ],
  [
    "the site before the extended environment",
    (folder) => {
      edit(folder, SITE, "kind:", "\tkind:");
      edit(folder, fileOf("demo"), "kind:", "\tkind:");
    },
    { demo: asEnvironment("demo"), second: asSite },
  ],
];

function damaged(damage: (folder: string) => void): string {
  const folder = exampleRepository({ [fileOf("second")]: CHILD });
  damage(folder);
  return folder;
}

const reasonsIn = (text: string, pattern: RegExp): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(pattern)].map(([, name = "", why = ""]) => [name, why]));

const noticesOf = (out: string): string =>
  (JSON.parse(out) as Log).runs
    .flatMap(({ invocations = [] }) => invocations.flatMap(({ toolExecutionNotifications = [] }) => toolExecutionNotifications))
    .map(({ message }) => message.text)
    .join("\n");

/** Every form in which `check` states the reason, with a reader of it. */
const READERS: Readonly<Record<string, (out: string) => Readonly<Record<string, string>>>> = {
  text: (out) => reasonsIn(out, /^✗ (\S+) {2}no verdict: (.*)$/gm),
  junit: (out) =>
    Object.fromEntries(
      readJunit(out).cases.flatMap(({ suite, failure }) =>
        failure?.type === "verdict" ? [[suite, failure.message.replace("no verdict: ", "")]] : [],
      ),
    ),
  sarif: (out) => reasonsIn(noticesOf(out), /^(\S+) has no verdict: (.*)$/gm),
  markdown: (out) => reasonsIn(out.replaceAll("\\", ""), /^- ❌ `(\S+)` no verdict: (.*)$/gm),
};

describe.each(DAMAGES)("[B5] an environment without a verdict names the file that cannot be read: %s", (_, damage, reasons) => {
  test.each(Object.entries(READERS))("in the form %s, also from the cache", async (form, read) => {
    const folder = damaged(damage);
    for (let run = 0; run < 2; run++) {
      const { code, out, err } = await cli(["check", "--format", form], { cwd: folder });
      expect({ code, err }).toEqual({ code: 1, err: "" });
      expect(read(out)).toEqual(reasons);
    }
  });

  test("[B5] the document has the names", async () => {
    const { out } = await cli(["check", "--format", "json"], { cwd: damaged(damage) });
    expect((JSON.parse(out) as { unread: unknown }).unread).toEqual(Object.keys(reasons));
  });

  test("[C2] on the page, on one card for each reason", async () => {
    const { page, html } = await report(damaged(damage));
    const cards = [...new Set(Object.values(reasons))];
    const members = (why: string) => Object.keys(reasons).filter((name) => reasons[name] === why);
    const wide = "//article[starts-with(@aria-labelledby, 'card-unread-')]";
    expect(page.text(`${wide}//h3`)).toEqual(cards.map((why) => `✗ blocked no verdict: ${why}`));
    for (const [i, why] of cards.entries())
      expect(page.text(`//article[@aria-labelledby='card-unread-${i}']//li`)).toEqual(members(why));
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(html).not.toContain("its YAML cannot be read");
  });

  test.each(["before", "after"])("[B7] in a plan that has it %s the change", async (side) => {
    const [broken, whole] = [damaged(damage), exampleRepository({ [fileOf("second")]: CHILD })];
    const base = join(temporaryFolder(), "base");
    cpSync(side === "before" ? broken : whole, base, { recursive: true });
    const { out } = await cli(["plan", "--base", base], { cwd: side === "before" ? whole : broken });
    const at = side === "before" ? "at the base " : "";
    for (const why of Object.values(reasons)) expect(out).toContain(`cannot be compared: ${at}${why}\n`);
    expect(out).not.toContain("its YAML");
  });
});

test.each(DAMAGES)(
  "[B7] `secrets check` names the file because of which it did not search an environment: %s",
  async (_, damage, reasons) => {
    const { code, err } = await cli(["secrets", "check"], { cwd: damaged(damage) });
    expect(code).toBe(1);
    for (const [name, why] of Object.entries(reasons)) expect(err).toContain(`tierwright: ${name} was not searched: ${why}\n`);
  },
);
