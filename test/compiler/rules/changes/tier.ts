import { type Change, CONNECTOR, ENVIRONMENT, type Edit, RELEASE, change } from "./change.ts";

const SIGN_IN = "signIn: https://plm.example.com:8443/tc";
const WEB = "webClient: https://plm.example.com:3000/awc";
const FILES = 'fileTransfer: [ "https://plm.example.com:4544" ]';
const HOSTS = "hosts: { plm.example.com: 10.20.0.11 }";
const PORT = "https://plm.example.com:8443/tc";
const edited = (title: string, from: string, to: string, ...edits: readonly Edit[]): Change =>
  change(title, [ENVIRONMENT, from, to], ...edits);
const signIn = (title: string, text: string, ...edits: readonly Edit[]): Change =>
  edited(title, SIGN_IN, `signIn: ${text}`, ...edits);
const files = (title: string, list: string, ...edits: readonly Edit[]): Change =>
  edited(title, FILES, `fileTransfer: [ ${list} ]`, ...edits);
const hosts = (title: string, entries: string, ...edits: readonly Edit[]): Change =>
  edited(title, HOSTS, `hosts: { ${entries} }`, ...edits);
const members = (title: string, text: string): Change => edited(title, HOSTS, `${HOSTS}\n  members: ${text}`);
const write = (file: string, key: string, field: string, value: string): Edit => [
  RELEASE,
  `{ file: ${file}, key: ${key}, value: '{{${field}}}'`,
  `{ file: ${file}, key: ${key}, value: '${value}'`,
];

interface Tier {
  readonly extends?: string;
  readonly signIn?: string;
  readonly files?: string;
  readonly sharedWith?: string;
  readonly webClient?: string;
}
const environment = (name: string, tier: Tier | null, parent?: string): Edit => [
  `environments/${name}/environment.yaml`,
  `apiVersion: tierwright/v1
kind: Environment
name: ${name}
${parent ? `extends: ${parent}\n` : ""}connector: "2506"
tool: 2024x Refresh3
${
  tier === null
    ? ""
    : `tier:
  release: "2506"
  signIn: ${tier.signIn ?? `https://${name}.example.com:8443/tc`}
${tier.webClient ? `  webClient: ${tier.webClient}\n` : ""}  fileTransfer: [ "${tier.files ?? `https://${name}.example.com:4544`}" ]
${tier.sharedWith ? `  sharedWith: [${tier.sharedWith}]\n` : ""}`
}`,
];
/** An environment that says one part of its tier and inherits the rest. */
const heir = (name: string, parent: string, part: string): Edit => [
  `environments/${name}/environment.yaml`,
  `apiVersion: tierwright/v1\nkind: Environment\nname: ${name}\nextends: ${parent}\nconnector: "2506"\ntool: 2024x Refresh3\ntier: { ${part} }\n`,
];
const NAMES = ["b", "c", "d", "e", "f", "g", "h", "i"];

export const TIER_CHANGES: Readonly<Record<string, readonly Change[]>> = {
  "tier/shared-address": [
    change("a copy as it is", environment("copy", { signIn: PORT, files: "https://plm.example.com:4544" })),
    change("one address that was forgotten", environment("copy", { signIn: PORT })),
    change("one address that was forgotten in the first of two", environment("a", { files: "https://plm.example.com:4544" })),
    change(
      "one address that was forgotten among others on its host",
      environment("a", { signIn: PORT, files: "https://a.example.com:4544", webClient: "https://plm.example.com:3001/awc" }),
    ),
    change("an address without a port", environment("copy", { signIn: "https://plm.example.com/tc" }), [
      ENVIRONMENT,
      SIGN_IN,
      "signIn: https://plm.example.com/tc",
    ]),
    change("on purpose, said by the copy", environment("copy", { signIn: PORT, sharedWith: "demo" })),
    change("on purpose, said by the original", environment("copy", { signIn: PORT }), [
      ENVIRONMENT,
      HOSTS,
      `${HOSTS}\n  sharedWith: [copy]`,
    ]),
    change(
      "on purpose between two of three",
      environment("copy", { signIn: PORT, sharedWith: "demo" }),
      environment("more", { signIn: PORT }),
    ),
    change("the whole block inherited", environment("copy", null, "demo")),
    change("a part of the block inherited", heir("copy", "demo", "fileTransfer: ['https://copy.example.com:4544']")),
    change("two parts of the block inherited", heir("copy", "demo", "release: '2506'")),
    change(
      "a part inherited by two",
      heir("copy", "demo", "fileTransfer: ['https://copy.example.com:4544']"),
      heir("more", "demo", "fileTransfer: ['https://more.example.com:4544']"),
    ),
    change(
      "a part inherited by seven",
      ...NAMES.slice(0, 7).map((name) => heir(name, "demo", `fileTransfer: ['https://${name}.example.com:4544']`)),
    ),
    change("three with one address", environment("b", { signIn: PORT }), environment("c", { signIn: PORT })),
    change("seven with one address", ...NAMES.slice(0, 6).map((name) => environment(name, { signIn: PORT }))),
    change("eight with one address", ...NAMES.slice(0, 7).map((name) => environment(name, { signIn: PORT }))),
    change("nine with one address", ...NAMES.map((name) => environment(name, { signIn: PORT }))),
    change("a copy that extends the original", environment("a", { signIn: PORT }, "demo")),
    change("an original that extends another one", environment("a", { signIn: PORT }), environment("z", {}), [
      ENVIRONMENT,
      "name: demo\n",
      "name: demo\nextends: z\n",
    ]),
    change("one environment with one address for two purposes", [
      ENVIRONMENT,
      WEB,
      "webClient: https://plm.example.com:4544/awc",
    ]),
    change(
      "two conflicts among three",
      environment("b", { signIn: PORT }),
      environment("c", { files: "https://b.example.com:4544" }),
    ),
    change(
      "two of one weight, the first extends the second",
      environment("a", { signIn: "https://s.example.com:8443/tc" }, "b"),
      environment("b", { signIn: "https://s.example.com:8443/tc" }),
    ),
    change(
      "two of one weight, the second extends the first",
      environment("a", { signIn: "https://s.example.com:8443/tc" }),
      environment("b", { signIn: "https://s.example.com:8443/tc" }, "a"),
    ),
    change(
      "one address for two purposes, which another environment has, too",
      [ENVIRONMENT, WEB, "webClient: https://plm.example.com:4544/awc"],
      environment("copy", { files: "https://plm.example.com:4544" }),
    ),
    change("addresses of their own", environment("copy", {})),
  ],
  "tier/half-switch": [
    files("another host", '"https://files.example.com:4544"', [
      ENVIRONMENT,
      HOSTS,
      "hosts: { plm.example.com: 10.20.0.11, files.example.com: 10.20.0.12 }",
    ]),
    files("a host of which nothing is known", '"https://files.example.com:4544"'),
    files("two hosts of which nothing is known", '"https://files.example.com:4544", "https://more.example.com:4544"'),
    files("one host of the tier and one of another", '"https://plm.example.com:4544", "https://files.example.com:4544"', [
      ENVIRONMENT,
      HOSTS,
      "hosts: { plm.example.com: 10.20.0.11, files.example.com: 10.20.0.12 }",
    ]),
    files("two hosts of another tier", '"https://files.example.com:4544", "https://more.example.com:4544"', [
      ENVIRONMENT,
      HOSTS,
      "hosts: { plm.example.com: 10.20.0.11, files.example.com: 10.20.0.12, more.example.com: 10.20.0.12 }",
    ]),
    files(
      "a host of another tier and one of which nothing is known",
      '"https://files.example.com:4544", "https://more.example.com:4544"',
      [ENVIRONMENT, HOSTS, "hosts: { plm.example.com: 10.20.0.11, files.example.com: 10.20.0.12 }"],
    ),
    {
      ...files("a host of which nothing is known, and proof is asked for", '"https://files.example.com:4544"'),
      requireProof: true,
    },
    { title: "declared, and proof is asked for", edits: [], requireProof: true },
    {
      title: "known from a hosts file, and proof is asked for",
      edits: files("", '"https://files.example.com:4544"').edits,
      requireProof: true,
      hosts: "10.20.0.11 plm.example.com files.example.com\n",
    },
    {
      title: "another one by a hosts file",
      edits: files("", '"https://files.example.com:4544"').edits,
      hosts: "10.20.0.11 plm.example.com\n10.20.0.12 files.example.com\n",
    },
    change(
      "a file server of the table of the release",
      write("client", "BOOTSTRAP_URLS", "tier.fileTransfer", "https://files.example.com:4544"),
    ),
    {
      title: "a file server of the table of the release, and proof is asked for",
      edits: [write("client", "BOOTSTRAP_URLS", "tier.fileTransfer", "https://files.example.com:4544")],
      requireProof: true,
    },
    signIn("a sign-in address that is none", "''"),
    change("no sign-in is written", [
      RELEASE,
      "  - { file: connector, key: TC_SERVER_URL, value: '{{tier.signIn}}', decides: where the tool signs in }\n",
      "",
    ]),
    change(
      "no sign-in is written, and the kit has none",
      [RELEASE, "  - { file: connector, key: TC_SERVER_URL, value: '{{tier.signIn}}', decides: where the tool signs in }\n", ""],
      [CONNECTOR, "TC_SERVER_URL=http\\://vendor.invalid\\:7001/tc\n", ""],
    ),
    change("no release", [ENVIRONMENT, 'connector: "2506"', 'connector: "2706"']),
    change("of one tier"),
  ],
  "tier/stray-address": [
    change("the client signs in elsewhere", write("client", "URL", "tier.signIn", "https://other.example.com:8443/tc")),
    change(
      "the client signs in with a password",
      write("client", "URL", "tier.signIn", "https://jane:secret@plm.example.com:8443/tc"),
    ),
    change("the client signs in nowhere", write("client", "URL", "tier.signIn", "")),
    edited("a web client of another host", WEB, "webClient: https://web.example.com:3000/awc"),
    edited("a web client of another tier", WEB, "webClient: https://web.example.com:3000/awc", [
      ENVIRONMENT,
      HOSTS,
      "hosts: { plm.example.com: 10.20.0.11, web.example.com: 10.20.0.12 }",
    ]),
    edited("a web client that is no address", WEB, "webClient: web"),
    edited("no web client", WEB, "webClient: ''"),
    change(
      "a web client of the release",
      write("connector", "AWC_WEBLOGIC_HOST_URL", "tier.webClient", "https://web.example.com:3000/awc"),
    ),
    change(
      "a web client of the release in both files",
      write("connector", "AWC_WEBLOGIC_HOST_URL", "tier.webClient", "https://web.example.com:3000/awc"),
      write("client", "AWC_WEBLOGIC_HOST_URI", "tier.webClient", "https://web.example.com:3000/awc"),
    ),
    change("a web client of the kit", [
      RELEASE,
      "  - { file: connector, key: AWC_WEBLOGIC_HOST_URL, value: '{{tier.webClient}}', decides: the embedded web-client panel }\n",
      "",
    ]),
    signIn("a sign-in address that is none", "nowhere"),
    change("no sign-in", write("connector", "TC_SERVER_URL", "tier.signIn", "")),
    change("all of one tier"),
  ],
  "tier/address-form": [
    signIn("a host with a space", "'https://plm example.com:8443/tc'"),
    signIn("a user and a password", "https://jane:secret@plm.example.com:8443/tc"),
    files("nothing", "''"),
    files("a slash after it", '"https://plm.example.com:4544/"'),
    files("a query after it", '"https://plm.example.com:4544?x"'),
    files("a slash and a query after it", '"https://plm.example.com:4544/?x"'),
    files("the path of the sign-in", '"https://plm.example.com:4544/tc"'),
    files("the path of the web client", '"https://plm.example.com:4544/awc"'),
    files("a path of its own", '"https://plm.example.com:4544/fms"'),
    files("a path, and a sign-in with a slash alone", '"https://plm.example.com:4544/?x"', [
      ENVIRONMENT,
      SIGN_IN,
      "signIn: https://plm.example.com:8443/",
    ]),
    edited("no file server", FILES, "fileTransfer: []"),
    edited("no web client", WEB, "webClient: ''"),
    edited("a web client of another scheme", WEB, "webClient: ftp://plm.example.com:3000/awc"),
    change("no file server by the release", write("client", "BOOTSTRAP_URLS", "tier.fileTransfer", "")),
    change("an address of the release", write("connector", "TC_SERVER_URL", "tier.signIn", "plm.example.com")),
    change(
      "an address of the kit",
      [RELEASE, "  - { file: connector, key: TC_SERVER_URL, value: '{{tier.signIn}}', decides: where the tool signs in }\n", ""],
      [CONNECTOR, "TC_SERVER_URL=http\\://vendor.invalid\\:7001/tc", "TC_SERVER_URL=vendor"],
    ),
    change(
      "no release",
      [ENVIRONMENT, 'connector: "2506"', 'connector: "2706"'],
      [ENVIRONMENT, SIGN_IN, "signIn: plm.example.com"],
    ),
  ],
  "tier/declared-host": [
    hosts("a space before a host", "plm.example.com: 10.20.0.11, ' b.example.com': 10.20.0.12"),
    hosts("a host with a port", "plm.example.com: 10.20.0.11, 'b.example.com:80': 10.20.0.12"),
    hosts("a host with a path", "plm.example.com: 10.20.0.11, 'b.example.com/x': 10.20.0.12"),
    hosts("a host with a user", "plm.example.com: 10.20.0.11, 'jane@b.example.com': 10.20.0.12"),
    hosts("an empty host", "plm.example.com: 10.20.0.11, '': 10.20.0.12"),
    hosts("a host that is no name", "plm.example.com: 10.20.0.11, '-b': 10.20.0.12"),
    hosts("a host in capitals", "PLM.EXAMPLE.COM: 10.20.0.11"),
    members("a key that is an address", "{ 'https://plm.example.com': [files.example.com] }"),
    members("a member that is an address", "{ plm.example.com: ['https://Files.example.com:4544/x'] }"),
    members("a list of one", "[files.example.com]"),
    members("a list with an address", "['https://files.example.com']"),
    members("an empty key", "{ '': [files.example.com] }"),
    members("hosts", "{ plm.example.com: [files.example.com, more.example.com] }"),
  ],
  "tier/missing-port": [
    signIn("port 65535", "https://plm.example.com:65535/tc"),
    signIn("port 1", "https://plm.example.com:1/tc"),
    signIn("port 0", "https://plm.example.com:0/tc"),
    signIn("no port, and a password", "https://jane:secret@plm.example.com/tc"),
    signIn("no port, http", "http://plm.example.com/tc"),
    edited("a web client without a port", WEB, "webClient: https://plm.example.com/awc"),
    signIn("no address", "plm"),
  ],
  "tier/context-root": [
    signIn("a block", "|-\n    https://plm.example.com:8443/"),
    signIn("no address", "plm"),
    change("an address of the release", write("connector", "TC_SERVER_URL", "tier.signIn", "https://plm.example.com:8443/")),
    change("no sign-in", write("connector", "TC_SERVER_URL", "tier.signIn", "")),
  ],
  "tier/transport-disagrees": [
    edited("another transport", "transport: http\n", "transport: tccs\n"),
    change("one of three in capitals", write("connector", "Transport", "tier.transport", "HTTP")),
    change("a switch in capitals", write("connector", "IS_TCCS", "tier.isTccs", "TRUE")),
    change("a switch that is none", write("client", "IS_TCCS", "tier.isTccs", "0")),
    change("a transport that is none", write("client", "Transport", "tier.transport", "true")),
  ],
  "tier/keep-write": [
    edited(
      "two writes are kept",
      "  sessionAgent: none\n",
      "  sessionAgent: none\n  keep: [TC_SERVER_URL, STAGING_DIR, BOOTSTRAP_URLS]\n",
    ),
    edited("no release", "  sessionAgent: none\n", "  sessionAgent: none\n  keep: [TC_SERVER_URL]\n", [
      ENVIRONMENT,
      'connector: "2506"',
      'connector: "2706"',
    ]),
  ],
};
