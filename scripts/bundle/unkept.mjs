/** Makes the sources that git does not keep, before anything builds, generates from or tests the other sources. */
import { writePageAssets } from "../page.mjs";
import { writeScripts } from "../powershell.mjs";
import writeTemplates from "../templates.mjs";
import writeValidators from "../validators.mjs";

/** Writes the compiled validators and templates, deploy.ps1 with detect.ps1, and the script and style sheet of the page. */
export async function writeUnkeptSources() {
  await writeValidators();
  await writeTemplates();
  writeScripts();
  await writePageAssets();
}
