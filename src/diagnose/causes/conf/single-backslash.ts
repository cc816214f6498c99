import { type Cause, CONNECTOR_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "conf/single-backslash",
  title: "a directory value has single backslashes, and Java read another folder",
  signs: [
    {
      types: [
        "FileNotFoundException",
        "NoSuchFileException",
        "InvalidPathException",
        "DirectoryNotFoundException",
        "AccessDeniedException",
        "NotDirectoryException",
        "ENOENT",
        "FileNotFoundError",
        "FileSystemException",
        "WinError",
      ],
      like: /(?<![A-Za-z/])[A-Za-z]:(?![\\/\s"')]|\d{1,5}\b)[^\s\\/:]|(?<![A-Za-z/])[A-Za-z]:[\t\f][A-Za-z]/,
      not: /(?<![A-Za-z/])[A-Za-z]:(?![\\/\s"'])[A-Za-z]{0,40}(?:Exception|Error)\b/,
    },
    {
      all: ["cannot find the path"],
      like: /export|staging|\.mdzip/i,
      not: /Session ?Agent|(?<![A-Za-z])[A-Za-z]:[\\/]|\\\\[\w.-]{2,80}\\|\bnull[\\/]|Access is denied|\bregistry\b|\bHKEY/i,
      confidence: "medium",
    },
    // the sentence without an export, and from other Windows, is at most a hint
    {
      all: ["cannot find the path"],
      not: /Session ?Agent|(?<![A-Za-z])[A-Za-z]:[\\/]|\\\\[\w.-]{2,80}\\|\bnull[\\/]|Access is denied|\bregistry\b|\bHKEY/i,
      confidence: "low",
    },
    {
      all: ["angegebenen pfad nicht finden"],
      not: /Session ?Agent|(?<![A-Za-z])[A-Za-z]:[\\/]|\\\\[\w.-]{2,80}\\|\bnull[\\/]/i,
      confidence: "low",
    },
    {
      anchors: ["\u6307\u5b9a\u3055\u308c\u305f\u30d1\u30b9", "\u6307\u5b9a\u7684\u8def\u5f84", "chemin d"],
      like: /\u6307\u5b9a\u3055\u308c\u305f\u30d1\u30b9\u304c\u898b\u3064\u304b\u308a|\u627e\u4e0d\u5230\u6307\u5b9a\u7684\u8def\u5f84|chemin d.acc\u00e8s sp\u00e9cifi\u00e9/i,
      not: /Session ?Agent|(?<![A-Za-z])[A-Za-z]:[\\/]|\\\\[\w.-]{2,80}\\|\bnull[\\/]/i,
      confidence: "low",
    },
    {
      types: ["FileNotFoundException", "NoSuchFileException"],
      like: /export/i,
      not: /Session ?Agent|TCSSO_|(?<![A-Za-z])[A-Za-z]:[\\/]|\bnull[\\/]|https?:|(?:^|[\s("'])\/\w/i,
      confidence: "low",
    },
  ],
  symptoms: [
    {
      says: "the export fails because a folder is missing that nobody configured",
      words: "export fail|miss|error folder|path|directory",
    },
    { says: "the system cannot find the path at export", words: "cannot|not find path export" },
  ],
  states: "that a path is missing, and it names a folder that nobody configured",
  cause:
    "A directory value in the connector's properties file has single backslashes. Java reads each as the start of an escape and drops it, so that the path becomes relative to the drive's current folder, below the tool's own.",
  why: "D:\\exports is read as D:exports. A path with a drive letter and no separator after it is hardly ever written on purpose.",
  check: {
    does: "Run `tierwright properties lint FILE --role connector` on the file of the workstation: it shows what Java reads of each directory.",
    control:
      "The same on the compiled file must be silent; searching a decoded value for a backslash finds nothing in either case and proves nothing.",
  },
  action: [
    "Write every separator of the directory as two backslashes, or compile the environment, which does it.",
    "Install the compiled settings: `tierwright bundle ENV --settings`, then deploy them.",
    "Restart the tool: the file is read when it starts.",
  ],
  evidence: ["the connector file of the workstation, unchanged", "the path that the message names"],
  log: CONNECTOR_LOG,
  confidence: "high",
  excludes: [],
  deadEnds: ["Creating the folder that the message names: files would then be exported to a place where nobody looks."],
  matches: [
    "java.io.FileNotFoundException: D:exportsstaging\\model.mdzip (The system cannot find the path specified)",
    "java.io.FileNotFoundException: D:exportsstaging\\model.mdzip (Das System kann den angegebenen Pfad nicht finden)",
    "Export failed: the system cannot find the path specified",
    "Export fehlgeschlagen: Das System kann den angegebenen Pfad nicht finden",
    "java.nio.file.NoSuchFileException: C:Tempexport",
    "java.nio.file.InvalidPathException: Illegal char <\t> at index 2: D:\tempexport",
  ],
  lookAlikes: [
    ["speaker", "C:\\> dir D:\\none\nThe system cannot find the path specified."],
    ["speaker", "java.io.FileNotFoundException: https://plm.example.com:8443/tc/missing.txt"],
    ["reason", "java.io.FileNotFoundException: D:\\work\\drawing.mdzip (Zugriff verweigert)"],
    ["success", "Written to D:\\exports\\model.mdzip"],
    ["value", "java.io.FileNotFoundException: D:\\exports\\old\\model.mdzip (The system cannot find the path specified)"],
    ["reason", "java.io.FileNotFoundException: null\\export_1.json (The system cannot find the path specified)"],
  ],
};
