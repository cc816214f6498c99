import { createHash } from "node:crypto";
import { type Comment, type Comments, GitHubFault } from "../../platform/index.ts";

/** GitHub takes no more characters in one comment. */
export const MOST_CHARACTERS = 65_536;
/** Pages of a hundred that are looked through; a discussion of more is told so. */
const MOST_PAGES = 50;

/** The first line of our comment: invisible, short, and different for each folder and set of environments. */
export function markerOf(directory: string, environments: readonly string[]): string {
  const what = JSON.stringify([directory, ...environments]);
  const name = what.length <= 120 ? Buffer.from(what).toString("base64url") : createHash("sha256").update(what).digest("hex");
  return `<!-- tierwright plan: ${name} -->`;
}

/** Only a comment that the token's own account wrote is ours: anybody can write the marker. */
async function ours(comments: Comments, marker: string): Promise<Comment | null> {
  const self = await comments.self();
  for (let number = 1; number <= MOST_PAGES; number++) {
    const page = await comments.page(number);
    const found = page.find(({ body, login }) => login === self && body.startsWith(marker));
    if (found) return found;
    if (page.length === 0) return null;
  }
  return null;
}

/** Creates the comment. After an answer that does not say whether it is there, it is looked for before it is written once more. */
async function create(comments: Comments, marker: string, body: string): Promise<"created"> {
  try {
    await comments.create(body);
  } catch (error) {
    if (!(error instanceof GitHubFault) || !error.passing) throw error;
    if ((await ours(comments, marker)) === null) await comments.create(body);
  }
  return "created";
}

/** Writes the one comment, new or in the place of the one before; says which. With nothing to tell none is begun. */
export async function stick(
  comments: Comments,
  marker: string,
  text: string,
  tells = true,
): Promise<"created" | "updated" | "unchanged" | "not begun: there is nothing to tell"> {
  const body = `${marker}\n${text}`;
  const found = await ours(comments, marker);
  if (found === null) {
    if (!tells) return "not begun: there is nothing to tell";
    return create(comments, marker, body);
  }
  // a checkout with Windows' line ends comes back with them
  if (found.body.replaceAll("\r\n", "\n") === body) return "unchanged";
  await comments.update(found.id, body);
  return "updated";
}
