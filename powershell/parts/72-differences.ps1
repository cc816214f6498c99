# ---- Does the machine hold what the newest receipt says? Jars and other files by hash; conf, logger and client file decoded.

$script:SecretName = '(?i)passw|secret|token|credential|private|(^|[^a-z])(pwd|key|pass)([^a-z]|$)'

# A value as a receipt's lists may hold it: of a key that looks like a secret, declared or not, only the presence is said.
function Hide-Value($Value, [string]$Key) {
  if ($null -ne $Value -and $Key -cmatch $script:SecretName) { return '(hidden)' }
  return $Value
}

# A value for people. Of a key that looks like a secret, declared or not, only the presence is said.
function Format-Value($Value, [string]$Key = '') {
  if ($null -eq $Value) { return 'absent' }
  if ($Key -cmatch $script:SecretName) { return '(hidden)' }
  return "'$Value'"
}

# Expected values of one file as a receipt has them: key -> decoded.
function Get-StateValue($Receipt, [string]$Role) {
  $map = New-Map
  if ($null -eq $Receipt -or $null -eq $Receipt['state']) { return $map }
  foreach ($row in $Receipt['state']['values']) { if ($row['file'] -ceq $Role) { $map[[string]$row['key']] = $row['value'] } }
  return $map
}

# Keys that are not compared: secrets, and in the conf what is the machine's own.
function Get-StateOmission($Receipt, [string]$Role) {
  $keys = New-TextSet
  if ($null -eq $Receipt -or $null -eq $Receipt['state']) { return ,$keys }
  foreach ($row in @($Receipt['state']['secrets'])) { if ($row['file'] -ceq $Role) { [void]$keys.Add($row['key']) } }
  if ($Role -ceq 'connector') { foreach ($key in @($Receipt['state']['keep'])) { [void]$keys.Add($key) } }
  return ,$keys
}

# Where conf and logger lie in the plug-in folder.
function Get-PluginPath($Receipt, [string]$Role) {
  $name = 'conf'
  if ($Role -ceq 'logger') { $name = 'logger' }
  return $Receipt['plugin'][$name]
}

# Differences in words, one a line; empty: everything is as it was installed.
function Get-Difference($Places, $Receipt) {
  $found = New-List
  if (Test-Unfinished $Places $Receipt) { $found.Add("$(Get-SwapPath $Places 'journal.json'): a run is unfinished; any deploy finishes it first") }
  $state = $Receipt['state']
  if ($null -eq $state) { $found.Add('the newest receipt describes no state'); return ,$found }
  $folder = Join-Native (Join-Native $Receipt['install'] 'plugins') $Receipt['plugin']['folder']
  Add-TreeDifference $found $folder $Receipt
  foreach ($role in 'connector', 'logger') {
    $relative = Get-PluginPath $Receipt $role
    if ($null -ne $relative) { Add-ValueDifference $found $Receipt $role (Join-Native $folder $relative) }
  }
  Add-ValueDifference $found $Receipt 'client' $Receipt['paths']['client']
  foreach ($file in $state['files']) {
    if (-not (Test-StartsWith $file['id'] 'profile-')) { continue }
    if ((Get-Look $file['path']) -cne 'file') { $found.Add("$($file['path']): missing") }
    elseif ((Get-FileRecord $file['path']).sha256 -cne $file['sha256']) { $found.Add("$($file['path']): changed") }
  }
  return ,$found
}

function Add-TreeDifference($Found, [string]$Folder, $Receipt) {
  $decoded = @($Receipt['plugin']['conf'], $Receipt['plugin']['logger'])
  $live = New-Map
  if ((Get-Look $Folder) -ceq 'folder') { foreach ($file in (Get-TreeFile $Folder $true $null)) { $live[[string]$file.path] = $file } }
  $tree = $Receipt['state']['tree']
  if ($null -ne $tree) {
    foreach ($file in $tree['files']) {
      $lies = $live[[string]$file['path']]
      if ($null -eq $lies) { $Found.Add("$(Join-Native $Folder $file['path']): missing"); continue }
      $live.Remove($file['path'])
      if ($decoded -cnotcontains $file['path'] -and $lies.sha256 -cne $file['sha256']) { $Found.Add("$($lies.full): changed ($($lies.size) bytes, $($file['size']) were installed)") }
    }
  }
  foreach ($file in $live.Values) { $Found.Add("$($file.full): not of this build") }
}

function Add-ValueDifference($Found, $Receipt, [string]$Role, [string]$Path) {
  $expected = Get-StateValue $Receipt $Role
  if ((Get-Look $Path) -cne 'file') {
    if ($expected.Count -gt 0) { $Found.Add("${Path}: missing") }
    return
  }
  try { $map = Get-PropertyMap (Read-Bytes $Path) $Path } catch [System.FormatException] { $Found.Add($_.Exception.Message); return }
  $leave = Get-StateOmission $Receipt $Role
  $keys = New-TextSet
  foreach ($key in $expected.Keys) { [void]$keys.Add($key) }
  if ($Role -cne 'client') { foreach ($key in $map.Keys) { [void]$keys.Add($key) } }
  foreach ($key in (Get-SortedText $keys)) {
    if ($leave.Contains($key) -or (Test-Same $map[[string]$key] $expected[[string]$key])) { continue }
    $Found.Add("${Path}: $key is $(Format-Value $map[[string]$key] $key), installed was $(Format-Value $expected[[string]$key] $key)")
  }
}
