import { sha256 } from "../../kernel/index.ts";
import type { CompiledEnvironment, CompiledKey } from "../compile/compiled.ts";
import { signInSecrets } from "../sso/parameters.ts";
import type { ArtifactContext, EmittedFile } from "./artifact.ts";
import { MANIFEST_NAME, MANIFEST_SCHEMA } from "./manifest-schema.ts";
import { installFolder } from "./targets.ts";
import { verdictRecord } from "./verdict-facts.ts";

function writeOf(key: CompiledKey) {
  const { decision } = key;
  const secret = decision.secret !== null;
  return {
    file: key.file,
    key: key.key,
    layer: decision.layer,
    ...(secret ? { secret: true } : { value: decision.value }),
    decides: decision.decides,
    cause: decision.place && { file: decision.place.file, line: decision.place.line, column: decision.place.column },
  };
}

/** Returns a document as JSON with one line for each element of a list, so that two manifests can be compared line by line. */
function rows(document: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(document).map(([key, value]) => {
    const list = Array.isArray(value) && value.length > 0 && typeof value[0] === "object";
    const text = list ? `[\n${value.map((item) => `    ${JSON.stringify(item)}`).join(",\n")}\n  ]` : JSON.stringify(value);
    return `  ${JSON.stringify(key)}: ${text}`;
  });
  return `{\n${fields.join(",\n")}\n}\n`;
}

/**
 * Returns the manifest of one environment: its compiled files, decided keys and their sources. It contains facts and an exception's end
 * date, never a gate, which depends on today's date (docs/verdicts.md). Sizes and digests are those of files with placeholders for secrets
 * (docs/formats.md), so that equal inputs give equal bytes.
 */
export function manifestOf(compiled: CompiledEnvironment, files: readonly EmittedFile[], context: ArtifactContext): EmittedFile {
  const { environment, site, verdict, carryOver } = compiled;
  const keys = Object.values(compiled.files).flatMap((file) => file.decided);
  const decided = keys.filter((key) => key.decision.layer !== "carried");
  const document = {
    schema: MANIFEST_SCHEMA,
    compiler: `tierwright ${context.version}`,
    environment: environment.name,
    connector: environment.connector.text,
    tool: environment.tool.text,
    tier: environment.tier.release.text,
    install: installFolder(compiled),
    plugin: { folder: site.connector.folder.text, id: (site.connector.id ?? site.connector.folder).text },
    verdict: verdictRecord(verdict),
    files: [...files]
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map((file) => ({
        path: file.path,
        purpose: file.purpose,
        target: file.target,
        size: file.bytes.length,
        sha256: sha256(file.bytes),
      })),
    decided: decided.map(writeOf),
    carried: carryOver && { from: carryOver.from.path, keys: carryOver.carried, dropped: carryOver.dropped },
    keep: environment.workstation.keep.map((key) => key.text),
    secrets: [
      ...keys.flatMap((key) => (key.decision.secret ? [key.decision.secret.pointer] : [])),
      ...(compiled.signIn ? signInSecrets(compiled.signIn).map(({ reference }) => reference.pointer) : []),
    ],
    restartTool: true,
  };
  return { path: MANIFEST_NAME, bytes: Buffer.from(rows(document), "utf8"), purpose: "note", target: null };
}
