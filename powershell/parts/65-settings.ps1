# ---- The settings files of a bundle against its manifest: a deploy is judged by the rows and installs the files, so they have to be one.

function Test-ZipSettings($Zip, $Manifest) {
  $plugin = $Manifest['plugin']
  $names = [ordered]@{ connector = "plugin/$($plugin['conf'])"; client = 'client/CommonClient.properties' }
  if ($null -ne $plugin['logger']) { $names['logger'] = "plugin/$($plugin['logger'])" }
  foreach ($file in @($names.get_Keys())) {
    foreach ($entry in $Zip.entries) {
      if ($entry.name -cne $names[$file]) { continue }
      if ($entry.size -gt 4194304) { Stop-Zip "'$($entry.name)' has $($entry.size) bytes; a settings file has at most 4194304" }
      try { $map = Get-PropertyMap (Read-ZipBytes $Zip $entry) "'$($entry.name)'" } catch [System.FormatException] { Stop-Zip $_.Exception.Message }
      Test-SettingsRow $entry.name $map @($Manifest['values'] | Where-Object { $_['file'] -ceq $file })
    }
  }
}

function Test-SettingsRow([string]$Name, $Map, $Rows) {
  $known = New-TextSet
  foreach ($row in $Rows) {
    $key = [string]$row['key']
    [void]$known.Add($key)
    $wanted = $row['value']
    if ($row['secret'] -is [string]) { $wanted = "@secret($($row['secret']))" }
    if (-not $Map.Contains($key)) { Stop-Zip "'$Name' lacks $key, which the manifest lists" }
    if (-not (Test-SameValue ([string]$Map[$key]) ([string]$wanted))) { Stop-Zip "'$Name' has another value for $key than the manifest" }
  }
  foreach ($key in $Map.get_Keys()) {
    if (([string]$Map[[string]$key]).Contains('@secret(') -and -not $known.Contains([string]$key)) { Stop-Zip "'$Name' holds a placeholder for the secret $key, which the manifest does not list: the placeholder itself would be installed" }
  }
}
