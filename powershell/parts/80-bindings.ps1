# ---- Before the first byte: is the bundle meant for what is installed here?

# Refuses what was not made for this installation, unless it was allowed; the flags that were used.
function Test-Binding($Manifest, $Targets, $Receipt, $Options) {
  $flags = New-List
  $descriptor = Join-Native $Targets.live 'plugin.xml'
  if ((Get-Stat $descriptor) -cne 'file') {
    if ($Manifest['kind'] -ceq 'settings') { Stop-Run 10 "$($Targets.live) has no plug-in, and a settings bundle only switches an installed connector. Install the environment's swap bundle first; nothing was written." }
  }
  else {
    $id = Get-PluginId (Read-Bytes $descriptor $script:LargestText)
    if (-not (Test-Same $id $Manifest['plugin']['id'])) {
      Stop-Run 10 "The plug-in in $($Targets.live) is $(Format-Value $id), but the bundle has '$($Manifest['plugin']['id'])': this is another plug-in's folder. Check connector.folder and connector.id of site.yaml; nothing was written."
    }
  }
  if ($null -eq $Receipt -or $null -eq $Receipt['bundle']) { return ,$flags }
  $installed = $Receipt['bundle']
  if ($installed['environment'] -cne $Manifest['environment']) {
    if (-not $Options.SwitchEnvironment -and $installed['environment'] -like '*.recording') {
      Stop-Run 10 ("This workstation still connects to a recording ('$($installed['environment'])'), and the bundle is of '$($Manifest['environment'])'. " +
        '`tierwright record stop` ends the recording and names the bundle with the addresses of the recorded environment; -SwitchEnvironment installs this one anyway; nothing was written.')
    }
    if (-not $Options.SwitchEnvironment) { Stop-Run 10 "Environment '$($installed['environment'])' is installed, and the bundle is of '$($Manifest['environment'])'. -SwitchEnvironment installs it anyway; nothing was written." }
    $flags.Add([ordered]@{ flag = '--switch-environment'; reason = $null })
  }
  elseif ($Manifest['serial'] -lt $installed['serial']) {
    if ($Options.AllowDowngrade -ceq '') { Stop-Run 10 "The bundle ($(Format-Serial $Manifest['serial'])) is older than the installed one ($(Format-Serial $installed['serial'])). -AllowDowngrade 'REASON' installs it anyway, or roll back; nothing was written." }
    $flags.Add([ordered]@{ flag = '--allow-downgrade'; reason = $Options.AllowDowngrade })
  }
  if ($Manifest['kind'] -ceq 'settings' -and $installed['connector'] -cne $Manifest['connector']) {
    Stop-Run 10 "Connector $($installed['connector']) is installed, but these settings are for connector $($Manifest['connector']). Install that environment's swap bundle instead; nothing was written."
  }
  return ,$flags
}

# Equal for two spellings of one row of the matrix: case, spaces, hyphens and underscores do not count, a separator between digits does.
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

# True for a file of the tool: a link on the way would lead to a file of somebody else.
function Test-OwnFile($Targets, [string]$File) {
  $path = Join-Native $Targets.install $File
  for ($above = Get-ParentFolder $path; $above.Length -gt $Targets.install.Length; $above = Get-ParentFolder $above) { if ((Get-Stat $above) -cne 'folder') { return $false } }
  return ((Get-Stat $path) -ceq 'file')
}

# Why no row is proven, with the remedy: the bundle names no file, or the file is missing or states no single row.
function Get-ToolDoubt($Manifest, $Targets) {
  $from = $Manifest['tool']['versionFrom']
  if ($null -eq $from) { return 'to have it checked, set tool.versionFrom in site.yaml to a file of the tool that names its row' }
  if (Test-OwnFile $Targets $from['file']) { return "the pattern of tool.versionFrom in site.yaml does not find exactly one row in $($from['file'])" }
  return "tool.versionFrom in site.yaml names $($from['file']), which is not a file of this installation"
}

# Which row is installed, and with which Java; another row than the bundle was judged for is refused, no evidence is said.
function Get-ToolEvidence($Manifest, $Targets) {
  $tool = $Manifest['tool']
  $java = $null; $found = $null
  $release = Join-Native $Targets.install 'jre/release'
  if ((Get-Stat $release) -ceq 'file') {
    $match = [regex]::Match((Get-Latin1Text (Read-Bytes $release $script:LargestText)), '(?m)^JAVA_VERSION="?([^"\r\n]+)"?')
    if ($match.Success) { $java = $match.Groups[1].Value }
  }
  if ($null -ne $tool['versionFrom'] -and (Test-OwnFile $Targets $tool['versionFrom']['file'])) {
    $stated = @(Get-StatedText $tool['versionFrom']['pattern'] (Get-Latin1Text (Read-Bytes (Join-Native $Targets.install $tool['versionFrom']['file']) $script:LargestText)))
    # several different ones prove nothing
    if (@($stated | ForEach-Object { Get-ToolRowKey $_ } | Select-Object -Unique).Count -eq 1) { $found = $stated[0] }
  }
  if ($null -ne $found -and (Get-ToolRowKey $found) -cne (Get-ToolRowKey $tool['row'])) {
    $said = "'$found'"
    if ($found -cnotmatch '^[0-9][0-9A-Za-z ._-]{0,40}\z') { $said = 'something else (not shown: it does not look like a row)' }
    Stop-Run 10 "The installed tool reports $said ($($tool['versionFrom']['file'])), but the bundle is for '$($tool['row'])'. Install the bundle of the environment that names this tool row, or name another installation with -Install; nothing was written."
  }
  return [ordered]@{ expected = $tool['row']; found = $found; proven = ($null -ne $found); java = $java }
}

# Those beside the live folder, for quarantine; in another root, which may be a user's, the run is refused.
function Get-SecondCopy($Manifest, $Targets, [string]$Root) {
  $copies = Find-Copy $Manifest['plugin']['id'] $Targets $Root
  $beside = $copies.beside; $elsewhere = $copies.elsewhere
  if ($elsewhere.Count -gt 0) { Stop-Run 10 "A second copy of $($Manifest['plugin']['id']) is in another plug-in root ($(Join-Some $elsewhere)): the tool would load it, too. Move it out of that root (it may belong to a user, and a root may be a link that leads elsewhere), then run this again; nothing was written." }
  return ,$beside
}
