/** The exports of src/kernel for other folders of src/, which import from this file only. */
export type { ByteSink, ByteSource } from "./archive/bytes.ts";
export { contentOf, storedContent } from "./archive/content.ts";
export { gate, namesGate, withSlashes } from "./archive/gate.ts";
export { LIMITS } from "./archive/limits.ts";
export { readZip } from "./archive/reader.ts";
export { DEFLATE, ENCRYPTED_ENTRY, STORE } from "./archive/records.ts";
export { ArchiveRefused, showName } from "./archive/refused.ts";
export type { Archive, ArchiveFault, ZipEntry } from "./archive/types.ts";
export { ZipWriter } from "./archive/writer.ts";
export { isBecause, withoutMoot } from "./diagnostic/because.ts";
export { commandInSentence, path, pathspec, printedCommand, shellCommand } from "./diagnostic/command.ts";
export { type Circumstances, type Documentation, type Wording, defineDiagnostic } from "./diagnostic/define.ts";
export { errnoWords, systemCode } from "./diagnostic/errno-words.ts";
export type { Example } from "./diagnostic/example.ts";
export {
  type Finding,
  type Fix,
  type Need,
  type Problem,
  type Related,
  type RuleProblem,
  type Severity,
  type TextEdit,
  affectedEnvironments,
  atLeast,
  compareFindings,
  findingOf,
  hidingValues,
} from "./diagnostic/finding.ts";
export { GROUPS, groupOf, isUnread, leavesFileUnread } from "./diagnostic/groups.ts";
export type { HeldFinding } from "./diagnostic/held-finding.ts";
export type { RuleId } from "./diagnostic/ids.generated.ts";
export { listChanges, listChangesText } from "./diagnostic/list-changes.ts";
export { addTo, append, greatest, groupedBy } from "./diagnostic/lists.ts";
export { didYouMean, editDistance, nearest, orMeant } from "./diagnostic/nearest.ts";
export { type Place, startOf } from "./diagnostic/place.ts";
export { plural } from "./diagnostic/plural.ts";
export { cutWords, readable } from "./diagnostic/readable.ts";
export { Refusal, contentRefused, isReadFailure, isRefusal, wrongUse } from "./diagnostic/refusal.ts";
export { memoize } from "./diagnostic/remembered.ts";
export { type SecretSource, SecretValue } from "./diagnostic/secret.ts";
export type { Spelling } from "./diagnostic/spelling.ts";
export { type Subject, namedEnvironment, spotOf, subjectKey } from "./diagnostic/subject.ts";
export {
  type Found,
  NOT_SHOWN,
  type Part,
  type Text,
  bareValue,
  hidesValues,
  joinTexts,
  listTexts,
  name,
  plain,
  quotedName,
  say,
  value,
  withoutValues,
  words,
} from "./diagnostic/text.ts";
export { yamlScalar } from "./diagnostic/yaml-scalar.ts";
export { notAdoptable } from "./diagnostics/conf/not-adoptable.ts";
export { workstationDoubt } from "./diagnostics/conf/workstation-doubt.ts";
export { workstationFault } from "./diagnostics/conf/workstation-fault.ts";
export { unreadableDiscovery } from "./diagnostics/idp/unreadable-discovery.ts";
export { unreadableUsers } from "./diagnostics/idp/unreadable-users.ts";
export { changedFile } from "./diagnostics/kit/changed.ts";
export {
  EXAMPLE_KIT,
  LOCK,
  PLUGIN,
  PROFILE_HASH,
  SECOND_LOCK,
  SECOND_RELEASE,
  lockRow,
  secondRelease,
} from "./diagnostics/kit/example-kit.ts";
export { extraFile } from "./diagnostics/kit/extra-file.ts";
export { notLocked } from "./diagnostics/kit/not-locked.ts";
export { unavailable } from "./diagnostics/kit/unavailable.ts";
export { vendorValue } from "./diagnostics/kit/vendor-value.ts";
export { DIAGNOSTICS } from "./diagnostics/registry.generated.ts";
export { environmentName } from "./diagnostics/repo/environment-name.ts";
export { wrongExtends } from "./diagnostics/repo/extends.ts";
export { type Evidence, installedOtherwise } from "./diagnostics/repo/installed-otherwise.ts";
export { mergeConflict } from "./diagnostics/repo/merge-conflict.ts";
export { connectorProfile } from "./diagnostics/repo/connector-profile.ts";
export { misnamedFile } from "./diagnostics/repo/misnamed-file.ts";
export { missingFile } from "./diagnostics/repo/missing-file.ts";
export { missingKey } from "./diagnostics/repo/missing-key.ts";
export { notCompiled } from "./diagnostics/repo/not-compiled.ts";
export { recordingInGit } from "./diagnostics/repo/recording-in-git.ts";
export { recordingMark } from "./diagnostics/repo/recording-mark.ts";
export { releaseName } from "./diagnostics/repo/release-name.ts";
export { tooLarge } from "./diagnostics/repo/too-large.ts";
export { unknownEnvironment } from "./diagnostics/repo/unknown-environment.ts";
export { unreadableFile } from "./diagnostics/repo/unreadable-file.ts";
export { unsafeName } from "./diagnostics/repo/unsafe-name.ts";
export { unusableWorkstation } from "./diagnostics/repo/unusable-workstation.ts";
export { unusedSuppression } from "./diagnostics/repo/unused-suppression.ts";
export { workstationsDiffer } from "./diagnostics/repo/workstations-differ.ts";
export { unknownKey } from "./diagnostics/repo/unknown-key.ts";
export { wrongKind } from "./diagnostics/repo/wrong-kind.ts";
export { wrongValue } from "./diagnostics/repo/wrong-value.ts";
export { notEncoded } from "./diagnostics/secret/not-encoded.ts";
export { notSet } from "./diagnostics/secret/not-set.ts";
export { plainValue } from "./diagnostics/secret/plain-value.ts";
export { secretMismatch } from "./diagnostics/sso/secret-mismatch.ts";
export { copiesDiffer } from "./diagnostics/tier/copies-differ.ts";
export { probeNotProven } from "./diagnostics/tier/probe-not-proven.ts";
export { probeRefuted } from "./diagnostics/tier/probe-refuted.ts";
export {
  type CsvRecord,
  type CsvTable,
  type Quotation,
  csvRecords,
  csvRows,
  csvTable,
  unclosedQuotation,
} from "./formats/csv.ts";
export { JsonFault, readPlacedJson, readStrictJson } from "./formats/json/strict.ts";
export {
  type Appender,
  type DeleteAction,
  Log4j2Document,
  type Log4j2Error,
  type Logger,
  type Splice,
  type Trigger,
  byteDigits,
  notRead,
  sizeInBytes,
} from "./formats/log4j2/document.ts";
export {
  type BroughtDeletion,
  broughtDeletion,
  broughtDeletionSplice,
  isDeletionAge,
} from "./formats/log4j2/brought-deletion.ts";
export { deletionSplice } from "./formats/log4j2/deletion.ts";
export { canDelete } from "./formats/log4j2/rolling.ts";
export { patternFault, statedTexts } from "./formats/pattern/pattern.ts";
export { suggestedPattern } from "./formats/pattern/suggestion.ts";
export {
  type ParsedPlugin,
  type PluginDescriptor,
  type PluginText,
  inertLocalFirst,
  libraryPath,
  parsePlugin,
} from "./formats/plugin/descriptor.ts";
export { pluginId } from "./formats/plugin/id.ts";
export { PropertiesDocument } from "./formats/properties/document.ts";
export { encodePart } from "./formats/properties/encode.ts";
export { entryAt } from "./formats/properties/entry-at.ts";
export type { LogicalLine } from "./formats/properties/logical-line.ts";
export { type PathFault, pathFaults, pathHead } from "./formats/properties/path-value.ts";
export { reads } from "./formats/properties/respell.ts";
export { type Token, tokens } from "./formats/properties/tokens.ts";
export type { Charset, Loaded, PropertyChange, PropertyEntry } from "./formats/properties/types.ts";
export { decodeUtf8 } from "./formats/properties/utf8.ts";
export { sha256 } from "./formats/sha256.ts";
export { codeSpan, escapeInvisible, escapeMarkdown } from "./formats/template/escape.ts";
export { type Template, type TemplateData, TemplateError, templateOf } from "./formats/template/engine.ts";
export { compileTemplate } from "./formats/template/template.ts";
export { type XmlParameter, parameterText, parametersIn } from "./formats/xml/parameters.ts";
export { type ParsedXml, parseXml } from "./formats/xml/parse.ts";
export type { XmlElement, XmlProblem } from "./formats/xml/types.ts";
export {
  type Anchor,
  belowFault,
  cut,
  isBelow,
  isNamed,
  leadsAway,
  mayShow,
  normalizePath,
  placeFault,
  shapeFault,
} from "./records/places.ts";
export { CONTROL, type Judged, type Kind, NUL, type Read, readForDisplay, readRecord, withOwn } from "./records/read.ts";
export { isForeign } from "./schema/header.ts";
export { exampleLine } from "./schema/example-line.ts";
export { type SchemaNode, homesOf, resolve as resolveSchema, schemaAt } from "./schema/nodes.ts";
export { recordProblems } from "./schema/records.ts";
export { schemaWords } from "./schema/schema-words.ts";
export { secretSpans } from "./schema/secret-spans.ts";
export { DOCUMENT_KINDS, type DocumentKind, checkDocument, validateMerged } from "./schema/validate.ts";
export { withoutSecretParts, withoutSecrets } from "./secrets/conceal.ts";
export { Concealed, mayOpenSomething } from "./secrets/concealed.ts";
export { carriesSecret, mayBeSecret, namedSecret } from "./secrets/judge.ts";
export { saysSecret } from "./secrets/lines.ts";
export { isHarmless, nameKind, nameWords, namesSecret } from "./secrets/names.ts";
export { RedactionEngine } from "./secrets/redaction/engine.ts";
export { FINDERS } from "./secrets/redaction/finders.ts";
export { base64Cores } from "./secrets/redaction/secret-spellings.ts";
export { type Finder, isSecretOfKind, kindOfName } from "./secrets/redaction/shape.ts";
export { secretSpelling } from "./secrets/spellings.ts";
export { standsIn, unsetReason } from "./secrets/stand-in.ts";
export { secretNameIn, secretNamesIn, secretValuesIn } from "./secrets/values.ts";
export { unseenIn } from "./source/characters.ts";
export { mergeConflict as conflictAt } from "./source/conflict.ts";
export { coreValue } from "./source/core-value.ts";
export { type CursorToken, tokensAt } from "./source/cursor.ts";
export { blankName } from "./source/lookalikes.ts";
export { isDashWithoutSpace } from "./source/quotes.ts";
export { SourceText } from "./source/text.ts";
export { additionTo } from "./source/paste.ts";
export {
  type Entry,
  type Mapping,
  type Scalar,
  type Sequence,
  type Span,
  type Tree,
  at,
  child,
  placeOf,
  pointerOf,
} from "./source/tree.ts";
export { readYaml } from "./source/yaml.ts";
export { HTML_ENTITIES, XML_ENTITIES } from "./text/entities.ts";
export { codePoint, percentBytes, percentEncoded, unicodeEscapes } from "./text/escapes.ts";
export { LARGEST_TEXT } from "./text/largest-text.ts";
export { must } from "./text/must.ts";
export {
  EXCEPTIONS_PATH,
  MATRIX_PATH,
  CONNECTORS_FOLDER,
  SITE_PATH,
  basePath,
  connectorPath,
  discoveryPath,
  environmentNameFault,
  forbiddenSign,
  usableEnvironmentName,
  environmentPath,
  installedFolder,
  isAnchored,
  lockPath,
  plainNameFault,
  releasePath,
  resolveFrom,
  ssoPath,
  windowsPathFault,
} from "./text/paths.ts";
export { afterLast, beforeFirst, fitsWildcards, withoutLeading, withoutOuter, withoutTrailing } from "./text/runs.ts";
export { quotedWord } from "./text/shell-words.ts";
export { UNSEEN, saysSomething, unseenPattern } from "./text/unseen.ts";
export { wideEncoding } from "./text/wide.ts";
export { daysBetween, isDay } from "./verdict/day.ts";
export type { HostVerdict, HostVerdictKind } from "./verdict/host-verdict.ts";
export { type VerdictWordsOptions, gateWords, matrixWords, tierWords, verdictLine } from "./verdict/line.ts";
export type { Gate, NoVerdictReason, Verdict, VerdictClaim } from "./verdict/verdict.ts";
export { codeText, daysLeftWords, hostWords, listWords, namesText, pairText, pairWords } from "./verdict/words.ts";
export { BUILD, COMMAND, HOME, INSTALLED_SCHEMAS, PACKAGE, PACKAGE_NAMES, VERSION } from "./version.ts";
