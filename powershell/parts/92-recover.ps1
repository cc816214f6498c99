# ---- What an earlier run left, of this script or of the other runner: finished or undone, from journal, plan and disk alone.

function Invoke-GoForward($T) {
  Test-Foreign $T
  foreach ($file in $T.plan['files']) { Enter-Step 'forward-files' $file['id']; Set-FileSide $T $file 'after' }
  $number = 0
  foreach ($stray in $T.plan['strays']) { $number++; Enter-Step 'forward-strays' ([string]$number); Invoke-Stray $T $stray }
  Enter-Step 'forward-prove' $null; Invoke-Prove $T $true
  Enter-Step 'forward-receipt' $null; Invoke-Receipt $T
  Remove-Temporary $T
  Invoke-Close $T
}

# A journal that cannot be believed: the newest plan without a receipt is what was meant. @{ plan; sha256; state; machine } or null.
function Get-PlanFromDisk($Places) {
  $done = New-TextSet
  foreach ($receipt in (Get-Receipt $Places)) { [void]$done.Add($receipt['run']) }
  $runs = @(Get-RunFolder $Places)
  for ($k = $runs.Count - 1; $k -ge 0; $k--) {
    if ($done.Contains($runs[$k])) { continue }
    $found = Read-Plan $Places $runs[$k]
    if ($null -ne $found) { return @{ plan = $found.plan; sha256 = $found.sha256; state = 'prepared'; machine = $found.plan['machine'] } }
  }
  return $null
}

# Nothing says what the journal meant: then the disk must be as the last receipt says, and the journal is put aside.
function Move-JournalAside($Places, [string]$Live, [string]$Run) {
  $receipt = Get-NewestReceipt $Places
  $path = Get-SwapPath $Places 'journal.json'
  $sha256 = $null
  if ($Live -cne '') { $record = Get-TreeRecord $Live; if ($null -ne $record) { $sha256 = $record['sha256'] } }
  if ($null -ne $receipt) {
    $expected = $null
    if ($null -ne $receipt['state'] -and $null -ne $receipt['state']['tree']) { $expected = $receipt['state']['tree']['sha256'] }
    $same = Test-Same $expected $sha256
  }
  else {
    $same = $true
    foreach ($name in @(Get-RunFolder $Places)) { if ($null -ne (Get-Look (Get-SwapPath $Places "$name/old"))) { $same = $false } }
  }
  if (-not $same) {
    Stop-Run 12 "$path cannot be read, and the plug-in folder is not what the last receipt says. Look into $($Places.swap): the folder 'old' of the newest run is what was there before. Put it back by hand, or install the swap bundle again after moving journal.json away."
  }
  New-FolderChain (Get-SwapPath $Places 'strays')
  Move-FileOver $path (Get-SwapPath $Places "strays/journal-$Run.json")
  return @{ direction = 'set aside'; run = $Run; kind = $null; notes = @("a journal that could not be read lies in .swap/strays/journal-$Run.json; everything is as the last receipt says") }
}

# null when there was nothing to do, else @{ direction; run; kind; notes }. Stops with 12, the journal kept, when it cannot.
function Invoke-Recover($Places, [string]$Live, [string]$Run) {
  try { return Invoke-RecoverLeft $Places $Live $Run }
  catch {
    $fault = Get-Fault $_
    if (-not (Test-FileFault $fault)) { throw $fault }
    if (Test-Sharing $fault) { Stop-Held $fault 'nothing was changed' }
    Stop-Run 12 "What an earlier run may have left in $($Places.swap) could not be read: $(Get-FaultText $fault). Mend that and run any deploy again; nothing was changed."
  }
}

function Invoke-RecoverLeft($Places, [string]$Live, [string]$Run) {
  if (-not (Test-Journal $Places)) { Remove-Orphan $Places; return $null }
  $journal = Read-Journal $Places
  $whole = $null
  if ($null -ne $journal) {
    $found = Read-Plan $Places $journal['run']
    if ($null -ne $found -and $found.sha256 -ceq $journal['plan']) { $whole = @{ plan = $found.plan; sha256 = $found.sha256; state = $journal['state']; machine = $journal['machine'] } }
  }
  if ($null -eq $whole) { $whole = Get-PlanFromDisk $Places }
  if ($null -eq $whole) {
    if ($Live -ceq '') { $Live = Get-LivePath $Places }
    return Move-JournalAside $Places $Live $Run
  }
  $name = $whole.plan['run']
  if (-not [string]::Equals($whole.machine, (Get-MachineName), [System.StringComparison]::OrdinalIgnoreCase)) {
    Stop-Run 12 "The unfinished run $name is of machine '$($whole.machine)', and this is '$(Get-MachineName)': the installation was copied, or the machine was renamed. Compare the plug-in folder with the last receipt, move $(Get-SwapPath $Places 'journal.json') away, and install the swap bundle again."
  }
  $t = @{ plan = $whole.plan; sha256 = $whole.sha256; places = $Places; stamp = $null; notes = (New-List) }
  $direction = Get-Direction $t $whole.state
  try {
    if ($direction -ceq 'backward') { Invoke-GoBack $t }
    else { Invoke-GoForward $t; foreach ($note in (Invoke-Prune $Places)) { $t.notes.Add($note) } }
  }
  catch {
    $fault = Get-Fault $_
    if ((Get-FaultCode $fault 0) -eq 12) { throw $fault }
    $done = 'undone'
    if ($direction -ceq 'forward') { $done = 'finished' }
    Stop-Run 12 "The unfinished run $name could not be ${done}: $(Get-FaultText $fault). The journal is kept: mend that and run any deploy again, it begins there."
  }
  Remove-Orphan $Places
  return @{ direction = $direction; run = $name; notes = $t.notes; kind = $whole.plan['kind'] }
}

# Work folders of runs that were killed before they had a journal: copies of the bundle, nothing else.
function Remove-Orphan($Places) {
  $known = New-TextSet
  foreach ($receipt in (Get-Receipt $Places)) { [void]$known.Add($receipt['run']) }
  # a journal that could not be removed yet names its folder
  $left = Read-Journal $Places
  if ($null -ne $left) { [void]$known.Add($left['run']) }
  foreach ($name in @(Get-RunFolder $Places)) {
    if ($known.Contains($name) -or $null -ne (Get-Look (Get-SwapPath $Places "$name/old"))) { continue }
    Remove-Staging $Places $name
  }
  $halves = @(Get-SwapPath $Places 'journal.json.tmp')
  foreach ($name in @(Get-NameIn (Get-SwapPath $Places 'receipts'))) { if ($name.EndsWith('.json.tmp', [System.StringComparison]::Ordinal)) { $halves += Get-SwapPath $Places "receipts/$name" } }
  foreach ($temporary in $halves) {
    try { if ($null -ne (Get-Look $temporary)) { Remove-File $temporary } }
    catch { if (-not (Test-FileFault (Get-Fault $_))) { throw } } # what a scanner holds harms nobody; the next run tries again
  }
}

# The plug-in folder that the newest receipt names, or the empty text.
function Get-LivePath($Places) {
  $receipt = Get-NewestReceipt $Places
  if ($null -eq $receipt -or $null -eq $receipt['plugin']) { return '' }
  return Join-Native $Places.plugins $receipt['plugin']['folder']
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
  $receipts = Get-Receipt $Places
  $keep = Get-NeededRun $receipts
  foreach ($name in @(Get-RunFolder $Places)) {
    if ($keep.Contains($name)) { continue }
    if (Test-HandMade $Places $name $receipts) { ".swap/$name/old holds a plug-in folder that was made by hand; it is kept"; continue }
    Enter-Step 'prune' $name
    try { Remove-Tree (Get-SwapPath $Places $name) } catch { ".swap/$name could not be removed: $(Get-FaultText (Get-Fault $_))" }
  }
}

# A replaced tree that no receipt describes was made by hand: it is kept for ever, because nothing could make it again.
function Test-HandMade($Places, [string]$Run, $Receipts) {
  if ($null -eq (Get-Look (Get-SwapPath $Places "$Run/old"))) { return $false }
  $found = Read-Plan $Places $Run
  if ($null -eq $found -or $null -eq $found.plan['tree'] -or $null -eq $found.plan['tree']['before']) { return $false }
  $sha256 = $found.plan['tree']['before']['sha256']
  foreach ($receipt in $Receipts) { if ($null -ne $receipt['state'] -and $null -ne $receipt['state']['tree'] -and $receipt['state']['tree']['sha256'] -ceq $sha256) { return $false } }
  return $true
}
