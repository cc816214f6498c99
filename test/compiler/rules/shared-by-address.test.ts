import { describe, expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { writeFiles, exampleRepository, edit } from "../../support/repository.ts";

/* The same server in two environments, by its name, by another name and by its address. The example's demo is at plm.example.com, 10.20.0.11. */

const DEMO = "environments/demo/environment.yaml";

interface Copy {
  readonly signIn?: string;
  readonly files?: string;
  readonly further?: string;
}

const environment = ({
  signIn = "https://own.example.com:8443/tc",
  files = "https://own.example.com:4544",
  further = "",
}: Copy) => `apiVersion: tierwright/v1
kind: Environment
name: test
connector: "2506"
tool: 2024x Refresh3
tier:
  release: "2506"
  signIn: ${signIn}
  fileTransfer: ["${files}"]
${further === "" ? "" : `  ${further}\n`}workstation: { licenseServer: 27000@lic.example.com, stagingDir: 'D:\\s', importWorkingDir: 'D:\\i' }
`;

async function shared(
  copy: Copy,
  { demo, files, hosts, dns }: { demo?: string; files?: string; hosts?: string; dns?: Record<string, string[]> } = {},
) {
  const folder = exampleRepository({ "environments/test/environment.yaml": environment(copy) });
  if (demo !== undefined) edit(folder, DEMO, "hosts: { plm.example.com: 10.20.0.11 }", demo);
  if (files !== undefined) edit(folder, DEMO, ":4544", files);
  if (hosts !== undefined) writeFiles(folder, { hosts });
  const words = [
    "check",
    "--format",
    "json",
    ...(hosts === undefined ? [] : ["--hosts", "hosts"]),
    ...(dns ? ["--resolve"] : []),
  ];
  const { out } = await cli(words, { cwd: folder, ...(dns ? { dns } : {}) });
  const { findings } = JSON.parse(out);
  return findings.filter(({ rule }: { rule: string }) => rule === "tier/shared-address");
}

const both = "[10.20.0.11, 10.20.0.99]";

describe("[B4] the tier of another environment under another name", () => {
  test.each<[title: string, copy: Copy, further?: Parameters<typeof shared>[1]]>([
    ["its address in the place of its name", { files: "https://10.20.0.11:4544" }],
    [
      "an alias with the same declared address",
      { files: "https://alias.example.com:4544", further: "hosts: { alias.example.com: 10.20.0.11 }" },
    ],
    [
      "an alias that only the other environment declares",
      { files: "https://alias.example.com:4544" },
      { demo: "hosts: { plm.example.com: 10.20.0.11, alias.example.com: 10.20.0.11 }" },
    ],
    [
      "one of several addresses",
      { signIn: "https://alias.example.com:8443/tc", further: `hosts: { alias.example.com: ${both} }` },
    ],
    ["an alias of the hosts file", { files: "https://alias.example.com:4544" }, { hosts: "10.20.0.11 alias.example.com\n" }],
    ["an alias in DNS", { files: "https://alias.example.com:4544" }, { dns: { "alias.example.com": ["10.20.0.11"] } }],
    [
      "an IPv6 address in another spelling",
      { files: "https://[2001:0db8:0::11]:4544" },
      { demo: 'hosts: { plm.example.com: "2001:db8::11" }' },
    ],
    ["a port with a zero before it", { files: "https://plm.example.com:04544" }],
    ["a port with zeros before it in the original", { files: "https://plm.example.com:4544" }, { files: ":0004544" }],
    ["a host in capital letters", { files: "https://PLM.Example.COM:4544" }],
    ["another scheme at the same port", { files: "http://plm.example.com:4544" }],
    ["an IPv4 address in the form of IPv6", { files: "https://[::FFFF:a14:b]:4544" }],
    [
      "an alias declared in capital letters",
      { files: "https://alias.example.com:4544", further: "hosts: { ALIAS.Example.com: 10.20.0.11 }" },
    ],
    ["the second of two file servers", { files: "https://own.example.com:4544;https://plm.example.com:4544" }],
    ["a web client at the port of the other's file server", { further: "webClient: https://plm.example.com:4544/awc" }],
    [
      "a spelling in sharedWith that is no environment's",
      { files: "https://plm.example.com:4544", further: "sharedWith: [Demo]" },
    ],
  ])("%s", async (_, copy, further) => {
    const findings = await shared(copy, further);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ severity: "error", environments: ["demo", "test"] });
  });

  test("the finding explains why two texts are one server", async () => {
    const folder = exampleRepository({ "environments/test/environment.yaml": environment({ files: "https://10.20.0.11:4544" }) });
    const { out } = await cli(["check"], { cwd: folder });
    expect(out).toContain("demo and test both use plm.example.com:4544");
    expect(out).toContain("plm.example.com of 'demo' is 10.20.0.11, declared in environments/demo/environment.yaml:13");
  });

  test("a name and an address of the same server give one finding", async () => {
    const copy = { signIn: "https://plm.example.com:8443/tc", further: "hosts: { plm.example.com: 10.20.0.11 }" };
    expect(await shared(copy)).toHaveLength(1);
  });

  test.each<[title: string, copy: Copy, further?: Parameters<typeof shared>[1]]>([
    ["another port of the same machine", { files: "https://10.20.0.11:4545" }],
    ["another machine", { files: "https://10.20.0.12:4544" }],
    ["sharing that is declared", { files: "https://10.20.0.11:4544", further: "sharedWith: [demo]" }],
    [
      "two names at an address that every machine has for itself",
      { files: "https://tunnel.example.com:4544", further: "hosts: { tunnel.example.com: 127.0.0.1 }" },
      { demo: "hosts: { plm.example.com: [10.20.0.11, 127.0.0.1] }" },
    ],
    [
      "a tunnel of this environment under a name that the other resolves",
      { files: "https://tunnel.example.com:4544", further: "hosts: { tunnel.example.com: 127.0.0.1 }" },
      { demo: "hosts: { plm.example.com: 10.20.0.11, tunnel.example.com: 10.20.0.11 }" },
    ],
    ["an address that begins like another", { files: "https://10.20.0.110:4544" }],
    ["a port that ends like another", { files: "https://plm.example.com:14544" }],
    ["a port of zeros and more digits", { files: "https://plm.example.com:45440" }],
    [
      "an alias that this environment resolves elsewhere",
      { files: "https://alias.example.com:4544", further: "hosts: { alias.example.com: 10.20.0.77 }" },
      { demo: "hosts: { plm.example.com: 10.20.0.11, alias.example.com: 10.20.0.11 }" },
    ],
  ])("silent: %s", async (_, copy, further) => {
    expect(await shared(copy, further)).toEqual([]);
  });
});
