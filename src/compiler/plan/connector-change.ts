import { kitDiff } from "../kit/diff.ts";
import type { Release } from "../model/release.ts";
import type { ConnectorChange } from "./plan.ts";
import type { CompiledSide } from "./side.ts";

const NO_COUNTS = { before: null, after: null };

/** Returns true if two connector releases have one name and equal files in their kit.lock.yaml, so that their kits are not compared. */
function sameKit(a: Release, b: Release): boolean {
  const files = ({ lock }: Release) => JSON.stringify(lock?.files.map(({ path, sha256 }) => [path, sha256]) ?? null);
  return a === b || (a.name === b.name && files(a) === files(b));
}

/** Comparisons of the connector releases that environments have before and after a change; each pair of releases is compared once. */
export class ConnectorChanges {
  readonly #known = new Map<string, ReturnType<typeof kitDiff> | null>();

  constructor(
    private readonly before: ReadonlyMap<string, Release>,
    private readonly after: ReadonlyMap<string, Release>,
  ) {}

  #kit(before: string, after: string): ReturnType<typeof kitDiff> | null {
    const pair = JSON.stringify([before, after]);
    let diff = this.#known.get(pair);
    if (diff === undefined) {
      const [old, now] = [this.before.get(before), this.after.get(after)];
      diff = old && now && !sameKit(old, now) ? kitDiff(old, now, NO_COUNTS) : null;
      this.#known.set(pair, diff);
    }
    return diff;
  }

  of(before: CompiledSide, after: CompiledSide): ConnectorChange | null {
    const kit = this.#kit(before.connector, after.connector);
    if (before.connector === after.connector && kit === null) return null;
    const mapping = kit !== null && kit.after.mapping !== null && kit.before.mapping?.sha256 !== kit.after.mapping.sha256;
    return { before: before.connector, after: after.connector, kit, carry: after.carry, mapping };
  }
}
