import { crypto } from "./crypto.ts";
import { type DirectoryEntry, type ListResult, type ReadResult, RepositoryFiles } from "./repository-files.ts";

/** A repository as it would be with further files: what a command is about to write is judged before it is written. */
export class PlannedFiles extends RepositoryFiles {
  constructor(
    root: string,
    private readonly planned: ReadonlyMap<string, Buffer>,
  ) {
    super(root);
  }

  override read(path: string, largest?: number): ReadResult {
    const bytes = this.planned.get(path);
    if (!bytes) return super.read(path, largest);
    this.record?.note(path, this.state(path), false);
    return { kind: "file", bytes };
  }

  /** What is planned has no stamp. */
  override unchanged(): boolean {
    return false;
  }

  override state(path: string): string {
    const bytes = this.planned.get(path);
    return bytes ? crypto().hash("sha256", bytes, "base64url") : super.state(path);
  }

  override list(path: string): ListResult {
    const listed = super.list(path);
    const added = new Map<string, DirectoryEntry>();
    for (const file of this.planned.keys()) {
      if (!file.startsWith(`${path}/`)) continue;
      const [name = "", ...below] = file.slice(path.length + 1).split("/");
      added.set(name, { name, kind: below.length > 0 ? "directory" : "file" });
    }
    if (added.size === 0 || listed.kind === "unreadable") return listed;
    const standing = listed.kind === "entries" ? listed.entries.filter(({ name }) => !added.has(name)) : [];
    const entries = [...standing, ...added.values()];
    return { kind: "entries", entries: entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)) };
  }
}
