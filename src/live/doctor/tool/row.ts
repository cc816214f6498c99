import { join } from "node:path";
import { LARGEST_TEXT, type Text, name, patternFault, say, statedTexts, words } from "../../../kernel/index.ts";
import { type MatrixRow, javaFeature, javaFloor, onlyToolRow, sameToolRow } from "../../../compiler/index.ts";
import type { Check, State } from "../check.ts";
import type { Looked } from "../looked.ts";
import { answer, gravest } from "../words.ts";

/**
 * The form of a tool release, by which a row of the compatibility matrix is named. A text of another form is not printed, because it comes
 * from a file of the modeling tool and can be anything.
 */
const ROW = /^[0-9][0-9A-Za-z ._-]{0,40}$/;

function textOf({ station: { files }, places }: Looked, file: string): string | null {
  const path = join(places.install, file.replace(/[\\/]+/g, "/"));
  return files.stat(path)?.kind === "file" ? files.read(path, LARGEST_TEXT).toString("latin1").replaceAll("\r", "") : null;
}

/**
 * Returns the tool release (a row of the compatibility matrix) that the files of the installed modeling tool state; null, with the reason
 * in `why`, if it cannot be read. `asked` is false if site.yaml does not say where to read it (tool.versionFrom).
 */
function installedRow(looked: Looked): { readonly row: string | null; readonly why: Text; readonly asked?: false } {
  const from = looked.shared?.site?.tool.versionFrom;
  if (!from) return { row: null, why: say`site.yaml does not say where the row can be read (tool.versionFrom)`, asked: false };
  const text = textOf(looked, from.file.text);
  if (text === null) return { row: null, why: say`${name(from.file.text)} is not there` };
  if (patternFault(from.pattern.text) !== null) return { row: null, why: say`the pattern of tool.versionFrom cannot be used` };
  const stated = statedTexts(from.pattern.text, text);
  const row = onlyToolRow(stated);
  if (row === null && stated.length > 0) {
    const shown = stated.every((one) => ROW.test(one)) ? stated.slice(0, 3).join(", ") : "not shown: they do not look like rows";
    return {
      row,
      why: say`${name(from.file.text)} states different rows (${name(shown)}): make the pattern of tool.versionFrom fit one line`,
    };
  }
  return row !== null && ROW.test(row)
    ? { row, why: [] }
    : { row: null, why: say`${name(from.file.text)} holds nothing that reads as a row` };
}

type Judged = readonly [State, Text];

function judgeJava(looked: Looked, java: string | null, row: MatrixRow | undefined): readonly Judged[] {
  if (java === null)
    return [
      [
        "warn",
        textOf(looked, "jre/release") === null
          ? say`jre/release is not in the tool's folder, so the tool's Java is not known`
          : say`no JAVA_VERSION is in jre/release of the tool's folder, so the tool's Java is not known`,
      ],
    ];
  const own = javaFeature(java);
  const stated = row?.java ? javaFeature(row.java.text) : null;
  const release = looked.wanted?.release;
  const floor = release ? javaFloor(release) : null;
  return [
    ...(own !== null && stated !== null && own !== stated
      ? [
          [
            "warn",
            say`the tool brings Java ${name(java)}, and the matrix says ${stated} for ${name(row?.tool.text ?? "")}`,
          ] as const,
        ]
      : []),
    ...(own !== null && floor !== null && own < floor.version
      ? [
          [
            "fail",
            say`the tool brings Java ${name(java)}, and connector ${name(release?.name ?? "")} needs ${floor.version}: its classes cannot be loaded`,
          ] as const,
        ]
      : []),
  ];
}

/** Returns the help line for a tool release or Java version that the modeling tool's own files do not state; null if they state both. */
function helpToRead({ station: { source } }: Looked, isRowOpen: boolean, isJavaOpen: boolean): Text | null {
  const other =
    source === "machine"
      ? say`pass --install DIR if the tool is in another folder`
      : say`run it on the workstation if the ${words(source)} lacks the file`;
  if (isRowOpen) return say`look into the tool's folder: correct tool.versionFrom of site.yaml, or ${other}`;
  return isJavaOpen
    ? say`look into the tool's folder: jre/release needs a line such as JAVA_VERSION="17.0.9"; or ${other}`
    : null;
}

export const check: Check = {
  id: "tool/row",
  asks: "the installed tool is the row of the matrix that the environment names, with a Java that the connector can run in",
  otherwise:
    "a family's base row and its refreshes carry different support; a connector that needs a newer Java cannot load its classes",
  control: "none: both are read from the tool's own files",
  needs: ["repository"],
  order: 70,
  run(looked) {
    const { wanted, shared } = looked;
    const { row, why, asked = true } = installedRow(looked);
    const java = textOf(looked, "jre/release")?.match(/^JAVA_VERSION="?([^"\n]+)"?/m)?.[1] ?? null;
    const expected = wanted?.environment.tool.text ?? null;
    const listed = shared?.matrix?.rows.find(({ tool }) => sameToolRow(tool.text, row ?? expected ?? ""));
    const connector = wanted?.environment.connector.text ?? null;
    const cell = connector === null ? null : (listed?.cells.get(connector)?.code.text ?? null);
    const judged: readonly Judged[] = [
      ...(row === null && asked ? [["warn", say`which row is installed is not proven: ${why}`] as const] : []),
      ...(row !== null && expected !== null && !sameToolRow(row, expected)
        ? [["fail", say`the installed tool is ${name(row)}, the environment is for ${name(expected)}`] as const]
        : []),
      ...(row !== null && !listed
        ? [["warn", say`the matrix has no row ${name(row)}: whether the connector may run in it is not said`] as const]
        : []),
      ...judgeJava(looked, java, listed),
    ];
    const said = say`${name(row ?? expected ?? "the tool")}, Java ${name(java ?? "not known")}${cell === null ? [] : say`; the matrix says ${name(cell)} for connector ${name(connector ?? "")}`}`;
    if (judged.length === 0)
      return answer("pass", said, { details: row === null ? [say`which row is installed is not proven: ${why}`] : [] });
    const state = gravest(judged.map(([one]) => one));
    return answer(state, said, {
      details: judged.map(([, text]) => text),
      help:
        (state === "fail" ? null : helpToRead(looked, row === null && asked, java === null && judged.length === 1)) ??
        say`\`tierwright compat\` shows the matrix; install the swap bundle of the environment that names this row`,
    });
  },
};
