import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { EXAMPLE_KIT } from "../../../src/kernel/diagnostics/kit/example-kit.ts";
import { placesOf } from "../../../src/live/commands/doctor/installation.ts";
import { stationHere } from "../../../src/live/commands/doctor/station-here.ts";
import type { CompiledEnvironment } from "../../../src/compiler/compile/compiled.ts";
import type { SeenCapture } from "../../../src/live/doctor/looked.ts";
import { CHECKS } from "../../../src/live/doctor/registry.generated.ts";
import { doctorExit, runChecks } from "../../../src/live/doctor/run.ts";
import { diskTree } from "../../../src/platform/disk-tree.ts";
import { loadShared } from "../../../src/compiler/load/shared.ts";
import type { SharedModel } from "../../../src/compiler/model/repository.ts";
import { doctorDocument } from "../../../src/live/views/doctor.ts";
import { layoutOf } from "../../../src/live/doctor/places.ts";
import { newestReceipt } from "../../../src/deploy/swap/records/receipts.ts";
import type { SwapWorld } from "../../../src/platform/machine.ts";
import { emittedFile } from "../../../src/compiler/artifacts/installed.ts";
import { cli, fakeHost } from "../../support/host.ts";
import { exampleRepository, type Files, run, temporaryFolder, writeFiles } from "../../support/repository.ts";

export const TOOL = "C/Program Files/2024x Refresh3";
export const PLUGIN = `${TOOL}/plugins/com.example.plm.connector`;
export const CONF = `${PLUGIN}/conf/connector.properties`;
export const LOGGER = `${PLUGIN}/conf/logger.properties`;
export const CLIENT = "C/ProgramData/Example/MBSE/bhm/CommonClient.properties";

/** What `demo` of the example repository compiles to, by role; compiled once for all tests of a file. */
let compiled: Promise<Readonly<Record<string, Buffer>>> | null = null;

async function compiledDemo(): Promise<Readonly<Record<string, Buffer>>> {
  demo ??= demoOf(exampleRepository());
  const { compiled: environment } = await demo;
  const bytes = (role: "connector" | "client" | "logger") => Buffer.from(emittedFile(environment, role)?.bytes ?? []);
  return { connector: bytes("connector"), client: bytes("client"), logger: bytes("logger") };
}

/** A workstation that is as `demo` says, with changes: a text instead of a file, or null for none. */
export async function workstation(changes: Readonly<Record<string, string | Buffer | null>> = {}): Promise<string> {
  compiled ??= compiledDemo();
  const { connector = "", client = "", logger = "" } = await compiled;
  const kit = Object.fromEntries(
    Object.entries(EXAMPLE_KIT).map(([path, text]) => [`${PLUGIN}/${path.slice("plugin/".length)}`, text]),
  );
  const profile = EXAMPLE_KIT["plugin/lib/PLM_Profile.mdzip"] ?? "";
  const files: Files = {
    ...kit,
    [CONF]: connector,
    [LOGGER]: logger,
    [CLIENT]: client,
    [`${TOOL}/jre/release`]: 'JAVA_VERSION="17.0.9"\n',
    [`${TOOL}/profiles/PLM_Profile.mdzip`]: profile,
    "C/Users/Public/PLM_Profile.mdzip": profile,
  };
  for (const [path, content] of Object.entries(changes)) {
    if (content === null) delete files[path];
    else files[path] = content;
  }
  const root = join(temporaryFolder(), "copy");
  writeFiles(root, files);
  for (const folder of ["D/plm/staging", "D/plm/import"]) mkdirSync(join(root, folder), { recursive: true });
  return root;
}

/** A settings file of `demo` with lines instead of others: each line's key says which. */
export async function withLines(role: "connector" | "client" | "logger", lines: readonly string[]): Promise<string> {
  compiled ??= compiledDemo();
  let text = ((await compiled)[role] ?? Buffer.alloc(0)).toString("latin1");
  for (const line of lines) {
    const key = line.slice(0, line.indexOf("="));
    const old = new RegExp(`^${key}=.*$`, "m");
    text = old.test(text) ? text.replace(old, () => line) : `${text}${line}\n`;
  }
  return text;
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks at what is really in the document
type Printed = any;

export interface Examined {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly document: Printed;
  of(id: string): Printed;
}

/** `doctor demo ...` on a copy of a workstation's files. */
export async function examined(root: string, words: readonly string[] = [], given: Given = {}): Promise<Examined> {
  const { repository = exampleRepository(), ...host } = given;
  const argv = ["doctor", ...words, ...(root === "" ? [] : ["--root", root]), "--format", "json"];
  const { code, out, err } = await cli(argv, { cwd: repository, ...host });
  const document = out.startsWith("{") ? JSON.parse(out) : null;
  const of = (id: string) => {
    const found = document?.checks.find((one: Printed) => one.id === id);
    if (!found) throw new Error(`there is no ${id} in ${out}${err}`);
    return found;
  };
  return { code, out, err, document, of };
}

interface Demo {
  readonly compiled: CompiledEnvironment;
  readonly shared: SharedModel;
}

/** The example repository as it is, read once for all tests of a file. */
let demo: Promise<Demo> | null = null;

async function demoOf(folder: string): Promise<Demo> {
  const { kept } = await run(folder, { keep: "demo" });
  if (!kept) throw new Error("demo does not compile");
  return { compiled: kept.compiled, shared: loadShared(diskTree(folder)).model };
}

/** What one check answers, as JSON shows it, with the exit code of it alone; without the command around it. */
async function answered(id: string, root: string | null, given: Given): Promise<Printed> {
  const { repository, captures, listening, switched, ...options } = given;
  demo ??= demoOf(exampleRepository());
  const { compiled: wanted, shared } = await (repository === undefined ? demo : demoOf(repository));
  const { host } = fakeHost(options);
  const where = { root, install: null, clientFile: null, cwd: host.cwd };
  const station = stationHere({ host }, await host.machine(() => undefined), where, root ?? "");
  const places = placesOf(station, shared.site, wanted.environment, []);
  const receipt = () => newestReceipt(station.files, layoutOf(station, places.install));
  const looked = {
    station,
    places,
    wanted,
    noEnvironment: "",
    shared,
    receipt: switched ? () => ({ bundle: { environment: "demo.recording" } }) as ReturnType<typeof receipt> : receipt,
    captures: captures ? async () => captures : null,
    listening: listening ? async (server: string) => listening.includes(server) : null,
    now: host.now(),
  };
  const checks = CHECKS.filter((check) => check.id === id);
  const results = await runChecks({ checks, looked, patience: 5_000, clock: host.now });
  const report = { source: station.source, workstation: "", install: "", environment: null, at: host.now(), results };
  const [only] = (doctorDocument(report) as Printed).checks;
  return { code: doctorExit(results), ...only };
}

type Given = NonNullable<Parameters<typeof fakeHost>[0]> & {
  readonly repository?: string;
  readonly captures?: readonly SeenCapture[];
  /** Servers of this machine on which somebody listens. */
  readonly listening?: readonly string[];
  /** Whether the newest deploy installed a recording. */
  readonly switched?: boolean;
};

/** One check alone, against demo, on a copy. */
export const checked = (id: string, root: string, given: Given = {}): Promise<Printed> => answered(id, root, given);

/** Every path below a folder with what it is and when it was changed: nothing of it may differ after a look. A repository's own cache is none of it. */
export function traces(folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder)) {
    if (name === ".tierwright") continue;
    const path = join(folder, name);
    const stat = lstatSync(path, { bigint: true });
    const times = `${stat.mtimeNs} ${stat.ctimeNs} ${stat.mode} ${stat.size}`;
    const content = stat.isSymbolicLink()
      ? readlinkSync(path)
      : stat.isFile()
        ? createHash("sha256").update(readFileSync(path)).digest("hex")
        : "folder";
    found[path] = `${times} ${content}`;
    if (stat.isDirectory()) Object.assign(found, traces(path));
  }
  return found;
}

/** A machine of Windows whose drives are the folders of a copy. */
export function windowsAt(root: string, changes: Partial<SwapWorld> = {}): (real: SwapWorld) => SwapWorld {
  const native = (path: string) =>
    /^[A-Za-z]:/.test(path) ? join(root, path.slice(0, 1), ...path.slice(2).split(/[\\/]+/)) : path.replaceAll("\\", "/");
  return (real) => ({
    ...real,
    windows: true,
    machine: "ws-0417",
    files: {
      ...real.files,
      stat: (path) => real.files.stat(native(path)),
      real: (path) => real.files.real(native(path)),
      list: (path) => real.files.list(native(path)),
      read: (path, largest) => real.files.read(native(path), largest),
      hash: (path) => real.files.hash(native(path)),
    },
    processes: () => Promise.resolve([]),
    ...changes,
  });
}

/** One check on such a machine. */
export const checkedLive = (
  id: string,
  root: string,
  given: Given & { readonly world?: Partial<SwapWorld> } = {},
): Promise<Printed> => {
  const { world = {}, ...host } = given;
  return answered(id, null, { machine: windowsAt(root, world), ...host });
};
