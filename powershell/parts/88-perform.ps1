# ---- What the steps from the journal on do. A transaction is @{ plan; sha256; targets; stamp; notes; receipt }.

function Write-Journal($T, [string]$State, $ErrorText) {
  $path = Get-SwapPath $T.targets 'journal.json'
  Write-Flushed "$path.tmp" (ConvertTo-JsonBytes (New-JournalDocument $T.plan $T.sha256 $State $ErrorText))
  Move-FileOver "$path.tmp" $path
}

# before, after, missing (only where a file is meant on both sides) or other: by the bytes, and for a file that the connector rewrites by values.
function Get-FileState($T, $File) {
  $stat = Get-Stat $File['path']
  if ($null -eq $stat) {
    if ($null -eq $File['before']) { return 'before' }
    if ($null -eq $File['after']) { return 'after' }
    return 'missing'
  }
  if ($stat -cne 'file') { return 'other' }
  $sha256 = (Get-FileRecord $File['path']).sha256
  if ($null -ne $File['before'] -and $sha256 -ceq $File['before']['sha256']) { return 'before' }
  if ($null -ne $File['after'] -and $sha256 -ceq $File['after']['sha256']) { return 'after' }
  if ($File['as'] -cne 'pairs') { return 'other' }
  $values = Get-DecidedValue $File
  if ($null -eq $values) { return 'other' }
  $rows = Get-PlannedValue $T.targets $File
  foreach ($side in 'after', 'before') {
    if ($null -eq $File[$side]) { continue }
    $all = $true
    foreach ($row in $rows) { if (-not (Test-Same $values[[string]$row['key']] $row[$side])) { $all = $false; break } }
    if ($all) { return $side }
  }
  return 'other'
}

# The values of a planned file: those of secrets, which no record holds, from the kept files.
function Get-PlannedValue($Targets, $File) {
  $secret = $false
  foreach ($row in $File['values']) { if ($row.Contains('secret')) { $secret = $true } }
  if (-not $secret) { return ,@($File['values']) }
  $maps = @{}
  foreach ($side in 'before', 'after') {
    $maps[$side] = New-Map
    if ($null -ne $File[$side]) { $maps[$side] = Get-PropertyMap (Get-KeptBytes $Targets $File $side) "the kept $($File['id']) file" }
  }
  return ,@(foreach ($row in $File['values']) {
      if ($row.Contains('secret')) { [ordered]@{ key = $row['key']; before = $maps['before'][[string]$row['key']]; after = $maps['after'][[string]$row['key']]; secret = $true } } else { $row }
    })
}

# The file's decoded values; null where Java could not load it, or where it is larger than any such file.
function Get-DecidedValue($File) {
  if ((Get-FileSize $File['path']) -gt $script:LargestText) { return $null }
  try { return Get-PropertyMap (Read-Bytes $File['path']) $File['path'] } catch [System.FormatException] { return $null }
}

# Temporary files beside every target.
function Invoke-Place($T) {
  foreach ($folder in $T.plan['made']) { if ($null -eq (Get-Stat $folder)) { New-Folder $folder } }
  foreach ($file in $T.plan['files']) {
    if ($null -eq $file['staged']) { continue }
    Enter-Step 'place' $file['id']
    $staged = Get-SwapPath $T.targets $file['staged']
    $like = $file['path']
    if ($null -eq (Get-Stat $like)) { $like = $staged }
    Write-Flushed $file['temp'] (Read-Bytes $staged) $like
  }
}

# A settings switch, or its rollback: two files that are read when the tool starts, so it may be open.
function Test-Switch($Plan) {
  if ($Plan['kind'] -ceq 'settings') { return $true }
  if ($Plan['kind'] -cne 'rollback' -or $null -ne $Plan['tree']) { return $false }
  foreach ($file in $Plan['files']) { if (@('connector', 'client') -cnotcontains $file['id']) { return $false } }
  return $true
}

# Nothing may have changed between looking and acting.
function Invoke-Check($T) {
  $plan = $T.plan
  $changed = New-List
  if ($null -ne $plan['tree'] -and (Get-TreeStamp $plan['tree']['live']) -cne $T.stamp) { $changed.Add($plan['tree']['live']) }
  foreach ($file in $plan['files']) {
    $same = $false
    if ($null -eq (Get-Stat $file['path'])) { $same = $null -eq $file['before'] }
    elseif ($null -ne $file['before']) { $same = (Get-FileRecord $file['path']).sha256 -ceq $file['before']['sha256'] }
    if (-not $same) { $changed.Add($file['path']) }
  }
  if ($changed.Count -gt 0) { Stop-Run 11 "$(Join-Some $changed) changed while the swap was prepared: somebody writes there. Find out who, then run this again; everything is as it was." }
  if (Test-Switch $plan) { return }
  $processes = Get-ToolProcess $plan['install']
  if ($processes.Count -gt 0) { Stop-InUse $processes $plan['install'] 'everything is as it was' }
}

function Invoke-Away($T) {
  $tree = $T.plan['tree']
  if ($null -eq $tree['before']) { return }
  $from = $tree['live']; $to = Get-SwapPath $T.targets $tree['backup']
  $stood = Exit-Folder $from
  try { Move-Tree $from $to }
  catch {
    $fault = Get-Fault $_
    # missing rights are not 'in use': only Windows says both with one code, and there preflight has tried them
    if (-not (Test-Held $fault)) { throw }
    if ($null -ne $stood) { Stop-Run 1618 "$from cannot be moved ($(Get-FaultText $fault)): this command was started inside it ($stood), and that prompt keeps it open. Leave the folder (cd \) or open another prompt, then run this again; everything is as it was." }
    Stop-Run 1618 "$from cannot be moved ($(Get-FaultText $fault)): a program has a file in it open. Close the tool, and any window that shows the folder, then run this again; everything is as it was."
  }
}

# One target: its temporary file is renamed over it, or it is removed.
function Invoke-Exchange($T, $File) {
  $temp = $File['temp']; $path = $File['path']
  if ($null -eq $File['after']) { if ($null -ne (Get-Stat $path)) { Remove-File $path } }
  else { Move-FileOver $temp $path }
}

function Invoke-Activate($T) {
  $tree = $T.plan['tree']
  if ($null -eq $tree['staged']) { return }
  $from = Get-SwapPath $T.targets $tree['staged']; $to = $tree['live']
  Move-Tree $from $to
  try { Set-InheritedAccess $to } catch { $T.notes.Add("the rights of $to could not be set to those of its parent folder: $(Get-FaultText (Get-Fault $_))") }
}

# The mount that a path lies on, as far as the system names them.
function Get-Mount([string]$Path) {
  $longest = ''
  foreach ($drive in [System.IO.DriveInfo]::GetDrives()) {
    $name = $drive.Name
    if ($name.Length -gt $longest.Length -and (Test-StartsWith "$Path/" ($name.TrimEnd('/') + '/'))) { $longest = $name }
  }
  return $longest
}

# Whether a rename between two folders stays on one volume for certain: .NET copies a file to another one without flushing it. A link or a
# mounted folder on the way counts as another volume, because a copy is right in either case.
function Test-OneVolume([string]$A, [string]$B) {
  foreach ($folder in $A, $B) {
    for ($at = $folder; $at; $at = Get-ParentFolder $at) { if ((Get-Stat $at) -ceq 'link') { return $false } }
  }
  if (-not (Test-Windows)) { return ((Get-Mount $A) -ceq (Get-Mount $B)) }
  return [string]::Equals([System.IO.Path]::GetPathRoot($A), [System.IO.Path]::GetPathRoot($B), [System.StringComparison]::OrdinalIgnoreCase)
}

# The copy beside a target on another volume, until it is proven: a name that nobody can know, and the same when a run is done again.
function Get-CopyBeside($T, [string]$To) { return Join-Native (Get-ParentFolder $To) ".$(Get-LeafName $To).$($T.sha256.Substring(0, 16)).tierwright-new" }

# A rename, or between volumes a flushed copy that is proven before the original goes; cut off anywhere, it is simply done again.
function Move-Across($T, [string]$From, [string]$To, [bool]$Folder) {
  if ($Folder) { Move-Tree $From $To; return }
  if ((Get-Stat $To) -ceq 'file' -and (Get-FileRecord $To).sha256 -ceq (Get-FileRecord $From).sha256) { Remove-File $From; return }
  if (Test-OneVolume (Get-ParentFolder $From) (Get-ParentFolder $To)) { Move-File $From $To; return }
  $copy = Get-CopyBeside $T $To
  Write-Flushed $copy (Read-Bytes $From) $From
  if ((Get-FileRecord $copy).sha256 -cne (Get-FileRecord $From).sha256) { throw (New-Object System.IO.IOException "$From is on another volume than $To, and its copy there differs") }
  Move-File $copy $To
  Remove-File $From
}

# What a copy that was cut off has left on either side.
function Remove-Half($T, $Paths) {
  foreach ($path in $Paths) { $copy = Get-CopyBeside $T $path; if ((Get-Stat $copy) -ceq 'file') { Remove-File $copy } }
}

function Invoke-Stray($T, $Stray) {
  if ($null -eq (Get-Stat $Stray['path'])) { return }
  $to = Get-SwapPath $T.targets $Stray['to']
  New-Quarantine $T.targets $T.plan['run']
  Move-Across $T $Stray['path'] $to $Stray['folder']
}

# Everything read again from where it lies now. $Tolerant: logging that somebody changed since does not stop a recovery.
function Invoke-Prove($T, [bool]$Tolerant) {
  $tree = $T.plan['tree']
  if ($null -ne $tree -and -not (Test-SameTree (Get-TreeRecord $tree['live']) $tree['after'])) { Stop-Run 11 "$($tree['live']) does not contain what was staged: the disk, or a program, changed it. Find out which, then run this again." }
  foreach ($file in $T.plan['files']) {
    $state = Get-FileState $T $file
    if ($state -ceq 'after' -or ($Tolerant -and $file['as'] -ceq 'log4j2' -and $state -ceq 'other')) { continue }
    Stop-Run 11 "$($file['path']) does not contain what was written: a program wrote to it in between. Find out which, then run this again."
  }
}

# The receipt that a run has prepared, or null where it lies in its place already. One that cannot be read, or that would not be the next
# one, stops the run: it is moved to its place as it is.
function Get-PreparedReceipt($T) {
  $run = $T.plan['run']
  if ((Get-RunWithReceipt $T.targets).Contains($run)) { return $null }
  $path = Get-SwapPath $T.targets "$run/receipt.json"
  $read = Read-Record $path 'receipt'
  $problem = 'it is missing'
  if ($null -ne $read) {
    $problem = $read.problem
    if ($null -eq $problem) { $problem = Get-ReceiptContradiction $read.record ('{0:d6}-{1}.json' -f (Get-NextSequence $T.targets), $run) }
    if ($null -eq $problem) { $problem = Get-ReceiptFault $read.record $T.targets $script:RecordRoot $false }
  }
  if ($null -eq $problem) { return $read.record }
  Stop-Run 12 "$path cannot be read: ${problem}. Keep the folder .swap as it is, and find out who changed it; the run cannot be finished without its receipt."
}

# Moves the prepared receipt to its place; done already when it lies there.
function Invoke-Receipt($T) {
  $prepared = Get-SwapPath $T.targets "$($T.plan['run'])/receipt.json"
  $receipt = $T.receipt
  if ($null -eq $receipt) { $receipt = Get-PreparedReceipt $T }
  if ($null -eq $receipt) { return }
  $path = Get-SwapPath $T.targets ('receipts/{0:d6}-{1}.json' -f [long]$receipt['sequence'], $T.plan['run'])
  try { Move-FileOver $prepared $path }
  catch {
    # a scanner does not let go of the prepared one: what is done and proven must not be undone for it
    if (-not (Test-Held (Get-Fault $_))) { throw }
    Write-Flushed "$path.tmp" (ConvertTo-JsonBytes $receipt)
    Move-FileOver "$path.tmp" $path
  }
}

# A journal that a program does not let go of is a note: the receipt, or the plug-in folder as it was, tells that nothing is unfinished, and the
# next run removes it.
function Remove-Journal($T) {
  $path = Get-SwapPath $T.targets 'journal.json'
  try { Remove-File $path }
  catch {
    $fault = Get-Fault $_
    if (-not (Test-Held $fault)) { throw $fault }
    $T.notes.Add("$path could not be removed ($(Get-FaultText $fault)); nothing is unfinished, and the next run removes it")
  }
}

# The newest attempt, backups that no rollback needs, and what was staged ahead.
function Invoke-CleanUp($T) {
  $attempt = Get-SwapPath $T.targets 'receipts/attempt.json'
  if ($null -ne (Get-Stat $attempt)) { Remove-File $attempt }
  if (Test-Journal $T.targets) { return } # it names a work folder
  foreach ($note in @(Invoke-Prune $T.targets)) { $T.notes.Add($note) }
}

# What the rows do that are the same in every kind of run.
$script:PerformHandlers = @{
  journal = { param($Run, $Index) Test-Given $Run.t 'a plan'; Write-Journal $Run.t 'prepared' $null }
  place = { param($Run, $Index) Test-Given $Run.t 'a plan'; Invoke-Place $Run.t }
  check = { param($Run, $Index) Test-Given $Run.t 'a plan'; Invoke-Check $Run.t }
  away = { param($Run, $Index) Test-Given $Run.t 'a plan'; Invoke-Away $Run.t }
  files = { param($Run, $Index) Invoke-Exchange $Run.t $Run.plan['files'][$Index] }
  strays = { param($Run, $Index) Invoke-Stray $Run.t $Run.plan['strays'][$Index] }
  enter = { param($Run, $Index) Test-Given $Run.t 'a plan'; Invoke-Activate $Run.t }
  prove = { param($Run, $Index) Test-Given $Run.t 'a plan'; Invoke-Prove $Run.t $false }
  receipt = { param($Run, $Index) Test-Given $Run.t 'a plan'; Invoke-Receipt $Run.t }
  close = { param($Run, $Index) Test-Given $Run.t 'a plan'; Remove-Journal $Run.t }
  prune = { param($Run, $Index) Test-Given $Run.t 'a plan'; Invoke-CleanUp $Run.t }
  copy = { param($Run, $Index) if ($null -ne $Run.receipt -and $Run.options.ReceiptCopy -cne '') { $Run.later.Add("  $(Write-ReceiptCopy $Run.receipt $Run.options.ReceiptCopy)") } }
}

# What a failure of a step means, for each word of the table.
$script:Failures = @{
  refuse = { param($Run, $Step, $Fault) throw $Fault }
  drop = { param($Run, $Step, $Fault)
    if (-not $Run.staging) { Stop-Order 'anything staged' }
    Remove-Staging $Run.targets $Run.id
    if ($Fault.Data.Contains('tierwright')) { throw $Fault }
    & $Run.unprepared $Fault
  }
  undo = { param($Run, $Step, $Fault) Test-Given $Run.t 'a plan to go back by'; Stop-WithUndo $Run.t $Fault }
  warn = { param($Run, $Step, $Fault)
    $words = Get-FaultText $Fault
    if ($Step -ceq 'close') { $Run.t.notes.Add("$(Get-SwapPath $Run.targets 'journal.json') could not be removed ($words); the next run does it") }
    elseif ($Step -ceq 'prune') { $Run.t.notes.Add("old backups could not be cleaned up: $words") }
    else { $Run.later.Add("  note: $($Fault.Message)") }
  }
}

# The step table as a kind of run performs it: $Handlers are those that are its own.
function New-StepTable($Handlers) {
  $all = @{}
  foreach ($name in $script:PerformHandlers.Keys) { $all[$name] = $script:PerformHandlers[$name] }
  foreach ($name in $Handlers.Keys) { $all[$name] = $Handlers[$name] }
  return @{ rows = $script:Steps; handlers = $all
    tell = { param($Id, $Detail) if (@('prune', 'copy') -cnotcontains $Id) { Enter-Step $Id $Detail } } # these tell themselves
    fail = { param($Run, $Row, $Fault) [void](& $script:Failures[$Row.onFailure] $Run $Row.id $Fault) }
  }
}

# A run of the protocol, as its rows fill it.
function New-Run($Options, $Targets, [scriptblock]$Unprepared) {
  return @{ options = $Options; targets = $Targets; unprepared = $Unprepared; id = $null; staging = $false; t = $null; plan = $null; receipt = $null; recovered = $null
    goTo = ''; later = (New-List); say = $null; bundle = $null; finding = $null; staged = $null; back = $null
  }
}

# Goes through the rows of the table, then tells what the run did, and then of the copy.
function Invoke-Run($Run, $Handlers) {
  $script:Begun = $Run
  Invoke-Walk (New-StepTable $Handlers) $Run 0
  if ($null -ne $Run.say) { & $Run.say $Run }
  foreach ($line in $Run.later) { Write-Say $line }
}

function Set-RunTransaction($Run, $T) { $Run.t = $T; $Run.plan = $T.plan; $Run.receipt = $T.receipt }
