# ---- Installing a bundle: recovers first, then goes through the steps.

# Takes the lock; makes .swap, and below a root the installation folder. @{ lock; made }.
function Enter-Installation($Places, $Options) {
  if ($Options.Root -ceq '' -and $null -eq (Get-Look $Places.install)) { Stop-Run 10 "The tool is not installed in $($Places.install): name its folder with -Install. Nothing was written." }
  Test-Target @($Places.install, $Places.swap) 'folder' # before the lock, which would be written through a link
  try { $made = Add-Folder $Places.swap }
  catch { Stop-Run 10 "$($Places.swap) cannot be made: $(Get-FaultText (Get-Fault $_)). Run this with the right to write into the tool's folder (an elevated prompt, or the fleet's agent); nothing was written." }
  Test-Target @((Get-SwapPath $Places 'lock')) 'file' # also where the lock is not a file
  try { $lock = Open-SwapLock $Places.swap }
  catch { Stop-Run 10 "$($Places.swap) cannot be locked: $(Get-FaultText (Get-Fault $_)). Run this with the right to write into the tool's folder (an elevated prompt, or the fleet's agent); nothing was written." }
  if ($null -eq $lock) {
    $holder = Get-LockHolder $Places.swap
    if ($null -ne $holder) { $holder = " ($holder)" }
    Stop-Run 1618 "Another deploy is at work in $($Places.install)${holder}: wait until it is done, then run this again; nothing was written."
  }
  return @{ lock = $lock; made = $made }
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

# Holds the lock while the other rows run, and records a run that did not do what was asked for.
$script:LockHandler = @{ around = { param($Run, $Rest)
    Test-Given $Run.places 'a proven bundle'
    $held = Enter-Installation $Run.places $Run.options
    try { Invoke-Rest $Run $Rest '' }
    catch {
      $fault = Get-Fault $_
      if ($fault.Data.Contains('order')) { throw $fault }
      $code = Get-FaultCode $fault 4
      if ($code -eq 4 -and (Test-Sharing $fault)) { $code = 1618 }
      if ($code -eq 4 -and (Test-FileFault $fault)) { $code = 10 }
      $fault = Get-LaterFault $fault $Run.recovered
      if (@(1618, 11, 12) -contains $code) { Write-Attempt $Run.places $Run.bundle $code (Get-FaultText $fault) $Run.options.ReceiptCopy }
      $Rest.fault = $fault
      throw $fault
    }
    finally { Exit-Installation $Run.places $held }
  }
}

# What a deploy does in its own way.
$script:InstallHandlers = @{
  verify = @{ around = { param($Run, $Rest)
      $opened = Open-Proven $Run.options
      try {
        $Run.bundle = $opened
        $Run.places = Get-Place $opened.manifest $Run.options.Root $Run.options.Install $Run.options.ClientFile
        if ($Run.options.WhatIf) { Invoke-WhatIf $opened $Run.places $Run.options } else { Invoke-Rest $Run $Rest '' }
      }
      finally { Close-Bundle $opened }
    }
  }
  lock = $script:LockHandler
  recover = { param($Run, $Index)
    Test-Given $Run.places 'a proven bundle'
    $Run.id = New-RunName
    $Run.recovered = Invoke-Recover $Run.places $Run.options.Root $Run.id
    Write-Recovered $Run.recovered
  }
  preflight = { param($Run, $Index) Invoke-Preflight $Run }
  stage = { param($Run, $Index)
    Test-Given $Run.finding 'what preflight finds'
    $Run.staging = $true
    if ($Run.options.Stage) { Invoke-StageAhead $Run.bundle $Run.places; $Run.goTo = 'copy' }
    else { $Run.staged = Invoke-Stage $Run.bundle $Run.places $Run.id $Run.finding }
  }
  plan = { param($Run, $Index)
    Test-Given $Run.staged 'anything staged'
    Set-RunTransaction $Run (New-Transaction $Run.bundle $Run.places $Run.id $Run.finding $Run.staged $Run.recovered)
    $Run.say = { param($Done) Write-Installed $Done.bundle $Done.places $Done.t $Done.finding $Done.finding.compared }
  }
}

# Installs a bundle by the rows of the table.
function Invoke-Install($Options) {
  $run = New-Run $Options $null { param($Fault) Stop-Staging $Fault }
  Invoke-Walk (New-StepTable $script:InstallHandlers) $run 0
  Write-Outcome $run
}

# Everything that is looked at before the first byte is written.
function Invoke-Preflight($Run) {
  Test-Given $Run.id 'a name'
  $bundle = $Run.bundle; $places = $Run.places; $options = $Run.options
  $finding = Get-Finding $bundle $places $options
  $Run.finding = $finding
  $finding.key = Get-ProvenKey $bundle $finding
  Test-KeptValue $bundle $finding
  if ($options.Stage) { return }
  if (Test-AlreadyThere $bundle $places $finding $options.Root) {
    $Run.receipt = $finding.receipt
    $Run.say = { param($Done) Write-Say "Already there: $(Get-Title $Done.bundle) in $($Done.places.install). Nothing was changed." }
    $Run.goTo = 'copy'
    return
  }
  $finding.compared = Compare-Live $bundle $finding
  Test-Drift $finding.compared.drift $options
  Test-RunRight $bundle $places $finding
  if ($bundle.manifest['kind'] -ceq 'swap' -and $finding.processes.Count -gt 0) { Stop-InUse $finding.processes $places.install 'nothing was changed' }
  $finding.noticed = @(Get-NotMended $bundle $places $finding $options.Root)
}

# Writes plan and receipt of what was staged; what fails here has touched nothing outside .swap.
function New-Transaction($Bundle, $Places, [string]$Run, $Finding, $Staged, $Recovered) {
  $manifest = $Bundle.manifest
  $compared = $Finding.compared
  $key = $Finding.key
  $tree = $null
  if ($null -ne $Staged.tree) {
    $after = [ordered]@{ sha256 = (Get-TreeDigest $Staged.tree); files = $Staged.tree.Count }
    if (-not (Test-SameTree $Finding.record $after)) { $tree = [ordered]@{ live = $Places.live; staged = "$Run/new"; backup = "$Run/old"; before = $Finding.record; after = $after } }
  }
  $plan = New-Plan $Run $manifest['kind'] $Places.install $tree $Staged.changes @(New-PlannedStray $Run $Finding.strays) $Finding.missing $Finding.secrets
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
  $receipt = New-Receipt $Run $manifest['kind'] (Get-NextSequence $Places) @{ bundle = (New-InstalledBundle $Bundle); install = $Places.install
    plugin = $manifest['plugin']; paths = (Get-ReceiptPath $Places $standing); tool = $Finding.tool; key = $key; state = (Get-NextState $Bundle $Places $Finding $Staged)
    before = [ordered]@{ run = $beforeRun; tree = $Finding.record }; undo = [ordered]@{ plan = "$Run/plan.json"; sha256 = (Get-BytesHash (ConvertTo-JsonBytes $plan)) }
    strays = @(@(foreach ($stray in $plan['strays']) { [ordered]@{ path = $stray['path']; to = $stray['to']; sha256 = $stray['sha256'] } }) + @($Staged.foreign)); kept = @($Staged.kept)
    drift = $compared.drift; replaced = $compared.replaced; flags = $flags; notes = $notes.ToArray()
  }
  $sha256 = Write-Plan $Places $plan $receipt
  return @{ plan = $plan; sha256 = $sha256; places = $Places; stamp = $Finding.stamp; notes = $notes; receipt = $receipt }
}

function Stop-Staging($Fault) {
  if (Test-Held $Fault) { Stop-Held $Fault 'the installation is as it was' }
  $help = 'Fix that and run this again'
  if ($Fault -is [System.UnauthorizedAccessException]) { $help = "Run this with the right to write into the tool's folder (an elevated prompt, or the fleet's agent)" }
  Stop-Run 10 "The new build could not be staged: $(Get-FaultText $Fault). $help; the installation is as it was."
}

# Best effort: a leftover is swept by the next run.
function Remove-Staging($Places, [string]$Run) {
  $work = Get-SwapPath $Places $Run
  try { if ($null -ne (Get-Look $work)) { Remove-Tree $work } }
  catch { Write-Say "  note: $work could not be removed; the next run does it" }
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

# A copy on a share, named by machine and run, so that machines never meet: gives what to say, and throws in the same words.
function Write-ReceiptCopy($Receipt, [string]$Folder) {
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
    return "receipt copied to $target"
  }
  catch { throw (New-Object System.IO.IOException "the receipt could not be copied to ${target}: $(Get-FaultText (Get-Fault $_))") }
}

# The same for a run that stopped. A share that cannot be reached is only said.
function Copy-Receipt($Receipt, [string]$Folder) {
  if ($Folder -ceq '') { return }
  try { Write-Say "  $(Write-ReceiptCopy $Receipt $Folder)" } catch { Write-Say "  note: $((Get-Fault $_).Message)" }
}
