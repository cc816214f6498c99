import { FINDERS, type Finder, RedactionEngine, namesSecret } from "../../../kernel/index.ts";
import { isMeasure } from "../sizes.ts";

/** The format of a text, which determines where its values end. */
export type Kind = "xml" | "json" | "form" | "multipart" | "text" | "address";

const { everywhere, lines, formPairs, formParts, includedParts, segments } = FINDERS;
const FINDERS_OF: Readonly<Record<Kind, readonly Finder[]>> = {
  xml: everywhere,
  json: everywhere,
  form: [...everywhere, formPairs],
  multipart: [...everywhere, formParts(isMeasure), includedParts, ...lines],
  text: [...everywhere, ...lines],
  address: [...everywhere, segments],
};

const NAME_ALONE = /^[A-Za-z]+(?:[-_ ][A-Za-z]+){0,3}$/;

/** The redactor of a capture. It knows the formats of bodies, and the content whose sizes and digests are hidden. */
export class Redactor extends RedactionEngine<Kind> {
  /** Tags of redacted content, also short ones, and the paths of resources with redacted content. */
  readonly measured = { tags: new Set<string>(), resources: new Set<string>() };

  constructor() {
    super({
      finders: FINDERS_OF,
      formatOf: (decoded) => (/^\s{0,20}\{\s{0,20}"/.test(decoded) ? "json" : "text"),
      // if `password` were searched for as a secret, every field of that name would be hidden
      isOrdinary: (secret) => NAME_ALONE.test(secret) && namesSecret(secret, "wire"),
    });
  }
}
