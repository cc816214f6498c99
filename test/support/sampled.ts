/**
 * Test files with long tables of cases that each compile, install or bundle something: of every list of tests in them `npm test` plays the
 * first and then each so-many-th. All of them run in `npm run test:process`, those of test/swap in the conformance suite, and whenever
 * somebody names the file.
 */
export const SAMPLED: Readonly<Record<string, number>> = {
  "test/adopt/many.test.ts": 4,
  "test/archive/hostile.test.ts": 3,
  "test/bundle/verify.test.ts": 3,
  "test/cli/bad-input.test.ts": 8,
  "test/cli/bad-names.test.ts": 8,
  "test/cli/bundle.test.ts": 3,
  "test/cli/confined.test.ts": 2,
  "test/cli/floods.test.ts": 5,
  "test/cli/kit-import.test.ts": 3,
  "test/cli/links.test.ts": 3,
  "test/cli/output-links.test.ts": 2,
  "test/cli/readers.test.ts": 10,
  "test/commands/adopt-secrets.test.ts": 3,
  "test/commands/init.test.ts": 2,
  "test/compile/host-verdicts.test.ts": 5,
  "test/compile/other-ways.test.ts": 3,
  "test/compile/tier-members.test.ts": 3,
  "test/compile/write-table.test.ts": 5,
  "test/formats/pattern/pattern.test.ts": 4,
  "test/formats/template/limits.test.ts": 3,
  "test/idp/apply.test.ts": 2,
  "test/idp/command.test.ts": 2,
  "test/io/http-get.test.ts": 2,
  "test/plan/cases.test.ts": 3,
  "test/probe/tier.test.ts": 2,
  "test/rehearse/rehearse.test.ts": 2,
  "test/report/floods.test.ts": 3,
  "test/report/forms/markdown.test.ts": 2,
  "test/report/job-shards.test.ts": 2,
  "test/report/lines.test.ts": 5,
  "test/report/wrapped.test.ts": 5,
  "test/rules/changes.test.ts": 4,
  "test/rules/planted-secrets.test.ts": 3,
  "test/rules/yaml-as-files.test.ts": 3,
  "test/run/damages.test.ts": 6,
  "test/run/fixes.test.ts": 6,
  "test/run/one-mistake.test.ts": 3,
  "test/run/secrets-in-findings.test.ts": 6,
  "test/run/secrets.test.ts": 6,
  "test/schema/published-schemas.test.ts": 4,
  "test/swap/bindings.test.ts": 2,
  "test/swap/bundle.test.ts": 2,
  "test/swap/cut-off.test.ts": 4,
  "test/swap/entering.test.ts": 4,
  "test/swap/exchanged.test.ts": 2,
  "test/swap/forged.test.ts": 3,
  "test/swap/journal.test.ts": 4,
  "test/swap/kept-values.test.ts": 2,
  "test/swap/large-files.test.ts": 4,
  "test/swap/meanwhile.test.ts": 4,
  "test/swap/patience.test.ts": 3,
  "test/swap/planted.test.ts": 6,
  "test/swap/rollbacks.test.ts": 2,
  "test/swap/scanner.test.ts": 3,
  "test/swap/whole-tree.test.ts": 4,
  "test/verdict/rules.test.ts": 2,
};

/**
 * Test files that `npm test` leaves out: they start programs or bundle the whole tool. They run in `npm run test:process`, those of test/swap in
 * the conformance suite, and whenever somebody names the file.
 */
export const ELSEWHERE: readonly string[] = ["test/cli/start.test.ts", "test/generated.test.ts", "test/swap/machine.test.ts"];
