# ---- What an earlier run left, of this script or of the other runner: finished or undone, from journal, plan and disk alone.

$script:FinishHandlers = @{
  files = { param($Run, $Index) Set-FileSide $Run.t $Run.plan['files'][$Index] 'after' }
  strays = { param($Run, $Index) Invoke-Stray $Run.t $Run.plan['strays'][$Index] }
  prove = { param($Run, $Index) Invoke-Prove $Run.t $true }
  receipt = { param($Run, $Index) Invoke-Receipt $Run.t }
  clear = { param($Run, $Index) Remove-Temporary $Run.t }
  close = { param($Run, $Index) Remove-Journal $Run.t }
}

# On to new: what is not there yet is brought there, then proven; never beyond what the plan says.
function Complete-Transaction($T) {
  Test-Foreign $T
  Test-Damaged $T 'after'
  [void](Get-PreparedReceipt $T)
  # the end of a run has one name, whoever comes to it
  Invoke-WalkOver $T $script:FinishSteps $script:FinishHandlers { param($Id, $Detail) if ($Id -ceq 'close') { Enter-Step $Id $Detail } else { Enter-Step "forward-$Id" $Detail } }
}

function Stop-ChangedPlan($Targets, [string]$Path, [string]$Problem) {
  Stop-Run 12 "$Path was changed after its run: $Problem. Nothing was touched. The folders 'new', 'old' and 'files' next to it have the intended and the previous state: find out who changed it, restore the state that you want by hand, move $(Get-SwapPath $Targets 'journal.json') away, and install the swap bundle again."
}

# Digests of a run's plan as its other records say them: the mark for turning back, and the receipt of a run that can be undone.
function Get-Voucher($Targets, [string]$Run) {
  $mark = Read-Record (Get-SwapPath $Targets "$Run/reverting.json") 'journal'
  if ($null -ne $mark -and $null -ne $mark.record -and $mark.record['run'] -ceq $Run) { $mark.record['plan'] }
  $receipt = Read-Record (Get-SwapPath $Targets "$Run/receipt.json") 'receipt'
  if ($null -eq $receipt -or $null -eq $receipt.record -or $null -eq $receipt.record['undo']) { return }
  $undo = $receipt.record['undo']
  if ($undo['plan'] -ceq "$Run/plan.json" -and $undo.Contains('sha256')) { $undo['sha256'] }
}

function Test-OtherMachine($Targets, [string]$Run, [string]$Machine) {
  if ([string]::Equals($Machine, (Get-MachineName), [System.StringComparison]::OrdinalIgnoreCase)) { return }
  Stop-Run 12 "The unfinished run $Run is of machine '$Machine', and this is '$(Get-MachineName)': the installation was copied, or the machine was renamed. Compare the plug-in folder with the last receipt, move $(Get-SwapPath $Targets 'journal.json') away, and install the swap bundle again."
}

# The plan of a run that is not finished: @{ plan; sha256 }, or null where none lies there. One that is not what the digests say, or names
# other places, stops the run.
function Get-ProvenPlan($Targets, [string]$Run, $Digests, [string]$Root) {
  $read = Read-Plan $Targets $Run
  if ($null -eq $read) { return $null }
  $path = Get-SwapPath $Targets "$Run/plan.json"
  if ($null -ne $read.problem) { Stop-ChangedPlan $Targets $path "it cannot be read: $($read.problem)" }
  if (@($Digests) -cnotcontains $read.sha256) { Stop-ChangedPlan $Targets $path 'its digest differs from the one that its run recorded' }
  Test-OtherMachine $Targets $Run $read.record['machine']
  $receipts = New-List
  if ($null -eq $Targets.live) {
    foreach ($receipt in (Get-Receipt $Targets)) { $receipts.Add($receipt) }
    # that of the unfinished run is not in its place yet
    $own = Read-Record (Get-SwapPath $Targets "$Run/receipt.json") 'receipt'
    if ($null -ne $own -and $null -ne $own.record -and $null -eq (Get-ReceiptFault $own.record $Targets $Root $false)) { $receipts.Add($own.record) }
  }
  $fault = Get-PlanFault $read.record $Run (New-Confine $Targets $Root $receipts)
  if ($null -eq $fault) { $fault = Get-WayFault (Get-PlanPath $Targets $read.record) $Root }
  if ($null -ne $fault) { Stop-ChangedPlan $Targets $path $fault }
  return @{ plan = $read.record; sha256 = $read.sha256 }
}

# Runs without a receipt, the newest first. A run's name is a time, and a clock may have been set back: the number of the receipt that it has
# prepared counts before it, and among equal ones that a plug-in folder was put away, because then it did more than be staged.
function Get-UnfinishedRun($Targets) {
  $done = Get-RunWithReceipt $Targets
  $keys = @(foreach ($name in @(Get-RunFolder $Targets)) {
      if ($done.Contains($name)) { continue }
      $sequence = 0; $away = 0
      $prepared = Read-Record (Get-SwapPath $Targets "$name/receipt.json") 'receipt'
      if ($null -ne $prepared -and $null -ne $prepared.record) { $sequence = [long]$prepared.record['sequence'] }
      if ($null -ne (Get-Stat (Get-SwapPath $Targets "$name/old"))) { $away = 1 }
      '{0:d20} {1} {2}' -f [long]$sequence, $away, $name
    })
  $sorted = Get-SortedText $keys
  for ($k = $sorted.Length - 1; $k -ge 0; $k--) { $sorted[$k].Split(' ')[2] }
}

# A journal that cannot be believed: the newest plan without a receipt is what was meant. @{ plan; sha256; state } or null.
function Get-PlanFromDisk($Targets, [string]$Root) {
  foreach ($name in @(Get-UnfinishedRun $Targets)) {
    $found = Get-ProvenPlan $Targets $name @(Get-Voucher $Targets $name) $Root
    if ($null -ne $found) { return @{ plan = $found.plan; sha256 = $found.sha256; state = 'prepared' } }
  }
  return $null
}

# What lies beside the plug-in folder says nothing about whether a run was finished.
$script:BesideKinds = @('unfinished', 'second-copy', 'copy-elsewhere', 'loose-profile')

# Nothing says what the journal meant: then the disk must be as the last receipt says, and the journal is put aside.
function Move-JournalAside($Targets, [string]$Run, [string]$Problem, [string]$Root) {
  $receipt = Get-NewestReceipt $Targets
  $path = Get-SwapPath $Targets 'journal.json'
  $found = @()
  if ($null -ne $receipt) { $found = @(foreach ($one in (Get-Difference $Targets $receipt $Root)) { if ($script:BesideKinds -cnotcontains $one.kind) { $one.text } }) }
  else { foreach ($name in @(Get-RunFolder $Targets)) { if ($null -ne (Get-Stat (Get-SwapPath $Targets "$name/old"))) { $found += "$name/old" } } }
  if ($found.Count -gt 0) {
    Stop-Run 12 "$path cannot be read ($Problem), and the installation differs from the last receipt. Look into $($Targets.swap): the folder 'old' of the newest run is the previous state. Restore it by hand, or install the swap bundle again after moving journal.json away.$($script:LineEnd)  $(Join-Some $found)"
  }
  if ($null -eq (Get-Stat (Get-SwapPath $Targets 'strays'))) { New-Folder (Get-SwapPath $Targets 'strays') $true }
  Move-FileOver $path (Get-SwapPath $Targets "strays/journal-$Run.json")
  return @{ direction = 'set aside'; run = $Run; kind = $null; notes = @("an unreadable journal was moved to .swap/strays/journal-$Run.json; everything matches the last receipt") }
}

# null when there was nothing to do, else @{ direction; run; kind; notes }. Stops with 12, the journal kept, when it cannot.
function Invoke-Recover($Targets, [string]$Root, [string]$Run) {
  try { return Invoke-RecoverLeft $Targets $Root $Run }
  catch {
    $fault = Get-Fault $_
    if (-not (Test-FileFault $fault)) { throw $fault }
    if (Test-Sharing $fault) { Stop-Held $fault 'nothing was changed' }
    Stop-Run 12 "The leftovers of an earlier run in $($Targets.swap) could not be read: $(Get-FaultText $fault). Fix that and run any deploy again; nothing was changed."
  }
}

function Invoke-RecoverLeft($Targets, [string]$Root, [string]$Run) {
  $journal = Read-Journal $Targets
  if ($null -eq $journal) { Remove-Orphan $Targets; return $null }
  $whole = $null
  if ($null -ne $journal.record) {
    $named = $journal.record['run']
    Test-OtherMachine $Targets $named $journal.record['machine']
    $found = Get-ProvenPlan $Targets $named @($journal.record['plan']) $Root
    if ($null -ne $found) { $whole = @{ plan = $found.plan; sha256 = $found.sha256; state = $journal.record['state'] } }
  }
  if ($null -eq $whole) { $whole = Get-PlanFromDisk $Targets $Root }
  if ($null -eq $whole) {
    $problem = $journal.problem
    if ($null -eq $problem) { $problem = 'its run has no plan' }
    return Move-JournalAside $Targets $Run $problem $Root
  }
  $name = $whole.plan['run']
  $t = @{ plan = $whole.plan; sha256 = $whole.sha256; targets = $Targets; stamp = $null; notes = (New-List); receipt = $null }
  $direction = Get-Direction $t $whole.state
  try {
    if ($direction -ceq 'backward') { Undo-Transaction $t }
    else { Complete-Transaction $t; foreach ($note in (Invoke-Prune $Targets)) { $t.notes.Add($note) } }
  }
  catch {
    $fault = Get-Fault $_
    if ((Get-FaultCode $fault 0) -eq 12) { throw $fault }
    $done = 'undone'
    if ($direction -ceq 'forward') { $done = 'finished' }
    Stop-Run 12 "The unfinished run $name could not be ${done}: $(Get-FaultText $fault). The journal is kept: fix that and run any deploy again, it continues there."
  }
  Remove-Orphan $Targets
  $kind = $whole.plan['kind']
  $did = "the unfinished $kind $name was undone first"
  if ($direction -ceq 'forward') { $did = "the unfinished $kind $name was finished first" }
  # the next step tells why where no receipt can be read
  try { $did += "; $(Get-StillInstalled (Get-NewestReceipt $Targets))" } catch {
    # what the recovery did stands: 'nothing was changed' would not be true
    $fault = Get-Fault $_
    if ((Get-FaultCode $fault 0) -ne 12 -and -not (Test-FileFault $fault)) { throw $fault }
  }
  return @{ direction = $direction; run = $name; notes = @($did) + @($t.notes); kind = $kind }
}

# Describes the installed bundle of a receipt.
function Get-Standing($Receipt) {
  if ($null -eq $Receipt -or $null -eq $Receipt['bundle']) { return 'the state before the first deploy' }
  $changed = ''
  if ($Receipt['bundle']['changed']) { $changed = ' with uncommitted changes' }
  return "$($Receipt['bundle']['environment']), connector $($Receipt['bundle']['connector']), $(Format-Serial $Receipt['bundle']['serial'])$changed"
}

# Describes what is installed now, as the end of a sentence.
function Get-StillInstalled($Receipt) {
  if ($null -eq $Receipt -or $null -eq $Receipt['bundle']) { return 'the original state is intact' }
  return "$(Get-Standing $Receipt) is installed"
}

# The fault of a run that stops after a recovery: it says what the recovery did, because 'nothing was written' alone would not be true.
function Get-LaterFault($Fault, $Recovered) {
  if ($null -eq $Recovered -or -not $Fault.Data.Contains('tierwright')) { return $Fault }
  $text = $Fault.Message -creplace '(?i)\b(nothing) was (written|changed|touched)\b', '$1 else was $2'
  $text = $text -creplace '\b(everything|the installation) is as it was\b', '$1 is as the recovery left it'
  foreach ($note in $Recovered.notes) { $text += "$($script:LineEnd)  note: $note" }
  $later = New-Object System.InvalidOperationException $text
  $later.Data['tierwright'] = $Fault.Data['tierwright']
  return $later
}

# The newest run that was cut off before it had a journal: @{ run; kind }; it changed nothing, and its work folder is swept. kind null: nobody can
# tell a settings switch from a rollback then.
function Get-CutOff($Targets) {
  if (Test-Journal $Targets) { return $null }
  $names = @(Get-Orphan $Targets)
  if ($names.Count -eq 0) { return $null }
  $name = $names[$names.Count - 1]
  $plan = Read-Plan $Targets $name
  if ($null -ne $plan -and $null -ne $plan.record) { return @{ run = $name; kind = $plan.record['kind'] } }
  if ($null -ne (Get-Stat (Get-SwapPath $Targets "$name/new"))) { return @{ run = $name; kind = 'swap' } }
  return @{ run = $name; kind = $null }
}

function Get-Orphan($Targets) {
  $known = Get-RunWithReceipt $Targets
  # a journal that could not be removed yet names its folder
  $left = Read-Journal $Targets
  if ($null -ne $left -and $null -ne $left.record) { [void]$known.Add($left.record['run']) }
  foreach ($name in @(Get-RunFolder $Targets)) { if (-not $known.Contains($name) -and $null -eq (Get-Stat (Get-SwapPath $Targets "$name/old"))) { $name } }
}

# Work folders of runs that were killed before they had a journal: copies of the bundle, nothing else.
function Remove-Orphan($Targets) {
  foreach ($name in @(Get-Orphan $Targets)) { Remove-Staging $Targets $name }
  $halves = @(Get-SwapPath $Targets 'journal.json.tmp')
  foreach ($name in @(Get-NameIn (Get-SwapPath $Targets 'receipts'))) { if ($name.EndsWith('.json.tmp', [System.StringComparison]::Ordinal)) { $halves += Get-SwapPath $Targets "receipts/$name" } }
  foreach ($temporary in $halves) {
    try { if ($null -ne (Get-Stat $temporary)) { Remove-File $temporary } }
    catch { if (-not (Test-FileFault (Get-Fault $_))) { throw } } # what a scanner holds harms nobody; the next run tries again
  }
}

# The receipt of a run, or null.
function Find-Receipt($Receipts, $Run) {
  foreach ($receipt in $Receipts) { if (Test-Same $receipt['run'] $Run) { return $receipt } }
  return $null
}

# The run folders that rollbacks need: from the newest receipt back over settings switches, up to and with the last exchange of the plug-in
# folder. So exactly one replaced tree is kept.
function Get-NeededRun($Receipts) {
  $keep = New-TextSet
  if ($Receipts.Count -eq 0) { return ,$keep }
  $receipt = $Receipts[$Receipts.Count - 1]
  while ($null -ne $receipt -and $null -ne $receipt['undo']) {
    $run = $receipt['undo']['plan'].Split('/')[0]
    if (-not $keep.Add($run)) { break }
    $own = Find-Receipt $Receipts $run
    if ($null -eq $own -or $own['kind'] -cne 'settings' -or $null -eq $own['before']) { break }
    $receipt = Find-Receipt $Receipts $own['before']['run']
  }
  return ,$keep
}

# Removes work folders whose backup nothing needs any more; what cannot be removed is a note.
function Invoke-Prune($Targets) {
  try { $receipts = Get-Receipt $Targets }
  catch {
    if ((Get-FaultCode (Get-Fault $_) 0) -ne 12) { throw }
    return "no old backup is removed, because it is unknown which are needed: $(Get-FaultText (Get-Fault $_))"
  }
  $keep = Get-NeededRun $receipts
  foreach ($name in @(Get-RunFolder $Targets)) {
    if ($keep.Contains($name)) { continue }
    if (Test-HandMade $Targets $name $receipts) { ".swap/$name/old has a plug-in folder that was made or changed by hand; it is kept"; continue }
    Enter-Step 'prune' $name
    try { Remove-Tree (Get-SwapPath $Targets $name) } catch { ".swap/$name could not be removed: $(Get-FaultText (Get-Fault $_))" }
  }
}

# A replaced tree that no receipt describes was made by hand: it is kept for ever, because nothing could make it again.
function Test-HandMade($Targets, [string]$Run, $Receipts) {
  if ($null -eq (Get-Stat (Get-SwapPath $Targets "$Run/old"))) { return $false }
  $found = Read-Plan $Targets $Run
  if ($null -eq $found) { return $false }
  # nobody knows what it is
  if ($null -eq $found.record) { return $true }
  if ($null -eq $found.record['tree'] -or $null -eq $found.record['tree']['before']) { return $false }
  $sha256 = $found.record['tree']['before']['sha256']
  foreach ($receipt in $Receipts) { if ($null -ne $receipt['state'] -and $null -ne $receipt['state']['tree'] -and $receipt['state']['tree']['sha256'] -ceq $sha256) { return $false } }
  return $true
}
