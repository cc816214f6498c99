import { type ComparedField, type ComparedFile, isFileWrong, isWrong } from "../deployed/deployed.ts";
import type { Verification } from "../deployed/verify.ts";
import { plural } from "../../kernel/index.ts";
import { type Look, NL, type Style, styleFor, wrap } from "../../report/index.ts";

/** The report of `tierwright sso verify`. */
export interface VerificationReport extends Verification {
  readonly environment: string;
  /** The folder of --deployed as the user typed it. */
  readonly folder: string;
}

const counts = (files: readonly ComparedFile[]) => {
  const fields = files.flatMap((file) => file.fields);
  return {
    equal: fields.filter(({ outcome }) => outcome === "equal").length,
    wrong: fields.filter(isWrong).length,
    notCompared: fields.filter(({ outcome }) => outcome === "not-compared").length,
    files: files.filter(({ state }) => state !== "read" && state !== "absent").length,
  };
};

/** Returns the JSON document of `sso verify`. */
export const verificationDocument = ({ environment, folder, files, ticked, equal }: VerificationReport) => ({
  schema: "tierwright/sso-verify/v1",
  environment,
  deployed: folder,
  equal,
  ticked,
  summary: counts(files),
  files: files.map(({ name, state, paths, says, fields }) => ({ name, state, paths, says, fields })),
});

function fieldLines(field: ComparedField, width: number, style: Style): readonly string[] {
  const { name, at, says, from } = field;
  const mark = isWrong(field) ? style.error("✗") : style.warning("!");
  const where = at ? `  ${style.dim(`${at.file}:${at.line}`)}` : "";
  const said = from && isWrong(field) ? ` (${from.file}:${from.line})` : "";
  return [`  ${mark} ${style.bold(name)}${where}`, `      ${wrap(`it ${says}${said}`, width, "      ")}`];
}

function fileLines(file: ComparedFile, ticked: boolean | null, width: number, style: Style): readonly string[] {
  const { name, state, paths, says, fields } = file;
  const wrong = isFileWrong(file);
  const mark = wrong ? style.error("✗") : state === "absent" ? style.warning("!") : style.good("✓");
  const equal = fields.filter(({ outcome }) => outcome === "equal").length;
  const told = state === "read" ? `${equal} of ${plural(fields.length, "field")} equal` : "";
  const words = [told, says ?? ""].filter((text) => text !== "").join("; ");
  // if every field of the deployment tool's panel was left empty, one sentence is clearer than a line for each field
  const shown = file.name === "sso.tcSSO*" && ticked === false ? [] : fields.filter(({ outcome }) => outcome !== "equal");
  return [
    `${mark} ${style.bold(name)}${paths.length === 0 ? "" : `  ${style.dim(paths.join(", "))}`}`,
    `    ${wrap(words, width, "    ")}`,
    ...shown.flatMap((field) => fieldLines(field, width, style)),
  ];
}

/** Returns the text form of `sso verify`. */
export function verificationText(document: ReturnType<typeof verificationDocument>, { color, width }: Look): string {
  const style = styleFor(color);
  const { files, environment, deployed, equal, ticked, summary } = document;
  const { wrong, notCompared, files: lost, equal: same } = summary;
  const faults = [
    ...(wrong > 0 ? [`${plural(wrong, "field")} ${wrong === 1 ? "differs" : "differ"}`] : []),
    ...(lost > 0 ? [`${plural(lost, "file")} could not be compared`] : []),
    ...(ticked === false ? ["the install box was not ticked"] : []),
  ];
  return [
    ...files.flatMap((file) => fileLines(file, ticked, width, style)),
    "",
    `${environment} against ${deployed}: ${equal ? style.good(`${plural(same, "field")} equal`) : style.error(faults.join(", "))}${notCompared > 0 ? style.warning(`; ${plural(notCompared, "field")} not compared`) : ""}`,
    "",
  ].join(NL);
}
