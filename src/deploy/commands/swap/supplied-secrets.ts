import type { BundleManifest } from "../../bundle/manifest.ts";
import { didYouMean, wrongUse } from "../../../kernel/index.ts";
import { type SecretAnswer, judgedSecret, lookUpOwnSecret } from "../../../platform/index.ts";
import { type NamedSecret, readSecretsFile } from "../../../compiler/index.ts";
import { allSecretKeys } from "../../swap/inspect/machine-secrets.ts";
import type { SuppliedSecret, SuppliedSecrets } from "../../swap/protocol/supplied-secrets.ts";
import type { Invocation } from "../../../report/index.ts";

/** The file of `--secrets`, read. */
interface FileOfSecrets {
  /** Refuses keys that the bundle does not declare secret: a misspelt one would be asked for on the machine instead. */
  refuseOthers(manifest: BundleManifest): void;
  /** Looks every reference up. */
  values(): Promise<SuppliedSecrets>;
}

/** What an answer gives a machine. */
function suppliedBy(answer: SecretAnswer): SuppliedSecret {
  return "value" in answer ? answer : { fault: [answer.fault, ...(answer.help ? [answer.help] : [])].join("; ") };
}

function refuseOthers(secrets: readonly NamedSecret[], manifest: BundleManifest): void {
  const known = allSecretKeys(manifest);
  const other = secrets.find(({ key }) => !known.has(key));
  if (!other) return;
  // a key that is near none may be a secret in the wrong place
  throw wrongUse(
    `this key is no secret of this bundle${didYouMean(other.key, [...known])}`,
    known.size === 0 ? "the bundle has no secrets: leave --secrets out" : `its secrets are ${[...known].join(", ")}`,
    other.at,
  );
}

/** Reads the file that `--secrets` names; null: none is named. Throws a refusal (2) for a file that cannot be used. */
export function secretsOf({ options, directory, host }: Invocation): FileOfSecrets | null {
  const shown = options.get("secrets");
  if (shown === undefined) return null;
  const { root, secrets } = readSecretsFile(shown, directory);
  return {
    refuseOthers: (manifest) => refuseOthers(secrets, manifest),
    values: async () =>
      new Map(
        await Promise.all(
          secrets.map(async ({ key, reference }) => {
            const answer = judgedSecret(reference, await lookUpOwnSecret(reference, root, host));
            return [key, suppliedBy(answer)] as const;
          }),
        ),
      ),
  };
}
