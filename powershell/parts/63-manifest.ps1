# ---- What contradicts itself in a manifest of the right shape, or could not be used on Windows: src/bundle/manifest-rules.ts, in its words.

# Why a name cannot be one file or folder on Windows, or null.
function Get-PlainNameFault([string]$Name) {
  if ($Name.Trim() -ceq '') { return 'it is empty' }
  if ($Name -cmatch '[\\/:*?"<>|]') { return 'it holds a character that separates folders or that Windows does not allow in a name' }
  if ($Name -cmatch '[\x00-\x1f\x7f-\x9f]') { return 'it holds a control character' }
  if ($Name -cmatch '^(?i:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(\.|\z)') { return 'Windows keeps that name for a device' }
  if ($Name -cmatch '[. ]\z') { return 'Windows drops a dot or space at the end of a name' }
  return $null
}

# Why a text is not a path that a deploy can use: it has to be absolute on Windows and to stay where it says. Or null.
function Get-WindowsPathFault([string]$Path, [bool]$MayBeInstall) {
  if ($Path.Length -gt 32767) { return "has $($Path.Length) characters, and Windows knows no path above 32767" }
  $inside = $MayBeInstall -and $Path -cmatch '^\{install\}[\\/]'
  if (-not $inside -and $Path -cnotmatch '^([A-Za-z]:[\\/]|[\\/]{2}[^\\/]+[\\/]+[^\\/])') { return 'is not an absolute Windows path' }
  if ($inside) { $rest = $Path.Substring(9) } else { $rest = $Path -creplace '^[A-Za-z]:|^[\\/]{2}', '' }
  foreach ($part in $rest.Split([char[]]'\/')) {
    if ($part -ceq '') { continue }
    if ($part -ceq '..' -or $part -ceq '.') { $fault = 'it leaves its folder' } else { $fault = Get-PlainNameFault $part }
    if ($null -ne $fault) { return "cannot be used because of '$part': $fault" }
  }
  return $null
}

# A path in a message: a person sees its beginning.
function Limit-Path([string]$Path) {
  if ($Path.Length -le 300) { return $Path }
  return $Path.Substring(0, 300) + '...'
}

function Get-PathProblem($Paths) {
  foreach ($name in 'install', 'client', 'log4j2', 'profiles', 'roots', 'strays') {
    if ($null -eq $Paths[$name]) { continue }
    foreach ($path in @($Paths[$name])) {
      $fault = Get-WindowsPathFault $path ($name -cne 'install')
      if ($null -ne $fault) { return "paths.$name '$(Limit-Path $path)' $fault" }
    }
  }
  return $null
}

# conf and logger are paths below the plug-in folder, and a swap brings what it names.
function Get-PluginProblem($Manifest, $Named) {
  $plugin = $Manifest['plugin']
  $fault = Get-PlainNameFault $plugin['folder']
  if ($null -ne $fault) { return "plugin.folder '$($plugin['folder'])' cannot be a folder: $fault" }
  if ($plugin['id'] -ceq '') { return 'plugin.id is empty' }
  foreach ($name in 'conf', 'logger') {
    if ($null -eq $plugin[$name]) { continue }
    $fault = Get-NameFault $plugin[$name]
    if ($null -ne $fault) { return "plugin.$name '$($plugin[$name])' $fault" }
    if ($Manifest['kind'] -ceq 'swap' -and -not $Named.Contains("plugin/$($plugin[$name])")) { return "plugin.$name names $($plugin[$name]), which the bundle does not contain" }
  }
  if ($Manifest['kind'] -ceq 'swap' -and -not $Named.Contains('plugin/plugin.xml')) { return 'the plug-in has no plugin.xml: the tool would not load it' }
  return $null
}

function Get-FileProblem($Manifest, $Named) {
  if ($Manifest['kind'] -ceq 'settings') { return $null }
  $profileName = $Manifest['paths']['profile']
  $own = New-TextSet
  foreach ($path in 'client/CommonClient.properties', 'client/log4j2.xml') { [void]$own.Add($path) }
  if ($null -ne $profileName) { [void]$own.Add("profile/$profileName") }
  foreach ($path in $Named) { if (-not (Test-StartsWith $path 'plugin/') -and -not $own.Contains($path)) { return "files: '$path' belongs neither to the plug-in, nor is it the profile or a client file" } }
  if ($null -ne $profileName -and -not $Named.Contains("profile/$profileName")) { return "paths.profile names $profileName, which the bundle does not contain" }
  if ($null -eq $profileName -and $Manifest['paths']['profiles'].Length -gt 0) { return 'paths.profiles are given, but no profile' }
  return $null
}

function Get-ValueProblem($Manifest) {
  $seen = New-TextSet; $connector = New-TextSet
  foreach ($row in $Manifest['values']) {
    $name = "$($row['file'])/$($row['key'])"
    if (-not $seen.Add($name)) { return "values: $name is listed twice" }
    if ($row.Contains('value') -eq $row.Contains('secret')) { return "values: $name must have either a value or a secret" }
    if ($Manifest['kind'] -ceq 'settings' -and -not $row['unit']) { return "values: $name is not a key that a settings bundle writes" }
    if ($row['unit'] -and $row['file'] -ceq 'connector') { [void]$connector.Add($row['key']) }
  }
  foreach ($key in $Manifest['keep']) {
    if ($connector.Contains($key)) { return "keep: $key is one of the environment's own keys: with the machine's value, the two files could name different tiers" }
  }
  return $null
}

function Get-EditProblem($Manifest) {
  foreach ($edit in $Manifest['log4j2']) {
    if (($edit['what'] -ceq 'deletion') -ne $edit.Contains('deletion')) { return "log4j2: a deletion, and nothing else, has an action ($($edit['what']) '$($edit['name'])')" }
    if ($edit['what'] -ceq 'deletion' -and -not (Test-DeletionAge $edit['value'])) { return "log4j2: '$($edit['value'])' is no age at which '$($edit['name'])' can delete its rolled files" }
  }
  return $null
}

function Get-EvidenceProblem($From) {
  if ($null -eq $From) { return $null }
  if ($From['file'] -cmatch '^([A-Za-z]:|[\\/])') { $fault = "is not a path below the tool's folder" } else { $fault = Get-WindowsPathFault "{install}\$($From['file'])" $true }
  if ($null -ne $fault) { return "tool.versionFrom.file '$(Limit-Path $From['file'])' $fault" }
  $fault = Get-PatternFault $From['pattern']
  if ($null -ne $fault) { return "tool.versionFrom.pattern '$($From['pattern'])' cannot be used: it $fault" }
  return $null
}

# The first such thing, in words; null: nothing. $Named: the paths of its files.
function Get-ManifestProblem($Manifest, $Named) {
  foreach ($problem in @((Get-PluginProblem $Manifest $Named), (Get-PathProblem $Manifest['paths']), (Get-ValueProblem $Manifest), (Get-EditProblem $Manifest), (Get-EvidenceProblem $Manifest['tool']['versionFrom']), (Get-FileProblem $Manifest $Named))) {
    if ($null -ne $problem) { return $problem }
  }
  return $null
}
