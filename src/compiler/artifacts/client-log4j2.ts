import type { CompiledEnvironment } from "../compile/compiled.ts";
import { editLog4j2, log4j2Edits, log4j2Value } from "../compile/log4j2-edits.ts";
import { Log4j2Document } from "../../kernel/index.ts";
import type { Artifact, Installed } from "./artifact.ts";
import { clientLog4j2 } from "./targets.ts";

/** Returns a compiled log4j2.xml as a document. Bytes that equal the cached, already parsed document are not parsed again. */
function readBack(bytes: Buffer, compiled: CompiledEnvironment): Log4j2Document {
  const base = compiled.release?.base.log4j2;
  const document = base && editLog4j2(compiled.environment, base.document);
  return document?.bytes().equals(bytes) ? document : Log4j2Document.parse(bytes);
}

const locate = (compiled: CompiledEnvironment): Installed | null =>
  compiled.release?.base.log4j2
    ? { path: "client/log4j2.xml", target: clientLog4j2(compiled), entry: "client/log4j2.xml" }
    : null;

export const artifact: Artifact = {
  name: "client-log4j2",
  title: "the client library's logging",
  locate,
  produce(compiled) {
    const base = compiled.release?.base.log4j2;
    const place = locate(compiled);
    if (!base || !place) return null;
    return { ...place, bytes: editLog4j2(compiled.environment, base.document).bytes(), purpose: "install" };
  },
  prove(file, compiled) {
    const document = readBack(file.bytes, compiled);
    if (document.error) return [`log4j would not load it: ${document.error.message}`];
    return log4j2Edits(compiled.environment).flatMap((edit) =>
      log4j2Value(document, edit)?.value === edit.value.text ? [] : [`${edit.field} reads differently from the model`],
    );
  },
};
