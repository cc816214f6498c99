/** Text of about `size` bytes that repeats a piece. */
export const many = (piece: string, size: number): string => piece.repeat(Math.ceil(size / Buffer.byteLength(piece)));

/** Numbered pieces until the size is reached. */
export function numbered(size: number, piece: (i: number) => string): string {
  const pieces: string[] = [];
  for (let length = 0; length < size; length += pieces.at(-1)?.length ?? 0) pieces.push(piece(pieces.length));
  return pieces.join("");
}

/** A nasty text, by what it is called. */
export interface Shape {
  readonly name: string;
  text(size: number): string;
}

const run = (piece: string): Shape => ({ name: `a run of ${JSON.stringify(piece)}`, text: (size) => many(piece, size) });

/** Signs that some format gives a meaning to, words of the formats, and characters of several bytes. */
export const SIGNS: readonly string[] = [
  ..."\t \n\r:-?[]{},#&*!|>'\"%@`<~=\\/.;\u0000\u0007\u0085\u2028\ufeff\u{1f600}ü漢0a",
  ...[
    "\r\n",
    "\\\n",
    "\\u",
    "\\u00",
    "\\u0041",
    "\\ ",
    " \n",
    ": ",
    "- ",
    "\n- ",
    "? ",
    "&a ",
    "*a ",
    "!!a ",
    "!<",
    "a:\n",
    "a: b\n",
    "a=b\n",
    "a: &a *a\n",
  ],
  ...[
    "{{",
    "}}",
    "{{#each",
    "{{{",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "?>",
    "<!DOCTYPE a [",
    "<!ENTITY a 'b'>",
    "&lt;",
    "&#x41;",
    "<a>",
    "</a>",
    "<a ",
    "<a b='c' ",
    "${",
    "${a:-",
    "}",
    "::",
    "://",
    "@secret(",
  ],
  ...[
    "'\n",
    '"\n',
    '"\\x',
    '"\\q',
    "|\n ",
    ">-\n\n",
    "# c\n",
    "#c\\\n",
    "%d{",
    "%i",
    "$${",
    "10 MB ",
    "a\\\n b\\\n",
    "1,2,3,",
    "[a, ",
    "{a: ",
    "{a, ",
    "::1 a\n",
    "10.0.0.1 a\n",
  ],
];

/** The shapes that every text is tried in. */
export const RUNS: readonly Shape[] = SIGNS.map(run);

/** A small linear congruential generator: the same texts on every machine. */
export function soup(seed: number): Shape {
  return {
    name: `soup ${seed}`,
    text(size) {
      let state = seed >>> 0;
      const next = (below: number) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
      };
      // few signs a text, so that the same constellation comes often
      const signs = Array.from({ length: 2 + next(4) }, () => SIGNS[next(SIGNS.length)] ?? "");
      const pieces: string[] = [];
      for (let length = 0; length < size; ) {
        const piece = (signs[next(signs.length)] ?? "").repeat(1 + next(3));
        pieces.push(piece);
        length += Buffer.byteLength(piece) || 1;
      }
      return pieces.join("");
    },
  };
}

/** What a format's own grammar allows in excess. */
export const PROPERTIES: readonly Shape[] = [
  { name: "many keys", text: (size) => numbered(size, (i) => `KEY${i}=${i}\n`) },
  { name: "many short keys", text: (size) => numbered(size, (i) => `${i.toString(36)}\n`) },
  { name: "one key over and over", text: (size) => numbered(size, (i) => `KEY=${i}\n`) },
  { name: "two keys over and over", text: (size) => numbered(size, (i) => `K${i % 2}=C:\\x${i} \n`) },
  { name: "one key", text: (size) => `${many("k", size)}=v\n` },
  { name: "one value", text: (size) => `KEY=${many("v", size)}\n` },
  { name: "one logical line", text: (size) => `KEY=${many("v,\\\n  ", size)}\n` },
  { name: "a list value of short elements", text: (size) => `CREATE_VALUE_PROPERTY_CONFIG=${many("a,", size)}\n` },
  { name: "a list on lines", text: (size) => `CREATE_VALUE_PROPERTY_CONFIG=${many("a,\\\n", size)}\n` },
  { name: "single backslashes", text: (size) => numbered(size, (i) => `DIR${i}=C:\\temp\\new${i}\n`) },
  { name: "single backslashes in one value", text: (size) => `STAGING_DIR=C:${many("\\temp", size)}\n` },
  { name: "blanks at the end", text: (size) => numbered(size, (i) => `K${i}=x \n`) },
  { name: "blanks at the end of one", text: (size) => `K=x${many(" ", size)}\n` },
  { name: "blanks inside", text: (size) => `K=x${many(" ", size)}x\n` },
  { name: "escaped blanks", text: (size) => `K=x${many("\\ ", size)}\n` },
  { name: "bad escapes", text: (size) => numbered(size, (i) => `K${i}=\\u00g\n`) },
  { name: "escapes of bytes", text: (size) => `K=${many("\\u00fc", size)}\n` },
  { name: "not Latin", text: (size) => numbered(size, (i) => `SCHLÜSSEL${i}=größe漢\n`) },
  { name: "comments", text: (size) => many("# c\\\n", size) },
  { name: "suppressions", text: (size) => numbered(size, (i) => `# tierwright-ignore conf/trailing-blank: ${i}\nK${i}=x \n`) },
  { name: "suppressions alone", text: (size) => many("# tierwright-ignore conf/x: y\n", size) },
  { name: "addresses", text: (size) => numbered(size, (i) => `URL${i}=https\\://h${i}.example.com\\:1/tc\n`) },
  { name: "near names", text: (size) => numbered(size, (i) => `STAGING_DI${i}=C:/x\n`) },
  { name: "passwords", text: (size) => numbered(size, (i) => `DB_PASSWORD${i}=x${i}\n`) },
  { name: "joined lines", text: (size) => numbered(size, (i) => `K${i}=D:\\x\\\nL${i}=1\n`) },
];

const log4j2 = (body: string): string =>
  `<Configuration><Appenders>${body}</Appenders><Loggers><Root level="warn"/></Loggers></Configuration>`;

export const LOG4J2: readonly Shape[] = [
  {
    name: "appenders",
    text: (size) =>
      log4j2(
        numbered(
          size,
          (i) =>
            `<RollingFile name="A${i}" fileName="a${i}" filePattern="a-%d.log"><Policies><SizeBasedTriggeringPolicy size="10 MB"/></Policies></RollingFile>\n`,
        ),
      ),
  },
  {
    name: "appenders of one name",
    text: (size) =>
      log4j2(
        many(
          '<RollingFile name="MAIN" fileName="a" filePattern="b"><SizeBasedTriggeringPolicy size="9.9 XB"/></RollingFile>\n',
          size,
        ),
      ),
  },
  { name: "bare appenders", text: (size) => log4j2(many("<RollingFile/>", size)) },
  {
    name: "policies",
    text: (size) => log4j2(`<RollingFile name="A">${many("<SizeBasedTriggeringPolicy/>", size)}</RollingFile>`),
  },
  {
    name: "loggers",
    text: (size) =>
      `<Configuration><Loggers>${numbered(size, (i) => `<Logger name="com.example.l${i}" level="DEBUG"/>\n`)}</Loggers></Configuration>`,
  },
  {
    name: "loggers of one name",
    text: (size) =>
      `<Configuration><Loggers>${many('<Logger name="com.example.connection" level="debug"/>', size)}</Loggers></Configuration>`,
  },
  {
    name: "properties and lookups",
    text: (size) =>
      `<Configuration><Properties>${numbered(size, (i) => `<Property name="p${i}">\${p${i + 1}}\${p${i + 1}}</Property>`)}</Properties></Configuration>`,
  },
  {
    name: "a lookup in a lookup",
    text: (size) => log4j2(`<RollingFile name="A" fileName="${many("${a:-", size)}" filePattern="x"/>`),
  },
  {
    name: "lookups",
    text: (size) =>
      log4j2(
        `<RollingFile name="A" fileName="${many("${a}", size)}" filePattern="x"><SizeBasedTriggeringPolicy size="${many("${p}", size / 8)}"/></RollingFile>`,
      ),
  },
  {
    name: "a size of digits",
    text: (size) => log4j2(`<RollingFile name="A"><SizeBasedTriggeringPolicy size="${many("1", size)}"/></RollingFile>`),
  },
  {
    name: "a size of blanks",
    text: (size) => log4j2(`<RollingFile name="A"><SizeBasedTriggeringPolicy size="1${many(" ", size)}x"/></RollingFile>`),
  },
  { name: "a pattern of conversions", text: (size) => log4j2(`<RollingFile name="A" filePattern="${many("%d{yyyy}", size)}"/>`) },
];

export const XML: readonly Shape[] = [
  { name: "nesting", text: (size) => many("<a>", size) },
  { name: "nesting, closed", text: (size) => many("<a>", size / 2) + many("</a>", size / 2) },
  { name: "siblings", text: (size) => `<a>${many("<b/>", size)}</a>` },
  { name: "attributes", text: (size) => `<a ${numbered(size, (i) => `b${i}="c" `)}/>` },
  { name: "an attribute", text: (size) => `<a b="${many("c", size)}"/>` },
  { name: "an attribute of line ends", text: (size) => `<a b="${many("\n", size)}"/>` },
  { name: "references", text: (size) => `<a b="${many("&#x41;", size)}"/>` },
  { name: "text", text: (size) => `<a>${many("c ", size)}</a>` },
  { name: "comments", text: (size) => `<a>${many("<!-- c -->", size)}</a>` },
  { name: "open comments", text: (size) => `<a>${many("<!--", size)}` },
  {
    name: "entities",
    text: (size) => `<!DOCTYPE a [${numbered(size, (i) => `<!ENTITY e${i} "&e${i + 1};&e${i + 1};">`)}]><a>&e0;</a>`,
  },
  { name: "namespaces", text: (size) => `<a>${numbered(size, (i) => `<p${i}:b xmlns:p${i}="u${i}"/>`)}</a>` },
  { name: "namespaces of one element", text: (size) => `<a ${numbered(size, (i) => `xmlns:p${i}="u" `)}/>` },
  { name: "nested namespaces", text: (size) => numbered(size, (i) => `<a xmlns:p${i}="u">`) },
];

export const PLUGIN: readonly Shape[] = [
  {
    name: "libraries",
    text: (size) =>
      `<plugin id="com.example.plm.connector"><runtime>${numbered(size, (i) => `<library name="lib/l${i}.jar"/>\n`)}</runtime></plugin>`,
  },
  {
    name: "libraries of one name",
    text: (size) =>
      `<plugin id="com.example.plm.connector"><runtime>${many('<library name="lib/plm-connector-2506.jar"/>', size)}</runtime></plugin>`,
  },
  { name: "libraries without a name", text: (size) => `<plugin id="x"><runtime>${many("<library/>", size)}</runtime></plugin>` },
  { name: "plugins", text: (size) => `<plugin>${many('<plugin id="a"/>', size)}</plugin>` },
];

/** A document of a kind with something excessive below it. */
export const YAML: readonly Shape[] = [
  { name: "many keys", text: (size) => numbered(size, (i) => `k${i}: 1\n`) },
  { name: "many keys of one name", text: (size) => many("name: demo\n", size) },
  { name: "near keys", text: (size) => numbered(size, (i) => `nam${i}: 1\n`) },
  { name: "a long key", text: (size) => `${many("k", size)}: 1\n` },
  { name: "a long value", text: (size) => `description: ${many("v", size)}\n` },
  { name: "a value of blanks", text: (size) => `description: "a${many(" ", size)}b"\n` },
  { name: "bad escapes", text: (size) => `description: "${many("\\q", size)}"\n` },
  { name: "escapes", text: (size) => `description: "${many("\\x41", size)}"\n` },
  { name: "a flow list", text: (size) => `description: [${many("1,", size)}]\n` },
  { name: "a flow map", text: (size) => `description: {${numbered(size, (i) => `k${i}: 1,`)}}\n` },
  { name: "nested flow", text: (size) => `description: ${many("[", size)}\n` },
  { name: "nested block", text: (size) => `description: ${many("- ", size)}\n` },
  { name: "a block list", text: (size) => `description:\n${many("  - a\n", size)}` },
  { name: "a block of text", text: (size) => `description: |\n${many("  a\n", size)}` },
  { name: "folded lines", text: (size) => `description: >\n${many("  a\n\n", size)}` },
  { name: "lines of one plain value", text: (size) => `description: a\n${many("  b\n", size)}` },
  { name: "quoted lines", text: (size) => `description: "a\n${many("  b\n", size)}"\n` },
  { name: "comments", text: (size) => many("# c\n", size) },
  { name: "suppressions", text: (size) => many("# tierwright-ignore repo/x: y\n", size) },
  { name: "anchors", text: (size) => numbered(size, (i) => `k${i}: &a${i} 1\n`) },
  { name: "aliases", text: (size) => `k: &a [1,2,3,4,5,6,7,8]\n${numbered(size, (i) => `k${i}: *a\n`)}` },
  { name: "doubling aliases", text: () => `k0: &a0 [x]\n${numbered(2000, (i) => `k${i + 1}: &a${i + 1} [*a${i}, *a${i}]\n`)}` },
  { name: "tags", text: (size) => many("- !x a\n", size) },
  { name: "documents", text: (size) => many("---\na\n", size) },
  { name: "merge keys", text: (size) => `a: &a { b: 1 }\n${many("<<: *a\n", size)}` },
  { name: "tabs", text: (size) => many("a:\n\tb: c\n", size) },
  { name: "quotes left open", text: (size) => many('k: "a\n', size) },
  { name: "single quotes", text: (size) => `k: '${many("''", size)}'\n` },
  { name: "explicit keys", text: (size) => many("? a\n: b\n", size) },
  { name: "deep blocks", text: () => Array.from({ length: 2800 }, (_, i) => `${" ".repeat(i)}k:\n`).join("") },
];

/** Places of the environment where one excessive thing stands in a sound document. */
export const ENVIRONMENT: readonly (readonly [name: string, replace: string, text: (size: number) => string])[] = [
  [
    "hosts",
    "hosts: { plm.example.com: 10.20.0.11 }",
    (size) => `hosts: { plm.example.com: 10.20.0.11, ${numbered(size, (i) => `h${i}.example.com: 10.0.0.1, `)} }`,
  ],
  [
    "file servers",
    '[ "https://plm.example.com:4544" ]',
    (size) => `[ ${numbered(size, (i) => `"https://plm.example.com:${4544 + i}", `)} ]`,
  ],
  [
    "one file server of many",
    '[ "https://plm.example.com:4544" ]',
    (size) => `[ "${numbered(size, (i) => `https://h${i}.example.com:1,`)}" ]`,
  ],
  [
    "keys that are set",
    "  sessionAgent: none\n",
    (size) => `  sessionAgent: none\n  set: { connector: { ${numbered(size, (i) => `K${i}: 1, `)} } }\n`,
  ],
  [
    "a value that is set",
    "  sessionAgent: none\n",
    (size) => `  sessionAgent: none\n  set: { connector: { K: "a${many(" ", size)}b" } }\n`,
  ],
  [
    "keys that are kept",
    "  sessionAgent: none\n",
    (size) => `  sessionAgent: none\n  keep: [ ${numbered(size, (i) => `STAGING_DI${i}, `)} ]\n`,
  ],
  ["triggers", "logging:\n", (size) => `logging:\n  triggers: { ${numbered(size, (i) => `A${i}: 1 MB, `)} }\n`],
  ["levels", "logging:\n", (size) => `logging:\n  levels: { ${numbered(size, (i) => `com.example.l${i}: DEBUG, `)} }\n`],
  ["a description of blanks", "name: demo\n", (size) => `name: demo\ndescription: "a${many(" ", size)}b"\n`],
  [
    "a description of blanks and line ends",
    "name: demo\n",
    (size) => `name: demo\ndescription: "a${many(" ", size)}\\n${many(" ", 100)}b"\n`,
  ],
  ["a description of signs", "name: demo\n", (size) => `name: demo\ndescription: "${many("`|*_", size)}"\n`],
  [
    "what is ignored",
    "name: demo\n",
    (size) => `name: demo\nignore: [ ${numbered(size, () => "{ rule: conf/trailing-blank, file: x, reason: y }, ")} ]\n`,
  ],
  ["a staging folder of backslashes", "'D:\\plm\\staging'", (size) => `'D:${many("\\", size)}'`],
  ["a sign-in address of slashes", "https://plm.example.com:8443/tc", (size) => `https://plm.example.com:8443${many("/", size)}`],
  ["a sign-in address of dots", "https://plm.example.com:8443/tc", (size) => `https://${many("a.", size)}com:8443/tc`],
];

/** Lines of a hosts file. */
export const HOSTS: readonly Shape[] = [
  { name: "names of one line", text: (size) => `10.0.0.1 ${numbered(size, (i) => `h${i}.example.com `)}` },
  { name: "lines", text: (size) => numbered(size, (i) => `10.0.0.1 h${i}.example.com\n`) },
  { name: "one name over and over", text: (size) => many("10.0.0.1 plm.example.com\n", size) },
  { name: "an address of colons", text: (size) => `${many(":", size)} plm.example.com\n` },
  { name: "an address of digits and dots", text: (size) => `${many("1.", size)} plm.example.com\n` },
];

/** Templates that ask for more than they are long. */
export const TEMPLATES: readonly Shape[] = [
  {
    name: "loops in loops",
    text: (size) => many("{{#each files}}{{#each keys}}{{#each @root}}x{{/each}}{{/each}}{{/each}}", size),
  },
  { name: "loops left open", text: (size) => many("{{#each files}}", size) },
  { name: "fields", text: (size) => many("{{environment.name}}", size) },
  { name: "a field of dots", text: (size) => `{{a${many(".a", size)}}}` },
  { name: "text", text: (size) => many("text\n", size) },
];

/** What each kind of document may have in excess in its own lists; behind its header and instead of everything else. */
export const KINDS: Readonly<Record<string, readonly Shape[]>> = {
  CompatibilityMatrix: [
    {
      name: "rows of a connector each",
      text: (size) =>
        `codes: { A: { gate: pass } }\nrows:\n${numbered(size, (i) => `  - { tool: t${i}, connectors: { "${i}": A } }\n`)}`,
    },
    {
      name: "rows of one tool",
      text: (size) =>
        `codes: { A: { gate: pass } }\nrows:\n${many('  - { tool: 2024x Refresh3, connectors: { "2506": A } }\n', size)}`,
    },
    { name: "codes", text: (size) => `codes: { ${numbered(size, (i) => `C${i}: { gate: pass }, `)} }\nrows: []\n` },
    {
      name: "connectors of a row",
      text: (size) =>
        `codes: { A: { gate: pass } }\nrows:\n  - { tool: 2024x Refresh3, connectors: { ${numbered(size, (i) => `"${i}": A, `)} } }\n`,
    },
  ],
  Exceptions: [
    {
      name: "exceptions of one pair",
      text: (size) =>
        `exceptions:\n${many('  - { tool: 2024x Refresh3, connector: "2506", verdict: P, environments: [ demo ], reason: r, owner: o, until: 2036-12-31 }\n', size)}`,
    },
    {
      name: "environments of an exception",
      text: (size) =>
        `exceptions:\n  - { tool: 2024x Refresh3, connector: "2506", verdict: P, environments: [ ${numbered(size, (i) => `dem${i}, `)} ], reason: r, owner: o, until: 2036-12-31 }\n`,
    },
  ],
  ConnectorRelease: [
    {
      name: "writes",
      text: (size) =>
        `release: "2506"\njava: 17\ncertifiedTiers: ["2506"]\nwrites:\n${numbered(size, (i) => `  - { file: connector, key: K${i}, value: '{{tier.signIn}}', decides: x }\n`)}`,
    },
    {
      name: "writes of one key",
      text: (size) =>
        `release: "2506"\njava: 17\ncertifiedTiers: ["2506"]\nwrites:\n${many("  - { file: connector, key: TC_SERVER_URL, value: '{{tier.signIn}}', decides: x }\n", size)}`,
    },
    {
      name: "known keys and directories",
      text: (size) =>
        `release: "2506"\njava: 17\ncertifiedTiers: ["2506"]\nwrites: []\nknown: [ ${numbered(size / 2, (i) => `STAGING_DI${i}, `)} ]\ndirectories: [ ${numbered(size / 2, (i) => `K${i}, `)} ]\n`,
    },
    {
      name: "names between braces",
      text: (size) =>
        `release: "2506"\njava: 17\ncertifiedTiers: ["2506"]\nwrites:\n  - { file: connector, key: K, value: '${many("{{tier.signIn}}", size)}', decides: x }\n`,
    },
  ],
  Site: [
    {
      name: "places of the profile",
      text: (size) =>
        `tool: { name: Tool, envPrefix: T, install: 'C:\\T' }\nconnector: { folder: a, conf: b }\nclient: { file: 'C:\\c.properties' }\nprofile: { file: p.mdzip, copies: [ ${numbered(size, (i) => `'C:\\${i}', `)} ] }\n`,
    },
    {
      name: "a pattern",
      text: (size) =>
        `tool: { name: Tool, envPrefix: T, install: 'C:\\T', versionFrom: { file: a, pattern: '${many("(a*)*", size)}' } }\nconnector: { folder: a, conf: b }\nclient: { file: 'C:\\c.properties' }\n`,
    },
  ],
  FederatedSignIn: [
    {
      name: "clients",
      text: (size) =>
        `stage: installed\nidp:\n  base: https://idp.example.com\n  realm: r\n  clients:\n${numbered(size, (i) => `    - { id: c${i}, application: PLM, redirectUris: [ "https://h.example.com/${i}" ] }\n`)}`,
    },
  ],
  KitLock: [
    {
      name: "files",
      text: (size) =>
        `release: "2506"\nfiles:\n${numbered(size, (i) => `  - { path: plugin/lib/${i}.jar, size: 1, sha256: ${"0".repeat(64)} }\n`)}`,
    },
    {
      name: "files in folders",
      text: (size) =>
        `release: "2506"\nfiles:\n${numbered(size, (i) => `  - { path: ${"d/".repeat(i % 200)}${i}, size: 1, sha256: ${"0".repeat(64)} }\n`)}`,
    },
  ],
};

/** Files of public keys. */
export const KEYS: readonly Shape[] = [
  { name: "first lines", text: (size) => many("-----BEGIN PUBLIC KEY-----\n", size) },
  { name: "last lines", text: (size) => many("-----END PUBLIC KEY-----\n", size) },
  { name: "empty blocks", text: (size) => many("-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n", size) },
  { name: "one block", text: (size) => `-----BEGIN PUBLIC KEY-----\n${many("MIIB\n", size)}-----END PUBLIC KEY-----\n` },
  { name: "a long name", text: (size) => `-----BEGIN ${many("A", size)}` },
];

/** What a text of a document may hold, as a scalar of YAML. */
export const TEXTS: readonly Shape[] = [
  { name: "blanks", text: (size) => `"a${many(" ", size)}b"` },
  { name: "words", text: (size) => `"${many("word ", size)}"` },
  { name: "quotes", text: (size) => `"${many("'", size)}"` },
  { name: "line feeds", text: (size) => `"${many("\\n", size)}"` },
  { name: "backslashes", text: (size) => `'${many("\\", size)}'` },
  { name: "characters of four bytes", text: (size) => `"${many("\u{1f600}", size)}"` },
  { name: "slashes", text: (size) => `"https://a${many("/", size)}"` },
  { name: "commas", text: (size) => `"${many("a,", size)}"` },
  { name: "dots", text: (size) => `"a${many(".a", size)}"` },
  { name: "braces", text: (size) => `"${many("{{", size)}"` },
  { name: "signs of Markdown", text: (size) => `"${many("`|*_", size)}"` },
];
