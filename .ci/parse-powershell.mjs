/**
 * Reads scripts with a PowerShell grammar (tree-sitter-powershell, as WebAssembly: nothing is compiled or downloaded) and fails on what it
 * cannot read. Proves first that it would: a script with a brace too few has to be refused.
 * Arguments: the node_modules that hold the grammar, then the scripts.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules = "", ...files] = process.argv.slice(2);
const { Language, Parser } = await import(pathToFileURL(join(modules, "web-tree-sitter", "web-tree-sitter.js")).href);
await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(join(modules, "tree-sitter-powershell", "tree-sitter-powershell.wasm")));

/** Places that the grammar cannot read, innermost only, as line:column. */
function faults(text) {
  const found = [];
  const visit = (node) => {
    const inner = node.children.filter((child) => child?.hasError || child?.isError || child?.isMissing);
    if (inner.length > 0) return inner.forEach(visit);
    if (node.isError || node.isMissing)
      found.push(
        `${node.startPosition.row + 1}:${node.startPosition.column + 1} ${node.isMissing ? `${node.type} is missing` : node.text.slice(0, 60)}`,
      );
  };
  const tree = parser.parse(text);
  if (tree.rootNode.hasError) visit(tree.rootNode);
  return tree.rootNode.hasError && found.length === 0 ? ["1:1 somewhere"] : found;
}

const broken = faults("function Get-One {\n  if ($true) { return 1 \n}\n");
if (broken.length === 0 || faults("function Get-One { return 1 }\n").length > 0) {
  console.error("the grammar does not tell a sound script from a broken one");
  process.exit(1);
}
let wrong = files.length === 0 ? 1 : 0;
for (const file of files) {
  const text = readFileSync(file, "latin1").replaceAll("\r\n", "\n");
  const found = faults(text);
  wrong += found.length;
  console.log(`${file}: ${text.split("\n").length} lines, ${found.length === 0 ? "read" : "not read"}`);
  for (const place of found.slice(0, 20)) console.log(`  ${file}:${place}`);
}
process.exitCode = wrong === 0 ? 0 : 1;
