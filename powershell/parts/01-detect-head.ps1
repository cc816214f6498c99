<#
.SYNOPSIS
Detection script of a managed fleet: one line on the standard output and exit code 0 when exactly the expected bundle is installed.

.DESCRIPTION
The newest receipt is of that bundle, no run is unfinished, and what lies on the machine is what the receipt says: jars and other files by hash,
conf, logger and client file by their decoded values. Anything else is exit code 1 with the reason on the error output. Nothing is written.
Windows PowerShell 5.1 or PowerShell 7; no parameters.

.NOTES
The three lines below are filled in when a bundle is built. This file is put together from powershell/parts by 'node scripts/powershell.mjs'.
#>
$ExpectedManifest = ''
$ExpectedEnvironment = ''
$ExpectedInstall = ''

if ([string]$ExecutionContext.SessionState.LanguageMode -cne 'FullLanguage') {
  Write-Warning "This PowerShell runs in $($ExecutionContext.SessionState.LanguageMode) mode (application control): have the detection script signed by a publisher that the policy trusts."
  exit 1
}

Set-StrictMode -Version 2
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
