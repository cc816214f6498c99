import { expect, test } from "vitest";
import { inDeployScript, shellHere } from "./shell.ts";

/** What only Windows does is played: ReplaceFile fails three times with codes of its own, then leaves a copy of the old file. */
const REPLACE = `
function Test-Windows { return $true }
function Get-Patience { return 30000 }
function Start-Pause([int]$Milliseconds) { $script:Paused += $Milliseconds }
$script:Paused = 0
$script:Codes = [System.Collections.Generic.Queue[int]]::new([int[]]@(-2147023721, -2147023720, -2147023719))
function Invoke-Replace([string]$From, [string]$To) {
  if ($script:Codes.Count -gt 0) {
    $code = $script:Codes.Dequeue()
    if ($script:Codes.Count -eq 0) { [System.IO.File]::Move($To, $To + '~RF12.TMP') }
    throw (New-Object System.IO.IOException 'Unable to move the replacement file.', $code)
  }
  throw 'it is missing, so that nothing is left to replace'
}
$target = [System.IO.Path]::Combine($Folder, 'CommonClient.properties')
[System.IO.File]::WriteAllText($target, 'old')
[System.IO.File]::WriteAllText($target + '~RF01.TMP', 'of another program')
[System.IO.File]::WriteAllText($target + '.new', 'new')
Move-FileOver ($target + '.new') $target
$names = @([System.IO.Directory]::GetFiles($Folder, 'CommonClient*') | ForEach-Object { [System.IO.Path]::GetFileName($_) } | Sort-Object)
$held = Test-Held (New-Object System.IO.IOException 'x', -2147023719)
[Console]::Out.Write("$([System.IO.File]::ReadAllText($target))|$($names -join ',')|$($script:Paused)|$held")
`;

/** PowerShell's own folder, and the one of its process. */
const FOLDER = `
$live = [System.IO.Path]::Combine($Folder, 'tool', 'plugins', 'live')
[void][System.IO.Directory]::CreateDirectory([System.IO.Path]::Combine($live, 'lib'))
$elsewhere = Exit-Folder $live
Set-Location -LiteralPath ([System.IO.Path]::Combine($live, 'lib'))
[System.IO.Directory]::SetCurrentDirectory($live)
$stood = Exit-Folder $live
$tool = [System.IO.Path]::Combine($Folder, 'tool')
[Console]::Out.Write("$($null -eq $elsewhere)|$($stood.StartsWith($live))|$((Get-WorkingFolder) -ceq $tool)|$([System.IO.Directory]::GetCurrentDirectory() -ceq $tool)")
[System.IO.Directory]::SetCurrentDirectory('/')
Set-Location -LiteralPath '/'
`;

const QUOTE = `
function Write-Complaint([string]$Text) { [Console]::Out.WriteLine($Text) }
$options = @{ Bundle = 'x.zip'; Root = ''; Install = 'C:\\X" -WhatIf'; ClientFile = ''; Key = ''; WhatIf = $false; Verify = $false; Detect = $false; Rollback = $false
  Stage = $false; List = $false; Collect = ''; AcceptDrift = $false; SwitchEnvironment = $false; AllowDowngrade = ''; ReceiptCopy = ''; Secrets = ''; Unknown = @() }
[Console]::Out.Write((Invoke-Main $options))
`;

/** The lock of Windows, which is a file: what lies under its name is looked at before it is opened for writing, and again when it is held. */
const LOCK = `
$lock = [System.IO.Path]::Combine($Folder, 'lock'); $victim = [System.IO.Path]::Combine($Folder, 'victim')
$said = @()
foreach ($plant in 'none', 'link', 'dangling', 'folder', 'late') {
  [System.IO.File]::WriteAllText($victim, 'precious')
  if ($plant -ceq 'link') { [void](New-Item -ItemType SymbolicLink -Path $lock -Target $victim) }
  if ($plant -ceq 'dangling') { [void](New-Item -ItemType SymbolicLink -Path $lock -Target "$victim-2") }
  if ($plant -ceq 'folder') { [void][System.IO.Directory]::CreateDirectory($lock) }
  if ($plant -ceq 'late') { function Test-Target($Paths, [string]$Kind) { if ($script:Looked++ -gt 0) { Stop-Run 10 'it is a link or junction' } } }
  $script:Looked = 0
  try { $held = Open-FileLock $lock; Close-SwapLock $held; $said += 'taken' }
  catch { if ((Get-FaultText (Get-Fault $_)) -cmatch 'link or junction|is a folder') { $said += 'refused' } else { throw } }
  if ([System.IO.File]::ReadAllText($victim) -cne 'precious' -or [System.IO.File]::Exists("$victim-2")) { $said += 'written' }
  if ($plant -ceq 'folder') { [System.IO.Directory]::Delete($lock) } else { [System.IO.File]::Delete($lock) }
}
[Console]::Out.Write($said -join ',')
`;

test.each([
  [
    "[D4] a lock that is a file is refused where a link or folder lies under its name, also one that came in between",
    LOCK,
    /^taken,refused,refused,refused,refused$/,
  ],
  [
    "[D3] ReplaceFile's own codes are waited for, and the copy that it leaves goes; another program's stays",
    REPLACE,
    /^new\|CommonClient\.properties,CommonClient\.properties~RF01\.TMP\|80\|True$/,
  ],
  ["[D3] PowerShell and its process leave a folder that is to be moved", FOLDER, /^True\|True\|True\|True$/],
  [
    "[D3] a quotation mark that a backslash swallowed is explained",
    QUOTE,
    /-Install holds a quote[\s\S]*-Install "C:\\X"[\s\S]*2$/,
  ],
] as const)("%s", { timeout: 120_000 }, (_, text, says) => {
  const shell = shellHere();
  expect(inDeployScript(shell, text, {})).toMatch(says);
});
