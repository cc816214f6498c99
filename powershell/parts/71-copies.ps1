# ---- Second copies of the plug-in: what the tool would load beside the folder that was proven.

# The text of an XML file: UTF-16 by its mark, or because its first '<' has two bytes; else UTF-8.
function Get-XmlText([byte[]]$Bytes) {
  $first = -1; $second = -1
  if ($Bytes.Length -ge 2) { $first = $Bytes[0]; $second = $Bytes[1] }
  if (($first -eq 0xff -and $second -eq 0xfe) -or ($first -eq 0x3c -and $second -eq 0)) { return [System.Text.Encoding]::Unicode.GetString($Bytes) }
  if (($first -eq 0xfe -and $second -eq 0xff) -or ($first -eq 0 -and $second -eq 0x3c)) { return [System.Text.Encoding]::BigEndianUnicode.GetString($Bytes) }
  return (New-Object System.Text.UTF8Encoding $false).GetString($Bytes)
}

# A value with its references to characters read once, as an XML reader does.
function Get-WithoutReference([string]$Text) {
  $read = New-Object System.Text.StringBuilder
  $at = 0
  foreach ($match in [regex]::Matches($Text, '&(?:#x([0-9A-Fa-f]{1,8})|#([0-9]{1,8})|(lt|gt|amp|quot|apos));')) {
    [void]$read.Append($Text.Substring($at, $match.Index - $at))
    $at = $match.Index + $match.Length
    if ($match.Groups[3].Success) {
      [void]$read.Append([string]@{ lt = '<'; gt = '>'; amp = '&'; quot = '"'; apos = "'" }[$match.Groups[3].Value])
      continue
    }
    $code = [long]0
    if ($match.Groups[1].Success) { $code = [Convert]::ToInt64($match.Groups[1].Value, 16) } else { $code = [long]$match.Groups[2].Value }
    if ($code -gt 0x10ffff -or ($code -ge 0xd800 -and $code -le 0xdfff)) { [void]$read.Append($match.Value) }
    else { [void]$read.Append([char]::ConvertFromUtf32([int]$code)) }
  }
  return $read.Append($Text.Substring($at)).ToString()
}

# The id in a plugin.xml, or null: enough of XML for an attribute of the root element. Other plug-ins' files are read, too, so the scan is linear
# whatever they hold.
function Get-PluginId([byte[]]$Bytes) {
  $text = Get-XmlText $Bytes
  $ordinal = [System.StringComparison]::Ordinal
  $at = 0; $tag = -1
  $comment = $text.IndexOf('<!--', $ordinal)
  while ($true) {
    if ($tag -lt $at) { $tag = $text.IndexOf('<plugin', $at, $ordinal) }
    if ($tag -lt 0) { return $null }
    if ($comment -ge 0 -and $comment -lt $at) { $comment = $text.IndexOf('<!--', $at, $ordinal) }
    if ($comment -ge 0 -and $comment -lt $tag) {
      $end = $text.IndexOf('-->', $comment + 4, $ordinal)
      if ($end -lt 0) { return $null }
      $at = $end + 3
      continue
    }
    $end = $text.IndexOf('>', $tag, $ordinal)
    if ($end -lt 0) { $end = $text.Length }
    $root = $text.Substring($tag + 7, [Math]::Max(0, [Math]::Min($end, $tag + 65536) - $tag - 7))
    if ($root -cmatch '^[A-Za-z0-9_.:-]') { $at = $tag + 7; continue }
    $match = [regex]::Match($root, '\sid\s*=\s*(?:"([^"]*)"|''([^'']*)'')')
    if (-not $match.Success) { return $null }
    return Get-WithoutReference ($match.Groups[1].Value + $match.Groups[2].Value)
  }
}

# Would the tool find a file, or a folder, under this path? It follows links, so a root that is one hides nothing.
function Test-AsTheTool([string]$Path, [string]$Kind) {
  $stat = Get-Stat $Path
  if ($stat -cne 'link') { return ($stat -ceq $Kind) }
  # a link that leads nowhere, or in a circle, exists as well: only trying tells
  try {
    if ($Kind -ceq 'folder') { [void][System.IO.Directory]::GetFileSystemEntries($Path); return $true }
    if ([System.IO.Directory]::Exists($Path)) { return $false }
    (Open-Shared $Path).Dispose()
    return $true
  }
  catch [System.UnauthorizedAccessException] { throw }
  catch [System.IO.IOException] { return $false }
}

function Get-FolderPluginId([string]$Folder) {
  $path = Join-Native $Folder 'plugin.xml'
  if (-not (Test-AsTheTool $path 'file')) { return $null }
  return Get-PluginId (Read-Bytes $path $script:LargestText)
}

# Folders of any root that the tool scans, the live one aside, that carry the plug-in id: @{ beside; elsewhere }.
function Find-Copy([string]$Id, $Targets, [string]$Root) {
  $beside = New-List; $elsewhere = New-List
  $own = @($Targets.plugins) + @($Targets.roots) + @(Get-ArgumentRoot $Targets $Root)
  $ours = New-TextSet (Test-Windows)
  foreach ($folder in $own) { [void]$ours.Add($folder) }
  foreach ($folder in (Select-Different ($own + @(Get-UserRoot $Root)))) {
    $others = -not $ours.Contains($folder)
    foreach ($name in @(Get-ToolName $folder $others)) {
      $path = Join-Native $folder $name
      if (Test-SamePath $path $Targets.live) { continue }
      try { $other = Get-FolderPluginId $path } catch [System.UnauthorizedAccessException] { if (-not $others) { throw }; $other = $null }
      if (-not (Test-Same $other $Id)) { continue }
      if (Test-SamePath $folder $Targets.plugins) { $beside.Add($path) } else { $elsewhere.Add($path) }
    }
  }
  return @{ beside = $beside; elsewhere = $elsewhere }
}

# Each path once, in order; Windows spells one folder in several ways.
function Select-Different($Paths) {
  $different = New-List
  $known = New-TextSet (Test-Windows)
  foreach ($path in $Paths) { if ($null -ne $path -and $known.Add($path)) { $different.Add($path) } }
  return ,$different
}

# Names in a folder; none where there is no folder.
function Get-NameIn([string]$Folder) {
  if ((Get-Stat $Folder) -ceq 'folder') { Get-FolderName $Folder | ForEach-Object { $_ } }
}

# The same of a folder that the tool reads, which may be a link; none where $Tolerant allows that it belongs to somebody else.
function Get-ToolName([string]$Folder, [bool]$Tolerant = $false) {
  try { if (Test-AsTheTool $Folder 'folder') { Get-FolderName $Folder | ForEach-Object { $_ } } }
  catch [System.UnauthorizedAccessException] { if (-not $Tolerant) { throw } }
}

# -Dmd.plugins.dir in JAVA_ARGS of bin\*.properties: a list that replaces the tool's own roots. The quotation marks stand around the whole
# option, or around its value.
function Get-ArgumentRoot($Targets, [string]$Root) {
  $bin = Join-Native $Targets.install 'bin'
  foreach ($name in @(Get-ToolName $bin)) {
    $path = Join-Native $bin $name
    if ($name -inotmatch '\.properties\z' -or -not (Test-AsTheTool $path 'file')) { continue }
    try { $map = Get-PropertyMap (Read-Bytes $path $script:LargestText) $path } catch [System.FormatException] { continue }
    if ($null -eq $map['JAVA_ARGS']) { continue }
    $match = [regex]::Match($map['JAVA_ARGS'], '"-Dmd\.plugins\.dir=([^"]*)"|-Dmd\.plugins\.dir=(?:"([^"]*)"|(\S+))')
    if (-not $match.Success) { continue }
    foreach ($item in ($match.Groups[1].Value + $match.Groups[2].Value + $match.Groups[3].Value).Split(';')) {
      if ($item -ceq '') { continue }
      # what is not an absolute path starts from the tool's folder
      if (Test-WindowsPath $item) { Get-NativePath $item $Root } else { [System.IO.Path]::GetFullPath([System.IO.Path]::Combine($Targets.install, $item.Replace('\', [System.IO.Path]::DirectorySeparatorChar))).TrimEnd([System.IO.Path]::DirectorySeparatorChar) }
    }
  }
}

# <config>\plugins of every user: AppData\Local\.<tool>\<version>\plugins.
function Get-UserRoot([string]$Root) {
  if ($Root -ceq '' -and -not (Test-Windows)) { return }
  $users = Get-NativePath 'C:\Users' $Root
  foreach ($user in @(Get-ToolName $users $true)) {
    $local = Join-Native $users "$user/AppData/Local"
    foreach ($tool in @(Get-ToolName $local $true)) {
      if (-not (Test-StartsWith $tool '.')) { continue }
      foreach ($version in @(Get-ToolName (Join-Native $local $tool) $true)) { Join-Native $local "$tool/$version/plugins" }
    }
  }
}
