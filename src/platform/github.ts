/** A comment of a pull request, with the fields that Tierwright's GitHub Action uses. */
export interface Comment {
  readonly id: number;
  readonly body: string;
  /** The account of the comment's author. */
  readonly login: string;
}

/** The comments of one pull request. Every call rejects with GitHubFault on failure. */
export interface Comments {
  /** Returns the account to which the token belongs. */
  self(): Promise<string>;
  /** Returns one page of the pull request's comments, counted from 1; an empty list after the last. */
  page(number: number): Promise<readonly Comment[]>;
  create(body: string): Promise<void>;
  update(id: number, body: string): Promise<void>;
}

/** Thrown if a GitHub API call failed. `denied` is true if the token has no permission. */
export class GitHubFault extends Error {
  override readonly name = "GitHubFault";
  constructor(
    message: string,
    readonly denied: boolean,
    /** True if a retry could succeed, and it is unknown whether the server executed the request. */
    readonly passing = false,
  ) {
    super(message);
  }
}

/** The timeout of one request to GitHub's API, in milliseconds. */
const PATIENCE = 20_000;
/** The longest Retry-After that is waited for, in milliseconds; if the server asks for more, the call fails. */
const LONGEST_PAUSE = 60_000;
/** The pause before a retry if the server names none, in milliseconds. */
const PAUSE = 2_000;
/** The most retries and redirects of one call. */
const MOST_AGAIN = 2;
/** The account of the token that GitHub gives every workflow run; such a token cannot query its own account. */
const WORKFLOW_ACCOUNT = "github-actions[bot]";

export interface GitHubTarget {
  /** The URL of the API, for example https://api.github.com or that of a GitHub Enterprise server. */
  readonly api: string;
  readonly token: string;
  /** The repository of the pull request, as OWNER/NAME. */
  readonly repository: string;
  readonly pullRequest: number;
  /** Waits before a retry; `setTimeout` if omitted. */
  readonly pause?: (milliseconds: number) => Promise<void>;
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Returns the Retry-After of an answer in milliseconds (the header has seconds or a date). Returns null if there is none. */
function retryAfter(answer: Response): number | null {
  const text = answer.headers.get("retry-after");
  if (text === null) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/** Returns the target of a redirect on the same server. Returns null if there is none, or if it is another server, which must not see the token. */
function movedTo(answer: Response, from: string, method: string): string | null {
  const { status } = answer;
  const keepsMethod = status === 307 || status === 308 || (method === "GET" && (status === 301 || status === 302));
  const location = answer.headers.get("location");
  if (!keepsMethod || location === null || !URL.canParse(location, from)) return null;
  const to = new URL(location, from);
  return to.origin === new URL(from).origin ? to.href : null;
}

/**
 * Returns the pause before a retry, in milliseconds; null if the call must not be retried. A rate limit means that the server did nothing, so
 * POST is retried only then.
 */
function pauseAfter(answer: Response, method: string): number | null {
  const asked = retryAfter(answer);
  if (answer.status === 429 || (answer.status === 403 && asked !== null)) return asked ?? PAUSE;
  return isPassing(answer.status) && method !== "POST" ? (asked ?? PAUSE) : null;
}

/** Returns whether a status means that a server or a gateway is temporarily unavailable. */
const isPassing = (status: number): boolean => status === 502 || status === 503 || status === 504;

/** Sends one request. Throws GitHubFault if there is no answer. */
async function send({ api, token }: GitHubTarget, method: string, url: string, body: unknown): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${token}`,
        "x-github-api-version": "2022-11-28",
        "user-agent": "tierwright",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: "manual", // the token must not go to another server
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch (error) {
    const why = error instanceof Error && error.name === "TimeoutError" ? "it did not answer in 20 s" : "it cannot be reached";
    throw new GitHubFault(`${api}: ${why}`, false);
  }
}

/** Calls the API with retries while the server is busy, and follows redirects on the same server. Throws GitHubFault if there is no usable answer. */
async function ask(target: GitHubTarget, method: string, path: string, body?: unknown): Promise<unknown> {
  let url = `${target.api}${path}`;
  for (let again = 0; ; again++) {
    const answer = await send(target, method, url, body);
    if (answer.ok) {
      return answer.json().catch(() => {
        throw new GitHubFault(`${method} ${path}: the answer is no JSON`, false);
      });
    }
    const { status } = answer;
    await answer.body?.cancel();
    const [moved, pause] = [movedTo(answer, url, method), pauseAfter(answer, method)];
    const isLate = pause !== null && pause > LONGEST_PAUSE;
    if (again === MOST_AGAIN || isLate || (moved === null && pause === null)) {
      const denied = status === 401 || status === 404 || (status === 403 && retryAfter(answer) === null);
      const late = isLate ? `, and the server asks to wait ${Math.ceil(pause / 1000)} s` : "";
      throw new GitHubFault(`${method} ${path}: the answer is ${status}${late}`, denied, isPassing(status));
    }
    if (moved !== null) url = moved;
    else await (target.pause ?? wait)(pause ?? PAUSE);
  }
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

function commentOf(value: unknown): readonly Comment[] {
  const { id, body, user } = record(value);
  const { login } = record(user);
  return typeof id === "number" && typeof body === "string" && typeof login === "string" ? [{ id, body, login }] : [];
}

/** Returns access to the comments of a pull request over GitHub's REST API (version 2022-11-28). */
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
