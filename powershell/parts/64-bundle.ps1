# ---- The bundle as a whole: verified before the first byte is written.

# The whole published form, and what it cannot say. The rows of files are held by Test-ExactSet, which reads them all the same.
function Test-Manifest($Manifest) {
  if ($Manifest['schema'] -cne 'tierwright/bundle/v1') { Stop-Zip "its schema is '$($Manifest['schema'])'; this script reads tierwright/bundle/v1: use the deploy.ps1 that came with the bundle" }
  $problem = Get-SchemaProblem $Manifest (Get-Schema 'bundle') ''
  if ($null -ne $problem) { Stop-Zip "manifest.json is not what this version reads: $problem" }
  if (@('swap', 'settings') -cnotcontains $Manifest['kind']) { Stop-Zip "its kind '$($Manifest['kind'])' is not known" }
  if (($Manifest['kind'] -ceq 'swap') -ne ($null -ne $Manifest['tree'])) { Stop-Zip 'a swap bundle has a tree, a settings bundle has none' }
  if ($Manifest['kind'] -ceq 'settings' -and $Manifest['files'].Count -gt 0) { Stop-Zip 'a settings bundle holds the manifest alone' }
}

# Structure, names, exact set, every hash and checksum; @{ zip; manifest; manifestSha256; bytes; byName; name; path }.
function Open-Bundle([string]$Path) {
  $zip = Open-Zip $Path
  try {
    $entries = $zip.entries
    if ($entries.Count -eq 0 -or $entries[0].name -cne 'manifest.json') { Stop-Zip 'manifest.json is not its first entry: it is not a bundle' }
    Test-NameSet @(foreach ($entry in $entries) { $entry.name })
    if ($entries[0].size -gt 16777216) { Stop-Zip "manifest.json has $($entries[0].size) bytes; at most 16777216 are read" }
    $bytes = Read-ZipBytes $zip $entries[0]
    try { $manifest = ConvertFrom-JsonBytes $bytes 'manifest.json' } catch [System.FormatException] { Stop-Zip $_.Exception.Message }
    Test-Manifest $manifest
    $byName = Test-ExactSet $zip $manifest
    $named = New-TextSet
    foreach ($name in $byName.get_Keys()) { [void]$named.Add($name) }
    $problem = Get-ManifestProblem $manifest $named
    if ($null -ne $problem) { Stop-Zip "manifest.json contradicts itself: $problem" }
    Test-ZipContent $zip $manifest
    Test-ZipSettings $zip $manifest
    # read once, like the manifest: what was checked is what everything is held to, whatever happens to the files
    $signature = $null
    if ((Get-Stat "$Path.sig") -ceq 'file') {
      $size = Get-FileSize "$Path.sig"
      if ($size -gt $script:LargestKey) { Stop-Zip "'$Path.sig' has $(Format-Size $size), and a signature has at most $(Format-Size $script:LargestKey)" }
      $signature = Read-Bytes "$Path.sig"
    }
    return @{ zip = $zip; signature = $signature; sha256 = (Get-ZipHash $zip); manifest = $manifest; manifestSha256 = (Get-BytesHash $bytes); bytes = $bytes; byName = $byName; name = (Get-LeafName $Path); path = $Path }
  }
  catch { $zip.stream.Dispose(); throw }
}

# The same names in the same order, the same sizes.
function Test-ExactSet($Zip, $Manifest) {
  $entries = $Zip.entries
  $files = $Manifest['files']
  $byName = New-Map
  $wanted = New-Map
  foreach ($file in $files) {
    $known = $file -is [System.Collections.IDictionary] -and $file['path'] -is [string] -and $file['size'] -is [long] -and $file['sha256'] -is [string] -and $file['sha256'] -cmatch '^[0-9a-f]{64}\z'
    if (-not $known) { Stop-Zip 'a row of files in manifest.json is not what this version reads' }
    if ($wanted.Contains($file['path'])) { Stop-Zip "manifest.json lists '$($file['path'])' twice" }
    $wanted[[string]$file['path']] = $file
  }
  $before = $null
  for ($k = 1; $k -lt $entries.Count; $k++) {
    $entry = $entries[$k]
    $file = $wanted[[string]$entry.name]
    if ($null -eq $file) { Stop-Zip "'$($entry.name)' is not listed in the manifest" }
    if ($file['size'] -ne $entry.size) { Stop-Zip "'$($entry.name)' has $($entry.size) bytes; the manifest lists $($file['size'])" }
    if ($entry.name -cnotmatch '^(plugin|profile|client)/') { Stop-Zip "'$($entry.name)' is in no folder of a bundle" }
    if ($null -ne $before -and [string]::CompareOrdinal($before, $entry.name) -ge 0) { Stop-Zip "'$($entry.name)' is out of order" }
    $before = $entry.name
    $byName[[string]$entry.name] = $entry
  }
  foreach ($file in $files) { if (-not $byName.Contains($file['path'])) { Stop-Zip "'$($file['path'])' is listed in the manifest but missing" } }
  return $byName
}

# Reads all of it once: checksum, hash, and the digest of the plug-in tree.
function Test-ZipContent($Zip, $Manifest) {
  $hashes = New-Map
  foreach ($file in $Manifest['files']) { $hashes[[string]$file['path']] = $file['sha256'] }
  foreach ($entry in $Zip.entries) {
    [void]$Zip.stream.Seek($entry.offset, [System.IO.SeekOrigin]::Begin)
    $read = Invoke-FileOperation 'hash' { Copy-Bytes $Zip.stream $entry.size $null }
    if ($read.crc -ne $entry.crc) { Stop-Zip "the checksum of '$($entry.name)' is wrong: the file was damaged on its way" }
    if ($entry.name -cne 'manifest.json' -and $read.sha256 -cne $hashes[[string]$entry.name]) { Stop-Zip "'$($entry.name)' is not the file that the manifest names: its hash differs" }
  }
  if ($null -eq $Manifest['tree']) { return }
  $tree = Get-PluginFile $Manifest
  if ((Get-TreeDigest $tree) -cne $Manifest['tree']['sha256'] -or $tree.Count -ne $Manifest['tree']['files']) { Stop-Zip 'the digest of the plug-in tree in the manifest is wrong' }
  $paths = New-TextSet
  foreach ($file in $tree) { [void]$paths.Add($file['path']) }
  foreach ($path in @($Manifest['plugin']['conf'], $Manifest['plugin']['logger'])) { if ($null -ne $path -and -not $paths.Contains($path)) { Stop-Zip "the plug-in tree has no '$path'" } }
}

# The plug-in tree of a manifest: rows path, size, sha256, relative to the folder.
function Get-PluginFile($Manifest) {
  $rows = New-List
  foreach ($file in $Manifest['files']) {
    if (Test-StartsWith $file['path'] 'plugin/') { $rows.Add([ordered]@{ path = $file['path'].Substring(7); size = $file['size']; sha256 = $file['sha256'] }) }
  }
  return ,$rows
}

function Close-Bundle($Bundle) { if ($null -ne $Bundle) { $Bundle.zip.stream.Dispose() } }
