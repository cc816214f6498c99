# ---- Drift: values that changed on the machine since the last deploy, what to do about them, and what becomes of them.

$script:DecidingFields = @(
{{fields}}
)

# The field that decides a key, as its YAML file names it; null if none is known. The rows are those of src/compiler/model/known-keys.ts.
function Get-DecidingField([string]$File, [string]$Key, [bool]$IsWrite) {
  foreach ($row in $script:DecidingFields) {
    if ($row.isWrite -eq $IsWrite -and $row.file -ceq $File -and $Key -clike $row.key -and $Key -cmatch '^[A-Za-z0-9_]*\z') { return $row.field }
  }
}

# The steps that make drift part of the environment: the field that decides a key, where there is one, because `check` refuses or overrides the key elsewhere.
function Get-DriftStep($Drift, $Manifest) {
  $writes = New-TextSet; $byField = [ordered]@{}; $kept = New-List; $others = 0
  foreach ($row in $Manifest['values']) { if ($row['unit']) { [void]$writes.Add("$($row['file']) $($row['key'])") } }
  foreach ($row in $Drift) {
    $isWrite = $writes.Contains("$($row['file']) $($row['key'])")
    $field = Get-DecidingField $row['file'] $row['key'] $isWrite
    if ($null -eq $field -and -not $isWrite) { $others++; continue }
    if (-not $isWrite -and $row['file'] -ceq 'connector') { $kept.Add($row['key']) }
    if ($null -eq $field) { $field = 'the field that decides it' }
    if (-not $byField.Contains($field)) { $byField[$field] = New-List }
    if (-not $byField[$field].Contains($row['key'])) { $byField[$field].Add($row['key']) }
  }
  $fields = @(foreach ($field in $byField.Keys) { "$field (for $($byField[$field] -join ', '))" })
  $them = 'them'
  if ($fields.Count -gt 0) { $them = 'the others'; "change $($fields -join ', ') in the environment's YAML" }
  if ($others -gt 0) { "add $them to the environment's YAML (workstation.set, or workstation.keep for values that belong to the machine)" }
  if ($kept.Count -gt 0) { "or name $($kept -join ', ') in workstation.keep if the value belongs to the machine" }
}

# Whether a bundle leaves a drifted value as it is: the file is not replaced, and the bundle does not decide the key.
function Test-Left($Manifest, $Row) {
  if ($Manifest['kind'] -cne 'settings' -and $Row['file'] -cne 'client') { return $false }
  return -not (Get-DecidedKey $Manifest $Row['file']).Contains($Row['key'])
}

# Rows file, key of what a deploy leaves as it is although it differs from the last value that a bundle set. A settings bundle also leaves what an
# earlier one left.
function Get-LeftKey($Manifest, $Receipt, $Drift) {
  $known = New-TextSet; $rows = @($Drift)
  if ($Manifest['kind'] -ceq 'settings' -and $null -ne $Receipt -and $null -ne $Receipt['state']) { $rows = @($Receipt['state']['left']) + $rows }
  foreach ($row in $rows) {
    if ($null -ne $row -and (Test-Left $Manifest $row) -and $known.Add("$($row['file']) $($row['key'])")) { [ordered]@{ file = $row['file']; key = $row['key'] } }
  }
}

function Test-Drift($Drift, $Manifest, $Options) {
  if ($Drift.Count -eq 0 -or $Options.AcceptDrift) { return }
  $lines = @(foreach ($row in $Drift) { "  " + (Format-Both "$($row['file']): $($row['key'])" $row['found'] $row['expected'] $row['key'] 'expected') })
  $many = "$($Drift.Count) values were"
  if ($Drift.Count -eq 1) { $many = 'A value was' }
  $left = @(foreach ($row in $Drift) { if (Test-Left $Manifest $row) { "$($row['file']): $($row['key'])" } })
  $writes = 'this bundle does not write'; $install = ''
  if ($Manifest['kind'] -ceq 'settings') { $writes = 'only a swap bundle writes'; $install = 'and install the swap bundle, ' }
  $accept = 'or overwrite them with -AcceptDrift'
  if ($left.Count -eq $Drift.Count) { $accept = "${install}or leave them as they are with -AcceptDrift" }
  elseif ($left.Count -gt 0) { $accept += " ($writes $($left -join ', '))" }
  $steps = @(Get-DriftStep $Drift $Manifest) -join ', '
  $steps = $steps.Substring(0, 1).ToUpperInvariant() + $steps.Substring(1)
  Stop-Run 10 ("$many changed locally since the last deploy. $steps, $accept; nothing was written." + $script:LineEnd + ($lines -join $script:LineEnd))
}

# Values that somebody changed on this machine, and that the bundle overwrites, or leaves as they are, because of -AcceptDrift.
function Get-Accepted($Manifest, $Drift) {
  foreach ($row in $Drift) {
    $name = "$($row['file']): $($row['key'])"
    if (Test-Left $Manifest $row) { "left as it is (-AcceptDrift): $name, which this bundle does not write" }
    else { "overwritten (-AcceptDrift): $name was $(Format-Value $row['found'] $row['key'])" }
  }
}
