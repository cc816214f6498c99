// Makes kit.lock.yaml: the list of a kit's files at the time of its import.

/**
 * Returns the text of a lock. Digests are quoted, because YAML would read one of digits and an 'e' as a number.
 * @param {string} release
 * @param {{ name: string, size: number, sha256: string, imported: string }} source the archive that the kit came in
 * @param {{ path: string, size: number, sha256: string, classVersion?: number }[]} files sorted by path
 */
export function lockText(release, source, files) {
  const rows = files.map(({ path, size, sha256, classVersion }) => {
    const java = classVersion === undefined ? "" : `, class: ${classVersion}`;
    return `  - { path: ${path}, size: ${size}, sha256: "${sha256}"${java} }`;
  });
  return `# yaml-language-server: $schema=../../schemas/kit-lock.schema.json
# Generated from the kit. 'class' is the highest class-file version in a jar: 61 needs Java 17, 65 needs Java 21.
apiVersion: tierwright/v1
kind: KitLock
release: "${release}"
source: { name: ${source.name}, size: ${source.size}, sha256: "${source.sha256}", imported: ${source.imported} }
files:
${rows.join("\n")}
`;
}
