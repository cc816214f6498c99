/** PowerShell text without comments and strings, line by line as it stands: what is left is code. */
export function codeOf(script: string): string {
  const token = /<#[\s\S]*?#>|#[^\r\n]*|'(?:[^']|'')*'|"(?:[^"`]|`[\s\S]|"")*"/g;
  return script.replace(token, (text) => text.replace(/[^\r\n]/g, " "));
}

/** Name and code of every function, in order. */
export function functionsOf(script: string): readonly { readonly name: string; readonly code: string }[] {
  const code = codeOf(script);
  const starts = [...code.matchAll(/^function ([A-Za-z]+-[A-Za-z0-9]+)/gm)];
  return starts.map((match, i) => ({ name: match[1] ?? "", code: code.slice(match.index, starts[i + 1]?.index ?? code.length) }));
}
