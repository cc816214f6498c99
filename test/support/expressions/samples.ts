/**
 * What a function is given that builds a regular expression of it: for each file the values of the names that are no constants. The test
 * computes the expression as it is written there, once with each sample.
 */
export const SAMPLES: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  "src/diagnose/growth/rolled.ts": [{ source: "a.*b.*c.*d" }],
  "src/kernel/formats/log4j2/deletion.ts": [
    { regex: "client-[0-9]{4,4}-[0-9]{2,2}-[0-9]{2,2}-[0-9]{1,3}\\.log" },
    { regex: "[0-9]{1,6}[0-9]{1,6}[0-9]{1,6}" },
  ],
  "src/platform/wildcards.ts": [{ source: "a[^]*b[^]*c[^]*d", windows: true }],
  "src/record/sweep/file-names.ts": [{ source: "connector-[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{1,10}\\.log", windows: true }],
  "src/record/commands/logs/places.ts": [{ aside: "connectorLogs\\.log", world: { windows: true } }],
  "src/compiler/commands/kit/import.ts": [{ folder: "base" }],
  "src/kernel/formats/properties/respell.ts": [{ join: { separator: "," } }],
  "src/diagnose/cutover/scanner.ts": [{ scheme: "https" }],
  "src/diagnose/causes/evidence/sign-in-service.ts": [{ codes: [50126, 50034], reason: "LOCKED_OUT" }],
  "src/diagnose/causes/match.ts": [{ types: ["a.b.Fault", "Other"], code: 515143 }],
  "src/compiler/artifacts/workstation-note.ts": [{ key: "tc.soa.host" }],
};

/** The same where the file itself makes the values: an expression in its own terms, for the name that is to have each of them. */
export const COMPUTED: Readonly<Record<string, { readonly name: string; readonly values: string }>> = {
  "src/diagnose/cutover/anchors.ts": {
    name: "source",
    values: `[literally([...Buffer.from("fsc-1.example.com")]), ...escapedLetters([[...Buffer.from("fsc-1.example.com")]]).map(({ pattern }) => pattern.source)]`,
  },
};
