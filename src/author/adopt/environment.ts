import {
  type Finding,
  type RuleProblem,
  environmentPath,
  installedFolder,
  missingKey,
  name as named,
  notAdoptable,
  pointerOf,
  say,
  ssoPath,
} from "../../kernel/index.ts";
import {
  type CompiledEnvironment,
  FILE_ROLES,
  type FileRole,
  PLACEHOLDER,
  type Release,
  type Site,
} from "../../compiler/index.ts";
import { type EnvironmentText, environmentText, signInText } from "./document.ts";
import { invertWrites, placeOfEntry, textOf, type Inverse } from "./inverse.ts";
import { earlyProblems, faultProblems, placementProblems } from "./faults.ts";
import { ownLogSettings } from "./log-settings.ts";
import { type KeyOf, type Placed, type Placement, place, secretsIn } from "./placement.ts";
import { withoutSecrets, xmlWithoutSecrets } from "./secrets.ts";
import { INSTALLED_NAMES, type Workstation } from "./workstation.ts";

/** The access to a repository that `adopt` needs to check an environment before it is written. */
export interface AdoptWorld {
  readonly site: Site;
  /** The folder of the JSON schemas, as a path from an environment's folder, which is two folders below the repository's root. */
  readonly schemas: string;
  /** Reads, compiles and checks an environment as if `files` were in the repository. */
  check(
    name: string,
    files: ReadonlyMap<string, Buffer>,
  ): { readonly compiled: CompiledEnvironment | null; readonly findings: readonly Finding[] };
}

/** The request to make one environment from a workstation's files. */
export interface EnvironmentRequest {
  readonly name: string;
  readonly release: Release;
  readonly tool: string;
  readonly tierRelease: string | null;
  /** The workstation whose files the environment is made from. */
  readonly reference: Workstation;
  /** Comment lines for the top of the new environment.yaml. */
  readonly about: readonly string[];
  /**
   * Keys of the connector's conf file of which each workstation keeps its own value. For those in `leave`, no value fits all workstations,
   * so the environment has the kit's value.
   */
  readonly keep: readonly string[];
  readonly leave: ReadonlySet<string>;
  readonly sharedWith: readonly string[];
}

/** The files of an environment, or the findings and problems that prevent it. */
export interface MadeEnvironment {
  /** File contents by path in the repository; empty if the environment cannot be made. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly placed: readonly Placed[];
  readonly set: readonly KeyOf[];
  readonly secret: readonly (KeyOf & { readonly env: string })[];
  readonly kitOnly: readonly KeyOf[];
  /** The compiled environment. If the tier's release is unknown, it is compiled with a stand-in. */
  readonly compiled: CompiledEnvironment | null;
  readonly findings: readonly Finding[];
  readonly problems: readonly RuleProblem[];
}

export const NOTHING: Omit<MadeEnvironment, "problems"> = {
  files: new Map(),
  placed: [],
  set: [],
  secret: [],
  kitOnly: [],
  compiled: null,
  findings: [],
};

const EMPTY: EnvironmentText["set"] = { connector: new Map(), client: new Map(), logger: new Map() };

/** A stand-in tier release for a trial compile; it is never written. */
const STAND_IN = "0";

function documentOf(request: EnvironmentRequest, inverse: Inverse, world: AdoptWorld): EnvironmentText {
  const sso = ["sso.loginUrl", "sso.appId", "sso.sessionFlag"].some((field) => (textOf(inverse, field) ?? "") !== "");
  const { release, tool, name, about, keep, sharedWith, tierRelease, reference } = request;
  return {
    schema: `${world.schemas}/environment.schema.json`,
    about,
    name,
    connector: release.name,
    tool,
    authentication: sso ? "sso" : "password",
    tier: {
      release: tierRelease,
      signIn: textOf(inverse, "tier.signIn") ?? "",
      webClient: textOf(inverse, "tier.webClient"),
      fileTransfer: (textOf(inverse, "tier.fileTransfer") ?? "").split(","),
      transport: textOf(inverse, "tier.transport"),
      sharedWith,
    },
    fields: new Map(reference.install === null ? [] : [["workstation.install", reference.install]]),
    keep,
    set: EMPTY,
    triggers: new Map(),
    levels: new Map(),
  };
}

/** Returns the files below installed/ of the environment: copies of the workstation's settings files with the secrets replaced. */
function installedFiles({ name, reference }: EnvironmentRequest, { secret }: Placement): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const secrets = FILE_ROLES.flatMap((role) => secretsIn(reference.properties[role]));
  for (const role of FILE_ROLES) {
    const file = reference.properties[role];
    if (!file) continue;
    const own = secret.filter((item) => item.file === role);
    const placeholders = new Map(
      own.map(({ key }) => [key, `${PLACEHOLDER}${pointerOf(`/workstation/set/${role}`, key)})`] as const),
    );
    files.set(`${installedFolder(name)}/${INSTALLED_NAMES[role]}`, withoutSecrets(file.document, placeholders, secrets));
  }
  const { log4j2 } = reference;
  if (log4j2)
    files.set(`${installedFolder(name)}/${INSTALLED_NAMES.log4j2}`, xmlWithoutSecrets(Buffer.from(log4j2.bytes), secrets));
  return files;
}

function signInFiles({ name }: EnvironmentRequest, document: EnvironmentText, inverse: Inverse, { schemas }: AdoptWorld) {
  if (document.authentication === "password") return [];
  const said = (field: string) => textOf(inverse, `sso.${field}`) ?? "";
  const fields = { loginUrl: said("loginUrl"), appId: said("appId"), sessionFlag: said("sessionFlag") };
  return [[ssoPath(name), Buffer.from(signInText(`${schemas}/federated-sign-in.schema.json`, fields))]] as const;
}

/** Reports every key that does not have the workstation's value after compiling: an adopted environment must reproduce all of them. */
function broken({ files }: CompiledEnvironment, request: EnvironmentRequest, { secret }: Placement): readonly RuleProblem[] {
  const { reference, leave } = request;
  return FILE_ROLES.flatMap((role) => {
    const file = reference.properties[role];
    return [...(file?.document.load().map ?? [])].flatMap(([key, entry]) => {
      const decision = files[role]?.keys.get(key)?.decision;
      const referred = decision?.secret && secret.some((item) => item.file === role && item.key === key);
      if (!file || referred || decision?.value === entry.value || (role === "connector" && leave.has(key))) return [];
      const found = { workstation: reference.name, file: role, seen: "other", key } as const;
      return [notAdoptable.at(placeOfEntry(file, entry), found, { quote: false })];
    });
  });
}

function kitOnly({ files }: CompiledEnvironment, { reference }: EnvironmentRequest): readonly KeyOf[] {
  return FILE_ROLES.flatMap((role) => {
    const own = reference.properties[role]?.document.load().map;
    return own ? [...(files[role]?.keys.keys() ?? [])].flatMap((key) => (own.has(key) ? [] : [{ file: role, key }])) : [];
  });
}

/** Adds a help text, with the YAML line to write, to the finding that an adopted environment has no `tier.release`. */
const toldRelease = (finding: Finding, environment: string): Finding =>
  missingKey.is(finding) && finding.pointer === "/tier/release"
    ? {
        ...finding,
        help: say`add \`release: "2506"\` below tier: (the release that the tier reports after sign-in), or remove ${named(`environments/${environment}`)} and adopt again with --tier-release R; it is never guessed`,
      }
    : finding;

/** The documents of an environment while `adopt` makes it, before or after the keys of the workstation's files are placed in them. */
class Draft {
  readonly #sso: readonly (readonly [string, Buffer])[];

  constructor(
    private readonly request: EnvironmentRequest,
    private readonly world: AdoptWorld,
    readonly document: EnvironmentText,
    private readonly inverse: Inverse,
  ) {
    this.#sso = signInFiles(request, document, inverse, world);
  }

  with(changes: Partial<EnvironmentText>): Draft {
    return new Draft(this.request, this.world, { ...this.document, ...changes }, this.inverse);
  }

  get files(): ReadonlyMap<string, Buffer> {
    return new Map([[environmentPath(this.request.name), Buffer.from(environmentText(this.document))] as const, ...this.#sso]);
  }

  /** Returns the findings of checking the draft, with `further` files, as if it were in the repository. */
  findings(further: ReadonlyMap<string, Buffer> = new Map()): readonly Finding[] {
    return this.world
      .check(this.request.name, new Map([...this.files, ...further]))
      .findings.map((finding) => toldRelease(finding, this.request.name));
  }

  /** Returns the compiled draft, with a stand-in tier release if the tier's release is unknown; null if the draft does not compile. */
  compiled(): CompiledEnvironment | null {
    const { tier } = this.document;
    const trial = tier.release === null ? this.with({ tier: { ...tier, release: STAND_IN } }) : this;
    return this.world.check(this.request.name, trial.files).compiled;
  }
}

/** Makes the environment that compiles to a workstation's files. Returns findings or problems instead of files if that is impossible. */
export function makeEnvironment(request: EnvironmentRequest, world: AdoptWorld): MadeEnvironment {
  const { name, release, reference, leave } = request;
  const inverse = invertWrites(release, reference.properties);
  const { site } = world;
  const machine = { environment: name, reference, release, leave, site };
  const early = earlyProblems(inverse, machine);
  if (early.length > 0) return { ...NOTHING, problems: [...early, ...placementProblems(machine)] };
  const bare = new Draft(request, world, documentOf(request, inverse, world), inverse);
  const inherited = bare.compiled();
  if (!inherited) return { ...NOTHING, findings: bare.findings(), problems: [] };
  const placement = place({ environment: name, files: reference.properties, leave, site, release, inherited });
  const faults = faultProblems(reference, placement);
  return faults.length > 0 ? { ...NOTHING, problems: faults } : proven(request, placement, bare);
}

/** Returns the environment with all keys placed; problems instead of files if compiling does not reproduce the value of every key. */
function proven(request: EnvironmentRequest, placement: Placement, bare: Draft): MadeEnvironment {
  const { release, reference } = request;
  const { base } = release;
  const own = reference.log4j2 && base.log4j2 ? ownLogSettings(reference.log4j2.document, base.log4j2.document) : {};
  const fields = new Map([...bare.document.fields, ...placement.fields]);
  const draft = bare.with({ ...own, fields, set: placement.set });
  const compiled = draft.compiled();
  if (!compiled) return { ...NOTHING, findings: draft.findings(), problems: [] };
  const problems = broken(compiled, request, placement);
  if (problems.length > 0) return { ...NOTHING, problems };
  const installed = installedFiles(request, placement);
  const texts = (file: FileRole) => [...placement.set[file]].filter(([, value]) => typeof value === "string");
  return {
    files: new Map([...draft.files, ...installed]),
    placed: placement.placed,
    set: FILE_ROLES.flatMap((file) => texts(file).map(([key]) => ({ file, key }))),
    secret: placement.secret,
    kitOnly: kitOnly(compiled, request),
    compiled,
    findings: draft.findings(installed),
    problems,
  };
}
