import { type Cause, CONNECTOR_LOG } from "../cause.ts";

/** Number to subtract from the version of a class file to get its Java release: 45 is Java 1.1, and each release adds one. */
const FIRST = 44;

const javaOf = (version: string | undefined): string =>
  `Java ${Number.parseInt(version ?? "", 10) - FIRST} (class file ${version})`;

/**
 * Returns in words which Java the class file needs and, if the message names it, which one runs. Returns null if the message names no
 * version.
 */
function versions(text: string): string | null {
  const [, needed] = /(?:class file version|major\.minor version|class file has wrong version) (\d{2}\.\d)/.exec(text) ?? [];
  const [, runs] = /(?:up to|should be) (\d{2}\.\d)/.exec(text) ?? [];
  if (needed === undefined) return null;
  return `It needs ${javaOf(needed)}${runs === undefined ? "" : `; ${javaOf(runs)} runs`}.`;
}

/** Pattern of a class file's version that the runtime can read: equal to the runtime's, or from 40 to 59 if the runtime reads 60 or more. */
const READABLE = /class file version (?:(\d{2})\.\d[\s\S]{0,200}up to \1\.\d|[45]\d\.\d[\s\S]{0,200}up to [6-9]\d\.\d)/;

export const cause: Cause = {
  id: "kit/java-floor",
  title: "the plug-in needs a newer Java than the tool runs",
  signs: [
    { types: ["UnsupportedClassVersionError"] },
    {
      anchors: ["class file version"],
      like: /class file version \d{2}\.\d[\s\S]{0,200}up to \d{2}\.\d/,
      not: READABLE,
      field: true,
    },
    {
      anchors: ["major.minor version", "class file version"],
      like: /\bunsupported major\.minor version \d{2}\.\d|compiled by a more recent version of the Java Runtime \(class file version \d{2}\.\d/i,
      field: true,
      confidence: "medium",
    },
    {
      all: ["osgi.ee"],
      like: /Unresolved requirement: Require-Capability: osgi\.ee[^\n]{0,60}JavaSE/,
      field: true,
      confidence: "medium",
    },
    { all: ["class file has wrong version"], like: /class file has wrong version \d{2}\.\d,? should be \d{2}\.\d/i, field: true },
  ],
  symptoms: [
    {
      says: "the plug-in needs a newer java",
      words:
        "plug|connector|class|\u30d7\u30e9\u30b0\u30a4\u30f3|\u63d2\u4ef6|\ud50c\ub7ec\uadf8\uc778 newer|\u65b0\u3057\u3044|\u66f4\u9ad8|\u66f4\u65b0|higher|version|floor|neuer|r\u00e9cent|nieuwer|nowsz java",
    },
  ],
  states: "that a class cannot be loaded",
  cause:
    "The class was compiled for a newer Java than the one that runs it. The connector release needs a newer tool, or the tool was started with an older Java.",
  detail: versions,
  why: "The class file version is fixed when a jar is built: 61 is Java 17, 65 is Java 21.",
  check: {
    does: "Read JAVA_VERSION in jre/release of the tool, and ask `tierwright compat` for tool, connector and tier.",
    control: "A class of the tool itself must load in the same process.",
  },
  action: [
    "Install the connector release that the matrix certifies for this tool.",
    "If the tool was started with another Java than its own, start it with its own.",
  ],
  evidence: ["the message with both versions", "jre/release of the tool"],
  log: CONNECTOR_LOG,
  confidence: "high",
  excludes: [],
  deadEnds: ["Copying jars of the older release into the plug-in."],
  matches: [
    "java.lang.UnsupportedClassVersionError: com/example/connector/Main has been compiled by a more recent version of the Java Runtime (class file version 65.0), this version of the Java Runtime only recognizes class file versions up to 61.0",
    "java.lang.UnsupportedClassVersionError: com/example/Main : Unsupported major.minor version 61.0",
  ],
  lookAlikes: [
    ["words", "class version 65 of the model was saved"],
    ["words", "assertThrows(UnsupportedClassVersionError.class, () -> loader.load(bytes));"],
    ["success", "INFO running on Java 21 (class file version 65.0)"],
    ["reason", "java.lang.NoClassDefFoundError: com/example/connector/Main"],
  ],
};
