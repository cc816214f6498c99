import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Fact, SecretFact } from "../../sso/fact.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import { isSecret } from "../../sso/parameters.ts";
import { type Artifact, type ArtifactContext, encodedText } from "../artifact.ts";
import { codeSpan } from "../../../kernel/index.ts";

type Purpose = "install" | "expect";

/** The definition of one artifact below dist/<environment>/sso/. */
interface SignInFile {
  readonly name: string;
  readonly title: string;
  /** The file's name in sso/. */
  readonly file: string;
  /** `install` if people can install the file on a server as it is, `expect` if it is only compared with a server. */
  readonly purpose: Purpose | ((facts: SignInFacts, context: ArtifactContext) => Purpose);
  readonly namesLines?: true;
  /** Returns the content of the file; null if a required value is not known. */
  bytes(facts: SignInFacts, context: ArtifactContext, environment: string): Buffer | string | null;
  prove(bytes: Buffer, facts: SignInFacts, context: ArtifactContext, environment: string): readonly string[];
}

/** Returns an artifact below sso/, which only environments with a federated sign-in have. No deploy installs it on a workstation. */
export function signInArtifact({ name, title, file, purpose, namesLines, bytes, prove }: SignInFile): Artifact {
  const known = ({ signIn, environment }: CompiledEnvironment) => ({ facts: signIn, environment: environment.name });
  return {
    name,
    title,
    ...(namesLines ? { namesLines } : {}),
    produce(compiled, context) {
      const { facts, environment } = known(compiled);
      const made = facts && bytes(facts, context, environment);
      if (facts === null || made === null) return null;
      const of = typeof purpose === "string" ? purpose : purpose(facts, context);
      return { path: `sso/${file}`, bytes: Buffer.from(made), purpose: of, target: null };
    },
    prove(emitted, compiled, context) {
      const { facts, environment } = known(compiled);
      return facts ? prove(emitted.bytes, facts, context, environment) : [];
    },
  };
}

/** Returns the text of a parameter or setting: a value as it is, a secret as the site's password utility encoded it. */
export const settingText = (value: Fact | SecretFact, context: ArtifactContext): string =>
  isSecret(value) ? encodedText(value.reference, context) : value.value;

/** Returns in words where a fact is declared: file and line, or "a default"; the file alone if two compiled versions are compared. */
export const sourceWords = ({ place, stated }: Fact, context: ArtifactContext): string =>
  context.settled ? place.file : stated ? `${place.file}:${place.line}` : "a default";

/** Returns a value as a code span of Markdown; "(not known yet)" for null. */
export const shownValue = (fact: Fact | null): string => (fact ? codeSpan(fact.value) : "(not known yet)");

/** Returns a fault for each value that a Markdown page does not show as a code span. Unknown values (null) are skipped. */
export const provePage = (bytes: Buffer, values: readonly (Fact | null)[]): readonly string[] => {
  const text = bytes.toString("utf8");
  const lost = values.filter((fact) => fact !== null && !text.includes(codeSpan(fact.value)));
  return lost.map((fact) => `the page lacks ${fact?.value}`);
};
