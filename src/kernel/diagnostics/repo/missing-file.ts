import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, quotedName, say, type Text } from "../../diagnostic/text.ts";

/** A file or folder with another name or in another place than `wanted`, where nothing reads it. */
interface Near {
  readonly is: "file" | "folder";
  readonly file: string;
  readonly wanted: string;
}

type Args = { readonly near: Near | null } & (
  | { readonly seen: "site" | "matrix"; readonly file: string }
  | { readonly seen: "release"; readonly file: string; readonly folder: string }
  /**
   * A folder of environments/ without environment.yaml. `nested`: the name of an environment that is one folder too deep; null if none is.
   */
  | { readonly seen: "environment"; readonly folder: string; readonly nested: string | null }
  | { readonly seen: "releases"; readonly matrix: string }
  | { readonly seen: "base"; readonly folder: string; readonly release: string }
  /** A missing file of base/, with the first key that an environment writes into it. */
  | { readonly seen: "base-file"; readonly file: string; readonly key: string; readonly role: string; readonly release: string }
  /** A missing file that `carryFrom` names. `file`: null if its path leads out of the repository. */
  | { readonly seen: "carry-from"; readonly written: string; readonly file: string | null }
);

const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Returns the words about a misplaced file, and the instruction what to do with it. */
function nearWords({ is, file, wanted }: Near): { readonly note: Text; readonly help: Text } {
  const same = lastOf(file) === lastOf(wanted);
  const found = is === "folder" ? say`the folder ${name(file)}` : name(file);
  const beside = file.startsWith(wanted.slice(0, -lastOf(wanted).length));
  return {
    note: same ? say`${found} is there, but nothing reads it in that place` : say`${found} is there, but nothing reads that name`,
    help: !same && beside ? say`rename ${found} to ${name(lastOf(wanted))}` : say`move ${found} to ${name(wanted)}`,
  };
}

interface Missing {
  readonly message: Text;
  readonly notes?: readonly Text[];
  readonly help: Text;
}

function missing(found: Args): Missing {
  switch (found.seen) {
    case "site":
      return {
        message: say`${name(found.file)} is missing`,
        notes: [say`it defines where the tool and the client library keep their files`],
        help: say`write it; the README shows a minimal one`,
      };
    case "matrix":
      return {
        message: say`${name(found.file)} is missing`,
        notes: [say`without the compatibility matrix no environment has a verdict, so none can be used`],
        help: say`copy the rows of the vendor's matrix that concern you`,
      };
    case "release":
      return {
        message: say`${name(found.file)} is missing`,
        notes: [say`the folder ${name(found.folder)} is not a connector release without it`],
        help: say`write it, or remove the folder`,
      };
    case "environment":
      return missingEnvironment(found);
    case "releases":
      return {
        message: say`the folder releases is missing, and with it ${name(found.matrix)} and every connector release`,
        notes: [say`no environment can be judged or compiled`],
        help: say`write ${name(found.matrix)}, and take a kit in with \`tierwright kit import SOURCE\``,
      };
    case "base":
      return {
        message: say`the folder ${name(found.folder)} is missing, and with it every file of the kit that is written into`,
        notes: [say`nothing of release ${name(found.release)} can be compiled`],
        help: say`copy the kit's own files into ${name(found.folder)}/ as they are`,
      };
    case "base-file":
      return {
        message: say`${name(found.file)} is missing, and ${name(found.key)} is written into it`,
        notes: [say`the ${name(found.role)} file of release ${name(found.release)} cannot be compiled`],
        help: say`copy the kit's own file into base/ as it is`,
      };
    case "carry-from":
      return {
        message:
          found.file === null
            ? say`carryFrom ${quotedName(found.written)} leaves the repository`
            : say`carryFrom names ${name(found.file)}, which is missing`,
        notes: [say`without it the swap would lose every value that was set on the workstation`],
        help: say`name the connector conf that was installed before this release, relative to this file, or leave carryFrom out`,
      };
  }
}

function missingEnvironment({ folder, nested }: Args & { readonly seen: "environment" }): Missing {
  const message = say`${name(folder)} holds no environment.yaml, so it is not an environment`;
  if (nested === null) return { message, help: say`write it (see another environment), or remove the folder` };
  const inner = say`${name(folder)}/${name(nested)}`;
  return {
    message,
    notes: [say`${inner} is one folder too deep, where nothing reads it`],
    help: say`move the folder ${inner} to environments/${name(nested)}`,
  };
}

export const missingFile = defineDiagnostic({
  id: "repo/missing-file",
  severity: "error",
  because: ["repo/environment-name", "repo/misnamed-file", "repo/missing-file"],
  title: "a file that the repository needs is missing",
  why: "Guessing would put a wrong address on a workstation. An environment is compiled from its YAML, the site, the matrix, its release and the kit's base files; without one of them there is no verdict or no file.",
  remedy: "Write the file, or correct the name that refers to it.",
  clauses: ["C7"],
  message: (found: Args) => {
    const told = missing(found);
    if (found.near === null) return told;
    const near = nearWords(found.near);
    const notes = [...(told.notes ?? []), near.note];
    // for a missing file that `carryFrom` names, the instruction stays, whatever file was found near it
    return { ...told, notes, help: found.seen === "carry-from" ? told.help : near.help };
  },
  fails: {
    file: "environments/demo/environment.yaml",
    replace: "authentication: password\n",
    with: "authentication: password\ncarryFrom: installed/connector.properties\n",
  },
  passes: [
    {
      file: "environments/demo/environment.yaml",
      replace: "authentication: password\n",
      with: "authentication: password\ncarryFrom: installed/connector.properties\n",
      also: [{ file: "environments/demo/installed/connector.properties", with: "LicenseDir=27000@lic.example.com\n" }],
    },
  ],
});
