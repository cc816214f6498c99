import type { BundleManifest } from "../../bundle/manifest.ts";
import { type Place, didYouMean, wrongUse } from "../../../kernel/index.ts";
import { type SecretAnswer, judgedSecret, lookUpOwnSecret } from "../../../platform/index.ts";
import { type NamedSecret, readSecretsFile } from "../../../compiler/index.ts";
import { allSecretKeys } from "../../swap/inspect/machine-secrets.ts";
import type { SuppliedSecret, SuppliedSecrets } from "../../swap/protocol/supplied-secrets.ts";
import type { Invocation } from "../../../report/index.ts";

/** The content of the `--secrets` file: references to secrets by key. */
interface FileOfSecrets {
  /** Throws a refusal for a key that the bundle does not declare secret: a misspelled key would leave its secret without a value. */
  refuseOthers(manifest: BundleManifest): void;
  /** Looks up every reference of the `--secrets` file and returns the values or faults by key. */
  values(): Promise<SuppliedSecrets>;
}

/**
 * Converts the result of looking up one secret to the form that a deploy uses: the value, or the fault with its place in the `--secrets`
 * file.
 */
function suppliedBy(answer: SecretAnswer, { file, line, column }: Place): SuppliedSecret {
  if ("value" in answer) return answer;
  return { fault: [answer.fault, ...(answer.help ? [answer.help] : [])].join("; "), at: `${file}:${line}:${column}` };
}

function refuseOthers(secrets: readonly NamedSecret[], manifest: BundleManifest): void {
  const known = allSecretKeys(manifest);
  const other = secrets.find(({ key }) => !known.has(key));
  if (!other) return;
  // a key that resembles no secret key of the bundle is not shown: it can be a secret value in the wrong place
  throw wrongUse(
    `this key is no secret of this bundle${didYouMean(other.key, [...known])}`,
    known.size === 0 ? "the bundle has no secrets: leave --secrets out" : `its secrets are ${[...known].sort().join(", ")}`,
    other.at,
  );
}

/** Reads the file of `--secrets`; returns null without the option. Throws a refusal (exit code 2) for an unusable file. */
export function secretsOf({ options, directory, host }: Invocation): FileOfSecrets | null {
  const shown = options.get("secrets");
  if (shown === undefined) return null;
  const { root, secrets } = readSecretsFile(shown, directory);
  return {
    refuseOthers: (manifest) => refuseOthers(secrets, manifest),
    values: async () =>
      new Map(
        await Promise.all(
          secrets.map(async ({ key, reference, at }) => {
            const answer = judgedSecret(reference, await lookUpOwnSecret(reference, root, host));
            return [key, suppliedBy(answer, at)] as const;
          }),
        ),
      ),
  };
}
