# ---- The script itself.

# Stops where this PowerShell cannot do the work, and says what to do.
function Test-PowerShell {
  if ((Test-Windows) -and [Environment]::Is64BitOperatingSystem -and -not [Environment]::Is64BitProcess) {
    Stop-Run 2 ('This is the 32-bit PowerShell of a 64-bit Windows: it sees other program folders and cannot see the running tool. ' +
      'Start %SystemRoot%\Sysnative\WindowsPowerShell\v1.0\powershell.exe with the same arguments. Nothing was written.')
  }
}

# An empty path would be read as an option that nobody gave, or as the current folder: an unset variable is one.
# "C:\X\" -WhatIf reaches a program as one value, C:\X" -WhatIf: the switch after it is gone. No path of Windows holds a quote.
function Test-GivenPath($Options) {
  foreach ($name in 'Bundle', 'Root', 'Install', 'ClientFile', 'Key', 'Collect', 'ReceiptCopy', 'Secrets') {
    $value = $Options[$name]
    if (@($Options['Given']) -contains $name -and $value.Trim() -ceq '') { Stop-Run 2 "-$name is empty. Get-Help .\deploy.ps1 -Full names every parameter. Nothing was written." }
    $at = $value.IndexOf([char]'"')
    if ($at -lt 0) { continue }
    $swallowed = $value.Substring($at + 1).Trim()
    if ($swallowed -cne '') { $swallowed = ", and with it '$swallowed'" }
    Stop-Run 2 ("-$name holds a quote: $value. A backslash before the closing quote made the quote part of the value$swallowed. " +
      "Leave the last backslash away: -$name ""$($value.Substring(0, $at))"". Nothing was written.")
  }
}

# The way of working where the caller's $WhatIfPreference is true: none that writes.
function Get-PreferredMode($Modes) {
  if ($Modes.Count -eq 0) { return 'WhatIf' }
  foreach ($mode in $Modes) { if (@('Rollback', 'Stage', 'Collect') -ccontains $mode) { "${mode}WhatIf" } else { $mode } }
}

# One way of working, and what it needs.
function Get-Mode($Options) {
  Test-GivenPath $Options
  $modes = @(foreach ($name in 'WhatIf', 'Verify', 'Detect', 'Rollback', 'Stage', 'List') { if ($Options[$name]) { $name } })
  if ($Options.Collect -cne '') { $modes += 'Collect' }
  if (($modes -join ' ') -ceq 'WhatIf Rollback') { $modes = @('RollbackWhatIf') }
  if (($modes -join ' ') -ceq 'Rollback List') { $modes = @('List') }
  if ($Options['WhatIfPreferred']) { $modes = @(Get-PreferredMode $modes) }
  if ($modes.Count -gt 1) { Stop-Run 2 "-$($modes -join ' and -') cannot be combined." }
  if ($Options.Unknown.Count -gt 0) { Stop-Run 2 "'$($Options.Unknown[0])' is not understood. Get-Help .\deploy.ps1 -Full names every parameter." }
  if ($modes.Count -eq 1) { $mode = $modes[0] } else { $mode = 'Install' }
  if (@('Install', 'WhatIf', 'Stage', 'StageWhatIf', 'Detect') -ccontains $mode -and $Options.Bundle -ceq '') { Stop-Run 2 '-Bundle FILE is missing: the zip to install. Get-Help .\deploy.ps1 -Full names every parameter.' }
  if (@('Rollback', 'RollbackWhatIf', 'List') -ccontains $mode -and $Options.Bundle -cne '') { Stop-Run 2 "-$($mode -creplace 'WhatIf\z') takes no -Bundle: the receipts say what a rollback restores. Leave -Bundle away. Nothing was written." }
  return $mode
}

# The bundle that was named, proven, with the key that it was signed with.
function Open-Proven($Options) {
  $opened = Open-Bundle (Get-NativePath $Options.Bundle '')
  try {
    $opened.publicKeys = @(if ($Options.Key -cne '') { Get-PublicKey (Get-NativePath $Options.Key '') })
    $opened.key = Get-SignatureKey $opened $opened.publicKeys
  }
  catch { Close-Bundle $opened; throw }
  return $opened
}

function Invoke-Mode([string]$Mode, $Options) {
  $script:WayOfWorking = $Mode
  if ($Options.Root -cne '') {
    $Options.Root = [System.IO.Path]::GetFullPath([System.IO.Path]::Combine((Get-WorkingFolder), $Options.Root))
    if (-not [System.IO.Directory]::Exists($Options.Root)) {
      $help = 'No installation is there: correct -Root; nothing was written.'
      if (@('Install', 'WhatIf', 'Stage', 'StageWhatIf') -ccontains $Mode) { $help = 'A deploy would start a new installation there: correct -Root, or create the folder first; nothing was written.' }
      Stop-Run 2 "The root '$($Options.Root)' is not a folder. $help"
    }
    $around = Find-RootAround (Get-NativePath $Options.Root '')
    if ($null -ne $around) { Stop-Run 2 "The root '$($Options.Root)' lies inside an installation of the root '$around'. Name the folder that holds the drives: -Root ""$around""; nothing was written." }
  }
  $script:RecordRoot = [string]$Options.Root
  # relative to where this was started: a run may leave that folder
  foreach ($name in 'Collect', 'ReceiptCopy', 'Secrets') { if ($Options[$name] -cne '') { $Options[$name] = Get-NativePath $Options[$name] '' } }
  $started = Get-WorkingFolder
  $opened = $null
  try {
    if ($Options.Secrets -cne '' -and @('Install', 'WhatIf', 'Stage') -ccontains $Mode) { $Options.SecretsRead = Read-SecretsFile $Options.Secrets }
    if ($Mode -ceq 'WhatIf') { $Options.WhatIf = $true }
    if (@('Install', 'WhatIf', 'Stage') -ccontains $Mode) { Invoke-Install $Options; return 0 }
    if ($Mode -ceq 'CollectWhatIf') { Write-Say "Would be collected into $($Options.Collect). Nothing was written."; return 0 }
    if ($Options.Bundle -cne '') { Enter-Step 'verify' $null; $opened = Open-Proven $Options }
    if ($Mode -ceq 'Collect') { Invoke-Collect $Options.Collect $opened $Options; return 0 }
    if ($null -ne $opened) { $targets = Get-Target $opened.manifest $Options.Root $Options.Install $Options.ClientFile }
    else {
      $targets = New-InstallTarget (Find-Installation $Options.Root $Options.Install)
      if ($Options.ClientFile -cne '') { $targets.client = Get-NativePath $Options.ClientFile $Options.Root }
    }
    if ($Mode -ceq 'StageWhatIf') { Test-SecondTool $opened.manifest $targets $Options; Show-Stage $opened $targets $Options; return 0 }
    if ($Mode -ceq 'RollbackWhatIf') { Show-Rollback $targets $Options; return 0 }
    if ($Mode -ceq 'List') { Show-Receipt $targets; return 0 }
    if ($Mode -ceq 'Rollback') { Invoke-Rollback $targets $Options; return 0 }
    if ($Mode -ceq 'Verify') { Invoke-Verify $targets $Options.Root; return 0 }
    $detected = Get-Detection $targets.install $opened.manifestSha256 $opened.manifest['environment'] $Options.Root
    if ($detected.found) { Write-Say $detected.line; return 0 }
    Write-Complaint $detected.line
    return 1
  }
  finally {
    Close-Bundle $opened
    if ((Get-WorkingFolder) -cne $started -and [System.IO.Directory]::Exists($started)) { Set-Location -LiteralPath $started }
  }
}

# The whole script: the exit code.
function Invoke-Main($Options) {
  try {
    Test-PowerShell
    $said = @(Invoke-Mode (Get-Mode $Options) $Options)
    $code = [int]$said[$said.Count - 1]
    if ($null -eq $script:Unprinted) { return $code }
    if ($script:Looking -cnotcontains $script:WayOfWorking) { Write-Complaint "Standard output cannot be written: $($script:Unprinted). Lines are missing there; the exit code is that of the run."; return $code }
    Write-Complaint "Standard output cannot be written: $($script:Unprinted). Send it where it can be written; nothing was changed."
    return 2
  }
  catch {
    $fault = Get-Fault $_
    $code = Get-FaultCode $fault 4
    if ($code -eq 4 -and (Test-Sharing $fault)) {
      Write-Complaint "$(Get-FaultText $fault) Another program has it open: close it (an editor, a viewer, a scanner), then run this again; nothing was changed."
      return 1618
    }
    if ($code -eq 4 -and (Test-FileFault $fault)) {
      Write-Complaint "$(Get-FaultText $fault). Fix that and run this again; nothing was changed."
      return 10
    }
    if ($code -eq 4) { Write-Complaint "deploy.ps1 failed: $(Get-FaultText $fault) ($($_.InvocationInfo.ScriptLineNumber)). Please report this line." }
    else { Write-Complaint $fault.Message }
    return $code
  }
}

if ($MyInvocation.InvocationName -cne '.') {
  # a cmdlet of this script must not take the caller's preference for its own: what works must work, and what only looks asks nobody
  $preferred = -not $PSBoundParameters.ContainsKey('WhatIf') -and [bool]$WhatIfPreference
  $WhatIfPreference = $false
  $ConfirmPreference = 'None'
  $given = @{ WhatIfPreferred = $preferred; Bundle = $Bundle; Root = $Root; Install = $Install; ClientFile = $ClientFile; Key = $Key; WhatIf = [bool]$WhatIf; Verify = [bool]$Verify
    Detect = [bool]$Detect; Rollback = [bool]$Rollback; Stage = [bool]$Stage; List = [bool]$List; Collect = $Collect; AcceptDrift = [bool]$AcceptDrift
    SwitchEnvironment = [bool]$SwitchEnvironment; AllowDowngrade = $AllowDowngrade; ReceiptCopy = $ReceiptCopy; Secrets = $Secrets; Unknown = @($Unknown); Given = @($PSBoundParameters.Keys)
  }
  $script:InSession = -not (Test-OwnProcess $PSCommandPath)
  $code = $null
  try { $code = Invoke-Main $given }
  finally { if ($null -eq $code) { Complete-Interrupted $given $PSCommandPath } }
  if ($PassThru) { Get-Result $code $given }
  exit $code
}
