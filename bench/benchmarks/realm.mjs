// `idp apply` of a saved plan against the tests' re-made identity provider: memory and time for 155 and 900 things, beside a plain client.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HEAD, interleave, row } from "../lib/interleave.mjs";
import { run } from "../lib/process.mjs";
import { ENV, repositoryOf, startServer } from "../lib/realms.mjs";
import { bar } from "../lib/report.mjs";
import { times } from "../lib/statistics.mjs";
import { ROOT, tierwright } from "../lib/tool.mjs";

const MIB = 1024 * 1024;
const SIZES = [
  { things: 155, groups: 100, most: 150 },
  { things: 900, groups: 0, most: 200 },
];
const SMALLEST = [{ things: 12, groups: 4, most: 150 }];
/** Things of every size: the four attributes of the user profile, and a client. */
const OTHERS = 5;

const PLAN = "realm.plan.json";

/** One size: its repository with a saved plan, and both rivals for it. */
async function subjectOf(folder, server, { things, groups, most }) {
  const own = join(folder, `of-${things}`);
  mkdirSync(own);
  const repository = repositoryOf(own, { environment: "sandbox", groups, users: things - groups - OTHERS });
  const where = ["--profile", repository.profile, "--connect", `idp.example.com:8443:127.0.0.1:${server.port}`];
  const idp = (...words) => tierwright("idp", ...words, ...where, "--ca", server.authority, "-C", own);
  await server.ask("reset");
  await run([idp("plan", "sandbox", "--out", PLAN)], own, { env: ENV });
  const recorded = join(own, "requests.json");
  const client = [process.execPath, join(ROOT, "bench/rivals/realm-client.mjs"), recorded, String(server.port), server.authority];
  const before = async () => void (await server.ask("reset"));
  return {
    things,
    most,
    repository,
    recorded,
    names: { ours: `idp apply, ${things} things`, plain: `plain client, ${things} things` },
    apply: () => run([idp("apply", PLAN)], own, { env: ENV }),
    plain: () => run([client], own),
    before,
  };
}

/** What the realm has after a run has to be what sso.yaml says. */
function faultsOf(name, { users, groups }, { repository }) {
  const same = (a, b) => JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());
  return [
    ...(same(users, repository.users) ? [] : [`${name}: the realm has ${users.length} users, not those of users.csv`]),
    ...(same(groups, repository.groups) ? [] : [`${name}: the realm has ${groups.length} groups, not those of sso.yaml`]),
  ];
}

/** A thing is what one line of the plan names, however many fields of it change. */
function countOf({ things, repository: { folder } }) {
  const { changes } = JSON.parse(readFileSync(join(folder, PLAN), "utf8"));
  const count = new Set(changes.map(({ resource, id }) => `${resource} ${id}`)).size;
  return count === things ? [] : [`the plan is for ${count} things, not for ${things}`];
}

/** Runs both once: the requests of ours are what the plain client sends, and both leave the same. */
async function proven(subject, server) {
  await subject.before();
  await subject.apply();
  const ours = await server.ask("told");
  writeFileSync(subject.recorded, JSON.stringify(ours.requests));
  await subject.before();
  await subject.plain();
  const plain = await server.ask("told");
  const count = plain.requests.length === ours.requests.length ? [] : ["the plain client made another number of requests"];
  const faults = [
    ...faultsOf(subject.names.ours, ours, subject),
    ...faultsOf(subject.names.plain, plain, subject),
    ...count,
    ...countOf(subject),
  ];
  return { faults, requests: ours.requests.length, connections: ours.connections };
}

const plural = (connections) => `${connections} ${connections === 1 ? "connection" : "connections"}`;

const configCli = () => spawnSync("keycloak-config-cli", ["--version"]).status === 0;

export const benchmark = {
  name: "realm",
  async run({ folder, smoke, rounds = smoke ? 1 : 5 }) {
    const server = await startServer(folder);
    try {
      const subjects = [];
      for (const size of smoke ? SMALLEST : SIZES) subjects.push(await subjectOf(folder, server, size));
      const proofs = [];
      for (const subject of subjects) proofs.push(await proven(subject, server));
      const rivals = subjects.flatMap(({ names, apply, plain, before }) => [
        { name: names.ours, before, go: apply },
        { name: names.plain, before, go: plain },
      ]);
      const figures = await interleave(rivals, { rounds, warm: smoke ? 0 : 1 });
      return {
        tables: [{ head: HEAD, rows: [...figures].map(([name, one]) => row(name, one)) }],
        bars: subjects.flatMap(({ things, most, names }) => {
          const [ours, plain] = [figures.get(names.ours), figures.get(names.plain)];
          return [
            ...(ours.peak === null ? [] : [bar(`peak memory for ${things} things`, ours.peak / MIB, most, "MiB")]),
            `against a plain client with the same requests: ${times(ours.median / plain.median)} of its time (no bar)`,
          ];
        }),
        notes: [
          ...subjects.map(
            ({ things, repository }, i) =>
              `${things} things (${repository.users.length} users, ${repository.groups.length} groups, a client, the user profile) that are not there yet: ${proofs[i].requests} requests on ${plural(proofs[i].connections)}, each thing read back.`,
          ),
          "The server is the tests' own and speaks TLS. The plain client sends the same requests on one connection and reads only statuses; `idp apply` also checks the repository, compares the realm and judges every answer.",
          configCli()
            ? "keycloak-config-cli is installed and was not run: it needs a real server."
            : "NOT RUN: keycloak-config-cli, which needs a real Keycloak.",
        ],
        faults: proofs.flatMap(({ faults }) => faults),
      };
    } finally {
      server.stop();
    }
  },
};
