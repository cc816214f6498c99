import { createHash } from "node:crypto";
import { type Comment, type Comments, GitHubFault } from "../../platform/index.ts";

/** Most characters that GitHub accepts in one comment. */
export const MOST_CHARACTERS = 65_536;
/** The most pages, of a hundred comments each, in which the plan's comment is searched. */
const MOST_PAGES = 50;

/**
 * Returns the first line of the Action's comment on a pull request: invisible, short, and different for each folder and list of
 * environments.
 */
export function markerOf(directory: string, environments: readonly string[]): string {
  const what = JSON.stringify([directory, ...environments]);
  const name = what.length <= 120 ? Buffer.from(what).toString("base64url") : createHash("sha256").update(what).digest("hex");
  return `<!-- tierwright plan: ${name} -->`;
}

/**
 * Returns the existing comment of the Action on the pull request; null if there is none. Only a comment of the token's own account counts,
 * because anybody can write the marker.
 */
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

/** Creates the Action's comment. After a failure that does not show whether GitHub created it, searches for it before a second attempt. */
async function create(comments: Comments, marker: string, body: string): Promise<"created"> {
  try {
    await comments.create(body);
  } catch (error) {
    if (!(error instanceof GitHubFault) || !error.passing) throw error;
    if ((await ours(comments, marker)) === null) await comments.create(body);
  }
  return "created";
}

/**
 * Creates or updates the Action's comment on a pull request, and returns what was done. Creates none if `tells` is false, because there is
 * nothing to report.
 */
export async function stick(
  comments: Comments,
  marker: string,
  text: string,
  tells = true,
): Promise<"created" | "updated" | "unchanged" | "not written: there is nothing to report"> {
  const body = `${marker}\n${text}`;
  const found = await ours(comments, marker);
  if (found === null) {
    if (!tells) return "not written: there is nothing to report";
    return create(comments, marker, body);
  }
  // GitHub can return the text of a comment with CRLF line ends
  if (found.body.replaceAll("\r\n", "\n") === body) return "unchanged";
  await comments.update(found.id, body);
  return "updated";
}
