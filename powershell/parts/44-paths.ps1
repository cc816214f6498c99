# ---- Paths: Windows paths of the manifest as native paths, below a root where one is given.

function Test-WindowsPath([string]$Path) { return $Path -cmatch '^(?:[A-Za-z]:|[\\/]{2}[^\\/])' }

function Join-Native([string]$Folder, [string]$Relative) {
  $path = $Folder
  foreach ($part in $Relative.Split([char[]]'\/')) { if ($part -cne '') { $path = [System.IO.Path]::Combine($path, $part) } }
  return $path
}

# One spelling of a Windows path: backslashes, no last one, no empty parts, no '.' or '..', no spaces or dots at the end of a name (Windows drops
# them), no \\?\ in front. Case is kept: paths are compared by Test-SamePath.
function Get-PlainPath([string]$Path) {
  $bare = $Path -creplace '^[\\/]{2}[?.][\\/]+(?i:UNC)[\\/]+(?=[^\\/])', '\\' -creplace '^[\\/]{2}[?.][\\/]+(?=[A-Za-z]:)', ''
  $fixed = 2; $start = '\\'; $rest = $bare
  if ($bare -cmatch '^[A-Za-z]:') { $fixed = 0; $start = $bare.Substring(0, 1).ToUpperInvariant() + ':\'; $rest = $bare.Substring(2) }
  $parts = New-List
  foreach ($part in $rest.Split([char[]]'\/')) {
    if ($part -ceq '..') { if ($parts.Count -gt $fixed) { $parts.RemoveAt($parts.Count - 1) }; continue }
    if ($part -ceq '' -or $part -ceq '.') { continue }
    $short = $part.TrimEnd([char[]]'. ')
    if ($short -ceq '' -or $parts.Count -lt $fixed) { $short = $part }
    $parts.Add($short)
  }
  return $start + ($parts.ToArray() -join '\')
}

# C:\a\b is ROOT/C/a/b, \\srv\share\x is ROOT/UNC/srv/share/x. Without a root, and for any other path: as it is.
function Get-NativePath([string]$Path, [string]$Root) {
  if (-not (Test-WindowsPath $Path)) {
    $full = [System.IO.Path]::GetFullPath([System.IO.Path]::Combine((Get-WorkingFolder), $Path))
    if ($full -ceq [System.IO.Path]::GetPathRoot($full)) { return $full }
    return $full.TrimEnd([System.IO.Path]::DirectorySeparatorChar)
  }
  $Path = Get-PlainPath $Path
  if ($Root -ceq '') {
    if (-not (Test-Windows)) { Stop-Run 2 "'$Path' is a path of Windows, but this is another system: name the folder that contains its drive with -Root DIR." }
    return $Path
  }
  if ($Path -cmatch '^([A-Za-z]):') { return Join-Native $Root ($Path.Substring(0, 1).ToUpperInvariant() + '\' + $Path.Substring(2)) }
  return Join-Native $Root ('UNC\' + $Path.Substring(2))
}

# PowerShell's own folder; the process may be in another one.
function Get-WorkingFolder { return (Get-Location -PSProvider FileSystem).ProviderPath }

function Get-ParentFolder([string]$Path) { return [System.IO.Path]::GetDirectoryName($Path) }

function Get-LeafName([string]$Path) { return $Path.Substring($Path.LastIndexOfAny([char[]]@('\', '/')) + 1) }

function Test-SamePath([string]$A, [string]$B) {
  if (Test-Windows) { return [string]::Equals($A, $B, [System.StringComparison]::OrdinalIgnoreCase) }
  return [string]::Equals($A, $B, [System.StringComparison]::Ordinal)
}

# True where one of the paths that are allowed (each may be null) is this one.
function Test-Among([string]$Path, $Allowed) {
  foreach ($place in @($Allowed)) { if ($null -ne $place -and (Test-SamePath $place $Path)) { return $true } }
  return $false
}

# A temporary file beside a target: its name is drawn, so that nobody can plant something under it before.
function Get-TemporaryPath([string]$Path) {
  $drawn = (Get-RunToken) + (Get-RunToken) + (Get-RunToken)
  return Join-Native (Get-ParentFolder $Path) ('.' + (Get-LeafName $Path) + '.' + $drawn.Substring(0, 16) + '.tierwright-new')
}

# Below .swap, as plan and receipts name it.
function Get-SwapPath($Targets, [string]$Relative) { return Join-Native $Targets.swap $Relative }

# The places of one installation, from a manifest: native paths.
function Get-Target($Manifest, [string]$Root, [string]$Install, [string]$ClientFile) {
  $paths = $Manifest['paths']
  $windowsInstall = $paths['install']
  if ($Install -cne '') { $windowsInstall = $Install }
  $native = Get-NativePath $windowsInstall $Root
  $targets = New-InstallTarget $native
  $targets.windowsInstall = $paths['install']
  if (Test-WindowsPath $windowsInstall) { $targets.windowsInstall = Get-PlainPath $windowsInstall }
  $targets.live = Join-Native $targets.plugins $Manifest['plugin']['folder']
  $targets.conf = Join-Native $targets.live $Manifest['plugin']['conf']
  if ($null -ne $Manifest['plugin']['logger']) { $targets.logger = Join-Native $targets.live $Manifest['plugin']['logger'] }
  $client = $paths['client']
  if ($ClientFile -cne '') { $client = $ClientFile }
  $targets.client = Resolve-Target $client $native $Root
  if ($null -ne $paths['log4j2']) {
    $folder = $paths['log4j2'].Substring(0, $paths['log4j2'].Length - (Get-LeafName $paths['log4j2']).Length)
    $other = $paths['client'].Substring(0, $paths['client'].Length - (Get-LeafName $paths['client']).Length)
    if ([string]::Equals($folder, $other, [System.StringComparison]::OrdinalIgnoreCase)) { $targets.log4j2 = Join-Native (Get-ParentFolder $targets.client) (Get-LeafName $paths['log4j2']) }
    else { $targets.log4j2 = Resolve-Target $paths['log4j2'] $native $Root }
  }
  $targets.profiles = @(foreach ($path in @($paths['profiles'])) { Resolve-Target $path $native $Root })
  $targets.strays = @(foreach ($path in @($paths['strays'])) { Resolve-Target $path $native $Root })
  $targets.roots = @(foreach ($path in @($paths['roots'])) { Resolve-Target $path $native $Root })
  if ($null -ne $paths['profile']) {
    $targets.knownProfiles = @(@($paths['knownProfiles']) + @(foreach ($file in $Manifest['files']) { if ($file['path'] -ceq "profile/$($paths['profile'])") { $file } }))
  }
  return $targets
}

function New-InstallTarget([string]$Install) {
  return @{ install = $Install; plugins = (Join-Native $Install 'plugins'); swap = (Join-Native $Install '.swap'); windowsInstall = $Install; live = $null; conf = $null
    logger = $null; client = $null; log4j2 = $null; profiles = @(); strays = @(); roots = @(); knownProfiles = @()
  }
}

function Resolve-Target([string]$Path, [string]$Install, [string]$Root) {
  if (Test-StartsWith $Path '{install}') { return Join-Native $Install $Path.Substring(9) }
  return Get-NativePath $Path $Root
}
