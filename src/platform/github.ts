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
    /** The server may answer otherwise in a moment, and whether it did what it was asked for is not known. */
    readonly passing = false,
  ) {
    super(message);
  }
}

/** A workflow waits for a comment no longer than this, in milliseconds. */
const PATIENCE = 20_000;
/** A server that asks for more time than this, in milliseconds, is not waited for. */
const LONGEST_PAUSE = 60_000;
/** The pause where a server names none. */
const PAUSE = 2_000;
/** Answers that a call gets over: a server that is busy or moved. */
const MOST_AGAIN = 2;
/** The account of the token that each workflow run is given; it may not ask for itself. */
const WORKFLOW_ACCOUNT = "github-actions[bot]";

export interface GitHubTarget {
  /** For example https://api.github.com, or the server's own. */
  readonly api: string;
  readonly token: string;
  /** owner/name */
  readonly repository: string;
  readonly pullRequest: number;
  /** Waits; the clock's by default. */
  readonly pause?: (milliseconds: number) => Promise<void>;
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Returns how long an answer asks to wait, in milliseconds: seconds or a date. null: it does not say. */
function retryAfter(answer: Response): number | null {
  const text = answer.headers.get("retry-after");
  if (text === null) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/** Returns where an answer leads to on the same server; null: nowhere, or to another server, which must not see the token. */
function movedTo(answer: Response, from: string, method: string): string | null {
  const { status } = answer;
  const keepsMethod = status === 307 || status === 308 || (method === "GET" && (status === 301 || status === 302));
  const location = answer.headers.get("location");
  if (!keepsMethod || location === null || !URL.canParse(location, from)) return null;
  const to = new URL(location, from);
  return to.origin === new URL(from).origin ? to.href : null;
}

/** Returns how long to wait before the same call is made again; null: it is not. A limit says itself that nothing was done. */
function pauseAfter(answer: Response, method: string): number | null {
  const asked = retryAfter(answer);
  if (answer.status === 429 || (answer.status === 403 && asked !== null)) return asked ?? PAUSE;
  return isPassing(answer.status) && method !== "POST" ? (asked ?? PAUSE) : null;
}

/** Returns whether a server, or one before it, could not answer for a moment. */
const isPassing = (status: number): boolean => status === 502 || status === 503 || status === 504;

/** Sends one request. Throws GitHubFault where no answer comes. */
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
      redirect: "manual", // the token goes nowhere else
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch (error) {
    const why = error instanceof Error && error.name === "TimeoutError" ? "it did not answer in 20 s" : "it cannot be reached";
    throw new GitHubFault(`${api}: ${why}`, false);
  }
}

/** Asks until there is an answer that stands: a busy server is asked again, and one that moved a call is followed on the same server. */
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
