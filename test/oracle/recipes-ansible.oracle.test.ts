import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../house/project.ts";
import { Fleet } from "./ansible.ts";

type Task = Record<string, unknown> & { readonly block?: readonly Task[]; readonly always?: readonly Task[] };

/*
 * recipes/ansible with Debian's ansible-playbook against this machine and the built-in runner. The order of the tests is the life of one workstation.
 */

let fleet: Fleet;
let first = "";
beforeAll(async () => {
  fleet = await Fleet.open();
  first = fleet.bundle(1_790_000_000);
});

afterAll(() => fleet.close());

const CONF = "plugins/com.example.plm.connector/conf/connector.properties";

describe("the playbook of a rollout", () => {
  test("[D8] check mode says what would be done, counts it as a change and writes nothing", () => {
    const before = fleet.state();
    const { code, changed, failed, text } = fleet.play("deploy.yml", { bundle: first }, "--check");
    expect({ code, changed, failed }, text).toEqual({ code: 0, changed: 1, failed: 0 });
    expect(text).toContain("CommonClient.properties would be written");
    expect(fleet.state()).toEqual(before);
  });

  test("[D8] a run installs, proves and brings the receipt back; the second changes nothing, and check mode agrees", () => {
    const run = fleet.play("deploy.yml", { bundle: first });
    expect({ code: run.code, changed: run.changed, failed: run.failed }, run.text).toEqual({ code: 0, changed: 2, failed: 0 });
    const [name = "", ...more] = readdirSync(join(fleet.receipts, "localhost"));
    expect(more).toEqual([]);
    const receipt = JSON.parse(readFileSync(join(fleet.receipts, "localhost", name), "utf8"));
    expect(receipt).toMatchObject({ schema: "tierwright/receipt/v1", result: "done", bundle: { serial: 1_790_000_000 } });
    const before = fleet.state();
    const again = fleet.play("deploy.yml", { bundle: first });
    expect({ changed: again.changed, failed: again.failed }, again.text).toEqual({ changed: 0, failed: 0 });
    const checked = fleet.play("deploy.yml", { bundle: first }, "--check");
    expect({ changed: checked.changed, failed: checked.failed }, checked.text).toEqual({ changed: 0, failed: 0 });
    expect(fleet.state()).toEqual(before);
  });

  test("[D3] while the tool is open it waits; staged ahead, and closed, the swap follows by itself", () => {
    const next = fleet.bundle(1_790_000_100, [], ['"1200"', '"1300"']);
    fleet.openTool("closed");
    const open = fleet.play("deploy.yml", { bundle: next, tries: 2 });
    expect(open.failed, open.text).toBe(1);
    expect(open.text.match(/FAILED - RETRYING/g)).toHaveLength(2);
    expect(open.text).toContain("save the models, close the tool");
    const before = readFileSync(join(fleet.tool, CONF));
    const staged = fleet.play("deploy.yml", { bundle: next, stage: true });
    expect(staged.failed, staged.text).toBe(0);
    expect(readdirSync(join(fleet.tool, ".swap/ready"))).toHaveLength(1);
    expect(readFileSync(join(fleet.tool, CONF))).toEqual(before);
    fleet.close();
    fleet.openTool("a run found it open");
    const closing = fleet.play("deploy.yml", { bundle: next, tries: 20 });
    expect({ code: closing.code, failed: closing.failed }, closing.text).toEqual({ code: 0, failed: 0 });
    expect(closing.text).toContain("FAILED - RETRYING");
    expect(readFileSync(join(fleet.tool, CONF), "latin1")).toContain("1300");
  });

  test("[D7] what a person changed on the machine fails the host with the list, and a flag that was decided on is passed", () => {
    const conf = join(fleet.tool, CONF);
    writeFileSync(conf, readFileSync(conf, "latin1").replace(/^QUERY_FILTER.*$/m, "QUERY_FILTER=mine"), "latin1");
    const next = fleet.bundle(1_790_000_200, [], ['"1300"', '"1400"']);
    const before = fleet.state();
    const drift = fleet.play("deploy.yml", { bundle: next });
    expect(drift.failed, drift.text).toBe(1);
    expect(drift.text).toContain("QUERY_FILTER");
    expect(fleet.state()).toEqual(before);
    const allowed = fleet.play("deploy.yml", { bundle: next, allow: ["--accept-drift"] });
    expect(allowed.failed, allowed.text).toBe(0);
  });

  test("[D1] a bundle that was changed on its way fails the host; its signature goes along when there is one", () => {
    const [key, pub] = [join(fleet.folder, "release.key"), join(fleet.folder, "release.pub.pem")];
    execFileSync("openssl", ["genpkey", "-quiet", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", key]);
    execFileSync("openssl", ["pkey", "-in", key, "-pubout", "-out", pub]);
    const signed = fleet.bundle(1_790_000_300, ["--sign", key], ['"1400"', '"1500"']);
    const run = fleet.play("deploy.yml", { bundle: signed, public_key: pub });
    expect({ code: run.code, failed: run.failed }, run.text).toEqual({ code: 0, failed: 0 });
    const tampered = fleet.bundle(1_790_000_400, ["--sign", key], ['"1500"', '"1600"']);
    const bytes = readFileSync(tampered);
    bytes[20_000] = (bytes[20_000] ?? 0) ^ 1;
    writeFileSync(tampered, bytes);
    const before = fleet.state();
    const refused = fleet.play("deploy.yml", { bundle: tampered, public_key: pub });
    expect(refused.failed, refused.text).toBe(1);
    expect(refused.text).toContain("is not a bundle that can be installed");
    expect(fleet.state()).toEqual(before);
  });

  test("[D5] going back is a playbook, too, and nothing of any run lies in the temporary folder", () => {
    const back = fleet.play("rollback.yml", {});
    expect({ changed: back.changed, failed: back.failed }, back.text).toEqual({ changed: 1, failed: 0 });
    expect(readFileSync(join(fleet.tool, CONF), "latin1")).toContain("1400");
    expect(readdirSync(join(fleet.folder, "tmp")).filter((name) => name.includes("tierwright"))).toEqual([]);
  });
});

test("the playbook for Windows names modules and options that the collection has", () => {
  const [play] = parse(readFileSync(join(ROOT, "recipes/ansible/deploy-windows.yml"), "utf8")) as [{ tasks: Task[] }];
  const tasks = play.tasks.flatMap(({ block, always, ...task }) => [task, ...(block ?? []), ...(always ?? [])]);
  const used = tasks.flatMap((task) => Object.entries(task).filter(([name]) => name.startsWith("ansible.windows.")));
  const names = [...new Set(used.map(([name]) => name))];
  const text = execFileSync("ansible-doc", ["-j", "-t", "module", ...names], {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C.UTF-8", ANSIBLE_NOCOLOR: "1" },
  });
  const docs = JSON.parse(text) as Record<string, { doc: { options: Record<string, unknown> } }>;
  expect(names.sort()).toEqual(["command", "copy", "file", "tempfile"].map((name) => `ansible.windows.win_${name}`));
  for (const [name, options] of used) {
    const known = Object.keys(docs[name]?.doc.options ?? {});
    for (const option of typeof options === "string" ? [] : Object.keys(options as object)) expect(known, name).toContain(option);
  }
});
