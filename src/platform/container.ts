import { existsSync, readFileSync } from "node:fs";
import type { Host } from "./host.ts";

/** Files that container runtimes create inside a container, each with the runtime's name. */
const MARKS: readonly (readonly [path: string, runtime: string])[] = [
  ["/.dockerenv", "Docker"],
  ["/run/.containerenv", "Podman"],
];

function groups(): string {
  try {
    return readFileSync("/proc/1/cgroup", "latin1").slice(0, 8_192);
  } catch {
    return "";
  }
}

/**
 * Returns evidence that this program runs in a container, in words; null if there is none. A container's loopback address is not that of its
 * host.
 */
export function containerEvidence({ env }: Pick<Host, "env">): string | null {
  const mark = MARKS.find(([path]) => existsSync(path));
  if (mark) return `${mark[0]} is there, as ${mark[1]} puts it into containers`;
  if ((env("KUBERNETES_SERVICE_HOST") ?? "") !== "") return "KUBERNETES_SERVICE_HOST is set, as Kubernetes sets it in containers";
  const named = /docker|kubepods|containerd|libpod|lxc/.exec(groups())?.[0];
  return named === undefined ? null : `/proc/1/cgroup names ${named}`;
}
