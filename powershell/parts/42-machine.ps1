# ---- The machine: lock, running programs, rights and room on the disk. What only Windows shows lies here.

# The path without links, as the system itself names it.
function Get-RealPath([string]$Folder) {
  $before = [System.IO.Directory]::GetCurrentDirectory()
  try { [System.IO.Directory]::SetCurrentDirectory($Folder); return [System.IO.Directory]::GetCurrentDirectory() }
  finally { [System.IO.Directory]::SetCurrentDirectory($before) }
}

# Takes the lock of a .swap folder; null when another runner holds it. The system frees it when this process ends, however it ends.
function Open-SwapLock([string]$Swap) {
  if (-not (Test-Windows) -and [System.IO.Directory]::Exists('/proc/self')) { return Open-SocketLock $Swap }
  return Open-FileLock ([System.IO.Path]::Combine($Swap, 'lock'))
}

# The lock as a file that nobody else may open. It is opened for writing, so what is not an ordinary file is refused before, and again when it is held.
function Open-FileLock([string]$Path) {
  # a scanner may open the file that was just made: a lock that another runner holds is held for longer
  for ($tries = 1; $true; $tries++) {
    Test-Target @($Path) 'file'
    try { $stream = New-Object System.IO.FileStream $Path, ([System.IO.FileMode]::OpenOrCreate), ([System.IO.FileAccess]::ReadWrite), ([System.IO.FileShare]::None) }
    catch {
      $fault = Get-Fault $_
      if (-not (Test-Sharing $fault)) { throw $fault }
      if ($tries -ge 15) { return $null }
      Start-Pause 100
      continue
    }
    try { Test-Target @($Path) 'file' } catch { $stream.Dispose(); throw }
    return @($stream)
  }
}

# Linux: abstract sockets. Some programs give such a name its own length, some the full 108 bytes of the structure: both are taken.
function Open-SocketLock([string]$Swap) {
  $name = [char]0 + 'tierwright-swap-' + (Get-BytesHash (Get-Utf8Bytes (Get-RealPath $Swap))).Substring(0, 32)
  $held = New-List
  foreach ($path in @($name, $name.PadRight(108, [char]0))) {
    $socket = New-Object System.Net.Sockets.Socket ([System.Net.Sockets.AddressFamily]::Unix), ([System.Net.Sockets.SocketType]::Stream), ([System.Net.Sockets.ProtocolType]::Unspecified)
    $held.Add($socket)
    try { $socket.Bind((New-Object System.Net.Sockets.UnixDomainSocketEndPoint $path)); $socket.Listen(1) }
    catch [System.Net.Sockets.SocketException] { Close-SwapLock $held; return $null }
  }
  return $held.ToArray()
}

# Who holds the lock of a .swap folder, in words, as far as the system tells; null: it does not. On Linux everybody may take an abstract name;
# on Windows the lock is a file that only who may write in .swap can hold, and its owner is told.
function Get-LockHolder([string]$Swap) {
  try {
    if (Test-Windows) { return "the lock file belongs to $((Get-Acl -LiteralPath ([System.IO.Path]::Combine($Swap, 'lock'))).Owner)" }
    if (-not [System.IO.File]::Exists('/proc/net/unix')) { return $null }
    $name = 'tierwright-swap-' + (Get-BytesHash (Get-Utf8Bytes (Get-RealPath $Swap))).Substring(0, 32)
    $sockets = New-TextSet
    foreach ($row in [System.IO.File]::ReadAllLines('/proc/net/unix')) {
      $at = $row.IndexOf(' @', [System.StringComparison]::Ordinal)
      if ($at -ge 0 -and $row.Substring($at + 2).TrimEnd([char[]]@([char]'@', [char]0)) -ceq $name) { [void]$sockets.Add('socket:[' + ($row.Substring(0, $at).Trim() -csplit '\s+')[6] + ']') }
    }
    foreach ($folder in [System.IO.Directory]::GetDirectories('/proc')) {
      if ((Get-LeafName $folder) -cnotmatch '^[0-9]+\z') { continue }
      try {
        foreach ($entry in [System.IO.Directory]::GetFileSystemEntries("$folder/fd")) {
          if (-not $sockets.Contains([string](New-Object System.IO.FileInfo $entry).LinkTarget)) { continue }
          $user = ([regex]::Match([System.IO.File]::ReadAllText("$folder/status"), '(?m)^Uid:\s+(\d+)')).Groups[1].Value
          return "$([System.IO.File]::ReadAllText("$folder/comm").Trim()) (process $(Get-LeafName $folder), account number $user) holds it"
        }
      }
      catch { continue } # another account's process, or one that is over
    }
    if ($sockets.Count -gt 0) { return "a program of an account other than $(Get-UserName) holds it; only an administrator can see which one: if no deploy of that account is running, have it ended" }
  }
  catch { return $null }
  return $null
}

function Close-SwapLock($Lock) { foreach ($part in @($Lock)) { if ($null -ne $part) { $part.Dispose() } } }

# The part of a command line that names something below the folder, or null. Other folders that only begin alike do not count.
function Find-BelowFolder([string]$CommandLine, [string]$Folder, [bool]$IgnoreCase) {
  $comparison = [System.StringComparison]::Ordinal
  if ($IgnoreCase) { $comparison = [System.StringComparison]::OrdinalIgnoreCase; $CommandLine = $CommandLine.Replace('/', '\') }
  $start = $Folder.TrimEnd([char[]]'\/') + [System.IO.Path]::DirectorySeparatorChar
  $at = $CommandLine.IndexOf($start, $comparison)
  while ($at -ge 0) {
    if ($at -eq 0 -or ' "''=:;,@'.IndexOf($CommandLine[$at - 1]) -ge 0) {
      $end = $CommandLine.IndexOfAny([char[]]@('"', ';', [char]0), $at)
      if ($end -lt 0) { $end = [Math]::Min($CommandLine.Length, $at + 160) }
      return $CommandLine.Substring($at, $end - $at)
    }
    $at = $CommandLine.IndexOf($start, $at + 1, $comparison)
  }
  return $null
}

# What of a process lies below the folder: its program, or, for a Java that was started from elsewhere, anything on its command line. An
# editor that shows a file of the tool is not a reason to wait.
function Find-ToolPath($Process, [string]$Folder) {
  $line = [string]$Process.line
  # hundreds of processes, and most have nothing to do with the tool
  $named = ([string]$Process.image + ' ' + $line).Replace('/', '\')
  if ($named.IndexOf($Folder.TrimEnd([char[]]'\/').Replace('/', '\'), [System.StringComparison]::OrdinalIgnoreCase) -lt 0) { return $null }
  $first = [regex]::Match($line, '^\s*(?:"([^"]*)"|(\S+))')
  foreach ($program in @([string]$Process.image, ($first.Groups[1].Value + $first.Groups[2].Value))) {
    if (Test-StartsWith $program ($Folder.TrimEnd([char[]]'\/') + [System.IO.Path]::DirectorySeparatorChar) (Test-Windows)) { return $program }
    if ($program -cmatch '(?i)(^|[\\/])javaw?(\.exe)?\z') { $path = Find-BelowFolder $line $Folder (Test-Windows); if ($null -ne $path) { return $path } }
  }
  return $null
}

# Programs of the tool, this one and those that started it left out:
# id, name, user, path, started (DateTime in UTC or null).
function Get-ToolProcess([string]$Folder) {
  $all = @(Get-ProcessTable)
  $parents = @{}
  foreach ($one in $all) { $parents[$one.id] = $one.parent }
  $own = New-Object 'System.Collections.Generic.HashSet[int]'
  $at = [System.Diagnostics.Process]::GetCurrentProcess().Id
  while ($null -ne $at -and $own.Add([int]$at)) { $at = $parents[[int]$at] }
  $folders = @($Folder)
  if (-not (Test-Windows) -and [System.IO.Directory]::Exists($Folder)) { $folders += Get-RealPath $Folder }
  $found = New-List
  foreach ($one in $all) {
    if ($own.Contains([int]$one.id)) { continue }
    foreach ($item in $folders) {
      $path = Find-ToolPath $one $item
      if ($null -ne $path) { $found.Add(@{ id = $one.id; name = $one.name; user = (Get-ProcessUser $one); path = $path; started = $one.started }); break }
    }
  }
  return ,$found
}

# id, parent, name, image, line, started of every process that this account may open.
function Get-ProcessTable {
  if (Test-Windows) {
    try { $list = @(Get-CimInstance -ClassName Win32_Process -ErrorAction Stop) } catch { $list = @() }
    foreach ($one in $list) {
      $started = $null
      if ($null -ne $one.CreationDate) { $started = $one.CreationDate.ToUniversalTime() }
      @{ id = [int]$one.ProcessId; parent = [int]$one.ParentProcessId; name = $one.Name; image = $one.ExecutablePath; line = $one.CommandLine; started = $started; source = $one }
    }
    if ($list.Count -gt 0) { return }
    foreach ($one in [System.Diagnostics.Process]::GetProcesses()) {
      $image = $null
      try { $image = $one.MainModule.FileName } catch { $image = $null }
      @{ id = $one.Id; parent = $null; name = $one.ProcessName; image = $image; line = $null; started = $null; source = $null }
    }
    return
  }
  if (-not [System.IO.Directory]::Exists('/proc/self')) { return }
  $ticks = [double](([System.IO.File]::ReadAllText('/proc/uptime')).Split(' ')[0])
  foreach ($folder in [System.IO.Directory]::GetDirectories('/proc')) {
    if ($folder -cnotmatch '/([0-9]+)\z') { continue }
    $id = [int]$Matches[1]
    try {
      $stat = [System.IO.File]::ReadAllText("$folder/stat")
      $name = $stat.Substring($stat.IndexOf('(') + 1, $stat.LastIndexOf(')') - $stat.IndexOf('(') - 1)
      $fields = $stat.Substring($stat.LastIndexOf(')') + 2).Split(' ')
      $line = '"' + [System.IO.File]::ReadAllText("$folder/cmdline").TrimEnd([char]0).Replace([string][char]0, '" "') + '"'
      $image = $null
      try { $image = [System.IO.File]::ResolveLinkTarget("$folder/exe", $false).FullName } catch { $image = $null }
      $started = [DateTime]::UtcNow.AddSeconds([double]$fields[19] / 100 - $ticks)
      @{ id = $id; parent = [int]$fields[1]; name = $name; image = $image; line = $line; started = $started; source = $folder }
    }
    catch { continue }
  }
}

# Who runs it, or null where this account may not know.
function Get-ProcessUser($Process) {
  try {
    if (Test-Windows) {
      $owner = Invoke-CimMethod -InputObject $Process.source -MethodName GetOwner -ErrorAction Stop
      if ($owner.User) { return "$($owner.Domain)\$($owner.User)" }
      return $null
    }
    $uid = [regex]::Match([System.IO.File]::ReadAllText("$($Process.source)/status"), '(?m)^Uid:\s+([0-9]+)').Groups[1].Value
    $row = [regex]::Match([System.IO.File]::ReadAllText('/etc/passwd'), "(?m)^([^:\n]+):[^:\n]*:${uid}:")
    if ($row.Success) { return $row.Groups[1].Value }
    return $uid
  }
  catch { return $null }
}

# Bytes that may still be written to the disk of a folder; null where the system does not say.
function Get-FreeSpace([string]$Folder) {
  try { return (New-Object System.IO.DriveInfo $Folder).AvailableFreeSpace } catch { return $null }
}

# A rename keeps the rights of the place where a folder was made: here it takes those of the folder it now lies in.
function Set-InheritedAccess([string]$Folder) {
  if (-not (Test-Windows)) { return }
  $items = @(New-Object System.IO.DirectoryInfo $Folder) + @((New-Object System.IO.DirectoryInfo $Folder).GetFileSystemInfos('*', [System.IO.SearchOption]::AllDirectories))
  foreach ($item in $items) {
    if ($item -is [System.IO.DirectoryInfo]) { $rights = New-Object System.Security.AccessControl.DirectorySecurity }
    else { $rights = New-Object System.Security.AccessControl.FileSecurity }
    $rights.SetAccessRuleProtection($false, $false)
    if ($null -ne $item.PSObject.Methods['SetAccessControl']) { $item.SetAccessControl($rights) }
    else { [System.IO.FileSystemAclExtensions]::SetAccessControl($item, $rights) }
  }
}
