# ---- The world: the only functions that touch files, clock and machine. A test replaces them by name.

# Milliseconds between two tries of a file operation while a virus scanner or an indexer may hold the file; the last one again and again, until
# the patience is used up. The other runner waits by the same numbers.
$script:Waits = @(10, 20, 50, 100, 200)

# One file operation, so that a test can make the n-th fail. Names: stat, list, read, hash, makeFolder, probe, write, rename, replace, remove,
# removeFolder, removeTree.
function Invoke-OneOperation([string]$OperationName, [scriptblock]$OperationBody) { & $OperationBody }

# Every file operation goes through here: it is tried again while somebody holds the file. Waited time is added up, because a clock that is set
# back must not make it endless.
function Invoke-FileOperation([string]$OperationName, [scriptblock]$OperationBody) {
  $operationWaited = 0; $operationTries = 0; $operationPatience = Get-Patience
  while ($true) {
    try { Invoke-OneOperation $OperationName $OperationBody; return }
    catch { if ($operationWaited -ge $operationPatience -or -not (Test-Holding $OperationName (Get-Fault $_))) { throw } }
    $operationWait = $script:Waits[[Math]::Min($operationTries, $script:Waits.Count - 1)]
    Start-Pause $operationWait
    $operationWaited += $operationWait; $operationTries++
  }
}

# Does the failure of an operation say that somebody holds the file for the moment? "Access denied" says so for a change alone: for a look it
# means missing rights. "Not empty" is said of a folder whose removed files are still open.
function Test-Holding([string]$OperationName, $Fault) {
  if (@('stat', 'list', 'read', 'hash', 'makeFolder', 'probe') -ccontains $OperationName) { return (Test-Sharing $Fault) }
  if (@('removeFolder', 'removeTree') -ccontains $OperationName -and @(-2147024751, 39) -contains $Fault.HResult) { return $true }
  return (Test-InUse $Fault)
}

# Told before each step of the protocol; the detail names the file or stray.
function Enter-Step([string]$Id, [string]$Detail) { }

function Test-Windows { return [System.IO.Path]::DirectorySeparatorChar -ceq '\' }

function Get-UtcNow { return [DateTime]::UtcNow }

function Start-Pause([int]$Milliseconds) { [System.Threading.Thread]::Sleep($Milliseconds) }

# How long a file operation is tried again while something holds the file, in milliseconds.
function Get-Patience {
  if (Test-Windows) { return 30000 }
  return 0
}

# As Node names it, too: the journal of one runner is read by the other.
function Get-MachineName { return [System.Net.Dns]::GetHostName() }

function Get-UserName { return [Environment]::UserName }

# Six hex digits that tell two runs of one second apart.
function Get-RunToken { return [Guid]::NewGuid().ToString('N').Substring(0, 6) }

# null, file, folder or link, without following a link.
function Get-Stat([string]$Path) {
  return Invoke-FileOperation 'stat' {
    try { $attributes = [System.IO.File]::GetAttributes($Path) }
    catch [System.IO.FileNotFoundException] { return }
    catch [System.IO.DirectoryNotFoundException] { return }
    if (Test-Link $Path $attributes) { return 'link' }
    if (($attributes -band [System.IO.FileAttributes]::Directory) -ne 0) { return 'folder' }
    return 'file'
  }
}

# A symbolic link, junction or mount point: a rename would change another place than the one that the tool reads.
function Test-Link([string]$Path, $Attributes) {
  return (($Attributes -band [System.IO.FileAttributes]::ReparsePoint) -ne 0)
}

function Test-ReadOnly([string]$Path) {
  return Invoke-FileOperation 'stat' {
    if ([System.IO.Directory]::Exists($Path)) { return $false }
    $mode = (New-Object System.IO.FileInfo $Path).PSObject.Properties['UnixFileMode']
    if (-not (Test-Windows) -and $null -ne $mode) { return (([int]$mode.Value -band 128) -eq 0) }
    return (([System.IO.File]::GetAttributes($Path) -band [System.IO.FileAttributes]::ReadOnly) -ne 0)
  }
}

# Names in a folder, ordinally sorted.
function Get-FolderName([string]$Path) {
  $names = @(Invoke-FileOperation 'list' { [System.IO.Directory]::GetFileSystemEntries($Path) | ForEach-Object { [System.IO.Path]::GetFileName($_) } })
  return ,(Get-SortedText $names)
}

# Reading stands in nobody's way, and no writer that allows readers stands in the way of it.
function Open-Shared([string]$Path) {
  return New-Object System.IO.FileStream $Path, ([System.IO.FileMode]::Open), ([System.IO.FileAccess]::Read), ([System.IO.FileShare]::ReadWrite -bor [System.IO.FileShare]::Delete), 65536
}

# What is taken apart in memory - settings, log4j2.xml, descriptors, the file that names the tool's row - has at most so many bytes; as many as a
# manifest, so that whatever a bundle writes can be read again. A key or signature has a few kilobytes.
$script:LargestText = 16777216
$script:LargestKey = 1048576

function Get-FileSize([string]$Path) { return Invoke-FileOperation 'stat' { (New-Object System.IO.FileInfo $Path).Length } }

# Bytes as people count them.
function Format-Size([long]$Size) { return "$([Math]::Ceiling($Size / 1048576)) MiB" }

# A file of more than $Largest bytes is not read.
function Read-Bytes([string]$Path, [long]$Largest = 536870912) {
  return Invoke-FileOperation 'read' {
    $stream = Open-Shared $Path
    if ($stream.Length -gt $Largest) {
      $found = $stream.Length
      $stream.Dispose()
      throw (New-Object System.IO.IOException "${Path}: it has $(Format-Size $found), and at most $(Format-Size $Largest) are read")
    }
    try { $memory = New-Object System.IO.MemoryStream; $stream.CopyTo($memory); ,$memory.ToArray() } finally { $stream.Dispose() }
  }
}

# @{ size; sha256 } of a file.
function Get-FileRecord([string]$Path) {
  return Invoke-FileOperation 'hash' {
    $sha = [System.Security.Cryptography.SHA256]::Create()
    $stream = Open-Shared $Path
    try { @{ size = $stream.Length; sha256 = (ConvertTo-Hex $sha.ComputeHash($stream)) } }
    finally { $stream.Dispose(); $sha.Dispose() }
  }
}

# $Alone: nobody but this account may look into it. Windows' folders take the rights of their parent folder.
function New-Folder([string]$Path, [bool]$Alone = $false) {
  Invoke-FileOperation 'makeFolder' {
    if ($Alone -and -not (Test-Windows) -and $null -ne ('System.IO.UnixFileMode' -as [type])) { [void][System.IO.Directory]::CreateDirectory($Path, [System.IO.UnixFileMode]448) } # 0700
    else { [void][System.IO.Directory]::CreateDirectory($Path) }
  }
}

# Fails where this account may not make a file in a folder. The system itself removes the file when it is closed, however this ends.
function Test-FolderWrite([string]$Path) {
  Invoke-FileOperation 'probe' {
    $file = [System.IO.Path]::Combine($Path, ('.tierwright-probe-' + [Guid]::NewGuid().ToString('N').Substring(0, 12)))
    (New-Object System.IO.FileStream $file, ([System.IO.FileMode]::CreateNew), ([System.IO.FileAccess]::ReadWrite), ([System.IO.FileShare]::ReadWrite -bor [System.IO.FileShare]::Delete), 1, ([System.IO.FileOptions]::DeleteOnClose)).Dispose()
  }
}

# Leaves a folder that this PowerShell or its process stands in, because Windows would hold it: where it stood, or null.
function Exit-Folder([string]$Folder) {
  $stood = $null
  $separator = [string][System.IO.Path]::DirectorySeparatorChar
  try {
    foreach ($at in @((Get-WorkingFolder), [System.IO.Directory]::GetCurrentDirectory())) {
      if (Test-StartsWith ($at.TrimEnd([char[]]'\/') + $separator) ($Folder + $separator) (Test-Windows)) { $stood = $at }
    }
    if ($null -eq $stood) { return $null }
    $outside = Get-ParentFolder (Get-ParentFolder $Folder)
    Set-Location -LiteralPath $outside
    [System.IO.Directory]::SetCurrentDirectory($outside)
  }
  catch { return $stood } # the rename tells
  return $stood
}

function Remove-File([string]$Path) {
  Invoke-FileOperation 'remove' {
    # a link's attributes are those of another file
    try { if (-not (Test-Link $Path ([System.IO.File]::GetAttributes($Path)))) { [System.IO.File]::SetAttributes($Path, [System.IO.FileAttributes]::Normal) } } catch [System.IO.FileNotFoundException] { return }
    [System.IO.File]::Delete($Path)
  }
}

function Remove-EmptyFolder([string]$Path) { Invoke-FileOperation 'removeFolder' { [System.IO.Directory]::Delete($Path, $false) } }

# A folder of our own with everything in it; links inside are removed, never followed.
function Remove-Tree([string]$Path) { Invoke-FileOperation 'removeTree' { Remove-Branch $Path } }

function Remove-Branch([string]$Branch) {
  $attributes = [System.IO.File]::GetAttributes($Branch)
  $isFolder = ($attributes -band [System.IO.FileAttributes]::Directory) -ne 0
  $isLink = Test-Link $Branch $attributes
  if ($isFolder -and -not $isLink) { foreach ($item in [System.IO.Directory]::GetFileSystemEntries($Branch)) { Remove-Branch $item } }
  if ($isFolder -and (-not $isLink -or (Test-Windows))) { [System.IO.Directory]::Delete($Branch, $false); return }
  if ((Test-Windows) -and -not $isLink) { [System.IO.File]::SetAttributes($Branch, [System.IO.FileAttributes]::Normal) }
  [System.IO.File]::Delete($Branch)
}

# Makes a file anew: what lies there, also a link or a pipe that somebody planted, is removed and never written through. Off Windows it has
# the mode of the file that it stands for before the first byte is in it; without such a file, and with $Alone, only its owner can read it.
function New-OwnFile([string]$Name, [string]$Like, [bool]$Alone = $false) {
  $old = $null
  try { $old = [System.IO.File]::GetAttributes($Name) } catch [System.IO.FileNotFoundException] { $old = $null } catch [System.IO.DirectoryNotFoundException] { $old = $null }
  if ($null -ne $old -and (($old -band [System.IO.FileAttributes]::Directory) -eq 0 -or (Test-Link $Name $old))) {
    if (-not (Test-Link $Name $old)) { [System.IO.File]::SetAttributes($Name, [System.IO.FileAttributes]::Normal) }
    [System.IO.File]::Delete($Name)
  }
  $stream = New-Object System.IO.FileStream $Name, ([System.IO.FileMode]::CreateNew), ([System.IO.FileAccess]::Write), ([System.IO.FileShare]::None), 65536
  try {
    if ($Like -cne '' -and [System.IO.File]::Exists($Like)) { Copy-FileMode $Name $Like }
    elseif ($Alone) { Set-FileMode $Name 384 }
  }
  catch { $stream.Dispose(); throw }
  return $stream
}

# Writes a new file and forces it to the disk. $Like: the file that it stands for, or is a copy of.
function Write-Flushed([string]$Path, [byte[]]$Bytes, [string]$Like = '', [bool]$Alone = $false) {
  Invoke-FileOperation 'write' {
    $stream = New-OwnFile $Path $Like $Alone
    try { $stream.Write($Bytes, 0, $Bytes.Length); $stream.Flush($true) } finally { $stream.Dispose() }
  }
}

# The same from a stream; hashes while it writes.
function Write-FlushedCopy([string]$Path, [System.IO.Stream]$Source, [long]$Length, [string]$Like = '') {
  return Invoke-FileOperation 'write' {
    $stream = New-OwnFile $Path $Like
    try { Copy-Bytes $Source $Length $stream; $stream.Flush($true) } finally { $stream.Dispose() }
  }
}

# Moves a folder to where nothing lies yet. Never Move-Item: onto an existing folder it nests.
function Move-Tree([string]$From, [string]$To) { Invoke-FileOperation 'rename' { [System.IO.Directory]::Move($From, $To) } }

# Moves a file to where none lies.
function Move-File([string]$From, [string]$To) { Invoke-FileOperation 'rename' { [System.IO.File]::Move($From, $To) } }

# Moves a file over another one, or to where none lies; on Windows the old file's rights stay. Without a name for a backup of its own: the
# old bytes lie flushed in the work folder, and recovery decides by hash.
function Move-FileOver([string]$From, [string]$To) {
  $before = @(Get-ReplaceLeftover $To)
  try {
    Invoke-FileOperation 'replace' {
      if (-not (Test-Windows)) {
        Copy-FileMode $From $To
        [System.IO.File]::Move($From, $To, $true)
      }
      elseif ([System.IO.File]::Exists($To)) { Invoke-Replace $From $To }
      else { [System.IO.File]::Move($From, $To) }
    }
  }
  finally { Remove-ReplaceLeftover $To $before }
}

function Invoke-Replace([string]$From, [string]$To) { [System.IO.File]::Replace($From, $To, [System.Management.Automation.Language.NullString]::Value) }

# ReplaceFile keeps the old file beside the new one until it can be removed, and leaves it there while a scanner holds it.
function Get-ReplaceLeftover([string]$Path) {
  if (-not (Test-Windows)) { return }
  try { [System.IO.Directory]::GetFiles((Get-ParentFolder $Path), ((Get-LeafName $Path) + '~RF*.TMP')) } catch { return }
}

# What such a rename left, and nothing that lay there before; what cannot be removed harms nobody. While the target is missing it is kept.
function Remove-ReplaceLeftover([string]$Path, $Before) {
  if (-not (Test-Windows) -or -not [System.IO.File]::Exists($Path)) { return }
  foreach ($left in @(Get-ReplaceLeftover $Path)) {
    if ($Before -contains $left) { continue }
    try { Remove-File $left } catch { $left = '' }
  }
}

# Off Windows the new file takes the old one's mode, but for what runs a file as its owner (0777 are 511).
function Copy-FileMode([string]$New, [string]$Old) {
  if ((Test-Windows) -or -not [System.IO.File]::Exists($Old)) { return }
  $from = New-Object System.IO.FileInfo $Old
  if ($null -ne $from.PSObject.Properties['UnixFileMode']) { Set-FileMode $New ([int]$from.UnixFileMode -band 511) }
}

# Sets the mode of a file where the platform has modes (0600 are 384).
function Set-FileMode([string]$Path, [int]$Mode) {
  $file = New-Object System.IO.FileInfo $Path
  if (-not (Test-Windows) -and $null -ne $file.PSObject.Properties['UnixFileMode']) { $file.UnixFileMode = [System.IO.UnixFileMode]$Mode }
}
