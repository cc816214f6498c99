import type { InitRequest } from "../documents.ts";
import { ahead } from "./ahead.ts";
import { gate } from "./gate.ts";
import { probe } from "./probe.ts";
import { publish } from "./publish.ts";
import { CHECKOUT } from "./steps.ts";

/** Returns the workflow texts by name below .github/workflows/. */
export const workflows = (request: InitRequest): Readonly<Record<string, string>> => ({
  "tierwright.yml": gate(request),
  "tierwright-ahead.yml": ahead(request),
  "tierwright-publish.yml": publish(request),
  ...(request.probe ? { "tierwright-probe.yml": probe(request) } : {}),
});

/** Returns the list of GitHub actions that a GitHub server without internet access has to mirror, one per line. */
export function actionsToMirror(): string {
  const lines = [CHECKOUT].map(({ name, commit, version }) => `${name} ${commit} ${version}`);
  return `# Actions that the workflows use, each with its commit: mirror them (actions-sync) where the server has no GitHub Connect.\n${lines.join("\n")}\n`;
}
