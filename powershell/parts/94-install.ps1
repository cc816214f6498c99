# ---- Installing a bundle: recovers first, then goes through the steps.

# Takes the lock; makes .swap, and below a root the installation folder. @{ lock; made; code; recovered }.
function Enter-Installation($Places, $Options) {
  Enter-Step 'lock' $null
  if ($Options.Root -ceq '' -and $null -eq (Get-Look $Places.install)) { Stop-Run 10 "The tool is not installed in $($Places.install): name its folder with -Install. Nothing was written." }
  Test-Target @($Places.install, $Places.swap) 'folder' # before the lock, which would be written through a link
  try { $made = Add-Folder $Places.swap }
  catch { Stop-Run 10 "$($Places.swap) cannot be made: $(Get-FaultText (Get-Fault $_)). Run this with the right to write into the tool's folder (an elevated prompt, or the fleet's agent); nothing was written." }
  Test-Target @((Get-SwapPath $Places 'lock')) 'file' # also where the lock is no file
  try { $lock = Open-SwapLock $Places.swap }
  catch { Stop-Run 10 "$($Places.swap) cannot be locked: $(Get-FaultText (Get-Fault $_)). Run this with the right to write into the tool's folder (an elevated prompt, or the fleet's agent); nothing was written." }
  if ($null -eq $lock) {
    $holder = Get-LockHolder $Places.swap
    if ($null -ne $holder) { $holder = " ($holder)" }
    Stop-Run 1618 "Another deploy is at work in $($Places.install)${holder}: wait until it is done, then run this again; nothing was written."
  }
  return @{ lock = $lock; made = $made; code = 0; recovered = $null }
}

# Frees the lock; a run that wrote nothing leaves nothing.
function Exit-Installation($Places, $Held) {
  # an open lock file cannot be removed on Windows; elsewhere nobody may come in between
  if (Test-Windows) { Close-SwapLock $Held.lock }
  try {
    if ($Held.made.Count -gt 0 -and (@(Get-NameIn $Places.swap) -join '|') -ceq 'lock') { Remove-File (Get-SwapPath $Places 'lock') }
    for ($k = $Held.made.Count - 1; $k -ge 0; $k--) {
      if ((Get-Look $Held.made[$k]) -ceq 'folder' -and (Get-FolderName $Held.made[$k]).Length -eq 0) { Remove-EmptyFolder $Held.made[$k] }
    }
  }
  catch { $Held.made = @() } # an empty folder that stays harms nobody
  finally { Close-SwapLock $Held.lock }
}

function Write-Recovered($Recovered) {
  if ($null -eq $Recovered) { return }
  $words = @{ 'forward' = 'was finished'; 'backward' = 'was undone'; 'set aside' = 'left a journal that could not be read' }
  Write-Say "The unfinished run $($Recovered.run) $($words[$Recovered.direction])."
  foreach ($note in $Recovered.notes) { Write-Say "  note: $note" }
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

function Invoke-Install($Bundle, $Options) {
  $places = Get-Place $Bundle.manifest $Options.Root $Options.Install $Options.ClientFile
  if ($Options.WhatIf) { Invoke-WhatIf $Bundle $places $Options; return }
  $held = Enter-Installation $places $Options
  try {
    $run = New-RunName
    Enter-Step 'recover' $null
    $held.recovered = Invoke-Recover $places $Options.Root $run
    Write-Recovered $held.recovered
    Enter-Step 'preflight' $null
    $finding = Get-Finding $Bundle $places $Options
    $key = Get-ProvenKey $Bundle $finding
    Test-KeptValue $Bundle $finding
    if ($Options.Stage) { Invoke-StageAhead $Bundle $places; return }
    if (Test-AlreadyThere $Bundle $places $finding $Options.Root) {
      Write-Say "Already there: $(Get-Title $Bundle) in $($places.install). Nothing was changed."
      Copy-Receipt $finding.receipt $Options.ReceiptCopy
      return
    }
    $compared = Compare-Live $Bundle $finding
    Test-Drift $compared.drift $Options
    Test-RunRight $Bundle $places $finding
    if ($Bundle.manifest['kind'] -ceq 'swap' -and $finding.processes.Count -gt 0) { Stop-InUse $finding.processes $places.install 'nothing was changed' }
    $noticed = @(Get-NotMended $Bundle $places $finding $Options.Root)
    $t = New-Transaction $Bundle $places $run $finding $compared $key $held.recovered $noticed
    try { Invoke-Perform $t } catch { Stop-WithUndo $t (Get-Fault $_) }
    Complete-Run $t
    Write-Installed $Bundle $places $t $finding $compared
    Copy-Receipt $t.receipt $Options.ReceiptCopy
  }
  catch {
    $fault = Get-Fault $_
    $held.code = Get-FaultCode $fault 4
    if ($held.code -eq 4 -and (Test-Sharing $fault)) { $held.code = 1618 }
    if ($held.code -eq 4 -and (Test-FileFault $fault)) { $held.code = 10 }
    $fault = Get-LaterFault $fault $held.recovered
    if (@(1618, 11, 12) -contains $held.code) { Write-Attempt $places $Bundle $held.code (Get-FaultText $fault) $Options.ReceiptCopy }
    throw $fault
  }
  finally { Exit-Installation $places $held }
}

# Stages and plans; what fails here has touched nothing outside .swap.
function New-Transaction($Bundle, $Places, [string]$Run, $Finding, $Compared, $Key, $Recovered, $Noticed) {
  $manifest = $Bundle.manifest
  try {
    Enter-Step 'stage' $null
    $staged = Invoke-Stage $Bundle $Places $Run $Finding
    $tree = $null
    if ($null -ne $staged.tree) {
      $after = [ordered]@{ sha256 = (Get-TreeDigest $staged.tree); files = $staged.tree.Count }
      if (-not (Test-SameTree $Finding.record $after)) { $tree = [ordered]@{ live = $Places.live; staged = "$Run/new"; backup = "$Run/old"; before = $Finding.record; after = $after } }
    }
    $plan = New-Plan $Run $manifest['kind'] $Places.install $tree $staged.changes @(New-PlannedStray $Run $Finding.strays) $Finding.missing $Finding.secrets
    $notes = New-List
    if ($null -ne $Recovered) { foreach ($note in $Recovered.notes) { $notes.Add($note) } }
    foreach ($note in $Noticed) { $notes.Add($note) }
    foreach ($note in $staged.notes) { $notes.Add($note) }
    if (-not $Finding.tool['proven']) { $notes.Add("tool row not proven: $($manifest['tool']['row']) is expected") }
    $flags = New-List
    foreach ($flag in $Finding.flags) { $flags.Add($flag) }
    if ($Compared.drift.Count -gt 0) { $flags.Add([ordered]@{ flag = '--accept-drift'; reason = $null }) }
    if ($null -eq $Key) { $Key = Get-PinnedKey $Finding.receipt }
    $beforeRun = $null
    if ($null -ne $Finding.receipt) { $beforeRun = $Finding.receipt['run'] }
    $standing = $null
    if ($manifest['kind'] -ceq 'settings') { $standing = $Finding.receipt }
    $receipt = New-Receipt $Run $manifest['kind'] (Get-NextSequence $Places) @{ bundle = (New-InstalledBundle $Bundle); install = $Places.install
      plugin = $manifest['plugin']; paths = (Get-ReceiptPath $Places $standing); tool = $Finding.tool; key = $Key; state = (Get-NextState $Bundle $Places $Finding $staged)
      before = [ordered]@{ run = $beforeRun; tree = $Finding.record }; undo = [ordered]@{ plan = "$Run/plan.json"; sha256 = (Get-BytesHash (ConvertTo-JsonBytes $plan)) }
      strays = @(@(foreach ($stray in $plan['strays']) { [ordered]@{ path = $stray['path']; to = $stray['to']; sha256 = $stray['sha256'] } }) + @($staged.foreign)); kept = @($staged.kept)
      drift = $Compared.drift; replaced = $Compared.replaced; flags = $flags; notes = $notes.ToArray()
    }
    $sha256 = Write-Plan $Places $plan $receipt
    return @{ plan = $plan; sha256 = $sha256; places = $Places; stamp = $Finding.stamp; notes = $notes; receipt = $receipt }
  }
  catch {
    $fault = Get-Fault $_
    Remove-Staging $Places $Run
    if ($fault.Data.Contains('tierwright')) { throw $fault }
    Stop-Staging $fault
  }
}

function Stop-Staging($Fault) {
  if (Test-Held $Fault) { Stop-Held $Fault 'the installation is as it was' }
  $help = 'Mend that and run this again'
  if ($Fault -is [System.UnauthorizedAccessException]) { $help = "Run this with the right to write into the tool's folder (an elevated prompt, or the fleet's agent)" }
  Stop-Run 10 "The new build could not be staged: $(Get-FaultText $Fault). $help; the installation is as it was."
}

# Best effort: a leftover is swept by the next run.
function Remove-Staging($Places, [string]$Run) {
  $work = Get-SwapPath $Places $Run
  try { if ($null -ne (Get-Look $work)) { Remove-Tree $work } }
  catch { Write-Say "  note: $work could not be removed; the next run does it" }
}

# The steps whose failure changes nothing: the new state stands.
function Complete-Run($T) {
  try { Invoke-Close $T }
  catch { $T.notes.Add("$(Get-SwapPath $T.places 'journal.json') could not be removed ($(Get-FaultText (Get-Fault $_))); the next run does it") }
  try {
    $attempt = Get-SwapPath $T.places 'receipts/attempt.json'
    if ($null -ne (Get-Look $attempt)) { Remove-File $attempt }
    if (Test-Journal $T.places) { return } # it names a work folder
    foreach ($note in @(Invoke-Prune $T.places)) { $T.notes.Add($note) }
  }
  catch { $T.notes.Add("old backups could not be cleaned up: $(Get-FaultText (Get-Fault $_))") }
}

function Write-Installed($Bundle, $Places, $T, $Finding, $Compared) {
  Write-Say "Installed: $(Get-Title $Bundle) in $($Places.install) (run $($T.plan['run']))."
  foreach ($file in $T.plan['files']) { Write-Say "  $($file['path'])" }
  if ($null -ne $T.plan['tree']) { Write-Say "  $($Places.live)" }
  foreach ($stray in $T.plan['strays']) { Write-Say "  quarantined: $($stray['path'])" }
  foreach ($row in $Compared.replaced) { Write-Say "  replaced in $($row['file']): $($row['key']) was $(Format-Value $row['found'] $row['key']), is $(Format-Value $row['expected'] $row['key'])" }
  foreach ($note in $T.notes) { Write-Say "  note: $note" }
  if ($Bundle.manifest['kind'] -ceq 'swap') { return }
  foreach ($one in $Finding.processes) {
    $since = ''
    if ($null -ne $one.started) { $since = ", $($one.name) started $($one.started.ToString('HH:mm'))" }
    Write-Say "  written $((Get-UtcNow).ToString('HH:mm'))${since} (UTC): not in effect until the tool is started again (process $($one.id))"
  }
}

# Puts the tree into .swap/ready for a later run; the tool may be open.
function Invoke-StageAhead($Bundle, $Places) {
  if ($Bundle.manifest['kind'] -ceq 'settings') { Stop-Run 10 'A settings bundle has nothing to stage: install it, the tool may be open. Nothing was written.' }
  Test-PathLength $Bundle.manifest $Places "ready\$($Bundle.manifestSha256)"
  $ready = Get-SwapPath $Places "ready/$($Bundle.manifestSha256)"
  $folder = Join-Native $ready 'new'
  Test-Target @((Get-ParentFolder $ready), $ready, $folder) 'folder'
  try {
    New-FolderChain (Get-ParentFolder $ready)
    if ((Get-Look $ready) -cne 'folder') { New-Folder $ready $true } # it becomes the work folder of the run
    [void](Write-StagedTree $Bundle $folder (New-Map) $Places.live)
  }
  catch {
    $fault = Get-Fault $_
    if ($fault.Data.Contains('tierwright')) { throw $fault }
    Stop-Staging $fault
  }
  Write-Say "Staged: $(Get-Title $Bundle) lies in $folder. The tool may stay open until the swap."
}

function Invoke-WhatIf($Bundle, $Places, $Options) {
  $finding = Get-Finding $Bundle $Places $Options
  [void](Get-ProvenKey $Bundle $finding)
  Test-KeptValue $Bundle $finding
  $compared = Compare-Live $Bundle $finding
  if (Test-Unfinished $Places $finding.receipt) { Write-Say 'An unfinished run would be finished or undone first.' }
  if (Test-AlreadyThere $Bundle $Places $finding $Options.Root) { Write-Say "Already there: $(Get-Title $Bundle). Nothing would be changed."; return }
  Test-Drift $compared.drift $Options
  if ($Bundle.manifest['kind'] -ceq 'swap' -and $finding.processes.Count -gt 0) { Stop-InUse $finding.processes $Places.install 'nothing was changed' }
  Write-Say "Would be installed: $(Get-Title $Bundle) in $($Places.install). Nothing was written."
  foreach ($row in $compared.replaced) { Write-Say "  $($row['file']): $($row['key']) $(Format-Value $row['found'] $row['key']) would become $(Format-Value $row['expected'] $row['key'])" }
  foreach ($path in $finding.strays) { Write-Say "  $path would go into quarantine" }
  foreach ($folder in $finding.missing) { Write-Say "  $folder would be made" }
}

# A copy on a share, named by machine and run, so that machines never meet. A share that cannot be reached never undoes a deploy.
function Copy-Receipt($Receipt, [string]$Folder) {
  if ($Folder -ceq '') { return }
  Enter-Step 'copy' $null
  $target = Join-Native (Get-NativePath $Folder '') (((Get-MachineName) -creplace '[^A-Za-z0-9._-]', '_') + "-$($Receipt['run']).json")
  try {
    $share = Get-ParentFolder $target
    New-FolderChain $share
    # under a name that nobody can know before; what lies at the target, also a planted link or pipe, is replaced and never written through
    $part = Join-Native $share ('.' + [Guid]::NewGuid().ToString('N') + '.tmp')
    try {
      Write-Flushed $part (ConvertTo-JsonBytes $Receipt)
      if (@('file', 'link') -ccontains (Get-Look $target)) { Remove-File $target }
      Move-File $part $target
    }
    catch { if ($null -ne (Get-Look $part)) { Remove-File $part }; throw }
    Write-Say "  receipt copied to $target"
  }
  catch { Write-Say "  note: the receipt could not be copied to ${target}: $(Get-FaultText (Get-Fault $_))" }
}
