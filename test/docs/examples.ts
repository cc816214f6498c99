import { expect } from "vitest";
import { prettyJson } from "./json.ts";
import { type Block, blocksOf, changesOf, commandOf, fileOf, readPage, rewrite, shows } from "./page.ts";
import { answerTo, sceneOf, session, type World } from "./session.ts";

const UPDATE = Boolean(process.env.UPDATE);

/** The repository that the blocks behind `<!-- repository: ... -->` run in: `sample`, or the files of pages: `README.md + this page`. */
function repositoryAt(page: string, offset: number): string | null {
  const found = [...page.slice(0, offset).matchAll(/<!-- repository: ([^\n]+?) -->/g)];
  return found.at(-1)?.[1] ?? null;
}

/** The files that a page shows up to a place, the later form of a file counting. */
export function filesOf(page: string, until = page.length): Record<string, string> {
  const shown = blocksOf(page).filter((block) => block.start < until);
  return Object.fromEntries(shown.flatMap((block) => [[fileOf(block), block.body]]).filter(([path]) => path !== null));
}

function filesFor(page: string, block: Block): Record<string, string> | "sample" {
  const name = repositoryAt(page, block.start);
  if (name === "sample") return "sample";
  if (name === null) throw new Error("a block with output stands before any <!-- repository: ... -->");
  const parts = name.split(" + ").map((part) => (part === "this page" ? filesOf(page, block.start) : filesOf(readPage(part))));
  return Object.assign({}, ...parts);
}

/** The block as a run of it shows it now; null for a block that is no output. */
async function bodyNow(page: string, block: Block, world: World): Promise<string | null> {
  const command = commandOf(block);
  const console = block.language === "console";
  if (!console && command === null) return null;
  const scene = { ...sceneOf(filesFor(page, block), changesOf(block)), world };
  if (console) return session(block.body, scene);
  const lines = (command ?? "").split(" && ");
  let out = "";
  for (const line of lines) out = (await answerTo(line, scene)).out;
  return block.language === "json" ? `${prettyJson(JSON.parse(out))}\n` : out;
}

/** Markers of an output that no block follows at once: the block below them would be checked by nobody. */
const stray = (page: string): readonly string[] =>
  [...page.matchAll(/<!-- output: [^\n]+ -->\n(?! *`{3})/g)].map(([marker]) => marker.trim());

/** Every example of a page against a run of it; `npm run update` writes what is shown now. Gives how many there are: a page that shows none is a fault of the page. */
export async function expectFresh(path: string, world: World = { env: {} }): Promise<number> {
  const page = readPage(path);
  expect(stray(page), `${path}: the block has to stand on the line after its marker`).toEqual([]);
  const bodies = new Map<Block, string>();
  for (const block of blocksOf(page)) {
    const body = await bodyNow(page, block, world);
    if (body !== null) bodies.set(block, shows(block.body, body) ? block.body : body);
  }
  if (UPDATE) rewrite(path, page, bodies);
  else for (const [block, body] of bodies) expect(block.body, `${path}: ${block.before.slice(-200)}`).toBe(body);
  expect(bodies.size, `${path} shows no output`).toBeGreaterThan(0);
  return bodies.size;
}
