import type { BundleManifest } from "../../bundle/manifest.ts";
import { didYouMean } from "../../diagnostic/nearest.ts";
import { wrongUse } from "../../diagnostic/refusal.ts";
import { describeSource, lookUpOwnSecret, type SecretAnswer } from "../../io/secrets.ts";
import { unsetReason } from "../../kernel/secrets/stand-in.ts";
import { type NamedSecret, readSecretsFile } from "../../load/secrets-file.ts";
import { allSecretKeys } from "../../swap/inspect/machine-secrets.ts";
import type { SuppliedSecret, SuppliedSecrets } from "../../swap/protocol/supplied-secrets.ts";
import type { Invocation } from "../command.ts";

/** The file of `--secrets`, read. */
interface FileOfSecrets {
  /** Refuses keys that the bundle does not declare secret: a misspelt one would be asked for on the machine instead. */
  refuseOthers(manifest: BundleManifest): void;
  /** Looks every reference up. */
  values(): Promise<SuppliedSecrets>;
}

/** What an answer is worth: an empty text, blanks and a placeholder are no value, and neither is a text in another encoding. */
function judged({ reference }: NamedSecret, answer: SecretAnswer): SuppliedSecret {
  if ("fault" in answer) return { fault: [answer.fault, ...(answer.help ? [answer.help] : [])].join("; ") };
  const text = answer.value.reveal();
  // a password of a file that Windows PowerShell wrote would be another one, by a mark that nobody sees
  if (/^\ufeff|[\ufffd\0]/.test(text))
    return { fault: `${describeSource(reference.source)} is not UTF-8 without a byte order mark: save it so` };
  const reason = unsetReason(text);
  return reason === null ? answer : { fault: `${describeSource(reference.source)} ${reason}` };
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
          secrets.map(async (one) => [one.key, judged(one, await lookUpOwnSecret(one.reference, root, host))] as const),
        ),
      ),
  };
}
