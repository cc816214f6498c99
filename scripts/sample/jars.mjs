// Makes the jars of a kit: real archives with a manifest and classes that a Java runtime of the release loads.
import { classFile } from "./classfile.mjs";
import { storedZip } from "./zip.mjs";

/** Class-file version of Java 8, for which libraries that support many runtimes are still compiled. */
const OLD_CLASS_MAJOR = 52;

function manifest(title, version, vendor) {
  const lines = [
    "Manifest-Version: 1.0",
    "Created-By: sample kit",
    `Implementation-Title: ${title}`,
    `Implementation-Version: ${version}`,
    `Implementation-Vendor: ${vendor}`,
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

/** Returns the highest class-file version among classes, as kit.lock.yaml records it. */
function highestMajor(classes) {
  return Math.max(...classes.map(({ major }) => major));
}

function jar(path, { title, version, vendor }, classes) {
  const entries = [["META-INF/MANIFEST.MF", manifest(title, version, vendor)]];
  for (const spec of classes) entries.push([`${spec.name}.class`, classFile(spec)]);
  return { path, classVersion: highestMajor(classes), bytes: storedZip(entries) };
}

/** Returns a jar of the connector: class names below com/example/, and each class returns its release. */
function ownJar(release, name, title, packageName, classNames, interfaces = {}) {
  const major = release.classMajor;
  const declared = Object.entries(interfaces).map(([each, operations]) => ({
    name: `${packageName}/${each}`,
    major,
    operations,
  }));
  const classes = classNames.map((each) => ({
    name: `${packageName}/${each}`,
    major,
    answers: { release: release.name, part: title },
  }));
  const identity = { title, version: `${release.name}.0`, vendor: "Example PLM" };
  return jar(`lib/${name}-${release.name}.jar`, identity, [...declared, ...classes]);
}

/**
 * Returns the jars of the plug-in by path in the plug-in folder. Their names have the release, so a folder that was overlaid instead of
 * replaced contains two builds. The single sign-on jar has two initializers; the default one that its interface declares is in no jar.
 */
export function jarsOf(release) {
  const jars = [
    ownJar(
      release,
      "plm-client",
      "PLM client library",
      "com/example/connection",
      ["ClientSession", "HttpChannel", "FileTransfer"],
      {
        Channel: ["open", "close"],
      },
    ),
    ownJar(release, "plm-connector", "PLM connector", "com/example/plm/connector", [
      "ConnectorPlugin",
      "CheckOut",
      "CheckIn",
      "PutModel",
    ]),
    ownJar(release, "plm-mapping", "PLM connector mapping", "com/example/plm/mapping", ["MappingReader", "ValueProperty"]),
    ownJar(release, "plm-sso", "PLM sign-in", "com/example/plm/sso", ["TccsSessionInitializer", "SessionAgentInitializer"], {
      SessionInitializer: ["initialize"],
    }),
  ];
  if (release.name >= "2606")
    jars.push(ownJar(release, "plm-panel", "PLM web panel", "com/example/plm/panel", ["PanelView", "SystemWebView"]));
  const identity = { title: "json-lite", version: release.jsonVersion, vendor: "JSON Lite project" };
  const classes = ["JsonReader", "JsonWriter"].map((name) => ({
    name: `org/example/jsonlite/${name}`,
    major: OLD_CLASS_MAJOR,
    answers: { version: release.jsonVersion },
  }));
  jars.push(jar(`lib/json-lite-${release.jsonVersion}.jar`, identity, classes));
  return jars.sort((a, b) => (a.path < b.path ? -1 : 1));
}
