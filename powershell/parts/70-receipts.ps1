# ---- Journal, plans and receipts of a work folder, read. They are input: each is held to its schema, its name and its size.

$script:RunName = '^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{6}\z'
# six digits or, after 999999, as many as the number has
$script:ReceiptName = '^([0-9]{6}|[1-9][0-9]{6,11})-([0-9]{8}T[0-9]{6}Z-[0-9a-f]{6})\.json\z'
$script:LastReceipt = [long]999999999999
$script:LargestRecord = @{ journal = 1048576; plan = 67108864; receipt = 67108864 }
$script:KnownRecords = @{}

# A record as it lies there: @{ record; sha256; problem }, one of record and problem null. null where nothing lies there.
function Read-Record([string]$Path, [string]$Kind) {
  $stat = Get-Stat $Path
  if ($null -eq $stat) { return $null }
  if ($stat -cne 'file') { return @{ record = $null; sha256 = ''; problem = "it is a $stat, not a file" } }
  $size = Get-FileSize $Path
  if ($size -gt $script:LargestRecord[$Kind]) { return @{ record = $null; sha256 = ''; problem = "it has $size bytes; at most $($script:LargestRecord[$Kind]) are read" } }
  $bytes = Read-Bytes $Path
  $sha256 = Get-BytesHash $bytes
  # the same bytes of a kind are judged once
  $name = "$Kind $sha256"
  if (-not $script:KnownRecords.ContainsKey($name)) { $script:KnownRecords[$name] = ConvertTo-Record $bytes $Kind $sha256 }
  return $script:KnownRecords[$name]
}

function ConvertTo-Record([byte[]]$Bytes, [string]$Kind, [string]$Sha256) {
  try { $map = ConvertFrom-JsonBytes $Bytes 'it' } catch [System.FormatException] { return @{ record = $null; sha256 = $Sha256; problem = $_.Exception.Message } }
  $problem = Get-SchemaProblem $map (Get-Schema $Kind) ''
  if ($null -ne $problem) { return @{ record = $null; sha256 = $Sha256; problem = $problem } }
  return @{ record = $map; sha256 = $Sha256; problem = $null }
}

# The journal that stands, as Read-Record gives it.
function Read-Journal($Targets) { return Read-Record (Get-SwapPath $Targets 'journal.json') 'journal' }

# The plan of a run folder, as Read-Record gives it.
function Read-Plan($Targets, [string]$Run) {
  if ($Run -cnotmatch $script:RunName) { return $null }
  return Read-Record (Get-SwapPath $Targets "$Run/plan.json") 'plan'
}

function Get-RunFolder($Targets) {
  if ((Get-Stat $Targets.swap) -cne 'folder') { return }
  foreach ($name in (Get-FolderName $Targets.swap)) { if ($name -cmatch $script:RunName) { $name } }
}

function Get-ReceiptFileName($Targets) {
  $folder = Get-SwapPath $Targets 'receipts'
  $stat = Get-Stat $folder
  if ($null -eq $stat) { return }
  if ($stat -cne 'folder') { Stop-Run 12 "$folder is a $stat, but must be the folder of the receipts: find out who put it there, and put an ordinary folder with the receipts in its place; nothing was touched." }
  # by number and not by name: '1000000-' comes before '999999-' as text, and the newest receipt decides what stands
  $byNumber = New-Map
  foreach ($name in (Get-FolderName $folder)) { if ($name -cmatch $script:ReceiptName) { $byNumber[$Matches[1].PadLeft(12, '0') + $name] = $name } }
  foreach ($key in (Get-SortedText $byNumber.Keys)) { $byNumber[$key] }
}

function Get-ReceiptNumber([string]$Name) { return [long]$Name.Substring(0, $Name.IndexOf([char]'-')) }

function Get-ReceiptRun([string]$Name) { return $Name.Substring($Name.IndexOf([char]'-') + 1, 23) }

# Runs that have a receipt, readable or not.
function Get-RunWithReceipt($Targets) {
  $runs = New-TextSet
  foreach ($name in @(Get-ReceiptFileName $Targets)) { [void]$runs.Add((Get-ReceiptRun $name)) }
  return ,$runs
}

# What speaks against a receipt of the right shape: it has to describe a state, under its own name. null: nothing.
function Get-ReceiptContradiction($Receipt, [string]$Name) {
  if ($Receipt['run'] -cne (Get-ReceiptRun $Name) -or $Receipt['sequence'] -ne (Get-ReceiptNumber $Name)) { return 'its name is that of another run' }
  if ($Receipt['result'] -cne 'done' -or $Receipt['code'] -ne 0 -or $null -eq $Receipt['state']) { return 'it describes no state' }
  return $null
}

# $Opened: the receipt is the one that stands, so the files that it names are opened, and links on the way to them count.
function Read-Receipt($Targets, [string]$Name, [bool]$Opened) {
  $path = Get-SwapPath $Targets "receipts/$Name"
  $read = Read-Record $path 'receipt'
  $problem = 'it is missing'
  if ($null -ne $read) {
    $problem = $read.problem
    if ($null -eq $problem) { $problem = Get-ReceiptContradiction $read.record $Name }
    if ($null -eq $problem) { $problem = Get-ReceiptFault $read.record $Targets $script:RecordRoot $Opened }
  }
  if ($null -eq $problem) { return $read.record }
  $help = "Compare the installation with the receipt's copy on the share, if there is one; then move the file away and install the swap bundle again"
  if ($null -ne $read -and $null -ne $read.record -and -not (Test-SamePath $read.record['install'] $Targets.install)) {
    $help = "The tool's folder was copied or moved after the deploy, or is named differently: if it is the same folder, name it with -Install as in the receipt; " +
    'if it is another one, move its folder .swap away and install the swap bundle there'
  }
  Stop-Run 12 "$path cannot be read: $problem; the installed environment, release and key are unknown. $help."
}

# Every receipt that describes a state, oldest first. One that cannot be read stops the run.
function Get-Receipt($Targets) {
  $receipts = New-List
  $names = @(Get-ReceiptFileName $Targets)
  foreach ($name in $names) { $receipts.Add((Read-Receipt $Targets $name ($name -ceq $names[$names.Count - 1]))) }
  return ,$receipts
}

# What stands now, or null. A newest receipt that cannot be read stops the run: an older one would say what stands no longer.
function Get-NewestReceipt($Targets) {
  $names = @(Get-ReceiptFileName $Targets)
  if ($names.Count -eq 0) { return $null }
  return Read-Receipt $Targets $names[$names.Count - 1] $true
}

# The highest number that a receipt's name has, readable or not.
function Get-LastSequence($Targets) {
  $last = [long]0
  foreach ($name in @(Get-ReceiptFileName $Targets)) { $last = [Math]::Max($last, (Get-ReceiptNumber $name)) }
  return $last
}

# The number of the receipt that a run writes; the run stops where the next one could not be read again.
function Get-NextSequence($Targets) {
  $last = Get-LastSequence $Targets
  if ($last -ge $script:LastReceipt) { Stop-Run 12 "A receipt in $(Get-SwapPath $Targets 'receipts') has the number $last, and no higher one can be given: no run has such a number. Find out who put the file there, and move it away; nothing was touched." }
  return $last + 1
}

# True while a journal speaks of something that is not done. One whose run has the newest receipt is only left over: the receipt is the last step,
# and a program held the journal when it was to be removed. One that goes back, or cannot be read, counts.
function Test-Unfinished($Targets, $Newest) {
  $journal = Read-Journal $Targets
  if ($null -eq $journal) { return $false }
  return ($null -eq $journal.record -or $journal.record['state'] -cne 'prepared' -or $null -eq $Newest -or $journal.record['run'] -cne $Newest['run'])
}

function Test-Journal($Targets) { return ($null -ne (Get-Stat (Get-SwapPath $Targets 'journal.json'))) }

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
  if ($found.Count -eq 0) { Stop-Run 10 "No Tierwright-managed installation found in $($from -join ', '): name the tool's folder with -Install. Nothing was written." }
  Stop-Run 10 "$($found.Count) installations were found: $($found -join ', '). Name one with -Install. Nothing was written."
}

function Find-InstallationBelow([string]$Folder, [int]$Depth) {
  if ((Get-Stat $Folder) -cne 'folder') { return }
  $targets = New-InstallTarget $Folder
  if ((Get-Stat (Get-SwapPath $targets 'receipts')) -ceq 'folder' -or (Test-Journal $targets)) { return $Folder }
  if ($Depth -le 0) { return }
  try { $names = Get-FolderName $Folder } catch { return }
  foreach ($name in $names) { Find-InstallationBelow (Join-Native $Folder $name) ($Depth - 1) }
}

# A serial for people, with its date where it is the time of a commit.
function Format-Serial($Serial) {
  if ($Serial -lt 1000000000 -or $Serial -gt 253402300799) { return "serial $Serial" }
  return "serial $Serial ($((New-Object System.DateTime 1970, 1, 1).AddSeconds([double]$Serial).ToString('yyyy-MM-dd HH:mm', [System.Globalization.CultureInfo]::InvariantCulture)) UTC)"
}
