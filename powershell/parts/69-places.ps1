# ---- Places that a record may name, and links on the way to them.

# -Root of this run: what a record names lies below it. '' where there is none.
$script:RecordRoot = ''

function Test-Below([string]$Path, [string]$Folder) {
  $sign = [string][System.IO.Path]::DirectorySeparatorChar
  return Test-StartsWith $Path.Replace('/', $sign) ($Folder.Replace('/', $sign).TrimEnd([char[]]'\/') + $sign) (Test-Windows)
}

# The first folder on the way to a path that is none, or null. Searched below the root, or from the drive on; off Windows nothing is asked
# without a root, because there /var and others are links of the system.
function Find-LinkOnTheWay([string]$Path, [string]$Root) {
  if ($Root -ceq '') { if (-not (Test-Windows)) { return $null } } elseif (-not (Test-Below $Path $Root)) { return $null }
  $found = $null
  for ($at = Get-ParentFolder $Path; $at -and (Get-ParentFolder $at) -and ($Root -ceq '' -or -not (Test-SamePath $at $Root)); $at = Get-ParentFolder $at) {
    $stat = Get-Stat $at
    if ($null -ne $stat -and $stat -cne 'folder') { $found = $at }
  }
  return $found
}

# One decision for preflight, rollback and recovery: what is written, moved or removed has only ordinary folders on its way.
function Get-WayFault($Paths, [string]$Root) {
  foreach ($path in @($Paths)) {
    if ($null -eq $path) { continue }
    $link = Find-LinkOnTheWay $path $Root
    if ($null -ne $link) { return "$link, on the way to $path, is a link or not a folder: what is written there would be stored elsewhere" }
  }
  return $null
}

# The server of a path that leads to another machine or to a device; null of every other one.
function Get-PlaceServer([string]$Path) {
  if ($Path -cmatch '^[\\/]{2}([^\\/]*)') { return $Matches[1].ToLowerInvariant() }
  return $null
}

function Get-CutText([string]$Text) {
  if ($Text.Length -gt 200) { return "$($Text.Substring(0, 200))... ($($Text.Length) characters)" }
  return $Text
}

# Why a text of a record is no place at all, or null: it is absolute, without '..', and below the root where there is one.
function Get-ShapeFault([string]$Path, [string]$Root) {
  $none = "'$(Get-CutText $Path)' is not a place of this installation"
  $absolute = '^/'
  if (Test-Windows) { $absolute = '^([A-Za-z]:[\\/]|[\\/]{2}[^\\/])' }
  if ($Path.Length -gt 32767 -or $Path.IndexOf([char]0) -ge 0 -or $Path -cnotmatch $absolute -or $Path -cmatch '(^|[\\/])\.\.([\\/]|\z)') { return $none }
  if ($Root -ceq '' -or (Test-Below $Path $Root)) { return $null }
  return $none
}

# True for a place on another machine, or a device, that neither the command line nor the bundle names.
function Test-LeadsAway([string]$Path, $Targets, [string]$Root) {
  $server = Get-PlaceServer $Path
  if ($null -eq $server -or $Root -cne '' -or -not (Test-Windows)) { return $false }
  $named = @($Targets.install, $Targets.client, $Targets.log4j2) + @($Targets.profiles) + @($Targets.strays) + @($Targets.roots)
  foreach ($one in $named) { if ($null -ne $one -and $server -cnotmatch '^[?.]?\z' -and (Get-PlaceServer $one) -ceq $server) { return $false } }
  return $true
}

# Why a text of a record is no place of this machine that may be opened, or null: it is a place, and leads to no other machine.
function Get-PlaceFault([string]$Path, $Targets, [string]$Root) {
  $fault = Get-ShapeFault $Path $Root
  if ($null -ne $fault -or -not (Test-LeadsAway $Path $Targets $Root)) { return $fault }
  return "'$(Get-CutText $Path)' leads to another machine, and neither the command line nor a bundle names it"
}

# True where values of the client file that a receipt names may be shown: it lies below a root, or the command line or the bundle names it.
function Test-ShownClient($Receipt, $Targets, [string]$Root) {
  return ($Root -cne '' -or ($null -ne $Targets.client -and (Test-SamePath $Targets.client $Receipt['paths']['client'])))
}

# The plug-in roots of a receipt that are not searched: each leads to another machine, which only the receipt names.
function Get-SkippedRoot($Receipt, $Targets, [string]$Root) {
  foreach ($path in @($Receipt['paths']['roots'])) { if ($null -ne $path -and (Test-LeadsAway $path $Targets $Root)) { $path } }
}

# The files outside of the plug-in folder that are read because of a receipt.
function Get-ReceiptFile($Receipt) {
  $Receipt['paths']['client']
  if ($null -ne $Receipt['state']) { foreach ($file in $Receipt['state']['files']) { $file['path'] } }
}

# How the files end that are read because of a receipt, by id.
$script:RecordEnding = @{ client = '.properties'; log4j2 = '.xml' }

# Which file of a receipt cannot be what its id says, or null: without a root it may name any file of the machine, and what is read is shown and
# noted down. A file that the command line or the bundle names may end as it likes.
function Get-TypeFault($Receipt, $Targets) {
  $files = @(, @('client', $Receipt['paths']['client']))
  if ($null -ne $Receipt['state']) { foreach ($file in $Receipt['state']['files']) { $files += , @($file['id'], $file['path']) } }
  foreach ($file in $files) {
    $id, $path = $file
    if ($id -cmatch '^profile-[0-9]{1,9}\z') { continue }
    if ($id -cnotmatch '^(client|log4j2)\z') { return "'$id' is no file of an installation" }
    $ending = $script:RecordEnding[$id]
    $named = $false
    foreach ($one in @($Targets.client, $Targets.log4j2)) { if ($null -ne $one -and $one -cne '' -and (Test-SamePath $one $path)) { $named = $true } }
    if (-not $named -and -not $path.ToLowerInvariant().EndsWith($ending, [StringComparison]::Ordinal)) { return "the $id file '$path' does not end in $ending" }
  }
  return $null
}

# True for a receipt with every size and digest: a copy has not, and nothing can be verified or undone by it.
function Test-WholeReceipt($Receipt) {
  $state = $Receipt['state']; $before = $Receipt['before']
  $sums = @($Receipt['strays'])
  if ($null -ne $before -and $null -ne $before['tree']) { $sums += $before['tree'] }
  if ($null -ne $state) {
    foreach ($file in $state['files']) { if ($null -eq $file['size'] -or $null -eq $file['sha256']) { return $false } }
    if ($null -ne $state['tree']) {
      $sums += $state['tree']
      foreach ($file in $state['tree']['files']) { if ($null -eq $file['size'] -or $null -eq $file['sha256']) { return $false } }
    }
  }
  foreach ($one in $sums) { if ($null -eq $one['sha256']) { return $false } }
  return $true
}

# Why a receipt cannot be one of this installation, or null: everything that it names outside of the plug-in folder is judged.
function Get-ReceiptFault($Receipt, $Targets, [string]$Root, [bool]$Opened) {
  if (-not (Test-WholeReceipt $Receipt)) { return 'it is a copy without sizes and digests' }
  if ($Receipt['install'].IndexOf([char]0) -ge 0 -or -not (Test-SamePath $Receipt['install'] $Targets.install)) { return "it is of the installation '$($Receipt['install'])', and this is '$($Targets.install)'" }
  foreach ($name in 'folder', 'conf', 'logger') {
    $path = $Receipt['plugin'][$name]
    if ($null -ne $path -and $path.IndexOfAny([char[]]@([char]0, ':')) -ge 0) { return "'$path' is no file of the plug-in folder" }
  }
  foreach ($path in @(Get-ReceiptFile $Receipt)) {
    $fault = Get-PlaceFault $path $Targets $Root
    if ($null -ne $fault) { return $fault }
  }
  # a plug-in root may lie on a share: what leads to another machine is skipped where it would be searched
  $searched = @(foreach ($stray in $Receipt['strays']) { $stray['path'] })
  foreach ($key in 'roots', 'strays') { if ($Receipt['paths'].Contains($key)) { $searched += @($Receipt['paths'][$key]) } }
  foreach ($path in $searched) {
    $fault = Get-ShapeFault $path $Root
    if ($null -ne $fault) { return $fault }
  }
  $type = Get-TypeFault $Receipt $Targets
  if ($null -ne $type) { return $type }
  if ($null -ne $Receipt['state'] -and $null -ne $Receipt['state']['tree']) {
    foreach ($file in $Receipt['state']['tree']['files']) { if ($file['path'].IndexOf([char]0) -ge 0) { return "'$($file['path'])' is no file of the plug-in folder" } }
  }
  # links are looked for where a root confines; without one no place is out of bounds for them
  if (-not $Opened -or $Root -ceq '') { return $null }
  return Get-WayFault (@(Get-ReceiptFile $Receipt) + @(Get-SwapPath $Targets 'receipts')) $Root
}
