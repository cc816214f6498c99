/**
 * Evidence that a program expected data and received an HTML page: `start` if it failed at the first character, `markup` if it failed at a
 * document type or an element of a page, `type` if it refused the content type.
 */
export interface PageFields {
  readonly kind: "start" | "markup" | "type";
  /** True if the record says that the program read a local file. */
  readonly local: boolean;
  /** True if the record mentions the PLM tier or its web services. */
  readonly tier: boolean;
}

export interface PageSign {
  readonly tier: boolean;
}

/** Groups of patterns; all patterns of a group must match, as evidence that reading failed at the first character. */
const START: readonly (readonly RegExp[])[] = [
  [/\bSAXParseException\b/, /lineNumber: 1; columnNumber: 1\b/],
  [/\bSAXParseException\b/, /\$PrologDriver\b/],
  [/\[Fatal Error\] \S{0,300}:1:1:/],
  [
    /\b(?:XMLStreamException|Wstx\w{3,40}Exception|UnmarshalException|XmlParseException)\b/,
    /\[row,col[^\]]{0,60}\]:? ?\[1,1[\],]/,
  ],
  [/\bParseError at \[row,col\]:\[1,1\]/],
  [/\bXmlException\b[^\n]{0,300}\D1[,、，][^\d\n]{1,30}1[.。]/],
  [/\bXmlException: [^\n]{0,200}(?:Root|root|Stamm|racine|ルート|根)[^\n]{0,100}\D1\D{1,30}1\b/],
  [/\b(?:ParseError|ExpatError): [^\n]{0,100}line 1, column 0\b/],
  [/\bXMLSyntaxError: [^\n]{0,100}line 1, column 1\b/],
  [/\b(?:JsonParseException|JsonMappingException|StreamReadException)\b[^\n]{0,300}\(code 60\b/],
  [/\b(?:MalformedJsonException|JsonSyntaxException)\b[^\n]{0,300}line 1 column [12]\b/],
  [/Unexpected token ['"]?<['"]?[^\n]{0,300}JSON/],
  [/\bJSONDecodeError: [^\n]{0,100}line 1 column 1 \(char 0\)/],
  [/\bJson(?:Reader)?Exception\b[^\n]{0,200}['": ]<[^\n]{0,200}(?:line 0, position 0|BytePositionInLine: 0)/],
  [/JSON\.parse: unexpected character at line 1 column 1/],
  [/JSON Parse error: Unrecognized token '<'/],
  [/parser error : Start tag expected, '<' not found/],
];
const MARKUP: readonly (readonly RegExp[])[] = [
  [
    /\bSAXParseException\b[^\n]{0,600}"(?:html|head|meta|link|br|hr|img|input|script|body|style|div|p|form|nobr|center|nbsp|copy|raquo|laquo|uuml|ouml|auml|async|defer|crossorigin|nomodule|hidden|required|disabled|checked|autofocus|novalidate)"/i,
  ],
  [/\[Fatal Error\] :\d{1,5}:\d{1,5}:[^\n]{0,300}"(?:html|head|meta|link|br|hr|img|input|script|body|style|div|nbsp|copy)"/i],
  [/\b(?:SAXParseException|XMLStreamException|UnmarshalException)\b/, /disallow-doctype-decl/],
  [/\b(?:SAXParseException|XMLStreamException|UnmarshalException|XmlException)\b[^\n]{0,200}\b(?:DOCTYPE|DTD)\b/],
  [/\b(?:UnmarshalException|MarshalException|JAXBException)\b/, /local:? ?=?"(?:html|HTML)"/],
  [/\bXmlException: [^\n]{0,200}'(?:html|head|meta|link|br|hr|img|input|script|body|nbsp|copy)'/i],
  [/mismatched tag: line \d{1,4}|Opening and ending tag mismatch: (?:meta|link|br|hr|img|input|script|head)\b/i],
];
const CONTENT_TYPE =
  /(?:content[- ]?type|media ?type|MIME|Inhaltstyp|type de contenu)[^\n:=]{0,80}["'(: ]text\/html(?=[^\n]{0,200}(?:not |n't |un|in)(?:expected|supported|allowed|valid|match|acceptable|ignore)|[^\n]{0,200}(?:stimmt nicht|unerwartet|nicht unterst|inattendu))|(?:unexpected|invalid|wrong|unsupported|unacceptable|unerwarteter|expected [^\n]{1,60} (?:but )?(?:was|got)) (?:response )?(?:content[- ]?type|media ?type|MIME|Inhaltstyp)?[^\n]{0,40}text\/html|text\/html[^\n]{0,160}(?:content type of the binding|expected|not supported|unsupported|text\/xml|application\/(?:soap\+)?(?:xml|json))|\b(?:UnsupportedMediaType|UnknownContentType|MessageBodyProviderNotFound|HttpMessageNotReadable)Exception\b[^\n]{0,300}text\/html/i;

/**
 * Pattern of evidence that the program read a local file: a system id, a path, the name of a configuration file, or a class that reads one.
 */
const LOCAL =
  /(?:^|[\s"'(])[^\s:"'()/]{1,120}\.(?:xml|xsd|xsl|svg|html?|json|xmi|pom|config|plist):\d{1,6}\b|systemId:\s{0,2}(?:file:|jar:|[A-Za-z]:[\\/]|\/(?!\/))|"?(?:file|jar):\/|\[Fatal Error\] [^\s:]{1,300}:|system-id\]:? ?\[\d+,\d+,"?(?:file:|[A-Za-z]:\\|\/)|(?:pars|load|read|open|import|process|valid)\w{0,6}\b[^\n]{0,120}\b[\w-]{1,80}\.(?:xml|xsd|xmi|mdzip|json|config|properties|plist|pom|csproj|html?|svg|xlsx|wsdl)\b|\b(?:Digester|DOMConfigurator|XmlConfiguration|XmlBeanDefinitionReader|JoranConfigurator|ContextConfig|TldScanner|WebXmlParser|ModelBuildingException|PluginDescriptor\w{0,20}|ResourceBundle|ConfigurationFactory)\b|(?<![\w:])[A-Za-z]:[\\/][^\s"'<>|]{1,300}\.(?:xml|json|config|xmi|mdzip|html?)\b|(?<![\w/:.])\/(?:etc|opt|usr|home|var|tmp|srv)\/[^\s"'<>]{1,300}\.(?:xml|json|config|html?)\b/i;
/** Largest number of characters between a path of the tier's web services and the header of the response to a request for it. */
const NEAR = 2000;

const placesOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));

/**
 * Returns whether a text has the content type of an HTML page close to a path of the tier's web services, which never return pages; for
 * other paths a page is the right response.
 */
function isServicePage(text: string): boolean {
  const services = placesOf(text, /RestServices\//gi);
  let next = 0;
  return placesOf(text, /content-type: ?text\/html/gi).some(({ start, end }) => {
    while ((services[next]?.end ?? start) < start - NEAR) next++;
    return (services[next]?.start ?? Number.POSITIVE_INFINITY) <= end + NEAR;
  });
}
/** Pattern of package managers and build tools, which can receive a page instead of data as well, but not from the tier. */
const FOREIGN =
  /\bnpm (?:ERR!|error|warn)|\bpip\b|\bmaven\b|org\.apache\.maven|\bgradle\b|\bkubectl\b|\bhelm\b|\byarn\b|sitemap|\brss\b|\bfeed\b|weather|jenkins|sonar|\bnuget\b|artifactory/i;
const TIER =
  /RestServices|teamcenter|\bsoa\b|\bTC_SERVER_URL\b|\/tc(?:\/|\b(?![\w.-]))|\b(?:loginToTeamcenter|getTypeDescriptions|serverInfo)\b|\b[A-Z]\w{1,40}-\d{4}-\d\d-[A-Z]\w{1,40}\/|LoginResponse|\bPLM\b|\btcss?o?\b/i;
/** Pattern of a PHP warning in front of the data; it is a fault of the PHP program, not a page. */
const PHP = /<br \/>|<b>(?:Warning|Notice|Deprecated|Fatal error)<\/b>|PHP (?:Warning|Notice)/;

export const PAGE_ANCHORS: readonly string[] = [
  ...[
    "SAXParseException",
    "XMLStreamException",
    "WstxUnexpected",
    "WstxParsing",
    "WstxIO",
    "WstxEOF",
    "UnmarshalException",
    "MarshalException",
    "JAXBException",
    "XmlException",
  ],
  ...["Fatal Error", "[row,col", "ParseError", "ExpatError", "XMLSyntaxError", "JsonParseException", "JsonMappingException"],
  ...[
    "StreamReadException",
    "MalformedJson",
    "JsonSyntax",
    "Unexpected token",
    "JSONDecodeError",
    "JsonReaderException",
    "JsonException",
  ],
  ...["JSON.parse", "JSON Parse error", "parser error", "text/html", "mismatched tag", "tag mismatch"],
];

const isRefusedType = (text: string): boolean => CONTENT_TYPE.test(text) || isServicePage(text);

/** Returns the evidence in a text that a program received an HTML page instead of data. Returns null if there is none. */
export function pageIn(text: string): PageFields | null {
  if (PHP.test(text) || /java\.rmi\./.test(text)) return null;
  const matches = (form: readonly RegExp[]) => form.every((one) => one.test(text));
  const kind = START.some(matches) ? "start" : MARKUP.some(matches) ? "markup" : isRefusedType(text) ? "type" : null;
  if (kind === null || FOREIGN.test(text)) return null;
  return { kind, local: LOCAL.test(text), tier: TIER.test(text) };
}

export const pageMatches = ({ tier }: PageSign, fields: PageFields | null): boolean =>
  fields !== null && !fields.local && (fields.tier || (!tier && fields.kind !== "type"));
