/**
 * Returns what Intune asks for a Windows app of one executable, as JSON: the commands that install and remove it for the whole machine, and the
 * detection by digest, as PowerShell 5.1 (docs/install.md says where each is entered). The executable itself is the app's only source file.
 * Intune's agent is a 32-bit process, whose ProgramFiles is another folder, so the commands use ProgramW6432.
 */
export function intune({ version, executables }) {
  const { file, sha256 } = executables["win-x64"];
  const place = "%ProgramW6432%\\Tierwright";
  const installed = "$env:ProgramW6432\\Tierwright\\tierwright.exe";
  const app = {
    name: "Tierwright",
    version,
    source: { file, sha256 },
    installBehavior: "system",
    architecture: "x64",
    installCommand: `cmd.exe /c mkdir "${place}" 2>nul & copy /y ${file} "${place}\\tierwright.exe"`,
    uninstallCommand: `cmd.exe /c rmdir /s /q "${place}"`,
    detectionScript: `if ((Test-Path -LiteralPath "${installed}") -and (Get-FileHash -Algorithm SHA256 -LiteralPath "${installed}").Hash -eq '${sha256.toUpperCase()}') { Write-Output '${version}' }`,
  };
  return `${JSON.stringify(app, null, 2)}\n`;
}
