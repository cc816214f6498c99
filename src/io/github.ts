/** A comment of a pull request, as far as it is looked at. */
export interface Comment {
  readonly id: number;
  readonly body: string;
  /** Who wrote it. */
  readonly login: string;
}

/** The comments of one pull request. A call rejects with GitHubFault. */
export interface Comments {
  /** The account of the token. */
  self(): Promise<string>;
  /** One page of them, from 1; [] after the last. */
  page(number: number): Promise<readonly Comment[]>;
  create(body: string): Promise<void>;
  update(id: number, body: string): Promise<void>;
}

/** The API gave no answer that can be used. `denied`: the token may not. */
export class GitHubFault extends Error {
  override readonly name = "GitHubFault";
  constructor(
    message: string,
    readonly denied: boolean,
  ) {
    super(message);
  }
}

/** A workflow waits for a comment no longer than this, in milliseconds. */
const PATIENCE = 20_000;
/** The account of the token that each workflow run is given; it may not ask for itself. */
const WORKFLOW_ACCOUNT = "github-actions[bot]";

export interface GitHubTarget {
  /** For example https://api.github.com, or the server's own. */
  readonly api: string;
  readonly token: string;
  /** owner/name */
  readonly repository: string;
  readonly pullRequest: number;
}

async function ask({ api, token }: GitHubTarget, method: string, path: string, body?: unknown): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(`${api}${path}`, {
      method,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${token}`,
        "x-github-api-version": "2022-11-28",
        "user-agent": "tierwright",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: "error", // the token goes nowhere else
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch (error) {
    const why = error instanceof Error && error.name === "TimeoutError" ? "it did not answer in 20 s" : "it cannot be reached";
    throw new GitHubFault(`${api}: ${why}`, false);
  }
  if (!answer.ok) {
    const denied = answer.status === 401 || answer.status === 403 || answer.status === 404;
    throw new GitHubFault(`${method} ${path}: the answer is ${answer.status}`, denied);
  }
  return answer.json().catch(() => {
    throw new GitHubFault(`${method} ${path}: the answer is no JSON`, false);
  });
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

function commentOf(value: unknown): readonly Comment[] {
  const { id, body, user } = record(value);
  const { login } = record(user);
  return typeof id === "number" && typeof body === "string" && typeof login === "string" ? [{ id, body, login }] : [];
}

/** The comments of a pull request over GitHub's REST API (version 2022-11-28). */
export function githubComments(target: GitHubTarget): Comments {
  const issue = `/repos/${target.repository}/issues`;
  return {
    self: async () => {
      try {
        const { login } = record(await ask(target, "GET", "/user"));
        return typeof login === "string" ? login : WORKFLOW_ACCOUNT;
      } catch (error) {
        if (error instanceof GitHubFault && error.denied) return WORKFLOW_ACCOUNT;
        throw error;
      }
    },
    page: async (number) => {
      const found = await ask(target, "GET", `${issue}/${target.pullRequest}/comments?per_page=100&page=${number}`);
      return Array.isArray(found) ? found.flatMap(commentOf) : [];
    },
    create: async (body) => void (await ask(target, "POST", `${issue}/${target.pullRequest}/comments`, { body })),
    update: async (id, body) => void (await ask(target, "PATCH", `${issue}/comments/${id}`, { body })),
  };
}
