import { expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/registry.ts";
import { cli } from "../support/host.ts";

test("[D8] only a command that is given a bundle speaks of the one in the bundle", async () => {
  const speaking: string[] = [];
  for (const entry of COMMANDS) {
    const { command } = await entry.load();
    if (!command.options.some(({ summary }) => summary.includes("in the bundle"))) continue;
    speaking.push(entry.name);
    expect(command.arguments.map(({ summary }) => summary).join(), entry.name).toContain("bundle");
  }
  expect(speaking).toContain("deploy");
});

test("an option that only other commands have names them, and one that many have or none names none", async () => {
  const commands = await Promise.all(
    COMMANDS.filter(({ group }) => group !== null).map(async ({ load }) => (await load()).command),
  );
  const names = [...new Set(commands.flatMap(({ options }) => options.map(({ name }) => name)))];
  for (const name of [...names, "no-such-option"]) {
    const owners = commands.filter(({ options }) => options.some((option) => option.name === name));
    const other = commands.find((command) => !owners.includes(command));
    const { code, err } = await cli([...(other?.name ?? "").split(" "), `--${name}`]);
    expect(code, name).toBe(2);
    const named = /--\S+ is an option of (.*); --help lists those of this command/.exec(err)?.[1];
    const expected = owners.map((owner) => `\`tierwright ${owner.name}\``).join(", ");
    expect(named, `${name}: ${err}`).toBe(owners.length === 0 || owners.length > 3 ? undefined : expected);
  }
  expect((await cli(["deploy", "--list"])).err).toContain("--list is an option of `tierwright rollback`");
});
