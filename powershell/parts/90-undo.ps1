# ---- Back to old: each row looks at the disk first, so an interrupted undo is simply done again.

# forward or backward, decided from the disk alone. A journal that is marked always goes back.
function Get-Direction($T, [string]$State) {
  if ($State -ceq 'reverting') { return 'backward' }
  $tree = $T.plan['tree']
  if ($null -ne $tree) {
    if (Test-SameTree (Get-TreeRecord $tree['live']) $tree['after']) { return 'forward' }
    return 'backward'
  }
  foreach ($file in $T.plan['files']) { if ((Get-FileState $T $file) -cne 'after') { return 'backward' } }
  return 'forward'
}

# Stops before anything is touched where a rewritten file holds a value that is neither old nor new: a person has to decide.
function Test-Foreign($T) {
  foreach ($file in $T.plan['files']) {
    if ($file['as'] -cne 'pairs' -or (Get-FileState $T $file) -cne 'other') { continue }
    $values = $null
    if ((Get-Stat $file['path']) -ceq 'file') { $values = Get-DecidedValue $file }
    $foreign = $null -eq $values
    if (-not $foreign) {
      foreach ($row in (Get-PlannedValue $T.targets $file)) {
        $is = $values[[string]$row['key']]
        if (-not (Test-Same $is $row['before']) -and -not (Test-Same $is $row['after'])) { $foreign = $true; break }
      }
    }
    if ($foreign) { Stop-Run 12 "$($file['path']) was changed after a run was interrupted: its values are neither the old nor the new ones. Set its addresses to those of the old or the new environment by hand, then run this again; nothing was touched." }
  }
}

function Test-Exact($File) {
  if ((Get-Stat $File['path']) -cne 'file') { return $false }
  $sha256 = (Get-FileRecord $File['path']).sha256
  foreach ($record in @($File['before'], $File['after'])) { if ($null -ne $record -and $record['sha256'] -ceq $sha256) { return $true } }
  return $false
}

# How a file is brought to a side: nothing, leave, edit, remove or bytes. Decided from the disk; changes nothing.
function Get-Way($T, $File, [string]$Side) {
  if ((Get-FileState $T $File) -ceq $Side) { return 'nothing' }
  if ($null -ne (Get-Stat $File['path']) -and -not (Test-Exact $File)) {
    if ($File['as'] -ceq 'log4j2') { return 'leave' }
    if ($File['as'] -ceq 'pairs' -and $null -ne $File[$Side]) { return 'edit' }
  }
  if ($null -eq $File[$Side]) { return 'remove' }
  return 'bytes'
}

# The record of a tree, or null for what is none: missing, a file, a link, or a folder that holds links.
function Get-OrdinaryTree([string]$Folder) {
  if ((Get-Stat $Folder) -cne 'folder') { return $null }
  $links = New-List
  $files = Get-TreeFile $Folder $true $links
  if ($links.Count -gt 0) { return $null }
  return [ordered]@{ sha256 = (Get-TreeDigest $files); files = $files.Count }
}

# Whether the folder that was put away is what it was, wherever it is needed to go back.
function Test-DamagedTree($T) {
  $tree = $T.plan['tree']
  if ($null -eq $tree -or $null -eq $tree['before']) { return }
  $live = Get-OrdinaryTree $tree['live']
  if ($null -ne $live -and (Test-SameTree $live $tree['before'])) { return }
  $backup = Get-SwapPath $T.targets $tree['backup']
  $kept = Get-OrdinaryTree $backup
  if ($null -ne $kept -and (Test-SameTree $kept $tree['before'])) { return }
  if ($null -ne (Get-Stat $backup)) { Stop-Damaged $backup 'not the folder that was moved there' }
  $entered = $null -ne $tree['staged'] -and $null -eq (Get-Stat (Get-SwapPath $T.targets $tree['staged']))
  # it was never put away
  if ($null -ne (Get-Stat $tree['live']) -and -not $entered) { return }
  Stop-Damaged $backup 'missing'
}

function Test-DamagedStray($T) {
  foreach ($stray in $T.plan['strays']) {
    $kept = Get-SwapPath $T.targets $stray['to']
    $stat = Get-Stat $kept
    if ($null -eq $stat -or $null -ne (Get-Stat $stray['path'])) { continue }
    $is = $null
    if ($stray['folder']) { $record = Get-OrdinaryTree $kept; if ($null -ne $record) { $is = $record['sha256'] } }
    elseif ($stat -ceq 'file') { $is = (Get-FileRecord $kept).sha256 }
    if (-not (Test-Same $is $stray['sha256'])) { Stop-Damaged $kept 'different from what was put into quarantine' }
  }
}

# Proves everything that going to a side will use, before anything is touched: never one file without the other.
function Test-Damaged($T, [string]$Side) {
  foreach ($file in $T.plan['files']) { if ((Get-Way $T $file $Side) -ceq 'bytes') { [void](Get-KeptBytes $T.targets $file $Side) } }
  if ($Side -ceq 'after') { return }
  Test-DamagedTree $T
  Test-DamagedStray $T
}

# Brings one file outside the tree to a side, whatever it is now. Doing it again changes nothing.
function Set-FileSide($T, $File, [string]$Side) {
  $way = Get-Way $T $File $Side
  if ($way -ceq 'nothing') { return }
  $path = $File['path']; $temp = $File['temp']
  if ($way -ceq 'leave') { $T.notes.Add("$path was changed in the meantime and is left unchanged"); return }
  if ($way -ceq 'edit') {
    $changes = New-List
    foreach ($row in (Get-PlannedValue $T.targets $File)) { $changes.Add(@{ key = $row['key']; value = $row[$Side] }) }
    Write-Flushed $temp (Edit-PropertyBytes (Read-Bytes $path) $changes $path) $path
    Move-FileOver $temp $path
    return
  }
  $bytes = $null
  if ($way -ceq 'bytes') { $bytes = Get-KeptBytes $T.targets $File $Side }
  $stat = Get-Stat $path
  if ($null -ne $stat -and -not (Test-Exact $File)) {
    $to = "strays/$($T.plan['run'])/$($File['id'])-$(Get-LeafName $path)"
    New-Quarantine $T.targets $T.plan['run']
    Write-Flushed (Get-SwapPath $T.targets $to) (Read-Bytes $path) $path
    $T.notes.Add("$path had other content; a copy is in .swap/$to")
  }
  if ($null -eq $bytes) {
    if ($null -ne $stat) { Remove-File $path }
    return
  }
  $like = $path
  if ($null -eq $stat) {
    $copy = $File['backup']
    if ($null -eq $copy) { $copy = $File['staged'] }
    if ($null -ne $copy) { $like = Get-SwapPath $T.targets $copy }
  }
  Write-Flushed $temp $bytes $like
  Move-FileOver $temp $path
}

function Undo-Mark($T) {
  if ((Get-Direction $T 'prepared') -ceq 'backward') { return }
  $prepared = Get-SwapPath $T.targets "$($T.plan['run'])/reverting.json"
  if ($null -ne (Get-Stat $prepared)) { Move-FileOver $prepared (Get-SwapPath $T.targets 'journal.json') }
}

# The new tree goes back to where it was staged; a tree that nobody knows into quarantine, but only where the old one can return.
function Undo-Out($T) {
  $tree = $T.plan['tree']
  $live = $tree['live']
  if ($null -eq (Get-Stat $live)) { return }
  [void](Exit-Folder $live)
  $record = Get-TreeRecord $live
  $isNew = $null -ne $tree['after'] -and (Test-SameTree $record $tree['after'])
  $staged = $null
  if ($null -ne $tree['staged']) { $staged = Get-SwapPath $T.targets $tree['staged'] }
  if ($isNew -and $null -ne $staged -and $null -eq (Get-Stat $staged)) { Move-Tree $live $staged }
  elseif ($null -ne (Get-Stat (Get-SwapPath $T.targets $tree['backup']))) {
    $to = Get-SwapPath $T.targets "strays/$($T.plan['run'])/tree"
    New-Quarantine $T.targets $T.plan['run']
    Move-Tree $live $to
    $T.notes.Add("$live had files of unknown origin; they are in .swap/strays/$($T.plan['run'])/tree")
  }
  elseif ($null -eq $tree['before'] -and -not $isNew) { $T.notes.Add("$live was not created by this run and is left unchanged") }
}

function Undo-Receipt($T) {
  # by its name alone: a receipt of a run that is undone must not stay because it cannot be read
  foreach ($name in @(Get-ReceiptFileName $T.targets)) {
    if (-not $name.EndsWith("-$($T.plan['run']).json", [System.StringComparison]::Ordinal)) { continue }
    Move-FileOver (Get-SwapPath $T.targets "receipts/$name") (Get-SwapPath $T.targets "$($T.plan['run'])/receipt.json")
  }
}

function Undo-Return($T) {
  $tree = $T.plan['tree']
  if ($null -eq $tree['before']) { return }
  $live = $tree['live']
  $backup = Get-SwapPath $T.targets $tree['backup']
  if ($null -eq (Get-Stat $backup)) {
    if ($null -ne (Get-Stat $live)) { return }
    Stop-Run 12 "$live is missing, and so is its backup ${backup}: install the environment's swap bundle again, or restore the folder from a backup of the machine."
  }
  if ($null -eq (Get-Stat $live)) { Move-Tree $backup $live }
}

function Undo-Clear($T) {
  Remove-Temporary $T
  $made = @($T.plan['made'])
  for ($k = $made.Count - 1; $k -ge 0; $k--) {
    if ((Get-Stat $made[$k]) -ceq 'folder' -and (Get-FolderName $made[$k]).Length -eq 0) { Remove-EmptyFolder $made[$k] }
  }
}

function Remove-Temporary($T) {
  foreach ($file in $T.plan['files']) { if ((Get-Stat $file['temp']) -ceq 'file') { Remove-File $file['temp'] } }
}

function Undo-Stray($T, $Stray) {
  $from = Get-SwapPath $T.targets $Stray['to']
  if ($null -ne (Get-Stat $from) -and $null -eq (Get-Stat $Stray['path'])) { Move-Across $T $from $Stray['path'] $Stray['folder'] }
  Remove-Half $T @($from, $Stray['path'])
}

function Undo-Journal($T) { if (Test-Journal $T.targets) { Remove-Journal $T } }

function Undo-Work($T) {
  # a journal that is held names this folder: both go with the next run
  if (Test-Journal $T.targets) { return }
  $work = Get-SwapPath $T.targets $T.plan['run']
  if ($null -ne (Get-Stat $work)) { Remove-Tree $work }
}

$script:UndoHandlers = @{
  mark = { param($Run, $Index) Undo-Mark $Run.t }
  out = { param($Run, $Index) Undo-Out $Run.t }
  restore = { param($Run, $Index) Set-FileSide $Run.t $Run.plan['files'][$Index] 'before' }
  unstray = { param($Run, $Index) Undo-Stray $Run.t $Run.plan['strays'][$Index] }
  unreceipt = { param($Run, $Index) Undo-Receipt $Run.t }
  return = { param($Run, $Index) Undo-Return $Run.t }
  clear = { param($Run, $Index) Undo-Clear $Run.t }
  drop = { param($Run, $Index) Undo-Journal $Run.t }
  sweep = { param($Run, $Index) Undo-Work $Run.t }
}

# The rows of a table that go through what a transaction left: the first failure is thrown.
function Invoke-WalkOver($T, $Rows, $Handlers, [scriptblock]$Tell) {
  Invoke-Walk @{ rows = $Rows; handlers = $Handlers; tell = $Tell; fail = { param($Run, $Row, $Fault) throw $Fault } } @{ t = $T; plan = $T.plan; goTo = '' } 0
}

function Undo-Transaction($T) {
  Test-Foreign $T
  Test-Damaged $T 'before'
  Invoke-WalkOver $T $script:UndoSteps $script:UndoHandlers { param($Id, $Detail) Enter-Step "undo-$Id" $Detail }
}

# Undoes a run that failed, then stops with the first error. A failure of the undo is added to it, and the journal stays for the next run.
function Stop-WithUndo($T, $Fault) {
  $code = Get-FaultCode $Fault 11
  $first = Get-FaultText $Fault
  if ($Fault.Data.Contains('tierwright')) { $first = $Fault.Message }
  elseif (Test-Held $Fault) { $code = 1618; $first += ' Another program has it open: close it (an editor, a viewer, a scanner), then run this again; everything is as it was.' }
  elseif ($Fault -is [System.UnauthorizedAccessException]) { $first += " This account lacks the right for that: run this with it (an elevated prompt, or the fleet's agent), or have it granted; everything is as it was." }
  else { $first += '. Fix that and run this again; everything is as it was.' }
  $told = $T.notes.Count
  try {
    Undo-Transaction $T
    for ($k = $told; $k -lt $T.notes.Count; $k++) { $first += "$($script:LineEnd)  note: $($T.notes[$k])" }
  }
  catch {
    $second = Get-FaultText (Get-Fault $_)
    $stands = $true
    try { $stands = Test-Journal $T.targets } catch { $stands = $true }
    # without a journal everything is old again, and only the work folder is left for the next run to sweep
    if (-not $stands) { Stop-Run $code $first }
    try {
      $journal = Read-Journal $T.targets
      if ($null -ne $journal -and $null -ne $journal.record) { Write-Journal $T $journal.record['state'] $first }
    }
    catch { $stands = $true } # the journal that stands is as good
    Stop-Run 12 "$first$($script:LineEnd)The undo failed, too ($second); the journal is kept: fix that and run any deploy again, it finishes first."
  }
  Stop-Run $code $first
}
