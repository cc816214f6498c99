import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The decoded map, or null for a document that the parser refuses. */
export function answer(parser, bytes) {
  try {
    return parser.map(parser.read(bytes));
  } catch {
    return null;
  }
}

/** Equal maps; two refusals are equal, too. Order says nothing. */
export function same(a, b) {
  if (a === null || b === null) return a === b;
  if (a.size !== b.size) return false;
  for (const [key, value] of a) if (b.get(key) !== value) return false;
  return true;
}

/** How many documents a parser reads otherwise than the judge. */
export const wrong = (parser, documents, answers) =>
  documents.filter((bytes, index) => !same(answer(parser, bytes), answers[index])).length;

/**
 * Real files with what Java read in them (ISO-8859-1).
 * @returns {{ documents: Buffer[], answers: (Map<string, string> | null)[] }}
 */
export function realFiles(corpus) {
  const root = join(corpus, "properties");
  const documents = [];
  const answers = [];
  for (const project of readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    for (const name of readdirSync(join(root, project.name)).filter((each) => each.endsWith(".properties"))) {
      const bytes = readFileSync(join(root, project.name, name));
      const oracle = JSON.parse(readFileSync(join(corpus, "oracle", project.name, `${name}.json`), "utf8"));
      if (createHash("sha256").update(bytes).digest("hex") !== oracle.sha256)
        throw new Error(`${project.name}/${name} is not the file that was answered for`);
      documents.push(bytes);
      answers.push(oracle.latin1.ok ? new Map(Object.entries(oracle.latin1.map)) : null);
    }
  }
  return { documents, answers };
}
