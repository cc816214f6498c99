import { FINDERS, type Finder, RedactionEngine, namesSecret } from "../../../kernel/index.ts";
import { isMeasure } from "../sizes.ts";

/** The format of a text, which determines where the values in it end; `address`: a URL, a request target or a header value. */
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

/** The redactor of a capture. It knows the formats of bodies, and the content whose sizes, ETags and digests must be hidden. */
export class Redactor extends RedactionEngine<Kind> {
  /** The ETags of redacted content, and the request targets (without query) of resources with redacted content. */
  readonly measured = { tags: new Set<string>(), resources: new Set<string>() };

  constructor() {
    super({
      finders: FINDERS_OF,
      formatOf: (decoded) => (/^\s{0,20}\{\s{0,20}"/.test(decoded) ? "json" : "text"),
      // if a secret is itself a name such as `password`, searching for it would hide every field name of that kind
      isOrdinary: (secret) => NAME_ALONE.test(secret) && namesSecret(secret, "wire"),
    });
  }
}
