/** What started the workflow, as far as the answer depends on it. */
export interface Trigger {
  /** The commit that the change starts from; null: there is none. */
  readonly base: string | null;
  /** The head is of another repository: there are no secrets, and the token may only read. */
  readonly fork: boolean;
  /** The number of the pull request; null: this is none. */
  readonly pullRequest: number | null;
  /** The newest commit of the pull request; null: there is none, or this is none. */
  readonly head: string | null;
  readonly isPush: boolean;
  /** Of a push to a branch: that branch, and the default one. null: this is none. */
  readonly push: { readonly branch: string; readonly defaultBranch: string } | null;
}

const NONE: Trigger = { base: null, fork: false, pullRequest: null, head: null, isPush: false, push: null };

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** A value below an event's document by its path; anything on the way may be missing. */
const below = (value: unknown, ...path: readonly string[]): unknown => path.reduce((found, name) => record(found)[name], value);

const SHA = /^(?!0+$)[0-9a-f]{40,64}$/;

const commitAt = (event: unknown, ...path: readonly string[]): string | null => {
  const found = below(event, ...path);
  return typeof found === "string" && SHA.test(found) ? found : null;
};

/** Returns the name of a branch; null for what is none, or what could be read as something else. */
const branchIn = (value: unknown): string | null =>
  typeof value === "string" && /^[\w][\w./-]*$/.test(value) && !value.includes("..") ? value : null;

function pushOf(event: unknown): Trigger["push"] {
  const ref = below(event, "ref");
  const branch = typeof ref === "string" && ref.startsWith("refs/heads/") ? branchIn(ref.slice("refs/heads/".length)) : null;
  const defaultBranch = branchIn(below(event, "repository", "default_branch"));
  return branch === null || defaultBranch === null ? null : { branch, defaultBranch };
}

/** Reads the event (GITHUB_EVENT_NAME and the document at GITHUB_EVENT_PATH). A push of a new branch has no commit before it. */
export function triggerOf(name: string, event: unknown): Trigger {
  if (name === "pull_request" || name === "pull_request_target") {
    const number = below(event, "pull_request", "number");
    // a fork that is deleted has no repository any more
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
