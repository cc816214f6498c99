# ---- Journal, plans and receipts of a work folder, read.

$script:RunName = '^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{6}\z'
$script:ReceiptName = '^([0-9]{6})-([0-9]{8}T[0-9]{6}Z-[0-9a-f]{6})\.json\z'

# A document of ours that is whole, or null.
function Read-Document([string]$Path, [string]$Schema) {
  if ((Get-Look $Path) -cne 'file') { return $null }
  try { $map = ConvertFrom-JsonBytes (Read-Bytes $Path) $Path } catch [System.FormatException] { return $null }
  if ($map['schema'] -cne $Schema -or $map['run'] -isnot [string]) { return $null }
  return $map
}

function Read-Journal($Places) {
  $journal = Read-Document (Get-SwapPath $Places 'journal.json') 'tierwright/journal/v1'
  if ($null -eq $journal -or $journal['plan'] -isnot [string] -or $journal['machine'] -isnot [string]) { return $null }
  if (@('prepared', 'reverting') -cnotcontains $journal['state']) { return $null }
  return $journal
}

# @{ plan; sha256 } of a run folder, or null.
function Read-Plan($Places, [string]$Run) {
  if ($Run -cnotmatch $script:RunName) { return $null }
  $path = Get-SwapPath $Places "$Run/plan.json"
  $plan = Read-Document $path 'tierwright/swap-plan/v1'
  if ($null -eq $plan -or $plan['run'] -cne $Run -or $plan['files'] -isnot [array] -or $plan['strays'] -isnot [array] -or $plan['made'] -isnot [array]) { return $null }
  return @{ plan = $plan; sha256 = (Get-FileRecord $path).sha256 }
}

function Get-RunFolder($Places) {
  if ((Get-Look $Places.swap) -cne 'folder') { return }
  foreach ($name in (Get-FolderName $Places.swap)) { if ($name -cmatch $script:RunName) { $name } }
}

function Get-ReceiptFileName($Places) {
  $folder = Get-SwapPath $Places 'receipts'
  if ((Get-Look $folder) -cne 'folder') { return }
  foreach ($name in (Get-FolderName $folder)) { if ($name -cmatch $script:ReceiptName) { $name } }
}

# Every receipt that describes a state, oldest first; one that cannot be read is left out.
function Get-Receipt($Places) {
  $receipts = New-List
  foreach ($name in @(Get-ReceiptFileName $Places)) {
    $receipt = Read-Document (Get-SwapPath $Places "receipts/$name") 'tierwright/receipt/v1'
    if ($null -ne $receipt) { $receipts.Add($receipt) }
  }
  return ,$receipts
}

# What stands now, or null. A newest receipt that cannot be read stops the run: an older one would say what stands no longer.
function Get-NewestReceipt($Places) {
  $names = @(Get-ReceiptFileName $Places)
  if ($names.Count -eq 0) { return $null }
  $path = Get-SwapPath $Places "receipts/$($names[$names.Count - 1])"
  $receipt = Read-Document $path 'tierwright/receipt/v1'
  if ($null -ne $receipt) { return $receipt }
  Stop-Run 12 "$path cannot be read: what stands here, from which environment and with which key is not known. Compare the installation with the receipt's copy on the share, if there is one; then move the file away and install the swap bundle again."
}

# The highest number that a receipt's name has, readable or not.
function Get-LastSequence($Places) {
  $last = 0
  foreach ($name in @(Get-ReceiptFileName $Places)) { $last = [Math]::Max($last, [int]$name.Substring(0, 6)) }
  return $last
}

# True while a journal speaks of something that is not done. One whose run has the newest receipt is only left over: the receipt is the last step,
# and a program held the journal when it was to be removed. One that goes back, or cannot be read, counts.
function Test-Unfinished($Places, $Newest) {
  if (-not (Test-Journal $Places)) { return $false }
  $journal = Read-Journal $Places
  return ($null -eq $journal -or $journal['state'] -cne 'prepared' -or $null -eq $Newest -or $journal['run'] -cne $Newest['run'])
}

function Test-Journal($Places) { return ($null -ne (Get-Look (Get-SwapPath $Places 'journal.json'))) }

# Installations that a deploy has worked on: the named one, else those below the root, else those in the program folders of Windows.
function Find-Installation([string]$Root, [string]$Install) {
  if ($Install -cne '') { return Get-NativePath $Install $Root }
  $depth = 1; $from = @()
  if ($Root -cne '') { $depth = 5; $from = @($Root) }
  elseif (Test-Windows) {
    foreach ($name in 'ProgramFiles', 'ProgramW6432', 'ProgramFiles(x86)') {
      $path = [Environment]::GetEnvironmentVariable($name)
      if ($path -and $from -notcontains $path) { $from += $path }
    }
  }
  $found = @(foreach ($folder in $from) { Find-InstallationBelow $folder $depth })
  if ($found.Count -eq 1) { return $found[0] }
  if ($found.Count -eq 0) { Stop-Run 10 "No installation that a deploy has worked on was found in $($from -join ', '): name the tool's folder with -Install. Nothing was written." }
  Stop-Run 10 "$($found.Count) installations were found: $($found -join ', '). Name one with -Install. Nothing was written."
}

function Find-InstallationBelow([string]$Folder, [int]$Depth) {
  if ((Get-Look $Folder) -cne 'folder') { return }
  $places = New-InstallPlace $Folder
  if ((Get-Look (Get-SwapPath $places 'receipts')) -ceq 'folder' -or (Test-Journal $places)) { return $Folder }
  if ($Depth -le 0) { return }
  try { $names = Get-FolderName $Folder } catch { return }
  foreach ($name in $names) { Find-InstallationBelow (Join-Native $Folder $name) ($Depth - 1) }
}
