import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository, type RunSettings, run, writeFiles } from "../../support/repository.ts";
import { eachNth, runs } from "../../support/runs.ts";

/* Does file transfer reach the tier of sign-in? One verdict for each file-transfer host, with what it rests on. */

const ENVIRONMENT = "environments/demo/environment.yaml";
const S = "plm.example.com";
const F = "files.example.com";

interface Case {
  /** Hosts as they stand in the two addresses. */
  readonly signIn?: string;
  readonly file?: string;
  /** `tier.hosts`, as YAML. */
  readonly declared?: string;
  readonly members?: string;
  readonly hosts?: string;
  readonly dns?: Readonly<Record<string, readonly string[]>>;
}

type Verdict = "same" | "member" | "half-switch" | "not-proven";

function repository({ signIn = S, file = F, declared = "{}", members = "{}" }: Case): string {
  const folder = exampleRepository();
  edit(folder, ENVIRONMENT, "https://plm.example.com:8443/tc", `https://${signIn}:8443/tc`);
  edit(folder, ENVIRONMENT, "https://plm.example.com:3000/awc", `https://${signIn}:3000/awc`);
  edit(folder, ENVIRONMENT, "https://plm.example.com:4544", `https://${file}:4544`);
  edit(folder, ENVIRONMENT, "hosts: { plm.example.com: 10.20.0.11 }", `hosts: ${declared}\n  members: ${members}`);
  return folder;
}

async function judged(item: Case, requireProof = false) {
  const settings: RunSettings = {
    requireProof,
    ...(item.hosts === undefined ? {} : { hosts: item.hosts }),
    ...(item.dns ? { dns: item.dns } : {}),
  };
  const outcome = await run(repository(item), settings);
  const hosts = outcome.environments[0]?.hosts ?? [];
  const findings = outcome.findings.filter((finding) => finding.rule === "tier/half-switch");
  return {
    hosts,
    verdict: hosts[0]?.verdict,
    evidence: hosts[0]?.evidence ?? "",
    findings,
    others: outcome.findings.filter((finding) => finding.severity === "error" && finding.rule !== "tier/half-switch"),
  };
}

/** What `tier/half-switch` says of a verdict, without and with --require-proof. */
const SEVERITIES: Readonly<Record<Verdict | "measured", readonly [string | null, string | null]>> = {
  measured: [null, null],
  same: [null, "error"],
  member: [null, "error"],
  "not-proven": ["error", "error"],
  "half-switch": ["error", "error"],
};

const both = (a: string, b: string) => `{ ${S}: ${a}, ${F}: ${b} }`;

const TABLE: readonly (readonly [title: string, item: Case, verdict: Verdict, evidence: RegExp, measured?: boolean])[] = [
  ["the same name", { file: S }, "same", /^same name as sign-in$/, true],
  [
    "the same name in another case",
    { signIn: "PLM.Example.com", file: "plm.EXAMPLE.COM" },
    "same",
    /^same name as sign-in$/,
    true,
  ],
  ["the same literal address", { signIn: "10.0.0.1", file: "10.0.0.1" }, "same", /^same name as sign-in$/, true],
  ["the same IPv6 address", { signIn: "[2001:db8::1]", file: "[2001:DB8::1]" }, "same", /^same name as sign-in$/, true],
  ["nothing is known", {}, "not-proven", /no IP address is known for both plm\.example\.com and files\.example\.com/],
  ["only the sign-in host is declared", { declared: `{ ${S}: 10.0.0.1 }` }, "not-proven", /no IP address is known/],
  ["only the file host is declared", { declared: `{ ${F}: 10.0.0.1 }` }, "not-proven", /no IP address is known/],
  [
    "each host has another source",
    { declared: `{ ${S}: 10.0.0.1 }`, hosts: `10.0.0.1 ${F}\n` },
    "not-proven",
    /no IP address is known/,
  ],
  [
    "a name as user information is not the host",
    { file: `${S}@evil.example.com` },
    "not-proven",
    /no IP address is known for both plm\.example\.com and evil\.example\.com/,
  ],
  [
    "declared: one address",
    { declared: both("10.0.0.1", "10.0.0.1") },
    "same",
    /same address: 10\.0\.0\.1, declared in environments\/demo\/environment\.yaml:13; sign-in 10\.0\.0\.1, declared in/,
  ],
  [
    "declared: two addresses",
    { declared: both("10.0.0.1", "10.0.0.2") },
    "half-switch",
    /10\.0\.0\.2, declared in environments\/demo\/environment\.yaml:13; sign-in has 10\.0\.0\.1/,
  ],
  ["declared in another case", { declared: "{ PLM.Example.COM: 10.0.0.1, FILES.example.com: 10.0.0.1 }" }, "same", /declared/],
  [
    "declared lists that meet in a part of the file server's addresses",
    { declared: both("[10.0.0.1, 10.0.0.2]", "[10.0.0.3, 10.0.0.2]") },
    "not-proven",
    /only some addresses are those of sign-in.*files can also go to 10\.0\.0\.3/,
  ],
  [
    "a file server at one of the sign-in host's addresses",
    { declared: both("[10.0.0.1, 10.0.0.2]", "[10.0.0.2]") },
    "same",
    /same address: 10\.0\.0\.2/,
  ],
  [
    "lists that meet in a part, and a declared member",
    { declared: both("[10.0.0.1, 10.0.0.2]", "[10.0.0.3, 10.0.0.2]"), members: `{ ${S}: [${F}] }` },
    "member",
    /declared a member/,
  ],
  [
    "a member of another sign-in host's tier",
    { declared: both("10.0.0.1", "10.0.0.2"), members: `{ old.example.com: [${F}] }` },
    "half-switch",
    /declared a member of the tier of old\.example\.com, which is not the sign-in host/,
  ],
  [
    "a member of another sign-in host's tier, and no address is known",
    { members: `{ old.example.com: [${F}] }` },
    "half-switch",
    /^declared a member of the tier of old\.example\.com, which is not the sign-in host, in environments\/demo\/environment\.yaml:14$/,
  ],
  [
    "a member of another sign-in host's tier, in another case, of which only the sign-in's address is known",
    { declared: `{ ${S}: 10.0.0.1 }`, members: `{ OLD.example.com: [FILES.Example.com] }` },
    "half-switch",
    /declared a member of the tier of OLD\.example\.com/,
  ],
  [
    "a member of another sign-in host's tier that shares a part of the addresses",
    { declared: both("[10.0.0.1, 10.0.0.2]", "[10.0.0.3, 10.0.0.2]"), members: `{ old.example.com: [${F}] }` },
    "half-switch",
    /declared a member of the tier of old\.example\.com/,
  ],
  [
    "a member of this and of another sign-in host's tier",
    { members: `{ ${S}: [${F}], old.example.com: [${F}] }` },
    "member",
    /declared a member of the tier of plm\.example\.com/,
  ],
  [
    "a member of another sign-in host's tier that has the same address",
    { declared: both("10.0.0.1", "10.0.0.1"), members: `{ old.example.com: [${F}] }` },
    "same",
    /same address: 10\.0\.0\.1/,
  ],
  [
    "the sign-in host itself as a member of another one",
    { file: S, members: `{ old.example.com: [${S}] }` },
    "same",
    /^same name as sign-in$/,
    true,
  ],
  ...["127.0.0.1", "127.8.0.1", "0.0.0.0", '"::1"', '"::"', '"::ffff:127.0.0.1"'].map(
    (address) =>
      [
        `both at ${address}, which every machine has`,
        { declared: both(address, address) },
        "not-proven",
        /plm\.example\.com and files\.example\.com share only \S+, a local address that every machine has/,
      ] as const,
  ),
  [
    "an address of the machine itself beside a real one that both have",
    { declared: both("[127.0.0.1, 10.0.0.1]", "[127.0.0.1, 10.0.0.1]") },
    "same",
    /same address/,
  ],
  ["sign-in at the machine itself, files elsewhere", { declared: both("127.0.0.1", "10.0.0.2") }, "half-switch", /10\.0\.0\.2/],
  [
    "declared lists that do not meet",
    { declared: both("[10.0.0.1, 10.0.0.2]", "[10.0.0.3, 10.0.0.4]") },
    "half-switch",
    /10\.0\.0\.3, 10\.0\.0\.4.*10\.0\.0\.1, 10\.0\.0\.2/,
  ],
  ["declared: an empty list", { declared: both("[]", "[]") }, "not-proven", /no IP address is known/],
  [
    "a declared address against a literal one",
    { signIn: "10.0.0.1", declared: `{ ${F}: 10.0.0.1 }` },
    "same",
    /written as an address/,
  ],
  [
    "another declared address against a literal one",
    { signIn: "10.0.0.1", declared: `{ ${F}: 10.0.0.2 }` },
    "half-switch",
    /written as an address/,
  ],
  ["two literal addresses", { signIn: "10.0.0.1", file: "10.0.0.2" }, "half-switch", /written as an address/],
  [
    "IPv6 in brackets, declared without",
    { file: "[2001:DB8::1]", declared: `{ ${S}: "2001:db8::1" }` },
    "same",
    /2001:db8::1, written as an address/,
  ],
  ["another IPv6 address", { file: "[2001:db8::2]", declared: `{ ${S}: "2001:db8::1" }` }, "half-switch", /2001:db8::2/],
  [
    "a member of the tier at another address",
    { declared: both("10.0.0.1", "10.0.0.2"), members: `{ ${S}: [${F}] }` },
    "member",
    /declared a member of the tier of plm\.example\.com in environments\/demo\/environment\.yaml:14/,
  ],
  ["a member whose address nobody knows", { members: `{ ${S}: [${F}] }` }, "member", /declared a member/],
  ["a member in another case", { members: `{ PLM.example.com: [FILES.Example.com] }` }, "member", /declared a member/],
  [
    "a member that has the same address is the same",
    { declared: both("10.0.0.1", "10.0.0.1"), members: `{ ${S}: [${F}] }` },
    "same",
    /declared in/,
  ],
  [
    "a member of another name does not help",
    { declared: both("10.0.0.1", "10.0.0.2"), members: `{ ${S}: [example.com, les.example.com] }` },
    "half-switch",
    /10\.0\.0\.2/,
  ],
  [
    "the hosts file: one address",
    { hosts: `# c\r\n10.0.0.1\t${S}   other ${F} # ${F}\r\n` },
    "same",
    /same address: 10\.0\.0\.1, hosts file hosts:2/,
  ],
  [
    "the hosts file: two addresses",
    { hosts: `10.0.0.1 ${S}\n10.0.0.2 ${F}\n` },
    "half-switch",
    /10\.0\.0\.2, hosts file hosts:2; sign-in has 10\.0\.0\.1, hosts file hosts:1/,
  ],
  [
    "the hosts file: the first entry of a name counts",
    { hosts: `10.0.0.1 ${S}\n10.0.0.2 ${F}\n10.0.0.1 ${F}\n` },
    "half-switch",
    /10\.0\.0\.2/,
  ],
  ["the hosts file: names in another case", { hosts: "10.0.0.1 PLM.example.com Files.Example.Com\n" }, "same", /hosts file/],
  [
    "the hosts file: IPv4 and IPv6 of a name stand side by side",
    { hosts: `10.0.0.1 ${S}\n::1 ${S}\n::1 ${F}\n10.0.0.1 ${F}\n` },
    "same",
    /::1/,
  ],
  ["the hosts file: a comment after '#' is ignored", { hosts: `10.0.0.1 ${S} # ${F}\n` }, "not-proven", /no IP address is known/],
  ["the hosts file with a byte order mark", { hosts: `\ufeff10.0.0.1 ${S} ${F}\n` }, "same", /hosts:1/],
  [
    "the hosts file in UTF-16 has no entry",
    { hosts: "\ufffd\ufffd1\u00000\u0000.\u0000" },
    "not-proven",
    /no IP address is known/,
  ],
  [
    "DNS: one address",
    { dns: { [S]: ["10.0.0.1"], [F]: ["10.0.0.1"] } },
    "same",
    /same address: 10\.0\.0\.1, DNS from this machine, 2026-11-21T12:00Z/,
    true,
  ],
  ["DNS: two addresses", { dns: { [S]: ["10.0.0.1"], [F]: ["10.0.0.2"] } }, "half-switch", /10\.0\.0\.2, DNS from this machine/],
  [
    "DNS: several addresses that meet",
    { dns: { [S]: ["10.0.0.1", "10.0.0.2"], [F]: ["10.0.0.2", "2001:db8::9"] } },
    "same",
    /DNS/,
    true,
  ],
  ["DNS: IPv6 in another case", { dns: { [S]: ["2001:DB8::1"], [F]: ["2001:db8::1"] } }, "same", /DNS/, true],
  ["DNS: a name that does not resolve", { dns: { [S]: ["10.0.0.1"] } }, "not-proven", /no IP address is known/],
  ["DNS: names that resolve to nothing", { dns: { [S]: [], [F]: [] } }, "not-proven", /no IP address is known/],
  ["DNS against a literal address", { signIn: "10.0.0.1", dns: { [F]: ["10.0.0.1"] } }, "same", /DNS/, true],
  [
    "DNS: another address of a member",
    { members: `{ ${S}: [${F}] }`, dns: { [S]: ["10.0.0.1"], [F]: ["10.0.0.2"] } },
    "member",
    /declared a member/,
  ],
  [
    "declared the same, measured as two",
    { declared: both("10.0.0.1", "10.0.0.1"), dns: { [S]: ["10.0.0.1"], [F]: ["10.0.0.2"] } },
    "half-switch",
    /10\.0\.0\.2, DNS.*another source contradicts it: 10\.0\.0\.1, declared/,
  ],
  [
    "declared as two, measured as the same",
    { declared: both("10.0.0.1", "10.0.0.2"), dns: { [S]: ["10.0.0.1"], [F]: ["10.0.0.1"] } },
    "half-switch",
    /10\.0\.0\.2, declared.*contradicts it: 10\.0\.0\.1, DNS/,
  ],
  [
    "declared the same, two in the hosts file",
    { declared: both("10.0.0.1", "10.0.0.1"), hosts: `10.0.0.1 ${S}\n10.0.0.2 ${F}\n` },
    "half-switch",
    /hosts file.*contradicts/,
  ],
  [
    "the same in the hosts file, measured as two",
    { hosts: `10.0.0.1 ${S} ${F}\n`, dns: { [S]: ["10.0.0.1"], [F]: ["10.0.0.2"] } },
    "half-switch",
    /DNS.*contradicts it: .*hosts file/,
  ],
  [
    "declared and measured the same: the measurement is the evidence",
    { declared: both("10.0.0.1", "10.0.0.1"), dns: { [S]: ["10.0.0.1"], [F]: ["10.0.0.1"] } },
    "same",
    /DNS/,
    true,
  ],
];

test("[B4] a name with a dot at its end is another name, of which the error in its form tells", async () => {
  const { verdict, evidence, findings, others } = await judged({ file: `${S}.` });
  expect([verdict, evidence]).toEqual(["not-proven", expect.stringMatching(/no IP address is known/)]);
  expect(findings).toEqual([]);
  expect(others.map(({ rule }) => rule)).toEqual(["tier/address-form"]);
});

describe("[B4] the verdict on a file-transfer host", () => {
  test.for(eachNth(5, TABLE))("[B4] %s", async ([, item, verdict, evidence, measured = false]) => {
    const plain = await judged(item);
    expect(plain.hosts).toHaveLength(1);
    expect(plain.verdict).toBe(verdict);
    expect(plain.evidence).toMatch(evidence);
    const strict = await judged(item, true);
    expect(strict.verdict).toBe(verdict);
    const severity = (found: typeof plain) => found.findings[0]?.severity ?? null;
    expect([severity(plain), severity(strict)]).toEqual(SEVERITIES[verdict === "same" && measured ? "measured" : verdict]);
  });

  test("[B4] each entry of the list has its own, and a list inside an entry is a list", async () => {
    const folder = repository({ declared: both("10.0.0.1", "10.0.0.2") });
    edit(
      folder,
      ENVIRONMENT,
      `"https://${F}:4544"`,
      `"https://${S}:4544", "https://${F}:4544; https://third.example.com:4544", "https://fourth.example.com:4544,https://PLM.example.com:1"`,
    );
    const outcome = await run(folder);
    expect(outcome.environments[0]?.hosts.map(({ host, verdict }) => `${host} ${verdict}`)).toEqual([
      `${S} same`,
      `${F} half-switch`,
      "third.example.com not-proven",
      "fourth.example.com not-proven",
      `${S} same`,
    ]);
  });

  test("[B4] text and JSON say verdict and evidence; not-proven has neither the sign nor the colour of what is good", async () => {
    const folder = repository({});
    const json = JSON.parse((await cli(["check", "--format", "json"], { cwd: folder })).out);
    expect(json.tiers).toEqual([
      {
        environment: "demo",
        hosts: [
          { host: F, role: "fileTransfer", verdict: "not-proven", evidence: expect.stringContaining("no IP address is known") },
        ],
      },
    ]);
    const line =
      (await cli(["check"], { cwd: folder, color: true })).out.split("\n").find((text) => text.includes("file transfer")) ?? "";
    expect(line).toContain("not-proven");
    expect(line).not.toContain("\u001b[32m");
    expect((await cli(["check"], { cwd: folder })).code).toBe(1);
    expect((await cli(["check", "--require-proof"], { cwd: folder })).code).toBe(1);
    expect(
      (await cli(["check", "--require-proof", "--resolve"], { cwd: folder, dns: { [S]: ["10.0.0.1"], [F]: ["10.0.0.1"] } })).code,
    ).toBe(0);
  });

  test("[B4] a hosts file and DNS count only when they are asked for", async () => {
    const folder = repository({});
    writeFiles(folder, { "etc/hosts": `10.0.0.1 ${S} ${F}\n`, hosts: `10.0.0.1 ${S} ${F}\n` });
    const dns = { [S]: ["10.0.0.1"], [F]: ["10.0.0.1"] };
    const verdict = async (...words: string[]) =>
      JSON.parse((await cli(["check", "--format", "json", ...words], { cwd: folder, dns })).out).tiers[0].hosts[0].verdict;
    expect(await verdict()).toBe("not-proven");
    expect(await verdict("--hosts", "etc/hosts")).toBe("same");
    expect(await verdict()).toBe("not-proven");
    expect(await verdict("--resolve")).toBe("same");
    expect(await verdict()).toBe("not-proven");
  });
});

describe("not yet as it should be", () => {
  test.each<[string, Case, Verdict]>([
    ["one IPv6 address spelt in two ways is one", { declared: both('"2001:db8::1"', '"2001:0db8:0:0::0001"') }, "same"],
    ["a literal IPv6 address spelt in two ways is one", { signIn: "[2001:db8:0::1]", file: "[2001:db8::1]" }, "same"],
    ["an IPv4 address as IPv6 maps it is that address", { dns: { [S]: ["10.0.0.1"], [F]: ["::ffff:10.0.0.1"] } }, "same"],
    ["a declared word that is no address proves nothing", { declared: both("TODO", "TODO") }, "not-proven"],
    ["an empty declared address proves nothing", { declared: both('""', '""') }, "not-proven"],
    ["a line of the hosts file that starts with no address proves nothing", { hosts: `hosts: ${S} ${F}\n` }, "not-proven"],
    [
      "declared the same, but the workstation's hosts file sends the file host elsewhere",
      { declared: both("10.0.0.1", "10.0.0.1"), hosts: `10.0.0.9 ${F}\n` },
      "half-switch",
    ],
    [
      "declared the same, but DNS sends the file host elsewhere",
      { declared: both("10.0.0.1", "10.0.0.1"), dns: { [F]: ["10.0.0.9"] } },
      "half-switch",
    ],
    [
      "declared the same, but DNS sends the sign-in host elsewhere",
      { declared: both("10.0.0.1", "10.0.0.1"), dns: { [S]: ["10.0.0.9"] } },
      "half-switch",
    ],
  ])("%s", async (_, item, verdict) => {
    expect((await judged(item)).verdict).toBe(verdict);
  });

  test("a host declared twice, in two spellings with two addresses, is told of", async () => {
    const found = await judged({ declared: `{ ${S}: 10.0.0.1, ${F}: 10.0.0.2, FILES.example.com: 10.0.0.1 }` });
    expect([...found.others, ...found.findings].length).toBeGreaterThan(0);
  });
});

describe("[B4] the law of evidence", () => {
  const addresses = fc.uniqueArray(fc.constantFrom("10.0.0.1", "10.0.0.2", "2001:db8::1"), { minLength: 1, maxLength: 2 });
  const known = fc.record({ signIn: fc.option(addresses, { nil: undefined }), file: fc.option(addresses, { nil: undefined }) });
  const RUNS = Math.min(1000, Number(process.env.TIERWRIGHT_LAW_RUNS ?? runs(100)));

  test("[B4] never good without evidence that covers both hosts, and the worse where two sources contradict each other", async () => {
    await fc.assert(
      fc.asyncProperty(known, known, fc.boolean(), async (declared, dns, member) => {
        const yaml = Object.entries({ [S]: declared.signIn, [F]: declared.file }).flatMap(([name, list]) =>
          list ? [`${name}: ${JSON.stringify(list)}`] : [],
        );
        const measured = Object.fromEntries(
          Object.entries({ [S]: dns.signIn, [F]: dns.file }).flatMap(([name, list]) => (list ? [[name, list]] : [])),
        );
        const { verdict, evidence, findings } = await judged({
          declared: `{ ${yaml.join(", ")} }`,
          dns: measured,
          members: member ? `{ ${S}: [${F}] }` : "{}",
        });
        const sources = [declared, dns].flatMap(({ signIn, file }) =>
          signIn && file ? [signIn.some((address) => file.includes(address))] : [],
        );
        if (sources.length === 0) expect(verdict).toBe(member ? "member" : "not-proven");
        else if (sources.includes(false)) expect(verdict).toBe(member ? "member" : "half-switch");
        else {
          // one source has them together; another that knows one of them elsewhere contradicts it
          const places = (which: "signIn" | "file") => [declared[which], dns[which]].flatMap((list) => (list ? [list] : []));
          const apart = places("signIn").some((a) => places("file").some((b) => !a.some((address) => b.includes(address))));
          const v6 = (address: string) => address.includes(":");
          const partly = [declared, dns].some(({ signIn, file }) =>
            (signIn && file ? file : []).some((b) => !signIn?.includes(b) && signIn?.some((a) => v6(a) === v6(b))),
          );
          const bad = apart ? "half-switch" : "not-proven";
          expect(verdict).toBe(!apart && !partly ? "same" : member ? "member" : bad);
        }
        expect(evidence).not.toBe("");
        if (verdict === "not-proven" || verdict === "half-switch") expect(findings).toHaveLength(1);
      }),
      { numRuns: RUNS },
    );
  });
});
