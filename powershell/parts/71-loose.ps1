# ---- Stale copies of the profile, by content under any name: what the tool would load beside those in their places.

# The folders in which a loose copy would be loaded: the plug-in roots, those of its places, and Documents below them.
function Get-LooseFolder([string]$Plugins, $Roots, $Profiles) {
  $own = @(foreach ($path in @($Profiles)) { if ($null -ne $path) { Get-ParentFolder $path } })
  return ,(Select-Different (@($Plugins) + @($Roots) + $own + @(foreach ($folder in $own) { Join-Native $folder 'Documents' })))
}

# Each content once, in the order of its digest: rows size, sha256.
function Select-Content($Rows) {
  $byDigest = New-Map
  foreach ($row in @($Rows)) { if ($null -ne $row) { $byDigest[[string]$row['sha256']] = $row['size'] } }
  foreach ($digest in (Get-SortedText $byDigest.Keys)) { [ordered]@{ size = $byDigest[$digest]; sha256 = $digest } }
}

# The profiles that a receipt ($null: none) knows by content: those of its bundle's repository, and those that were installed.
function Get-ReceiptContent($Receipt) {
  if ($null -eq $Receipt) { return }
  $rows = @($Receipt['paths']['knownProfiles'])
  if ($null -ne $Receipt['state']) { foreach ($file in $Receipt['state']['files']) { if (Test-StartsWith $file['id'] 'profile-') { $rows += $file } } }
  Select-Content $rows
}

# Where the profile belongs, as a receipt says.
function Get-ReceiptProfile($Receipt) {
  if ($null -eq $Receipt['state']) { return }
  foreach ($file in $Receipt['state']['files']) { if (Test-StartsWith $file['id'] 'profile-') { $file['path'] } }
}

# Ordinary files of a folder; none where the folder belongs to somebody else, or is a link.
function Get-LooseFile([string]$Folder) {
  try { if ((Get-Stat $Folder) -ceq 'folder') { foreach ($name in (Get-FolderName $Folder)) { Join-Native $Folder $name } } }
  catch [System.UnauthorizedAccessException] { return }
}

# Copies of known profiles ($Known: rows size, sha256) that lie where the tool would load them and not in their places ($Profiles).
function Find-LooseProfile([string]$Plugins, $Roots, $Profiles, $Known) {
  $sizes = New-Map; $digests = New-TextSet
  foreach ($row in @($Known)) { if ($null -ne $row) { $sizes[[string]$row['size']] = $true; [void]$digests.Add($row['sha256']) } }
  if ($digests.Count -eq 0) { return }
  foreach ($folder in (Get-LooseFolder $Plugins $Roots $Profiles)) {
    foreach ($path in @(Get-LooseFile $folder)) {
      if ((Test-Among $path $Profiles) -or (Get-Stat $path) -cne 'file' -or -not $sizes.Contains([string](Get-FileSize $path))) { continue }
      if ($digests.Contains((Get-FileRecord $path).sha256)) { $path }
    }
  }
}

# Stale copies of the profile: at the places that a bundle or receipt names ($Named), and by content.
function Get-StaleProfile($Named, [string]$Plugins, $Roots, $Profiles, $Known) {
  $there = @(foreach ($path in @($Named)) { if ($null -ne $path -and (Get-Stat $path) -ceq 'file') { $path } })
  return ,(Select-Different ($there + @(Find-LooseProfile $Plugins $Roots $Profiles $Known)))
}

# The same for a bundle that is to be installed: what lies in the places of its profile now is known, too.
function Get-BundleStray($Targets, $Receipt) {
  $known = @()
  if ($Targets.profiles.Count -gt 0) {
    $known = @($Targets.knownProfiles) + @(Get-ReceiptContent $Receipt)
    foreach ($path in $Targets.profiles) { if ((Get-Stat $path) -ceq 'file') { $known += Get-FileRecord $path } }
  }
  return ,(Get-StaleProfile $Targets.strays $Targets.plugins $Targets.roots $Targets.profiles $known)
}
