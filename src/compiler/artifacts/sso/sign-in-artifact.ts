import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Fact, SecretFact } from "../../sso/fact.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import { isSecret } from "../../sso/parameters.ts";
import { type Artifact, type ArtifactContext, encodedText } from "../artifact.ts";
import { codeSpan } from "../../../kernel/index.ts";

type Purpose = "install" | "expect";

/** A file of the sign-in: what of it is its own. */
interface SignInFile {
  readonly name: string;
  readonly title: string;
  /** Below sso/. */
  readonly file: string;
  /** `install` where the file goes onto a server as it is. */
  readonly purpose: Purpose | ((facts: SignInFacts, context: ArtifactContext) => Purpose);
  readonly namesLines?: true;
  /** null while something that it cannot do without is not known. */
  bytes(facts: SignInFacts, context: ArtifactContext, environment: string): Buffer | string | null;
  prove(bytes: Buffer, facts: SignInFacts, context: ArtifactContext, environment: string): readonly string[];
}

/** An artifact of environments with a federated sign-in, below sso/; nothing brings it onto a workstation. */
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

/** What stands in a file whose passwords are encoded. */
export const settingText = (value: Fact | SecretFact, context: ArtifactContext): string =>
  isSecret(value) ? encodedText(value.reference, context) : value.value;

/** Where a fact is said, for people. */
export const saidAt = ({ place, stated }: Fact, context: ArtifactContext): string =>
  context.settled ? place.file : stated ? `${place.file}:${place.line}` : "a default";

/** A value in a page, or what stands for one that is not known yet. */
export const shownValue = (fact: Fact | null): string => (fact ? codeSpan(fact.value) : "(not known yet)");

/** Pages whose every value has to be seen: each stands there as a code span. */
export const provePage = (bytes: Buffer, values: readonly (Fact | null)[]): readonly string[] => {
  const text = bytes.toString("utf8");
  const lost = values.filter((fact) => fact !== null && !text.includes(codeSpan(fact.value)));
  return lost.map((fact) => `the page lacks ${fact?.value}`);
};
