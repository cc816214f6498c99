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

function Stop-ChangedPlan($Places, [string]$Path, [string]$Problem) {
  Stop-Run 12 "$Path is not what its run left there: $Problem. Nothing was touched. The folders 'new', 'old' and 'files' beside it hold what was meant and what was there before: find out who changed it, put the state that you want back by hand, move $(Get-SwapPath $Places 'journal.json') away, and install the swap bundle again."
}

# Digests of a run's plan as its other records say them: the mark for turning back, and the receipt of a run that can be undone.
function Get-Voucher($Places, [string]$Run) {
  $mark = Read-Record (Get-SwapPath $Places "$Run/reverting.json") 'journal'
  if ($null -ne $mark -and $null -ne $mark.record -and $mark.record['run'] -ceq $Run) { $mark.record['plan'] }
  $receipt = Read-Record (Get-SwapPath $Places "$Run/receipt.json") 'receipt'
  if ($null -eq $receipt -or $null -eq $receipt.record -or $null -eq $receipt.record['undo']) { return }
  $undo = $receipt.record['undo']
  if ($undo['plan'] -ceq "$Run/plan.json" -and $undo.Contains('sha256')) { $undo['sha256'] }
}

function Test-OtherMachine($Places, [string]$Run, [string]$Machine) {
  if ([string]::Equals($Machine, (Get-MachineName), [System.StringComparison]::OrdinalIgnoreCase)) { return }
  Stop-Run 12 "The unfinished run $Run is of machine '$Machine', and this is '$(Get-MachineName)': the installation was copied, or the machine was renamed. Compare the plug-in folder with the last receipt, move $(Get-SwapPath $Places 'journal.json') away, and install the swap bundle again."
}

# The plan of a run that is not finished: @{ plan; sha256 }, or null where none lies there. One that is not what the digests say, or names
# other places, stops the run.
function Get-ProvenPlan($Places, [string]$Run, $Digests, [string]$Root) {
  $read = Read-Plan $Places $Run
  if ($null -eq $read) { return $null }
  $path = Get-SwapPath $Places "$Run/plan.json"
  if ($null -ne $read.problem) { Stop-ChangedPlan $Places $path "it cannot be read: $($read.problem)" }
  if (@($Digests) -cnotcontains $read.sha256) { Stop-ChangedPlan $Places $path 'its digest is not the one that the run wrote down' }
  Test-OtherMachine $Places $Run $read.record['machine']
  $receipts = New-List
  if ($null -eq $Places.live) {
    foreach ($receipt in (Get-Receipt $Places)) { $receipts.Add($receipt) }
    # that of the unfinished run is not in its place yet
    $own = Read-Record (Get-SwapPath $Places "$Run/receipt.json") 'receipt'
    if ($null -ne $own -and $null -ne $own.record) { $receipts.Add($own.record) }
  }
  $fault = Get-PlanFault $read.record $Run (New-Confine $Places $Root $receipts)
  if ($null -eq $fault) { $fault = Get-WayFault (Get-PlanPath $Places $read.record) $Root }
  if ($null -ne $fault) { Stop-ChangedPlan $Places $path $fault }
  return @{ plan = $read.record; sha256 = $read.sha256 }
}

# Runs without a receipt, the newest first. A run's name is a time, and a clock may have been set back: the number of the receipt that it has
# prepared counts before it, and among equal ones that a plug-in folder was put away, because then it did more than be staged.
function Get-UnfinishedRun($Places) {
  $done = Get-RunWithReceipt $Places
  $keys = @(foreach ($name in @(Get-RunFolder $Places)) {
      if ($done.Contains($name)) { continue }
      $sequence = 0; $away = 0
      $prepared = Read-Record (Get-SwapPath $Places "$name/receipt.json") 'receipt'
      if ($null -ne $prepared -and $null -ne $prepared.record) { $sequence = [long]$prepared.record['sequence'] }
      if ($null -ne (Get-Look (Get-SwapPath $Places "$name/old"))) { $away = 1 }
      '{0:d20} {1} {2}' -f [long]$sequence, $away, $name
    })
  $sorted = Get-SortedText $keys
  for ($k = $sorted.Length - 1; $k -ge 0; $k--) { $sorted[$k].Split(' ')[2] }
}

# A journal that cannot be believed: the newest plan without a receipt is what was meant. @{ plan; sha256; state } or null.
function Get-PlanFromDisk($Places, [string]$Root) {
  foreach ($name in @(Get-UnfinishedRun $Places)) {
    $found = Get-ProvenPlan $Places $name @(Get-Voucher $Places $name) $Root
    if ($null -ne $found) { return @{ plan = $found.plan; sha256 = $found.sha256; state = 'prepared' } }
  }
  return $null
}

# What lies beside the plug-in folder says nothing about whether a run was finished.
$script:BesideKinds = @('unfinished', 'second-copy', 'copy-elsewhere', 'loose-profile')

# Nothing says what the journal meant: then the disk must be as the last receipt says, and the journal is put aside.
function Move-JournalAside($Places, [string]$Run, [string]$Problem, [string]$Root) {
  $receipt = Get-NewestReceipt $Places
  $path = Get-SwapPath $Places 'journal.json'
  $found = @()
  if ($null -ne $receipt) { $found = @(foreach ($one in (Get-Difference $Places $receipt $Root)) { if ($script:BesideKinds -cnotcontains $one.kind) { $one.text } }) }
  else { foreach ($name in @(Get-RunFolder $Places)) { if ($null -ne (Get-Look (Get-SwapPath $Places "$name/old"))) { $found += "$name/old" } } }
  if ($found.Count -gt 0) {
    Stop-Run 12 "$path cannot be read ($Problem), and what lies there is not what the last receipt says. Look into $($Places.swap): the folder 'old' of the newest run is what was there before. Put it back by hand, or install the swap bundle again after moving journal.json away.$($script:LineEnd)  $(Join-Some $found)"
  }
  if ($null -eq (Get-Look (Get-SwapPath $Places 'strays'))) { New-Folder (Get-SwapPath $Places 'strays') $true }
  Move-FileOver $path (Get-SwapPath $Places "strays/journal-$Run.json")
  return @{ direction = 'set aside'; run = $Run; kind = $null; notes = @("a journal that could not be read lies in .swap/strays/journal-$Run.json; everything is as the last receipt says") }
}

# null when there was nothing to do, else @{ direction; run; kind; notes }. Stops with 12, the journal kept, when it cannot.
function Invoke-Recover($Places, [string]$Root, [string]$Run) {
  try { return Invoke-RecoverLeft $Places $Root $Run }
  catch {
    $fault = Get-Fault $_
    if (-not (Test-FileFault $fault)) { throw $fault }
    if (Test-Sharing $fault) { Stop-Held $fault 'nothing was changed' }
    Stop-Run 12 "What an earlier run may have left in $($Places.swap) could not be read: $(Get-FaultText $fault). Fix that and run any deploy again; nothing was changed."
  }
}

function Invoke-RecoverLeft($Places, [string]$Root, [string]$Run) {
  $journal = Read-Journal $Places
  if ($null -eq $journal) { Remove-Orphan $Places; return $null }
  $whole = $null
  if ($null -ne $journal.record) {
    $named = $journal.record['run']
    Test-OtherMachine $Places $named $journal.record['machine']
    $found = Get-ProvenPlan $Places $named @($journal.record['plan']) $Root
    if ($null -ne $found) { $whole = @{ plan = $found.plan; sha256 = $found.sha256; state = $journal.record['state'] } }
  }
  if ($null -eq $whole) { $whole = Get-PlanFromDisk $Places $Root }
  if ($null -eq $whole) {
    $problem = $journal.problem
    if ($null -eq $problem) { $problem = 'its run has no plan' }
    return Move-JournalAside $Places $Run $problem $Root
  }
  $name = $whole.plan['run']
  $t = @{ plan = $whole.plan; sha256 = $whole.sha256; places = $Places; stamp = $null; notes = (New-List); receipt = $null }
  $direction = Get-Direction $t $whole.state
  try {
    if ($direction -ceq 'backward') { Undo-Transaction $t }
    else { Complete-Transaction $t; foreach ($note in (Invoke-Prune $Places)) { $t.notes.Add($note) } }
  }
  catch {
    $fault = Get-Fault $_
    if ((Get-FaultCode $fault 0) -eq 12) { throw $fault }
    $done = 'undone'
    if ($direction -ceq 'forward') { $done = 'finished' }
    Stop-Run 12 "The unfinished run $name could not be ${done}: $(Get-FaultText $fault). The journal is kept: fix that and run any deploy again, it begins there."
  }
  Remove-Orphan $Places
  $kind = $whole.plan['kind']
  $did = "the unfinished $kind $name was undone first"
  if ($direction -ceq 'forward') { $did = "the unfinished $kind $name was finished first" }
  # the next step tells why where no receipt can be read
  try { $did += ": $(Get-Standing (Get-NewestReceipt $Places)) stands now" } catch { if ((Get-FaultCode (Get-Fault $_) 0) -ne 12) { throw } }
  return @{ direction = $direction; run = $name; notes = @($did) + @($t.notes); kind = $kind }
}

# What stands, for people.
function Get-Standing($Receipt) {
  if ($null -eq $Receipt -or $null -eq $Receipt['bundle']) { return 'what was there before the first deploy' }
  return "$($Receipt['bundle']['environment']), connector $($Receipt['bundle']['connector']), serial $($Receipt['bundle']['serial'])"
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
function Get-CutOff($Places) {
  if (Test-Journal $Places) { return $null }
  $names = @(Get-Orphan $Places)
  if ($names.Count -eq 0) { return $null }
  $name = $names[$names.Count - 1]
  $plan = Read-Plan $Places $name
  if ($null -ne $plan -and $null -ne $plan.record) { return @{ run = $name; kind = $plan.record['kind'] } }
  if ($null -ne (Get-Look (Get-SwapPath $Places "$name/new"))) { return @{ run = $name; kind = 'swap' } }
  return @{ run = $name; kind = $null }
}

function Get-Orphan($Places) {
  $known = Get-RunWithReceipt $Places
  # a journal that could not be removed yet names its folder
  $left = Read-Journal $Places
  if ($null -ne $left -and $null -ne $left.record) { [void]$known.Add($left.record['run']) }
  foreach ($name in @(Get-RunFolder $Places)) { if (-not $known.Contains($name) -and $null -eq (Get-Look (Get-SwapPath $Places "$name/old"))) { $name } }
}

# Work folders of runs that were killed before they had a journal: copies of the bundle, nothing else.
function Remove-Orphan($Places) {
  foreach ($name in @(Get-Orphan $Places)) { Remove-Staging $Places $name }
  $halves = @(Get-SwapPath $Places 'journal.json.tmp')
  foreach ($name in @(Get-NameIn (Get-SwapPath $Places 'receipts'))) { if ($name.EndsWith('.json.tmp', [System.StringComparison]::Ordinal)) { $halves += Get-SwapPath $Places "receipts/$name" } }
  foreach ($temporary in $halves) {
    try { if ($null -ne (Get-Look $temporary)) { Remove-File $temporary } }
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
function Invoke-Prune($Places) {
  try { $receipts = Get-Receipt $Places }
  catch {
    if ((Get-FaultCode (Get-Fault $_) 0) -ne 12) { throw }
    return "no old backup is removed, because nobody can say which is needed: $(Get-FaultText (Get-Fault $_))"
  }
  $keep = Get-NeededRun $receipts
  foreach ($name in @(Get-RunFolder $Places)) {
    if ($keep.Contains($name)) { continue }
    if (Test-HandMade $Places $name $receipts) { ".swap/$name/old holds a plug-in folder that was made or changed by hand; it is kept"; continue }
    Enter-Step 'prune' $name
    try { Remove-Tree (Get-SwapPath $Places $name) } catch { ".swap/$name could not be removed: $(Get-FaultText (Get-Fault $_))" }
  }
}

# A replaced tree that no receipt describes was made by hand: it is kept for ever, because nothing could make it again.
function Test-HandMade($Places, [string]$Run, $Receipts) {
  if ($null -eq (Get-Look (Get-SwapPath $Places "$Run/old"))) { return $false }
  $found = Read-Plan $Places $Run
  if ($null -eq $found) { return $false }
  # nobody knows what it is
  if ($null -eq $found.record) { return $true }
  if ($null -eq $found.record['tree'] -or $null -eq $found.record['tree']['before']) { return $false }
  $sha256 = $found.record['tree']['before']['sha256']
  foreach ($receipt in $Receipts) { if ($null -ne $receipt['state'] -and $null -ne $receipt['state']['tree'] -and $receipt['state']['tree']['sha256'] -ceq $sha256) { return $false } }
  return $true
}
