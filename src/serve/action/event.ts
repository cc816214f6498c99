/** The facts about the GitHub event that started the workflow. */
export interface Trigger {
  /** The commit that the event names as the one before the change; null if it names none. */
  readonly base: string | null;
  /**
   * True if the head of a pull request is in another repository: GitHub then gives the workflow no secrets, and a token that can only read.
   */
  readonly fork: boolean;
  /** The number of the pull request; null for another event. */
  readonly pullRequest: number | null;
  /** The newest commit of the pull request; null if unknown or for another event. */
  readonly head: string | null;
  readonly isPush: boolean;
  /** The pushed branch and the default branch; null if the event is not the push of a branch, or a name is unusable. */
  readonly push: { readonly branch: string; readonly defaultBranch: string } | null;
}

const NONE: Trigger = { base: null, fork: false, pullRequest: null, head: null, isPush: false, push: null };

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** Returns the value at a path of an event's document; undefined if a part of the path is missing. */
const below = (value: unknown, ...path: readonly string[]): unknown => path.reduce((found, name) => record(found)[name], value);

const SHA = /^(?!0+$)[0-9a-f]{40,64}$/;

const commitAt = (event: unknown, ...path: readonly string[]): string | null => {
  const found = below(event, ...path);
  return typeof found === "string" && SHA.test(found) ? found : null;
};

/** Returns the name of a branch; null if it is missing, or if git could parse it as an option or a range. */
const branchIn = (value: unknown): string | null =>
  typeof value === "string" && /^[\w][\w./-]*$/.test(value) && !value.includes("..") ? value : null;

function pushOf(event: unknown): Trigger["push"] {
  const ref = below(event, "ref");
  const branch = typeof ref === "string" && ref.startsWith("refs/heads/") ? branchIn(ref.slice("refs/heads/".length)) : null;
  const defaultBranch = branchIn(below(event, "repository", "default_branch"));
  return branch === null || defaultBranch === null ? null : { branch, defaultBranch };
}

/**
 * Converts GitHub's event (GITHUB_EVENT_NAME and the document at GITHUB_EVENT_PATH) to the facts that the Action uses. The push of a new
 * branch has no base.
 */
export function triggerOf(name: string, event: unknown): Trigger {
  if (name === "pull_request" || name === "pull_request_target") {
    const number = below(event, "pull_request", "number");
    // a pull request whose fork was deleted names no head repository
    const head = below(event, "pull_request", "head", "repo", "full_name");
    const fork = head !== below(event, "pull_request", "base", "repo", "full_name") || head === undefined;
    return {
      ...NONE,
      head: commitAt(event, "pull_request", "head", "sha"),
      base: commitAt(event, "pull_request", "base", "sha"),
      fork,
      pullRequest: typeof number === "number" ? number : null,
    };
  }
  if (name === "merge_group") return { ...NONE, base: commitAt(event, "merge_group", "base_sha") };
  return name === "push" ? { ...NONE, base: commitAt(event, "before"), isPush: true, push: pushOf(event) } : NONE;
}
