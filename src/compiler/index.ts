/** Public surface of the slice `compiler`: other slices import only from this file. */
export type { EmittedFile } from "./artifacts/artifact.ts";
export { artifact as clientConf } from "./artifacts/client-conf.ts";
export { artifact as connectorConf } from "./artifacts/connector-conf.ts";
export { clientLog4j2, installFolder } from "./artifacts/targets.ts";
export { verdictRecord } from "./artifacts/verdict-facts.ts";
export { probeResultsOf } from "./commands/check/probe-evidence.ts";
export {
  EVIDENCE_OPTIONS,
  MOST_BYTES,
  checkRequest,
  exitCodeOfRun,
  probedOf,
  refuseSourceFolder,
  render,
} from "./commands/check/run.ts";
export { neighboursOf } from "./commands/neighbours.ts";
export { namesFor, openRepository, refuseNone, refuseRecordings, selectEnvironments } from "./commands/open-repository.ts";
export { type BaseCommit, mergeBase, namedCommit, noSuchBase, notHere } from "./commands/plan/plan-git.ts";
export { repositorySide, ruleFiles } from "./commands/plan/plan-side.ts";
export { COMPILER_COMMANDS } from "./commands/registry.generated.ts";
export { signInOf } from "./compile/addresses.ts";
export type { CompiledEnvironment, CompiledKey, Decision, RunOptions } from "./compile/compiled.ts";
export { type KeyField, keyFields } from "./compile/decide.ts";
export { type KnownWrite, decidingField } from "./model/known-keys.ts";
export { parseHostsFile } from "./compile/hosts-file.ts";
export { judgeHost, serversOf } from "./compile/hosts.ts";
export { editLog4j2, log4j2Edits } from "./compile/log4j2-edits.ts";
export { readTemplate } from "./compile/names.ts";
export { INITIALIZER, selectRoute } from "./compile/sso-route.ts";
export { summaryOf } from "./compile/summary.ts";
export { differenceProblems, unavailableProblem } from "./kit/differences.ts";
export { type LockedRelease, foreignBuilds } from "./kit/foreign-jars.ts";
export { MAPPING_CHANGED, mappingCounts } from "./kit/mapping.ts";
export { mixedBuilds } from "./kit/mixed-build.ts";
export { kitFolder, kitPath, pluginFolder } from "./kit/places.ts";
export { type KnownProfile, knownProfiles } from "./kit/profile-files.ts";
export { SITE_EXAMPLES, STAND_IN_FILES, standInRelease } from "./kit/stand-ins.ts";
export { parseDiscovery } from "./load/discovery.ts";
export { type AddressKey, addressKeys } from "./compile/addresses.ts";
export { environmentNames } from "./load/environment-names.ts";
export { loadEnvironment } from "./load/environment.ts";
export { scalarAt } from "./load/fields.ts";
export { log4j2File, propertiesFile } from "./load/files.ts";
export { mergeLayers } from "./load/layers.ts";
export { profileRoot, readAdministrator, readProfile } from "./load/profile.ts";
export { secretsIn } from "./load/read-secret.ts";
export { type NamedSecret, readSecretsFile } from "./load/secrets-file.ts";
export { loadShared } from "./load/shared.ts";
export {
  type Address,
  effectivePort,
  isLiteralAddress,
  isLoopback,
  isOfMachineItself,
  isPort,
  normalAddress,
  parseAddress,
  splitAddresses,
  withoutCredentials,
} from "./model/address.ts";
export { DIRECTORY_KEYS, directoryDoubt, directoryFault } from "./model/directories.ts";
export { EnvironmentNames } from "./model/environment-names.ts";
export type { Environment } from "./model/environment.ts";
export { type FederatedSignIn, SHARED_SECRETS } from "./model/federated-sign-in.ts";
export { FILE_ROLES, type FileRole, type Log4j2File, type PropertiesFile } from "./model/files.ts";
export type { LockedFile } from "./model/kit-lock.ts";
export type { Matrix, MatrixCode, MatrixRow } from "./model/matrix.ts";
export { type ProbeResults, type SavedProbe, staleness } from "./model/probe-results.ts";
export type { Account, Profile } from "./model/profile.ts";
export { isRecordingName, recordedEnvironment, recordingName, recordingTitle } from "./model/recording.ts";
export type { Release } from "./model/release.ts";
export type { SharedModel } from "./model/repository.ts";
export { PLACEHOLDER, placeholderOf } from "./model/secret.ts";
export type { SignInXmlRole, UserList } from "./model/sign-in-files.ts";
export { type Site, importWorkingDirKey } from "./model/site.ts";
export { changesBetween } from "./plan/file-changes.ts";
export { type GateMode, type GateResult, gateOf, hasChanges } from "./plan/gate.ts";
export { type Installation, installedSide } from "./plan/installed-side.ts";
export type { Change, Plan, PlanBase } from "./plan/plan.ts";
export type { CauseLayer, CompiledSide, SideFile, SideKey } from "./plan/side.ts";
export { loadRules } from "./rules/load.ts";
export { aliasingOf } from "./rules/sso/aliasing-of.ts";
export { checkEnvironment, compiledEnvironment } from "./run/check-environment.ts";
export { compareEnvironments, compareInstalled } from "./run/compare-others.ts";
export { type CompareRequest, type Compared, type RepositorySide, compareRepositories } from "./run/compare.ts";
export { type CompiledAnyhow, type CompiledOne, compileAnyhow, compileOne, withFindings } from "./run/compile-one.ts";
export { compiledFiles } from "./run/compiled-files.ts";
export { compiledSides } from "./run/compiled-sides.ts";
export { withoutConsequences } from "./run/consequences.ts";
export { foldFindings } from "./run/folds.ts";
export { runQueue } from "./run/full.ts";
export { passes } from "./run/passes.ts";
export { recordingsAtCommit, recordingsInGit } from "./run/recordings.ts";
export { type RunRequest, type RunWorld, plainOptions, plainRequest, repositoryAt } from "./run/request.ts";
export { requireVersion } from "./run/requires.ts";
export { log4j2Findings, propertiesFindings, readFindings } from "./run/rules.ts";
export { type RunOutcome, runRepository } from "./run/run.ts";
export { Shard } from "./run/shard.ts";
export { isSamePassword } from "./run/shared-secrets.ts";
export { type Queue, type ThreadAnswer, loadAll } from "./run/threads.ts";
export { type Answer, LAYER_WORDS, answers } from "./run/why.ts";
export { decideSignIn } from "./sso/decide.ts";
export type { Fact, SecretFact } from "./sso/fact.ts";
export type { SignInFacts } from "./sso/facts.ts";
export { type XmlParameterFault, installedXml, placeIn, planXml } from "./sso/installed-xml.ts";
export { panelFields } from "./sso/panel.ts";
export { FEDERATION, KEYSTORE_PARAMETERS, PARAMETERS, type Parameter, federationSettings, isSecret } from "./sso/parameters.ts";
export { type FieldChange, WELL_KNOWN, canonicalDiscovery, discoveryChanges } from "./sso/pinned.ts";
export { realmDocument } from "./sso/realm.ts";
export { userProfile } from "./sso/user-profile.ts";
export { type ComparedUser, type IdpUser, type UserComparison, lacksUsername, compareUsers } from "./users/compare.ts";
export { NoExport, type UserExport, readExport } from "./users/export.ts";
export { type NameLimits, shownName, visiblePart } from "./users/user-names.ts";
export { passes as codePasses, lookUp } from "./verdict/cell.ts";
export { javaFeature, javaFloor } from "./verdict/java-floor.ts";
export { revisionWords, sourceOf as matrixSourceOf } from "./verdict/matrix-words.ts";
export { nearestToolRow, onlyToolRow, sameToolRow, toolRowKey } from "./verdict/tool-row.ts";
export { planDocument } from "./views/plan-json.ts";
export { gateWords, remarksOf } from "./views/plan-words.ts";
export { renderPlan } from "./views/plan.ts";
export { reportOf } from "./views/run-report.ts";
