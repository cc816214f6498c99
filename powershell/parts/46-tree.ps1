# ---- Trees: every file of a folder with size and hash, and one digest for all.

# Files below a folder, by relative path with '/', ordinally sorted: path, size, time, and sha256 when asked. A link counts as a file of its
# own kind, so that such a tree equals no other; $Links takes their paths.
function Get-TreeFile([string]$Folder, [bool]$Hash, $Links) {
  $byPath = New-Map
  $folders = New-Object System.Collections.Stack
  $folders.Push(@('', (New-Object System.IO.DirectoryInfo $Folder)))
  while ($folders.Count -gt 0) {
    $prefix, $at = $folders.Pop()
    foreach ($item in @(Invoke-FileOperation 'list' { $at.GetFileSystemInfos() })) {
      $path = $prefix + $item.Name
      if (Test-Link $item.FullName $item.Attributes) {
        $byPath[$path] = @{ path = $path; full = $item.FullName; size = [long]-1; time = [long]0; sha256 = 'link' }
        if ($null -ne $Links) { $Links.Add($item.FullName) }
      }
      elseif ($item -is [System.IO.DirectoryInfo]) { $folders.Push(@(($path + '/'), $item)) }
      else { $byPath[$path] = @{ path = $path; full = $item.FullName; size = $item.Length; time = $item.LastWriteTimeUtc.Ticks; sha256 = '' } }
    }
  }
  $files = New-List
  foreach ($path in (Get-SortedText $byPath.Keys)) {
    $file = $byPath[$path]
    if ($Hash -and $file.sha256 -ceq '') { $record = Get-FileRecord $file.full; $file.size = $record.size; $file.sha256 = $record.sha256 }
    $files.Add($file)
  }
  return ,$files
}

# SHA-256 over 'path LF size LF sha256 LF' of all files in ordinal order; empty folders do not count.
function Get-TreeDigest($Files) {
  $text = New-Object System.Text.StringBuilder
  $byPath = New-Map
  foreach ($file in $Files) { $byPath[[string]$file['path']] = $file }
  foreach ($path in (Get-SortedText $byPath.Keys)) {
    $file = $byPath[$path]
    [void]$text.Append($path).Append("`n").Append([string]$file['size']).Append("`n").Append($file['sha256']).Append("`n")
  }
  return Get-BytesHash (Get-Utf8Bytes $text.ToString())
}

# @{ sha256; files } of a folder on the disk; null where there is none.
function Get-TreeRecord([string]$Folder) {
  if ((Get-Stat $Folder) -cne 'folder') { return $null }
  $files = Get-TreeFile $Folder $true $null
  return [ordered]@{ sha256 = (Get-TreeDigest $files); files = $files.Count }
}

# Names, sizes and times only: was anything touched since?
function Get-TreeStamp([string]$Folder) {
  if ((Get-Stat $Folder) -cne 'folder') { return '' }
  $text = New-Object System.Text.StringBuilder
  foreach ($file in (Get-TreeFile $Folder $false $null)) { [void]$text.Append($file.path).Append("`n").Append($file.size).Append("`n").Append($file.time).Append("`n") }
  return $text.ToString()
}

function Test-SameTree($A, $B) {
  if ($null -eq $A -or $null -eq $B) { return ($null -eq $A -and $null -eq $B) }
  return ($A['sha256'] -ceq $B['sha256'])
}
