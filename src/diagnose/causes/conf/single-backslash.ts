import { type Cause, CONNECTOR_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "conf/single-backslash",
  title: "a directory value has single backslashes, and Java read another folder",
  signs: [
    {
      types: ["FileNotFoundException", "NoSuchFileException", "InvalidPathException"],
      like: /(?<![A-Za-z])[A-Za-z]:(?![\\/\s"')]|\d{1,5}\b)[^\s\\/:]/,
    },
    { all: ["cannot find the path"], not: /Session ?Agent/i, confidence: "medium" },
    // the same message from a German Windows; people often quote it without the exception type
    { all: ["angegebenen pfad nicht finden"], not: /Session ?Agent/i, confidence: "medium" },
    {
      types: ["FileNotFoundException", "NoSuchFileException"],
      like: /export/i,
      not: /Session ?Agent|TCSSO_/i,
      confidence: "medium",
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
  ],
  lookAlikes: [
    "java.io.FileNotFoundException: https://plm.example.com:8443/tc/missing.txt",
    "java.io.FileNotFoundException: D:\\work\\drawing.mdzip (Zugriff verweigert)",
    "Written to D:\\exports\\model.mdzip",
  ],
};
