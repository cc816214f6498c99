import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { writeFiles } from "../support/repository.ts";
import { filesOf } from "./examples.ts";
import { type Block, blocksOf, fileOf, readPage, rewrite, shows } from "./page.ts";
import { sceneOf, session, type World } from "./session.ts";

const UPDATE = Boolean(process.env.UPDATE);

/** A walk of a page: from `<!-- followed from: PAGE -->`, whose repository it begins with, to `<!-- /followed -->`. */
const WALK = /<!-- followed from: ([^\n]+) -->\n([\s\S]*?)<!-- \/followed -->/;

/**
 * Follows a page from its first step to its last in one repository: every file that it shows is written as it stands there, every command
 * is typed after it, and what is shown of it (`...` stands for any lines) is what it prints (`npm run update` writes what it prints now). `given` lies there already.
 * Gives the folder, and how many commands there were.
 */
export async function expectFollowed(
  path: string,
  given: Readonly<Record<string, string>>,
  world: World,
): Promise<{ readonly folder: string; readonly commands: number }> {
  const page = readPage(path);
  const walk = WALK.exec(page);
  if (!walk) throw new Error(`${path} has no walk to follow`);
  const [start, end] = [walk.index, walk.index + walk[0].length];
  const scene = { ...sceneOf({ ...filesOf(readPage(walk[1] ?? "")), ...given }), world };
  const bodies = new Map<Block, string>();
  let commands = 0;
  for (const block of blocksOf(page)) {
    const inWalk = block.start > start && block.start < end;
    if (!inWalk) {
      expect(block.language, `${path}: commands outside of the walk are followed by nobody`).not.toBe("console");
      continue;
    }
    const file = fileOf(block);
    if (file !== null) writeFiles(scene.folder, { [file]: block.body });
    if (block.language !== "console") continue;
    commands += block.body.match(/^\$ /gm)?.length ?? 0;
    const body = await session(block.body, scene);
    bodies.set(block, shows(block.body, body) ? block.body : body);
  }
  if (UPDATE) rewrite(path, page, bodies);
  else for (const [block, body] of bodies) expect(block.body, `${path}: ${block.before.slice(-200)}`).toBe(body);
  expect(existsSync(join(scene.folder, "dist"))).toBe(true);
  return { folder: scene.folder, commands };
}
