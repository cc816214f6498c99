/**
 * Mutants that change no behavior: the file, the mutation check's description (words and text, without the line), and the reason. They are
 * not counted. An entry without a mutant is reported, so that the list stays true. Code without such mutants is better than an entry.
 */
const of = (path, why, ...mutants) => mutants.map((mutant) => ({ path, mutant, why }));

const REMEMBERED = "what is remembered from one question to the next saves time alone";
const PASSED_OVER =
  "what has no backslash, or ends in no space, is passed over to save time: looked at, it holds nothing to tell";

export const EQUIVALENT = [
  ...of("src/compiler/verdict/cell.ts", REMEMBERED, "the condition never holds: known", "null is returned: known"),
  ...of(
    "src/compiler/verdict/tool-row.ts",
    REMEMBERED,
    "the condition never holds: found !== undefined",
    "null is returned: found",
    ">= becomes >: known.size >= MOST_KNOWN",
    "the condition always holds: known.size >= MOST_KNOWN",
    "the condition never holds: known.size >= MOST_KNOWN",
  ),
  ...of(
    "src/compiler/rules/conf/encoding.ts",
    "the sign or space after a key is never a byte above 7F",
    "< becomes <=: start < latin1.keyEnd",
  ),
  ...of(
    "src/compiler/rules/conf/single-backslash.ts",
    PASSED_OVER,
    "=== becomes !==: line.contentEnd === line.valueEnd",
    "the condition never holds: !line.valueEscaped && line.contentEnd === line.valueEnd",
  ),
  ...of("src/compiler/rules/conf/slash-direction.ts", PASSED_OVER, "the condition never holds: !line.valueEscaped"),
  ...of(
    "src/compiler/rules/sso/installed-parameters.ts",
    "where there is no element none has a name",
    "the condition never holds: !root",
  ),
  ...of("src/compiler/rules/sso/scope.ts", "whichever of the two is spread, nothing is added", "null is returned: {}"),
  ...of(
    "src/deploy/swap/inspect/copies.ts",
    "what was asked of a path once is not asked again: that saves time alone",
    "the condition never holds: at === path ? stat : files.stat(at)",
  ),
  ...of(
    "src/deploy/swap/inspect/kept-values.ts",
    "each of the characters that are looked for has a name",
    "what stands after ?? is left out: NAMES[char] ?? char",
  ),
  ...of(
    "src/deploy/swap/protocol/outcome.ts",
    "a text that is split has a first part",
    'what stands after ?? is left out: error.message.split("\\n")[0] ?? ""',
  ),
  ...of(
    "src/deploy/swap/inspect/locked.ts",
    "a folder that holds something, or is none, cannot be removed as one, and that is passed over: asked first, nobody waits for it on Windows",
    '&& becomes ||: files.stat(path)?.kind === "folder" && files.list(path).length === 0',
    'the condition always holds: files.stat(path)?.kind === "folder" && files.list(path).length === 0',
  ),
  ...of(
    "src/deploy/swap/run/deploy.ts",
    "a row that gives nothing goes on with the next one, whichever of the two it gives",
    "null is returned: undefined",
  ),
  ...of(
    "src/deploy/swap/run/install.ts",
    "it is asked of folders alone, and a folder is listed",
    "what stands after ?? is left out: listTree(world.files, folder)?.record.sha256 ?? recordOf([]).sha256",
  ),
  ...of(
    "src/deploy/swap/run/way-back.ts",
    "an edit that removes is known by its field, whatever it holds",
    "true becomes false: true",
  ),
  ...of(
    "src/deploy/swap/run/state-after.ts",
    "a list that is not known and a file that is not there have no name, whichever of the two says so",
    "what stands after ?? is left out: tree?.files ?? null",
    "what stands after ?? is left out: newest.state?.tree?.files ?? null",
    'what stands after ?? is left out: logger ?? ""',
  ),
  ...of("src/deploy/swap/run/rollback.ts", "no row before the one that sets it drops anything", "false becomes true: false"),
  ...of(
    "src/deploy/swap/records/runs-left.ts",
    "what is not there cannot be removed, and that is passed over",
    "the condition always holds: world.files.stat(temporary)",
  ),
];

const flat = (text) => text.replace(/\s+/g, " ");
const isOf = (entry, mutant) => entry.path === mutant.path && entry.mutant === flat(`${mutant.words}: ${mutant.snippet}`);

export const isEquivalent = (mutant) => EQUIVALENT.some((entry) => isOf(entry, mutant));

/** Returns the entries of the given files that match no mutant. */
export const stale = (paths, mutants) =>
  EQUIVALENT.filter((entry) => paths.includes(entry.path) && !mutants.some((mutant) => isOf(entry, mutant)));
