# ---- The world: the only functions that touch files, clock and machine. A test replaces them by name.

$script:FileOperations = 0
$script:Retries = 0

# Every file operation goes through here, so that the n-th can be made to fail. Names: look, list, read, hash, makeFolder, write, rename,
# replace, remove, removeFolder, removeTree.
function Invoke-FileOperation([string]$OperationName, [scriptblock]$OperationBody) {
  $script:FileOperations++
  & $OperationBody
}

# Told before each step of the protocol; the detail names the file or stray.
function Enter-Step([string]$Id, [string]$Detail) { }

function Test-Windows { return [System.IO.Path]::DirectorySeparatorChar -ceq '\' }

function Get-UtcNow { return [DateTime]::UtcNow }

function Start-Pause([int]$Milliseconds) { [System.Threading.Thread]::Sleep($Milliseconds) }

# How long a rename is tried again while something holds the file, in milliseconds.
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
function Get-Look([string]$Path) {
  return Invoke-FileOperation 'look' {
    try { $attributes = [System.IO.File]::GetAttributes($Path) }
    catch [System.IO.FileNotFoundException] { return }
    catch [System.IO.DirectoryNotFoundException] { return }
    if (Test-Link $Path $attributes) { return 'link' }
    if (($attributes -band [System.IO.FileAttributes]::Directory) -ne 0) { return 'folder' }
    return 'file'
  }
}

# A symbolic link, junction or mount point: a rename would act on another place than the one the tool reads.
function Test-Link([string]$Path, $Attributes) {
  return (($Attributes -band [System.IO.FileAttributes]::ReparsePoint) -ne 0)
}

function Test-ReadOnly([string]$Path) {
  return Invoke-FileOperation 'look' {
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

function Read-Bytes([string]$Path) {
  return Invoke-FileOperation 'read' { ,[System.IO.File]::ReadAllBytes($Path) }
}

# @{ size; sha256 } of a file.
function Get-FileRecord([string]$Path) {
  return Invoke-FileOperation 'hash' {
    $sha = [System.Security.Cryptography.SHA256]::Create()
    $stream = New-Object System.IO.FileStream $Path, ([System.IO.FileMode]::Open), ([System.IO.FileAccess]::Read), ([System.IO.FileShare]::ReadWrite -bor [System.IO.FileShare]::Delete), 1048576
    try { @{ size = $stream.Length; sha256 = (ConvertTo-Hex $sha.ComputeHash($stream)) } }
    finally { $stream.Dispose(); $sha.Dispose() }
  }
}

function New-Folder([string]$Path) { Invoke-FileOperation 'makeFolder' { [void][System.IO.Directory]::CreateDirectory($Path) } }

function Remove-File([string]$Path) { Invoke-FileOperation 'remove' { [System.IO.File]::SetAttributes($Path, [System.IO.FileAttributes]::Normal); [System.IO.File]::Delete($Path) } }

function Remove-EmptyFolder([string]$Path) { Invoke-FileOperation 'removeFolder' { [System.IO.Directory]::Delete($Path, $false) } }

# A folder of our own with everything in it; links inside are removed, never followed.
function Remove-Tree([string]$Path) {
  Invoke-FileOperation 'removeTree' {
    if (Test-Windows) {
      foreach ($file in [System.IO.Directory]::GetFiles($Path, '*', [System.IO.SearchOption]::AllDirectories)) { [System.IO.File]::SetAttributes($file, [System.IO.FileAttributes]::Normal) }
    }
    [System.IO.Directory]::Delete($Path, $true)
  }
}

# Creates the file (an old one is replaced), writes it, and forces it to the disk.
function Write-Flushed([string]$Path, [byte[]]$Bytes) {
  Invoke-FileOperation 'write' {
    $stream = New-Object System.IO.FileStream $Path, ([System.IO.FileMode]::Create), ([System.IO.FileAccess]::Write), ([System.IO.FileShare]::None), 65536
    try { $stream.Write($Bytes, 0, $Bytes.Length); $stream.Flush($true) } finally { $stream.Dispose() }
  }
}

# The same from a stream; hashes while it writes.
function Write-FlushedCopy([string]$Path, [System.IO.Stream]$Source, [long]$Length) {
  return Invoke-FileOperation 'write' {
    $stream = New-Object System.IO.FileStream $Path, ([System.IO.FileMode]::Create), ([System.IO.FileAccess]::Write), ([System.IO.FileShare]::None), 65536
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
  Invoke-FileOperation 'replace' {
    if (-not (Test-Windows)) {
      Copy-FileMode $From $To
      [System.IO.File]::Move($From, $To, $true)
    }
    elseif ([System.IO.File]::Exists($To)) { [System.IO.File]::Replace($From, $To, [System.Management.Automation.Language.NullString]::Value) }
    else { [System.IO.File]::Move($From, $To) }
  }
}

# Off Windows the new file takes the old one's mode.
function Copy-FileMode([string]$New, [string]$Old) {
  if ((Test-Windows) -or -not [System.IO.File]::Exists($Old)) { return }
  $file = New-Object System.IO.FileInfo $New
  if ($null -eq $file.PSObject.Properties['UnixFileMode']) { return }
  $file.UnixFileMode = (New-Object System.IO.FileInfo $Old).UnixFileMode
}

# Tries again while a scanner or an indexer may hold the file; only for errors that say so.
function Invoke-Patiently([scriptblock]$PatientBody) {
  $patientEnd = (Get-UtcNow).AddMilliseconds((Get-Patience))
  while ($true) {
    try { & $PatientBody; return }
    catch {
      if (-not (Test-InUse (Get-Fault $_)) -or (Get-UtcNow) -ge $patientEnd) { throw }
      $script:Retries++
      Start-Pause 200
    }
  }
}
