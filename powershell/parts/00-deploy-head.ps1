<#
.SYNOPSIS
Installs a Tierwright bundle on a workstation: the whole plug-in folder, the profile, conf and client file, all old or all new.

.DESCRIPTION
Needs Windows PowerShell 5.1 or PowerShell 7, and nothing else: no modules, no other programs, no network. The bundle is verified whole before
the first byte is written. A journal is written before the first rename: after a power failure, the next run finishes or undoes the interrupted
run, whether it was started here or by 'tierwright deploy'. A running tool stops the run; the script never ends it.

This help: Get-Help .\deploy.ps1 -Full (a bare deploy.ps1 finds nothing). A path in quotes ends without a backslash: "C:\X", never "C:\X\".

Work folder: .swap in the tool's installation. Receipts: .swap\receipts.

Exit codes: 0 done or already there; 1618 in use, try again (82 off Windows); 10 refused, nothing written; 11 failed and rolled back;
12 needs attention, also after Ctrl-C; 1 with -Detect: not installed; 2 wrong use; 4 an error of this script. Only -File passes the code on:
powershell -Command ".\deploy.ps1 ..." ends with 0 or 1. In a session the code is $LASTEXITCODE.

.PARAMETER Bundle
The bundle: <environment>-<connector>.zip or <environment>-settings.zip. Its signature is BUNDLE.sig, next to it.

.PARAMETER Root
Every absolute Windows path is placed below this folder, the drive as a folder: C:\Users\Public is ROOT\C\Users\Public. For rehearsals and tests, on
any system; missing folders are made only there.

.PARAMETER Install
The tool's folder, if it is not the one in the bundle.

.PARAMETER ClientFile
The client file (CommonClient.properties), if it is not the one in the bundle. log4j2.xml is then in the same folder if the bundle has both in one folder.

.PARAMETER Key
Public RSA key in PEM form. Unsigned bundles and those that were signed with another key are refused, now and by later runs.

.PARAMETER WhatIf
Shows what would be done, or undone with -Rollback; writes nothing. A caller's $WhatIfPreference has the same effect, also for -Stage and
-Collect; -WhatIf:$false overrides it.

.PARAMETER Verify
Compares the machine with the newest receipt: jars and other files by hash, conf, logger and client file by their decoded values.

.PARAMETER Detect
One line on the standard output and exit code 0 when exactly the given bundle is installed, else exit code 1.

.PARAMETER Rollback
Restores what the last install or switch replaced: the plug-in folder and both files together.

.PARAMETER Stage
Copies the new plug-in folder next to the old one, for a later run; the tool can stay open.

.PARAMETER List
Lists the receipts of the installation: earlier states, the current one, and what -Rollback would undo. Writes nothing.

.PARAMETER Collect
Collects into a new zip what adopting or diagnosing this workstation needs, without secrets. Nothing else is written.
Without one of the two settings files the archive is written, too, and the exit code is 12.

.PARAMETER AcceptDrift
Overwrites values that were changed on this machine since the last deploy.

.PARAMETER SwitchEnvironment
Installs a bundle of another environment than the installed one.

.PARAMETER AllowDowngrade
Installs an older bundle; the receipt records the reason.

.PARAMETER ReceiptCopy
The folder to copy the receipt to, for example a share.

.PARAMETER Secrets
Values for secrets that are not set on this machine: a JSON file { "KEY": { "env": "NAME" } } or { "KEY": { "file": "PATH" } }, or on
Windows secure strings: @{ KEY = (Read-Host -AsSecureString) } | Export-Clixml FILE. Nobody but you can have read access to it. It is never copied.

.PARAMETER PassThru
The result as an object in the pipeline: ExitCode, Mode, Bundle, Install, Run, Said and Errors. The text is still written to the host.

.PARAMETER Unknown
Anything that is not a parameter of this script is refused (2); nothing is written.

.EXAMPLE
powershell -ExecutionPolicy Bypass -File .\deploy.ps1 -Bundle .\production-2606.zip -WhatIf

.EXAMPLE
powershell -ExecutionPolicy Bypass -File .\deploy.ps1 -Bundle .\production-2606.zip -Key .\release.pub -ReceiptCopy \\srv\share\receipts

.EXAMPLE
powershell -ExecutionPolicy Bypass -File .\deploy.ps1 -Rollback

.EXAMPLE
Get-Help .\deploy.ps1 -Full

Names every parameter. A folder is written without a last backslash before the quotation mark: -Install "C:\Tool 2024x".

.NOTES
Dot-sourced, the script only defines its functions; Invoke-Main is the whole of it and gives the exit code. Everything that touches files, clock
and machine is a function of its own that a test may replace: Enter-Step, Invoke-OneOperation, Get-Stat, Test-Link, Test-ReadOnly,
Get-FolderName, Get-OpenRight, Read-Bytes, Get-FileRecord, New-Folder, Remove-File, Remove-EmptyFolder, Test-FolderWrite, Exit-Folder, Remove-Tree, Write-Flushed, Write-FlushedCopy,
Move-Tree, Move-File, Move-FileOver, Open-SwapLock, Close-SwapLock, Get-ToolProcess, Set-InheritedAccess, Get-FreeSpace, Get-MachineName,
Get-UserName, Get-UtcNow, Get-RunToken, Start-Pause, Get-Patience, Test-Windows.

This file is put together from powershell/parts by 'node scripts/powershell.mjs': change the parts, not this file.
#>
# A way of working is a set of its own for the help and for completion. The first set has every parameter, so that two ways together are refused by
# this script, with its words and its code, and not by PowerShell. So is an empty value.
[CmdletBinding(PositionalBinding = $false, DefaultParameterSetName = 'Install')]
param(
  [Parameter(ParameterSetName = 'Install')][Parameter(ParameterSetName = 'Verify')][Parameter(ParameterSetName = 'Collect')][Parameter(ParameterSetName = 'Stage', Mandatory = $true)][Parameter(ParameterSetName = 'Detect', Mandatory = $true)][AllowEmptyString()][string]$Bundle = '',
  [string]$Root = '',
  [string]$Install = '',
  [string]$ClientFile = '',
  [string]$Key = '',
  [Parameter(ParameterSetName = 'Install')][Parameter(ParameterSetName = 'Rollback')][switch]$WhatIf,
  [Parameter(ParameterSetName = 'Install')][Parameter(ParameterSetName = 'Verify', Mandatory = $true)][switch]$Verify,
  [Parameter(ParameterSetName = 'Install')][Parameter(ParameterSetName = 'Detect', Mandatory = $true)][switch]$Detect,
  [Parameter(ParameterSetName = 'Install')][Parameter(ParameterSetName = 'Rollback', Mandatory = $true)][switch]$Rollback,
  [Parameter(ParameterSetName = 'Install')][Parameter(ParameterSetName = 'Stage', Mandatory = $true)][switch]$Stage,
  [Parameter(ParameterSetName = 'Install')][Parameter(ParameterSetName = 'List', Mandatory = $true)][switch]$List,
  [Parameter(ParameterSetName = 'Install')][Parameter(ParameterSetName = 'Collect', Mandatory = $true)][AllowEmptyString()][string]$Collect = '',
  [Parameter(ParameterSetName = 'Install')][Parameter(ParameterSetName = 'Rollback')][switch]$AcceptDrift,
  [Parameter(ParameterSetName = 'Install')][switch]$SwitchEnvironment,
  [Parameter(ParameterSetName = 'Install')][string]$AllowDowngrade = '',
  [Parameter(ParameterSetName = 'Install')][Parameter(ParameterSetName = 'Rollback')][string]$ReceiptCopy = '',
  [Parameter(ParameterSetName = 'Install')][Parameter(ParameterSetName = 'Stage')][string]$Secrets = '',
  [switch]$PassThru,
  [Parameter(ValueFromRemainingArguments = $true, DontShow = $true)][string[]]$Unknown = @()
)

# Before the first line that application control would stop with a message of its own.
if ([string]$ExecutionContext.SessionState.LanguageMode -cne 'FullLanguage') {
  Write-Warning "This PowerShell runs in $($ExecutionContext.SessionState.LanguageMode) mode (application control): files cannot be hashed and moved in it. Have deploy.ps1 signed by a publisher that the policy trusts, or use 'tierwright deploy'. Nothing was written."
  exit 2
}

Set-StrictMode -Version 2
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
