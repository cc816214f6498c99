# ---- Installing a bundle: recovers first, then goes through the steps.

# Takes the lock; makes .swap, and below a root the installation folder. @{ lock; made }.
function Enter-Installation($Targets, $Options) {
  if ($Options.Root -ceq '' -and $null -eq (Get-Stat $Targets.install)) { Stop-Run 10 "The tool is not installed in $($Targets.install): name its folder with -Install. Nothing was written." }
  Test-Target @($Targets.install, $Targets.swap) 'folder' # before the lock, which would be written through a link
  try { $made = Add-Folder $Targets.swap }
  catch { Stop-Run 10 "$($Targets.swap) cannot be created: $(Get-FaultText (Get-Fault $_)). Run this with the right to write into the tool's folder (an elevated prompt, or the fleet's agent); nothing was written." }
  Test-Target @((Get-SwapPath $Targets 'lock')) 'file' # also where the lock is not a file
  try { $lock = Open-SwapLock $Targets.swap }
  catch { Stop-Run 10 "$($Targets.swap) cannot be locked: $(Get-FaultText (Get-Fault $_)). Run this with the right to write into the tool's folder (an elevated prompt, or the fleet's agent); nothing was written." }
  if ($null -eq $lock) {
    $holder = Get-LockHolder $Targets.swap
    if ($null -ne $holder) { $holder = " ($holder)" }
    Stop-Run 1618 "Another deploy is running in $($Targets.install)${holder}: wait until it is done, then run this again; nothing was written."
  }
  return @{ lock = $lock; made = $made }
}

# Frees the lock; a run that wrote nothing leaves nothing.
function Exit-Installation($Targets, $Held) {
  # an open lock file cannot be removed on Windows; elsewhere nobody may come in between
  if (Test-Windows) { Close-SwapLock $Held.lock }
  try {
    if ($Held.made.Count -gt 0 -and (@(Get-NameIn $Targets.swap) -join '|') -ceq 'lock') { Remove-File (Get-SwapPath $Targets 'lock') }
    for ($k = $Held.made.Count - 1; $k -ge 0; $k--) {
      if ((Get-Stat $Held.made[$k]) -ceq 'folder' -and (Get-FolderName $Held.made[$k]).Length -eq 0) { Remove-EmptyFolder $Held.made[$k] }
    }
  }
  catch { $Held.made = @() } # an empty folder that stays harms nobody
  finally { Close-SwapLock $Held.lock }
}

function Write-Recovered($Recovered) {
  if ($null -eq $Recovered) { return }
  $words = @{ 'forward' = 'was finished'; 'backward' = 'was undone'; 'set aside' = 'left an unreadable journal' }
  Write-Say "The unfinished run $($Recovered.run) $($words[$Recovered.direction])."
  foreach ($note in $Recovered.notes) { Write-Say "  note: $note" }
}

# What an earlier run left, before this one has written anything; from here on it has a name.
function Invoke-RunRecovery($Run) {
  $Run.id = New-RunName
  $Run.recovered = Invoke-Recover $Run.targets $Run.options.Root $Run.id
  Write-Recovered $Run.recovered
}

function Get-PinnedKey($Receipt) {
  if ($null -eq $Receipt) { return $null }
  return $Receipt['key']
}

# The key the bundle was checked with, or null.
function Get-ProvenKey($Bundle, $Finding) {
  Test-PinnedKey $Bundle $Bundle.key $Bundle.publicKeys (Get-PinnedKey $Finding.receipt)
  return $Bundle.key
}

function Get-Title($Bundle) {
  $manifest = $Bundle.manifest
  if ($manifest['kind'] -ceq 'settings') { return "settings of '$($manifest['environment'])' (connector $($manifest['connector']))" }
  return "connector $($manifest['connector']) for '$($manifest['environment'])'"
}

# Holds the lock while the other rows run, and records a run that did not do what was asked for.
$script:LockHandler = @{ around = { param($Run, $Rest)
    Test-Given $Run.targets 'a proven bundle'
    $held = Enter-Installation $Run.targets $Run.options
    try { Invoke-Rest $Run $Rest '' }
    catch {
      $fault = Get-Fault $_
      if ($fault.Data.Contains('order')) { throw $fault }
      $code = Get-FaultCode $fault 4
      if ($code -eq 4 -and (Test-Sharing $fault)) { $code = 1618 }
      if ($code -eq 4 -and (Test-FileFault $fault)) { $code = 10 }
      $fault = Get-LaterFault $fault $Run.recovered
      if (@(1618, 11, 12) -contains $code) { Write-Attempt $Run.targets $Run.bundle $code (Get-FaultText $fault) $Run.options.ReceiptCopy }
      $Rest.fault = $fault
      throw $fault
    }
    finally { Exit-Installation $Run.targets $held }
  }
}

# What a deploy does in its own way.
$script:InstallHandlers = @{
  verify = @{ around = { param($Run, $Rest)
      $opened = Open-Proven $Run.options
      try {
        $Run.bundle = $opened
        $Run.targets = Get-Target $opened.manifest $Run.options.Root $Run.options.Install $Run.options.ClientFile
        Test-SecondTool $opened.manifest $Run.targets $Run.options
        if ($null -ne $Run.options['SecretsRead']) { Test-SuppliedKey $Run.options['SecretsRead'] $opened.manifest }
        if ($Run.options.WhatIf) { Invoke-WhatIf $opened $Run.targets $Run.options } else { Invoke-Rest $Run $Rest '' }
      }
      finally { Close-Bundle $opened }
    }
  }
  lock = $script:LockHandler
  recover = { param($Run, $Index)
    Test-Given $Run.targets 'a proven bundle'
    Invoke-RunRecovery $Run
  }
  preflight = { param($Run, $Index) Invoke-Preflight $Run }
  stage = { param($Run, $Index)
    Test-Given $Run.finding 'what preflight finds'
    $Run.staging = $true
    if ($Run.options.Stage) { Invoke-StageAhead $Run.bundle $Run.targets; $Run.goTo = 'copy' }
    else { $Run.staged = Invoke-Stage $Run.bundle $Run.targets $Run.id $Run.finding }
  }
  plan = { param($Run, $Index)
    Test-Given $Run.staged 'anything staged'
    Set-RunTransaction $Run (New-Transaction $Run.bundle $Run.targets $Run.id $Run.finding $Run.staged $Run.recovered)
    $Run.say = { param($Done) Write-Installed $Done.bundle $Done.targets $Done.t $Done.finding $Done.finding.compared }
  }
}

# Installs a bundle by the rows of the table.
function Invoke-Install($Options) {
  $run = New-Run $Options $null { param($Fault) Stop-Staging $Fault }
  Invoke-Run $run $script:InstallHandlers
}

# Everything that is checked before the first byte is written.
function Invoke-Preflight($Run) {
  Test-Given $Run.id 'a name'
  $bundle = $Run.bundle; $targets = $Run.targets; $options = $Run.options
  $finding = Get-Finding $bundle $targets $options
  $Run.finding = $finding
  $finding.key = Get-ProvenKey $bundle $finding
  Test-KeptValue $bundle $finding
  if ($options.Stage) { return }
  Test-MachineSecret $bundle.manifest $finding
  if (Test-AlreadyThere $bundle $targets $finding $options.Root) {
    $Run.receipt = $finding.receipt
    $Run.say = { param($Done) Write-Say "Already there: $(Get-Title $Done.bundle) in $($Done.targets.install). Nothing was changed." }
    $Run.goTo = 'copy'
    return
  }
  $finding.compared = Compare-Live $bundle $finding
  Test-Drift $finding.compared.drift $bundle.manifest $options
  Test-RunRight $bundle $targets $finding
  if ($bundle.manifest['kind'] -ceq 'swap' -and $finding.processes.Count -gt 0) { Stop-InUse $finding.processes $targets.install 'nothing was changed' }
  $finding.noticed = @(Get-SuppliedNote $bundle.manifest $finding) + @(Get-LeftAsIs $bundle $targets $finding $options.Root)
}

# Writes plan and receipt of what was staged; what fails here has touched nothing outside .swap.
function New-Transaction($Bundle, $Targets, [string]$Run, $Finding, $Staged, $Recovered) {
  $manifest = $Bundle.manifest
  $compared = $Finding.compared
  $key = $Finding.key
  $tree = $null
  if ($null -ne $Staged.tree) {
    $after = [ordered]@{ sha256 = (Get-TreeDigest $Staged.tree); files = $Staged.tree.Count }
    if (-not (Test-SameTree $Finding.record $after)) { $tree = [ordered]@{ live = $Targets.live; staged = "$Run/new"; backup = "$Run/old"; before = $Finding.record; after = $after } }
  }
  $plan = New-Plan $Run $manifest['kind'] $Targets.install $tree $Staged.changes @(New-PlannedStray $Run $Finding.strays) $Finding.missing $Finding.secrets
  $notes = New-List
  if ($null -ne $Recovered) { foreach ($note in $Recovered.notes) { $notes.Add($note) } }
  foreach ($note in $Finding.noticed) { $notes.Add($note) }
  foreach ($note in $Staged.notes) { $notes.Add($note) }
  if (-not $Finding.tool['proven']) { $notes.Add("tool row not proven: $($manifest['tool']['row']) is expected") }
  $flags = New-List
  foreach ($flag in $Finding.flags) { $flags.Add($flag) }
  if ($compared.drift.Count -gt 0) { $flags.Add([ordered]@{ flag = '--accept-drift'; reason = $null }) }
  if ($null -eq $key) { $key = Get-PinnedKey $Finding.receipt }
  $beforeRun = $null
  if ($null -ne $Finding.receipt) { $beforeRun = $Finding.receipt['run'] }
  $standing = $null
  if ($manifest['kind'] -ceq 'settings') { $standing = $Finding.receipt }
  $receipt = New-Receipt $Run $manifest['kind'] (Get-NextSequence $Targets) @{ bundle = (New-InstalledBundle $Bundle); install = $Targets.install
    plugin = $manifest['plugin']; paths = (Get-ReceiptPath $Targets $standing $Finding.receipt); tool = $Finding.tool; key = $key; state = (Get-NextState $Bundle $Targets $Finding $Staged $compared.drift)
    before = [ordered]@{ run = $beforeRun; tree = $Finding.record }; undo = [ordered]@{ plan = "$Run/plan.json"; sha256 = (Get-BytesHash (ConvertTo-JsonBytes $plan)) }
    strays = @(@(foreach ($stray in $plan['strays']) { [ordered]@{ path = $stray['path']; to = $stray['to']; sha256 = $stray['sha256'] } }) + @($Staged.foreign)); kept = @($Staged.kept)
    drift = $compared.drift; replaced = $compared.replaced; flags = $flags; notes = $notes.ToArray()
  }
  return Write-Transaction $Targets $plan $receipt $Finding.stamp $notes
}

function Stop-Staging($Fault) {
  if (Test-Held $Fault) { Stop-Held $Fault 'the installation is as it was' }
  $help = 'Fix that and run this again'
  if ($Fault -is [System.UnauthorizedAccessException]) { $help = "Run this with the right to write into the tool's folder (an elevated prompt, or the fleet's agent)" }
  Stop-Run 10 "The new build could not be staged: $(Get-FaultText $Fault). $help; the installation is as it was."
}

# Best effort: a leftover is swept by the next run.
function Remove-Staging($Targets, [string]$Run) {
  $work = Get-SwapPath $Targets $Run
  try { if ($null -ne (Get-Stat $work)) { Remove-Tree $work } }
  catch { Write-Say "  note: $work could not be removed; the next run does it" }
}

function Write-Installed($Bundle, $Targets, $T, $Finding, $Compared) {
  Write-Say "Installed: $(Get-Title $Bundle) in $($Targets.install) (run $($T.plan['run']))."
  Write-Say "  $(Get-Origin $Bundle)"
  foreach ($file in $T.plan['files']) { Write-Say "  $($file['path'])" }
  if ($null -ne $T.plan['tree']) { Write-Say "  $($Targets.live)" }
  foreach ($stray in $T.plan['strays']) { Write-Say "  quarantined: $($stray['path'])" }
  foreach ($row in $Compared.replaced) { Write-Say "  replaced in $($row['file']): $($row['key']) was $(Format-Value $row['found'] $row['key']), is $(Format-Value $row['expected'] $row['key'])" }
  foreach ($line in @(Get-Accepted $Bundle.manifest $Compared.drift)) { Write-Say "  $line" }
  if (@($T.receipt['kept']).Count -gt 0) { Write-Say "  kept from this machine: $(@($T.receipt['kept']) -join ', ')" }
  foreach ($note in $T.notes) { Write-Say "  note: $note" }
  if ($null -ne $Finding.doubt) { Write-Say "  $($Finding.doubt)" } # nothing is read after the swap: a fault here would deny it
  if ($Bundle.manifest['kind'] -ceq 'swap') { return }
  foreach ($one in $Finding.processes) {
    $since = ''
    if ($null -ne $one.started) { $since = ", $($one.name) started $($one.started.ToString('HH:mm'))" }
    Write-Say "  written $((Get-UtcNow).ToString('HH:mm'))${since} (UTC): not in effect until the tool is started again (process $($one.id))"
  }
}

# Puts the tree into .swap/ready for a later run; the tool may be open.
function Invoke-StageAhead($Bundle, $Targets) {
  if ($Bundle.manifest['kind'] -ceq 'settings') { Stop-Run 10 'A settings bundle has nothing to stage: install it; the tool can stay open. Nothing was written.' }
  Test-PathLength $Bundle.manifest $Targets "ready\$($Bundle.manifestSha256)"
  $ready = Get-SwapPath $Targets "ready/$($Bundle.manifestSha256)"
  $folder = Join-Native $ready 'new'
  Test-Target @((Get-ParentFolder $ready), $ready, $folder) 'folder'
  try {
    New-FolderChain (Get-ParentFolder $ready)
    if ((Get-Stat $ready) -cne 'folder') { New-Folder $ready $true } # it becomes the work folder of the run
    [void](Write-StagedTree $Bundle $folder (New-Map) $Targets.live)
  }
  catch {
    $fault = Get-Fault $_
    if ($fault.Data.Contains('tierwright')) { throw $fault }
    Stop-Staging $fault
  }
  Write-Say "Staged: $(Get-Title $Bundle) is in $folder. The tool can stay open until the swap."
}

function Invoke-WhatIf($Bundle, $Targets, $Options) {
  $finding = Get-Finding $Bundle $Targets $Options
  [void](Get-ProvenKey $Bundle $finding)
  Test-KeptValue $Bundle $finding
  Test-MachineSecret $Bundle.manifest $finding
  $compared = Compare-Live $Bundle $finding
  if (Test-Unfinished $Targets $finding.receipt) { Write-Say 'An unfinished run would be finished or undone first.' }
  if (Test-AlreadyThere $Bundle $Targets $finding $Options.Root) { Write-Say "Already there: $(Get-Title $Bundle). Nothing would be changed."; return }
  Test-Drift $compared.drift $Bundle.manifest $Options
  Test-Right @(Get-WorkingPlace $Targets)
  Test-RunRight $Bundle $Targets $finding
  if ($Bundle.manifest['kind'] -ceq 'swap' -and $finding.processes.Count -gt 0) { Stop-InUse $finding.processes $Targets.install 'nothing was changed' }
  Write-Say "Would be installed: $(Get-Title $Bundle) in $($Targets.install). Nothing was written."
  Write-Say "  $(Get-Origin $Bundle)"
  foreach ($line in @(Get-WouldChange $Bundle $Targets $finding)) { Write-Say "  $line" }
  foreach ($row in @($compared.replaced) + @(Get-TreeValueChange $Bundle $finding $compared.replaced)) { Write-Say "  $(Get-BecomesLine $row)" }
  $kept = @(Get-KeptFromMachine $Bundle $finding)
  if ($kept.Count -gt 0) { Write-Say "  kept from this machine: $($kept -join ', ')" }
  foreach ($line in @(Get-Accepted $Bundle.manifest $compared.drift)) { Write-Say "  would be $line" }
  foreach ($note in @(Get-SuppliedNote $Bundle.manifest $finding)) { Write-Say "  $note" }
  foreach ($path in $finding.strays) { Write-Say "  $path would go into quarantine" }
  foreach ($folder in $finding.missing) { Write-Say "  $folder would be created" }
}

# The folder and every file that an install would change, with each value before and after.
function Get-WouldChange($Bundle, $Targets, $Finding) {
  $notes = @()
  if ($Bundle.manifest['kind'] -ceq 'swap') {
    $now = 'be created:'
    if ($null -ne $Finding.live) { $now = "be replaced: $(Format-FileCount $Finding.live.Count) by" }
    "$($Targets.live) would $now $(Format-FileCount $Bundle.manifest['tree']['files'])"
    $own = Get-SwapChange $Bundle $Targets $Finding
    $changes = $own.changes; $notes = $own.notes
  }
  else { $changes = @(Get-SettingsChange $Bundle $Targets $Finding) }
  foreach ($change in $changes) {
    $secrets = New-TextSet
    if ($Finding.secrets.ContainsKey($change.id)) { $secrets = $Finding.secrets[$change.id] }
    Get-ChangeLine $change $secrets
  }
  $notes
}

# What a bundle was built from, and whether somebody vouches for it.
function Get-Origin($Bundle) {
  $commit = 'no commit'
  if ($Bundle.manifest['source']['commit']) { $commit = "commit $(([string]$Bundle.manifest['source']['commit'] + (' ' * 12)).Substring(0, 12).Trim())" }
  if ($Bundle.manifest['source']['commit'] -and $Bundle.manifest['source']['changed']) { $commit += ' with uncommitted changes' }
  $signature = 'signature not checked: no key was given'
  if ($null -ne $Bundle.key) { $signature = "signed (key $($Bundle.key['sha256'].Substring(0, 16))...)" }
  return "$(Format-Serial $Bundle.manifest['serial']), $commit, $signature"
}

# The drifted values of the deploy that a rollback undoes, which are again as before it. Without a bundle of the restored state, no receipt states a
# value from which they differ.
function Get-Restored($Undone, $Bundle, [string]$Are) {
  if (@($Undone['drift']).Count -eq 0) { return }
  $next = ''
  if ($null -ne $Bundle) { $next = '; the next deploy refuses them again' }
  "drifted values $Are as before -AcceptDrift: $(@(foreach ($row in $Undone['drift']) { "$($row['file']): $($row['key'])" }) -join ', ')$next"
}
