import fc from "fast-check";

/** A configuration with what an edit of one appender and one logger may expect of it. */
export interface Generated {
  /** ISO-8859-1 view. */
  readonly text: string;
  readonly appenders: readonly { readonly name: string; readonly size: string }[];
  readonly loggers: readonly { readonly name: string; readonly level: string }[];
}

const escapeFor = (quote: string, text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(quote, quote === '"' ? "&quot;" : "&apos;");

const blanks = fc.constantFrom(" ", "\t", "\n", "\r\n", "  ");
const quote = fc.constantFrom('"', "'");
const name = fc.constantFrom("MAIN", "TRAFFIC", "a.b", "a b", "${sys:x}-log", "x>y", "Ü", "it's", 'say "A"', "<B>&C");
const size = fc.constantFrom("10 MB", "1.5 GB", "20480", "20 MiB", "ten", "", " 20 MB ", "1,5 gb");
const level = fc.constantFrom("INFO", "debug", "Off", "nonsense", "");

/** What looks like an appender or a logger and is none. */
const noise = fc.constantFrom(
  "",
  "\n",
  '<!-- <RollingFile name="MAIN"><SizeBasedTriggeringPolicy size="1 MB"/></RollingFile> -->',
  '<?x <Logger name="a.b" level="debug"/>?>',
  '<Console name="K"><PatternLayout><Pattern><![CDATA[<RollingFile name="MAIN" size="1 MB">]]></Pattern></PatternLayout></Console>',
  '<Console name="K2" target=\'&lt;RollingFile name="MAIN" size="1 MB"/>\'/>',
  '<Vendor name="MAIN"><SizeBasedTriggeringPolicy size="1 MB"/></Vendor>',
);

const recase = (word: string, bits: number) =>
  [...word].map((c, i) => ((bits >> (i % 16)) & 1 ? c.toUpperCase() : c.toLowerCase())).join("");

const attribute = (key: string, value: string) =>
  fc
    .tuple(blanks, quote, fc.constantFrom("=", " = ", "\n="))
    .map(([gap, q, equals]) => `${gap}${key}${equals}${q}${escapeFor(q, value)}${q}`);

const appender = (label: string) =>
  fc
    .tuple(size, fc.constantFrom("RollingFile", "RollingRandomAccessFile"), fc.nat(0xffff), fc.boolean(), fc.boolean())
    .chain(([bytes, type, bits, composite, before]) =>
      fc
        .tuple(attribute("name", label), attribute("filePattern", "x-%i.log"), attribute(recase("size", bits), bytes), noise)
        .map(([a, b, c, inner]) => {
          const policy = `<${recase("SizeBasedTriggeringPolicy", bits)}${c}/>`;
          const element = recase(type, bits);
          const policies = composite ? `<Policies>${inner.startsWith("<Console") ? "" : inner}${policy}</Policies>` : policy;
          return { text: `<${element}${before ? a + b : b + a}>${policies}</${element}>`, name: label, size: bytes };
        }),
    );

const logger = (label: string) =>
  fc.tuple(level, fc.constantFrom("Logger", "AsyncLogger", "logger")).chain(([lv, element]) =>
    fc.tuple(attribute("name", label), attribute("level", lv), fc.boolean()).map(([a, b, empty]) => ({
      text: `<${element}${a}${b}${empty ? "/>" : `><AppenderRef ref="MAIN" level="debug"/></${element}>`}`,
      name: label,
      level: lv,
    })),
  );

const names = fc.uniqueArray(name, { minLength: 1, maxLength: 4 });

/** Configurations of ordinary and unusual spelling, without a name twice. */
export const generated: fc.Arbitrary<Generated> = fc
  .tuple(
    names.chain((all) => fc.tuple(...all.map(appender))),
    names.chain((all) => fc.tuple(...all.map(logger))),
    fc.array(noise, { minLength: 6, maxLength: 6 }),
    fc.constantFrom("", "\xef\xbb\xbf"),
    fc.constantFrom("", '<?xml version="1.0" encoding="UTF-8"?>\r\n', "<?xml version='1.0'?>"),
  )
  .map(([appenders, loggers, gaps, bom, header]) => {
    const quiet = (i: number) => (gaps[i] as string).replace(/^<(?:Console|Vendor)[\s\S]*/, "");
    const inside = appenders.map(({ text }, i) => `${gaps[i]?.replace("K", `K${i}`)}${text}`).join("\n");
    const body = `<Configuration>${quiet(4)}<Appenders>${inside}</Appenders>${quiet(5)}<Loggers>${loggers.map(({ text }) => text).join("\r\n")}</Loggers></Configuration>`;
    const text = bom + header + Buffer.from(body, "utf8").toString("latin1");
    return { text, appenders, loggers };
  });
