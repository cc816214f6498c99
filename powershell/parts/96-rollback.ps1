# ---- Going back to what the last install or switch replaced: the plug-in folder and both files together.

function Stop-ChangedRecord([string]$Path, [string]$Problem) {
  Stop-Run 12 "$Path was changed after its run: $Problem. The previous state is unknown, and nothing was touched: find out who changed it, and install the bundle of the state you want."
}

# The plan of the newest run, which is what goes back. One that is not what that run left there stops the run.
function Get-LastPlan($Targets, $Receipt, $Confine, $Notes) {
  if ($null -eq $Receipt['undo']) {
    if ($Receipt['kind'] -ceq 'rollback') { Stop-Run 10 'The last run was a rollback, and no earlier state is kept. Install the bundle of the state you want; nothing was written.' }
    Stop-Run 10 'The last run kept no backup. Install the bundle of the state you want; nothing was written.'
  }
  $run = $Receipt['undo']['plan'].Split('/')[0]
  $path = Get-SwapPath $Targets $Receipt['undo']['plan']
  $found = Read-Plan $Targets $run
  if ($null -eq $found) { Stop-ChangedRecord $path 'it is missing' }
  if ($null -ne $found.problem) { Stop-ChangedRecord $path $found.problem }
  $vouched = $Receipt['undo'].Contains('sha256')
  if ($vouched -and $Receipt['undo']['sha256'] -cne $found.sha256) { Stop-ChangedRecord $path 'its digest differs from the one in the receipt' }
  $fault = Get-PlanFault $found.record $run $Confine
  if ($null -eq $fault) { $fault = Get-WayFault (Get-PlanPath $Targets $found.record) $Confine.root }
  if ($null -ne $fault) { Stop-ChangedRecord $path $fault }
  # as before an install: one target that cannot be exchanged would leave the others old and it as it is
  Test-Target @(foreach ($file in $found.record['files']) { $file['path'] }) 'file'
  if ($null -ne $found.record['tree']) { Test-Target @($found.record['tree']['live']) 'folder' }
  if (-not $vouched) { $Notes.Add("receipt $($Receipt['sequence']) was written by $($Receipt['runner']) and has no digest of its plan: only the plan's shape and targets were checked") }
  return $found.record
}

# One file back to what it was: the kept bytes, or by logical line where the connector has rewritten it since. null: nothing to do. No $Run: nothing
# is written.
function Get-BackChange($Targets, [string]$Run, $File, $Notes) {
  $largest = $script:LargestText
  if ($File['as'] -ceq 'bytes') { $largest = 536870912 }
  $live = Read-IfFile $File['path'] $largest
  $kept = $null
  if ($null -ne $File['backup']) { $kept = Get-KeptBytes $Targets $File 'before' }
  $values = @(foreach ($row in (Get-PlannedValue $Targets $File)) { [ordered]@{ key = $row['key']; before = $row['after']; after = $row['before'] } })
  $change = @{ id = $File['id']; path = $File['path']; as = $File['as']; before = $live; after = $kept; values = $values }
  if ($null -eq $live) { return $change }
  if ($null -ne $File['after'] -and (Get-BytesHash $live) -ceq $File['after']['sha256']) { return $change }
  if ($File['as'] -ceq 'pairs' -and $null -ne $File['before']) {
    $now = Get-DecidedValue $File
    if ($null -eq $now) { Stop-Run 10 "$($File['path']) cannot be loaded by Java: fix it first; nothing was written." }
    $edits = New-List
    foreach ($row in $values) { $edits.Add(@{ key = $row['key']; value = $row['after'] }) }
    $change.after = Edit-PropertyBytes $live $edits $File['path']
    $change.values = @(foreach ($row in $values) { [ordered]@{ key = $row['key']; before = $now[[string]$row['key']]; after = $row['after'] } })
    if ((Get-BytesHash $change.after) -ceq (Get-BytesHash $live)) { return $null }
    return $change
  }
  if ($File['as'] -ceq 'log4j2') { $Notes.Add("$($File['path']) was changed since and is left unchanged"); return $null }
  if ($Run -ceq '') { $Notes.Add("$($File['path']) was changed since; a copy would go into quarantine") }
  else { $Notes.Add((Save-Edited $Targets $Run $File['id'] $File['path'] $live)) }
  return $change
}

# The state after going back: what the bundle of that state put there; where there was none, what comes back is all that is known.
function Get-BackState($Targets, $Plan, $Newest, $Earlier, $Tree, $Changes) {
  $folder = Join-Native $Targets.plugins $Newest['plugin']['folder']
  if ($null -ne $Plan['tree']) { $folder = Get-SwapPath $Targets $Plan['tree']['backup'] }
  $gone = $null -ne $Plan['tree'] -and $null -eq $Tree
  $confPath = $Newest['plugin']['conf']
  $conf = $null; $logger = $null
  $change = Find-Change $Changes 'connector'
  if (-not $gone) {
    if ($null -ne $change) { $conf = $change.after } else { $conf = Read-IfFile (Join-Native $folder $confPath) }
    if ($null -ne $Newest['plugin']['logger']) { $logger = Read-IfFile (Join-Native $folder $Newest['plugin']['logger']) }
  }
  $client = $null
  $clientChange = Find-Change $Changes 'client'
  if ($null -ne $clientChange) { $client = $clientChange.after } else { $client = Read-IfFile $Newest['paths']['client'] }
  $source = $Newest
  if ($null -ne $Earlier -and $null -ne $Earlier['state']) { $source = $Earlier }
  $ours = New-TextSet
  foreach ($key in (Get-StateValue $source 'client').Keys) { [void]$ours.Add($key) }
  if ($null -ne $source['state'] -and $null -ne $source['state']['named']) { foreach ($row in @($source['state']['named'])) { if ($row['file'] -ceq 'client') { [void]$ours.Add($row['key']) } } }
  $secrets = @(); $keep = @()
  if ($null -ne $source['state']) { $keep = @($source['state']['keep']) }
  $omit = @{}
  $receipts = Get-Receipt $Targets
  foreach ($role in 'connector', 'logger', 'client') { $omit[$role] = Get-KnownSecret $null $receipts $role }
  # what the bundle of that state did not leave there is foreign, a secret or not
  $only = @{ connector = $null; client = $ours; logger = $null }
  if ($null -ne $Earlier -and $null -ne $Earlier['bundle'] -and $null -ne $Earlier['state']) {
    foreach ($role in 'connector', 'client', 'logger') {
      $only[$role] = New-TextSet
      foreach ($row in (@($Earlier['state']['values']) + @($Earlier['state']['secrets']))) { if ($row['file'] -ceq $role) { [void]$only[$role].Add($row['key']) } }
    }
  }
  $secrets = @(Get-SecretRow 'connector' $conf $omit['connector'] $only['connector']) + @(Get-SecretRow 'client' $client $omit['client'] $only['client']) + @(Get-SecretRow 'logger' $logger $omit['logger'] $only['logger'])
  $lies = $null; $rows = $null
  if ($null -ne $Plan['tree']) { $lies = $Tree }
  elseif ($null -ne $Newest['state'] -and $null -ne $Newest['state']['tree']) { $lies = $Newest['state']['tree']['files'] }
  if (-not $gone -and $null -ne $lies) { $rows = @(Get-ExpectedTree $Newest['plugin'] $Earlier $lies $conf $logger) }
  $brought = $null
  if ($null -ne $Earlier -and $null -ne $Earlier['bundle']) { $brought = $Earlier['state'] }
  $treeState = $null
  if ($null -ne $rows) { $treeState = [ordered]@{ sha256 = (Get-TreeDigest $rows); files = $rows } }
  $outside = @()
  if ($null -ne $Newest['state']) {
    foreach ($file in $Newest['state']['files']) {
      if ($null -ne $brought -and (Test-StartsWith $file['id'] 'profile-')) { continue }
      # what does not change is as the receipt has it: nothing is read because a receipt names it
      if ($null -eq (Find-Change $Changes $file['id'])) { $outside += $file } else { $outside += @(Get-OutsideFile @(, @($file['id'], $file['path'])) $Changes) }
    }
  }
  # a profile is what its bundle put there, whatever lay there when it was replaced
  if ($null -ne $brought) { $outside += @(foreach ($row in $brought['files']) { if (Test-StartsWith $row['id'] 'profile-') { $row } }) }
  $values = @(); $others = @()
  if ($null -ne $brought) {
    $values = @(foreach ($row in $brought['values']) { if (-not ($omit[$row['file']].Contains($row['key']) -or (Test-Secret $row['key'] $row['value']))) { $row } })
    if ($null -ne $brought['named']) { $others = @($brought['named']) }
  }
  else {
    # without a bundle nothing decides a key: what comes back stays on the machine, and its keys alone are known
    $none = New-TextSet; $kept = New-TextSet
    foreach ($key in $keep) { [void]$kept.Add($key) }
    $others = @(Get-NamedRow 'connector' $conf $omit['connector'] $none (New-Map) $kept $null) + @(Get-NamedRow 'client' $client $omit['client'] $none (New-Map) $none $ours) +
    @(Get-NamedRow 'logger' $logger $omit['logger'] $none (New-Map) $none $null)
  }
  $state = [ordered]@{ tree = $treeState; secrets = $secrets; keep = $keep; files = $outside; values = $values }
  if ($others.Count -gt 0) { $state['named'] = $others }
  if ($null -ne $brought -and $null -ne $brought['left']) { $state['left'] = @($brought['left']) }
  return $state
}

# What a further rollback would undo: the one of the restored state, while it is kept.
function Get-FurtherUndo($Targets, $Earlier) {
  if ($null -eq $Earlier -or $null -eq $Earlier['undo'] -or $null -eq (Get-Stat (Get-SwapPath $Targets $Earlier['undo']['plan']))) { return $null }
  return $Earlier['undo']
}

# The tree that comes back, proven to be what was put away.
function Get-KeptTree([string]$Backup, [string]$Sha256) {
  if ((Get-Stat $Backup) -cne 'folder') { Stop-Damaged $Backup 'missing, or not an ordinary folder' }
  $tree = Get-TreeFile $Backup $true $null
  if ((Get-TreeDigest $tree) -cne $Sha256) { Stop-Damaged $Backup 'not the folder that was moved there' }
  return ,$tree
}

# What comes back, proven, and what that changes outside the plug-in folder.
function Get-Back($Targets, [string]$Run, $Way, $Recovered) {
  $plan = $Way.plan
  $notes = New-List
  foreach ($note in $Way.notes) { $notes.Add($note) }
  if ($null -ne $Recovered) { foreach ($note in $Recovered.notes) { $notes.Add($note) } }
  $tree = $null; $record = $null; $stamp = ''; $next = $null
  if ($null -ne $plan['tree']) {
    $backup = Get-SwapPath $Targets $plan['tree']['backup']
    $staged = $null
    if ($null -ne $plan['tree']['before']) {
      $tree = Get-KeptTree $backup $plan['tree']['before']['sha256']
      $staged = $plan['tree']['backup']
    }
    $record = Get-TreeRecord $plan['tree']['live']
    $stamp = Get-TreeStamp $plan['tree']['live']
    $next = [ordered]@{ live = $plan['tree']['live']; staged = $staged; backup = "$Run/old"; before = $record; after = $plan['tree']['before'] }
  }
  $folders = @(foreach ($file in $plan['files']) { Get-ParentFolder $file['path'] })
  if ($null -ne $plan['tree']) { $folders += @((Get-ParentFolder $plan['tree']['live']), $plan['tree']['live']) }
  Test-Right $folders
  $changes = New-List
  foreach ($file in $plan['files']) { $change = Get-BackChange $Targets $Run $file $notes; if ($null -ne $change) { $changes.Add($change) } }
  return @{ plan = $plan; newest = $Way.newest; undone = $Way.undone; earlier = $Way.earlier; tree = $tree; record = $record; stamp = $stamp; next = $next; changes = $changes; notes = $notes }
}

# Writes plan and receipt of the way back; what fails here has touched nothing outside .swap.
function New-BackTransaction($Targets, [string]$Run, $Back) {
  $Plan = $Back.plan; $Newest = $Back.newest; $Earlier = $Back.earlier; $tree = $Back.tree; $record = $Back.record; $changes = $Back.changes; $notes = $Back.notes
  $receipts = Get-Receipt $Targets
  $secrets = @{ connector = (Get-KnownSecret $null $receipts 'connector'); client = (Get-KnownSecret $null $receipts 'client') }
  $way = New-Plan $Run 'rollback' $Plan['install'] $Back.next $changes @() @() $secrets
  $bundle = $null; $paths = $Newest['paths']
  if ($null -ne $Earlier) { $bundle = $Earlier['bundle']; $paths = $Earlier['paths'] }
  $known = @(Get-ReceiptContent $Newest)
  if ($known.Count -gt 0) {
    # profiles that were known stay known
    $kept = $paths; $paths = [ordered]@{}
    foreach ($key in $kept.Keys) { $paths[$key] = $kept[$key] }
    $paths['knownProfiles'] = $known
  }
  foreach ($stray in $Plan['strays']) { $notes.Add("$($stray['path']) stays in quarantine (.swap/$($stray['to']))") }
  $receipt = New-Receipt $Run 'rollback' (Get-NextSequence $Targets) @{ bundle = $bundle; install = $Newest['install']; plugin = $Newest['plugin']; paths = $paths
    tool = $Newest['tool']; key = $Newest['key']; undo = (Get-FurtherUndo $Targets $Earlier); state = (Get-BackState $Targets $Plan $Newest $Earlier $tree $changes)
    before = [ordered]@{ run = $Newest['run']; tree = $record }; notes = $notes.ToArray()
  }
  return Write-Transaction $Targets $way $receipt $Back.stamp $notes
}

# True where a rollback after an interrupted run is done already: nobody asked to go back twice.
function Test-CutShort($Targets, $Cut, $Recovered, $Newest) {
  $present = Get-StillInstalled $Newest
  if ($null -ne $Recovered -and $null -ne $Newest -and $Recovered.direction -ceq 'forward' -and $Recovered.kind -ceq 'rollback') {
    # asked for again because it was cut short: one step back is what was meant
    Write-Say "Rolled back in $($Targets.install): the interrupted rollback is finished (run $($Newest['run'])); $present. To go further back, run this again."
    return $true
  }
  if ($null -ne $Recovered -and $Recovered.direction -ceq 'backward' -and $Recovered.kind -cne 'rollback') {
    Write-Say "Rolled back in $($Targets.install): the interrupted $($Recovered.kind) is undone; $present. To go further back, run this again."
    return $true
  }
  $unknown = ($null -ne $Recovered -and $Recovered.direction -ceq 'set aside') -or ($null -ne $Cut -and $null -eq $Cut.kind)
  if ($unknown -and $null -ne $Newest) {
    Stop-Run 10 "A run was interrupted here before it changed anything; whether it was a deploy or a rollback is unknown. Its leftovers were deleted, and ${present}: to roll back from there, run rollback again."
  }
  if ($null -eq $Cut -or $null -eq $Cut.kind -or $Cut.kind -ceq 'rollback') { return $false }
  $left = ''
  if ($null -ne (Get-Stat (Get-SwapPath $Targets $Cut.run))) { $left = "; $(Get-SwapPath $Targets $Cut.run) could not be removed: do that by hand" }
  Write-Say "Rolled back in $($Targets.install): the $($Cut.kind) $($Cut.run) was interrupted before it changed anything$left; $present. To go further back, run this again."
  return $true
}

# What a rollback does in its own way. What comes back was proven when it was installed, and is proven again in preflight.
$script:RollbackHandlers = @{
  verify = { param($Run, $Index) }
  lock = $script:LockHandler
  recover = { param($Run, $Index)
    $before = Get-CutOff $Run.targets
    Invoke-RunRecovery $Run
    $now = Get-NewestReceipt $Run.targets
    if (Test-CutShort $Run.targets $before $Run.recovered $now) { $Run.receipt = $now; $Run.goTo = 'copy' }
  }
  preflight = { param($Run, $Index) Test-Given $Run.id 'a name'; $Run.back = Get-Back $Run.targets $Run.id (Get-WayBack $Run.targets $Run.options) $Run.recovered }
  stage = { param($Run, $Index)
    Test-Given $Run.back 'what preflight finds'
    $Run.staging = $true
    New-Folder (Get-SwapPath $Run.targets $Run.id) $true
    Write-StagedFile $Run.targets $Run.id $Run.back.changes
  }
  plan = { param($Run, $Index)
    Test-Given $Run.back 'what preflight finds'
    Set-RunTransaction $Run (New-BackTransaction $Run.targets $Run.id $Run.back)
    $Run.say = { param($Done) Write-RolledBack $Done }
  }
}

# Goes back by the rows of the table.
function Invoke-Rollback($Targets, $Options) {
  $run = New-Run $Options $Targets { param($Fault)
    if (Test-Held $Fault) { Stop-Held $Fault 'the installation is as it was' }
    Stop-Run 10 "The rollback could not be prepared: $(Get-FaultText $Fault). Fix that and run this again; the installation is as it was."
  }
  Invoke-Run $run $script:RollbackHandlers
}

# The newest receipt, its plan, and which receipts it undoes and goes back to. What it says of itself stops the run where it cannot be so.
function Get-WayBack($Targets, $Options) {
  $receipts = Get-Receipt $Targets
  if ($receipts.Count -eq 0) { Stop-Run 10 "$($Targets.swap) has no receipt: nothing was installed by Tierwright here, and there is nothing to roll back. Nothing was written." }
  $newest = $receipts[$receipts.Count - 1]
  $confine = New-Confine $Targets $Options.Root $receipts
  $notes = New-List
  $plan = Get-LastPlan $Targets $newest $confine $notes
  if ($plan['kind'] -cne 'settings') {
    $processes = Get-ToolProcess $Targets.install
    if ($processes.Count -gt 0) { Stop-InUse $processes $Targets.install 'nothing was changed' }
  }
  $undone = $newest; $earlier = $null
  $run = $newest['undo']['plan'].Split('/')[0]
  $owner = Find-Receipt $receipts $run
  if ($null -ne $owner) { $undone = $owner }
  if ($null -ne $owner -and $null -ne $owner['before']) { $earlier = Find-Receipt $receipts $owner['before']['run'] }
  return @{ receipts = $receipts; newest = $newest; plan = $plan; undone = $undone; earlier = $earlier; notes = $notes }
}

function Write-RolledBack($Run) {
  $t = $Run.t
  $to = 'the state before the first deploy'
  if ($null -ne $t.receipt['bundle']) { $to = "connector $($t.receipt['bundle']['connector']) for '$($t.receipt['bundle']['environment'])'" }
  Write-Say "Rolled back to $to in $($Run.targets.install) (run $($Run.id))."
  foreach ($line in @(Get-Restored $Run.back.undone $t.receipt['bundle'] 'are')) { Write-Say "  $line" }
  foreach ($note in $t.notes) { Write-Say "  note: $note" }
}
