# ---- Before the first byte: is the bundle meant for what is installed here?

# The id in a plugin.xml, or null. Enough of XML for an attribute of the root element.
function Get-PluginId([byte[]]$Bytes) {
  $text = (New-Object System.Text.UTF8Encoding $false).GetString($Bytes) -creplace '<!--[\s\S]*?-->', ''
  $match = [regex]::Match($text, '<plugin\b[^>]*?\sid\s*=\s*(?:"([^"]*)"|''([^'']*)'')')
  if (-not $match.Success) { return $null }
  return $match.Groups[1].Value + $match.Groups[2].Value
}

function Get-FolderPluginId([string]$Folder) {
  $path = Join-Native $Folder 'plugin.xml'
  if ((Get-Look $path) -cne 'file') { return $null }
  return Get-PluginId (Read-Bytes $path)
}

# Refuses what was not made for this installation, unless it was allowed; the flags that were used.
function Test-Binding($Manifest, $Places, $Receipt, $Options) {
  $flags = New-List
  $descriptor = Join-Native $Places.live 'plugin.xml'
  if ((Get-Look $descriptor) -cne 'file') {
    if ($Manifest['kind'] -ceq 'settings') { Stop-Run 10 "$($Places.live) holds no plug-in: a settings bundle switches an installed connector. Install the environment's swap bundle first; nothing was written." }
  }
  else {
    $id = Get-PluginId (Read-Bytes $descriptor)
    if (-not (Test-Same $id $Manifest['plugin']['id'])) {
      Stop-Run 10 "The plug-in in $($Places.live) is $(Format-Value $id), and the bundle holds '$($Manifest['plugin']['id'])': this is another plug-in's folder. Check connector.folder and connector.id of site.yaml; nothing was written."
    }
  }
  if ($null -eq $Receipt -or $null -eq $Receipt['bundle']) { return ,$flags }
  $installed = $Receipt['bundle']
  if ($installed['environment'] -cne $Manifest['environment']) {
    if (-not $Options.SwitchEnvironment) { Stop-Run 10 "The last receipt is of environment '$($installed['environment'])', and the bundle is of '$($Manifest['environment'])'. -SwitchEnvironment installs it all the same; nothing was written." }
    $flags.Add([ordered]@{ flag = '--switch-environment'; reason = $null })
  }
  elseif ($Manifest['serial'] -lt $installed['serial']) {
    if ($Options.AllowDowngrade -ceq '') { Stop-Run 10 "The bundle is older (serial $($Manifest['serial'])) than what is installed (serial $($installed['serial'])). -AllowDowngrade 'REASON' installs it all the same, or roll back; nothing was written." }
    $flags.Add([ordered]@{ flag = '--allow-downgrade'; reason = $Options.AllowDowngrade })
  }
  if ($Manifest['kind'] -ceq 'settings' -and $installed['connector'] -cne $Manifest['connector']) {
    Stop-Run 10 "Connector $($installed['connector']) is installed, and these settings are of an environment with connector $($Manifest['connector']). Install that environment's swap bundle instead; nothing was written."
  }
  return ,$flags
}

# Equal for two spellings of one row of the matrix: case, blanks, hyphens and underscores do not count, a separator between digits does.
function Get-ToolRowKey([string]$Text) {
  $plain = ($Text.Trim().ToLowerInvariant() -creplace '[\s_\p{Pd}]+', ' ') -creplace '(?<![0-9]) | (?![0-9])', ''
  if ($plain.Length -gt 120) { return $plain }
  $match = [regex]::Match($plain, '^(.*?[0-9]x?)(?:(?:refresh|r)([0-9]+))?(?:(?:hotfix|hf)([0-9]+))?\z')
  if (-not $match.Success) { return $plain }
  $key = $match.Groups[1].Value
  if ($match.Groups[2].Success) { $key += '|r' + $match.Groups[2].Value }
  if ($match.Groups[3].Success) { $key += '|hf' + $match.Groups[3].Value }
  return $key
}

# Which row is installed, and with which Java; another row than the bundle was judged for is refused, no evidence is said.
function Get-ToolEvidence($Manifest, $Places) {
  $tool = $Manifest['tool']
  $java = $null; $found = $null
  $release = Join-Native $Places.install 'jre/release'
  if ((Get-Look $release) -ceq 'file') {
    $match = [regex]::Match((Get-Latin1Text (Read-Bytes $release)), '(?m)^JAVA_VERSION="?([^"\r\n]+)"?')
    if ($match.Success) { $java = $match.Groups[1].Value }
  }
  if ($null -ne $tool['versionFrom']) {
    $path = Join-Native $Places.install $tool['versionFrom']['file']
    if ((Get-Look $path) -ceq 'file') {
      try { $match = [regex]::Match((Get-Latin1Text (Read-Bytes $path)).Replace("`r", ''), $tool['versionFrom']['pattern'], [System.Text.RegularExpressions.RegexOptions]::Multiline) }
      catch { Stop-Run 10 "tool.versionFrom.pattern '$($tool['versionFrom']['pattern'])' is no regular expression: mend it in site.yaml and build the bundle again. Nothing was written." }
      if ($match.Success -and $match.Groups.Count -gt 1) { $found = $match.Groups[1].Value.Trim() }
    }
  }
  if ($null -ne $found -and (Get-ToolRowKey $found) -cne (Get-ToolRowKey $tool['row'])) {
    Stop-Run 10 "The installed tool says '$found' ($($tool['versionFrom']['file'])), and the bundle is for '$($tool['row'])'. Install the bundle of the environment that names this tool row, or name another installation with -Install; nothing was written."
  }
  return [ordered]@{ expected = $tool['row']; found = $found; proven = ($null -ne $found); java = $java }
}

# Folders of any root that the tool scans, the live one aside, that carry the plug-in id: @{ beside; elsewhere }.
function Find-Copy([string]$Id, $Places, [string]$Root) {
  $beside = New-List; $elsewhere = New-List
  $own = @($Places.plugins) + @($Places.roots) + @(Get-ArgumentRoot $Places $Root)
  $ours = New-TextSet (Test-Windows)
  foreach ($folder in $own) { [void]$ours.Add($folder) }
  foreach ($folder in (Select-Different ($own + @(Get-UserRoot $Root)))) {
    $others = -not $ours.Contains($folder)
    foreach ($name in @(Get-NameIn $folder $others)) {
      $path = Join-Native $folder $name
      if (Test-SamePath $path $Places.live) { continue }
      try { $other = Get-FolderPluginId $path } catch [System.UnauthorizedAccessException] { if (-not $others) { throw }; $other = $null }
      if (-not (Test-Same $other $Id)) { continue }
      if (Test-SamePath $folder $Places.plugins) { $beside.Add($path) } else { $elsewhere.Add($path) }
    }
  }
  return @{ beside = $beside; elsewhere = $elsewhere }
}

# Those beside the live folder, for quarantine; in another root, which may be a user's, the run is refused.
function Get-SecondCopy($Manifest, $Places, [string]$Root) {
  $copies = Find-Copy $Manifest['plugin']['id'] $Places $Root
  $beside = $copies.beside; $elsewhere = $copies.elsewhere
  if ($elsewhere.Count -gt 0) { Stop-Run 10 "A second copy of $($Manifest['plugin']['id']) lies in another plug-in root ($(Join-Some $elsewhere)): the tool would load that one, too. Move it out of that root (it may belong to a user), then run this again; nothing was written." }
  return ,$beside
}

# Each path once, in order; Windows spells one folder in several ways.
function Select-Different($Paths) {
  $different = New-List
  $known = New-TextSet (Test-Windows)
  foreach ($path in $Paths) { if ($null -ne $path -and $known.Add($path)) { $different.Add($path) } }
  return ,$different
}

# Names in a folder; none where there is no folder, or where $Tolerant allows that it belongs to somebody else.
function Get-NameIn([string]$Folder, [bool]$Tolerant = $false) {
  try { if ((Get-Look $Folder) -ceq 'folder') { Get-FolderName $Folder | ForEach-Object { $_ } } }
  catch [System.UnauthorizedAccessException] { if (-not $Tolerant) { throw } }
}

# -Dmd.plugins.dir in JAVA_ARGS of bin\*.properties: a list that replaces the tool's own roots.
function Get-ArgumentRoot($Places, [string]$Root) {
  $bin = Join-Native $Places.install 'bin'
  foreach ($name in @(Get-NameIn $bin)) {
    $path = Join-Native $bin $name
    if ($name -inotmatch '\.properties\z' -or (Get-Look $path) -cne 'file') { continue }
    try { $map = Get-PropertyMap (Read-Bytes $path) $path } catch [System.FormatException] { continue }
    if ($null -eq $map['JAVA_ARGS']) { continue }
    $match = [regex]::Match($map['JAVA_ARGS'], '-Dmd\.plugins\.dir=(?:"([^"]*)"|(\S+))')
    if (-not $match.Success) { continue }
    foreach ($item in ($match.Groups[1].Value + $match.Groups[2].Value).Split(';')) {
      if ($item -ceq '') { continue }
      # what is no absolute path starts from the tool's folder
      if (Test-WindowsPath $item) { Get-NativePath $item $Root } else { [System.IO.Path]::GetFullPath([System.IO.Path]::Combine($Places.install, $item.Replace('\', [System.IO.Path]::DirectorySeparatorChar))).TrimEnd([System.IO.Path]::DirectorySeparatorChar) }
    }
  }
}

# <config>\plugins of every user: AppData\Local\.<tool>\<version>\plugins.
function Get-UserRoot([string]$Root) {
  if ($Root -ceq '' -and -not (Test-Windows)) { return }
  $users = Get-NativePath 'C:\Users' $Root
  foreach ($user in @(Get-NameIn $users $true)) {
    $local = Join-Native $users "$user/AppData/Local"
    foreach ($tool in @(Get-NameIn $local $true)) {
      if (-not (Test-StartsWith $tool '.')) { continue }
      foreach ($version in @(Get-NameIn (Join-Native $local $tool) $true)) { Join-Native $local "$tool/$version/plugins" }
    }
  }
}
