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
    if ($null -ne $link) { return "$link, on the way to $path, is a link or not a folder: what is written there would lie elsewhere" }
  }
  return $null
}

# The server of a path that leads to another machine or to a device; null of every other one.
function Get-PlaceServer([string]$Path) {
  if ($Path -cmatch '^[\\/]{2}([^\\/]*)') { return $Matches[1].ToLowerInvariant() }
  return $null
}

# Why a text of a record is no place of this machine that may be opened, or null: it is absolute, without '..', below the root where there is one,
# and leads to no other machine that neither the command line nor the bundle names.
function Get-PlaceFault([string]$Path, $Targets, [string]$Root) {
  $shown = $Path
  if ($shown.Length -gt 200) { $shown = "$($shown.Substring(0, 200))... ($($Path.Length) characters)" }
  $none = "'$shown' is not a place of this installation"
  $absolute = '^/'
  if (Test-Windows) { $absolute = '^([A-Za-z]:[\\/]|[\\/]{2}[^\\/])' }
  if ($Path.Length -gt 32767 -or $Path.IndexOf([char]0) -ge 0 -or $Path -cnotmatch $absolute -or $Path -cmatch '(^|[\\/])\.\.([\\/]|\z)') { return $none }
  if ($Root -cne '') {
    if (Test-Below $Path $Root) { return $null }
    return $none
  }
  $server = Get-PlaceServer $Path
  if ($null -eq $server -or -not (Test-Windows)) { return $null }
  $named = @($Targets.install, $Targets.client, $Targets.log4j2) + @($Targets.profiles) + @($Targets.strays) + @($Targets.roots)
  foreach ($one in $named) { if ($null -ne $one -and $server -cnotmatch '^[?.]?\z' -and (Get-PlaceServer $one) -ceq $server) { return $null } }
  return "'$shown' leads to another machine, and neither the command line nor a bundle names it"
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

# Why a receipt cannot be one of this installation, or null: everything that it names outside of the plug-in folder is judged.
function Get-ReceiptFault($Receipt, $Targets, [string]$Root, [bool]$Opened) {
  if ($Receipt['install'].IndexOf([char]0) -ge 0 -or -not (Test-SamePath $Receipt['install'] $Targets.install)) { return "it is of the installation '$($Receipt['install'])', and this is '$($Targets.install)'" }
  foreach ($name in 'folder', 'conf', 'logger') {
    $path = $Receipt['plugin'][$name]
    if ($null -ne $path -and $path.IndexOfAny([char[]]@([char]0, ':')) -ge 0) { return "'$path' is no file of the plug-in folder" }
  }
  $places = @(Get-ReceiptFile $Receipt)
  foreach ($key in 'roots', 'strays') { if ($Receipt['paths'].Contains($key)) { $places += @($Receipt['paths'][$key]) } }
  foreach ($stray in $Receipt['strays']) { $places += $stray['path'] }
  foreach ($path in $places) {
    $fault = Get-PlaceFault $path $Targets $Root
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
