# Runs deploy.ps1 with faults: TIERWRIGHT_SCRIPT names the script, TIERWRIGHT_FAULT holds a JSON object:
#   killStep { step, detail or null, count }   the process ends by force when the step is entered
#   killOperation n                            the process ends by force before the n-th file operation
#   failOperation { n, ever, error }           the n-th file operation fails, and with ever all behind it; error is 'full' or 'denied'
#   deny { operation, path, times }            operations of that name fail with 'denied' while a path of theirs holds the text
#   processes [ { id, name, user, path } ]     what runs below the installation; machine, patience, now, token: what the machine says
#   log FILE                                   steps and operations, one a line
# The command line is that of deploy.ps1.
. $env:TIERWRIGHT_SCRIPT

$script:Injected = New-Map
if ($env:TIERWRIGHT_FAULT) { $script:Injected = ConvertFrom-JsonText $env:TIERWRIGHT_FAULT 'TIERWRIGHT_FAULT' }
$script:Entered = @{}
$script:Denied = 0

function Stop-ByForce { [System.Diagnostics.Process]::GetCurrentProcess().Kill(); [System.Threading.Thread]::Sleep(10000) }

function New-Failure([string]$Kind) {
  if ($Kind -ceq 'full') { return New-Object System.IO.IOException 'No space left on device' }
  return New-Object System.UnauthorizedAccessException 'Access to the path is denied.'
}

function Write-Log([string]$Line) { if ($script:Injected['log']) { [System.IO.File]::AppendAllText($script:Injected['log'], "$Line`n") } }

function Enter-Step([string]$Id, [string]$Detail) {
  Write-Log "step $Id $Detail"
  $kill = $script:Injected['killStep']
  if ($null -eq $kill -or $kill['step'] -cne $Id -or ($null -ne $kill['detail'] -and $kill['detail'] -cne $Detail)) { return }
  $script:Entered[$Id] = 1 + [int]$script:Entered[$Id]
  if ($null -eq $kill['count'] -or $script:Entered[$Id] -eq $kill['count']) { Stop-ByForce }
}

function Invoke-FileOperation([string]$OperationName, [scriptblock]$OperationBody) {
  $script:FileOperations++
  Write-Log "operation $($script:FileOperations) $OperationName"
  if ($script:Injected['killOperation'] -eq $script:FileOperations) { Stop-ByForce }
  $fail = $script:Injected['failOperation']
  if ($null -ne $fail -and ($fail['n'] -eq $script:FileOperations -or ($fail['ever'] -and $script:FileOperations -gt $fail['n']))) { throw (New-Failure $fail['error']) }
  $deny = $script:Injected['deny']
  if ($null -ne $deny -and $deny['operation'] -ceq $OperationName -and ($null -eq $deny['times'] -or $script:Denied -lt $deny['times'])) {
    foreach ($name in 'From', 'To', 'Path', 'Folder') {
      $value = Get-Variable -Name $name -Scope 1 -ValueOnly -ErrorAction SilentlyContinue
      if ($value -is [string] -and $value.Contains($deny['path'])) { $script:Denied++; throw (New-Failure 'denied') }
    }
  }
  & $OperationBody
}

if ($null -ne $script:Injected['processes']) {
  function Get-ToolProcess([string]$Folder) {
    $found = New-List
    foreach ($one in $script:Injected['processes']) { $found.Add(@{ id = $one['id']; name = $one['name']; user = $one['user']; path = $one['path']; started = $null }) }
    return , $found
  }
}
if ($null -ne $script:Injected['machine']) { function Get-MachineName { return $script:Injected['machine'] } }
if ($null -ne $script:Injected['patience']) { function Get-Patience { return [int]$script:Injected['patience'] } }
if ($null -ne $script:Injected['token']) { function Get-RunToken { return $script:Injected['token'] } }

$options = @{ Bundle = ''; Root = ''; Install = ''; ClientFile = ''; Key = ''; WhatIf = $false; Verify = $false; Detect = $false; Rollback = $false; Stage = $false
  Collect = ''; AcceptDrift = $false; SwitchEnvironment = $false; AllowDowngrade = ''; ReceiptCopy = ''; Unknown = @()
}
for ($k = 0; $k -lt $args.Count; $k++) {
  $name = ([string]$args[$k]).Substring(1)
  if ($options[$name] -is [bool]) { $options[$name] = $true } else { $k++; $options[$name] = [string]$args[$k] }
}
exit (Invoke-Main $options)
