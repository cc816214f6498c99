# ---- A root that lies too deep, and a tool's folder that is named wrong.

# Stops where -Install names a missing folder below a root in which the tool has another one: the bundle's, or that of an earlier deploy.
function Test-SecondTool($Manifest, $Targets, $Options) {
  if ($Options.Root -ceq '' -or $Options.Install -ceq '' -or $null -ne (Get-Stat $Targets.install)) { return }
  $known = @(Get-NativePath $Manifest['paths']['install'] $Options.Root) + @(Find-InstallationBelow $Options.Root 5)
  $others = @(Select-Different $known | ForEach-Object { $_ } | Where-Object { $null -ne (Get-Stat $_) })
  if ($others.Count -eq 0) { return }
  Stop-Run 10 ("The tool's folder '$($Targets.install)' does not exist, but the root has another one. A deploy would make a second one: correct -Install, or create the folder first; nothing was written." +
    (@(foreach ($one in $others) { "$($script:LineEnd)  $one" }) -join ''))
}

# True for the name of a folder in which a root holds a drive or the shares.
function Test-DriveFolder([string]$Name) {
  if (Test-Windows) { $Name = $Name.ToUpperInvariant() }
  return $Name -cmatch '^(?:[A-Z]|UNC)\z'
}

# A folder and the folders above it, the nearest first.
function Get-Upward([string]$Folder) {
  for ($at = $Folder; $at; $at = Get-ParentFolder $at) { $at }
}

# The client file that the newest receipt of an installation names, whatever root it belongs to; '' where none can be read.
function Get-ClientOnRecord([string]$Install) {
  $targets = New-InstallTarget $Install
  $names = @(Get-ReceiptFileName $targets)
  if ($names.Count -eq 0) { return '' }
  $read = Read-Record (Get-SwapPath $targets "receipts/$($names[$names.Count - 1])") 'receipt'
  if ($null -eq $read -or $null -eq $read.record) { return '' }
  return [string]$read.record['paths']['client']
}

# The root of an installation found in a folder if another root lies inside it; null where none does or the folder cannot be read. An installation
# below a drive folder of the inner root belongs to that root.
function Find-RootFrom([string]$Folder, [string]$Root, [int]$Depth) {
  try {
    foreach ($install in @(Find-InstallationBelow $Folder $Depth)) {
      $client = Get-ClientOnRecord $install
      if ($client -ceq '') { continue }
      $drive = @(Get-Upward (Get-ParentFolder $client) | Where-Object { Test-DriveFolder (Get-LeafName $_) })
      if ($drive.Count -eq 0) { continue }
      $own = Get-ParentFolder $drive[0]
      if (-not $own -or -not (Test-Below $Root $own)) { continue }
      $names = @($Root.Substring($own.Length).Split([char[]]'\/') | Where-Object { $_ -cne '' })
      $inner = ''
      if (Test-Below $install $Root) { $inner = @($install.Substring($Root.Length).Split([char[]]'\/') | Where-Object { $_ -cne '' })[0] }
      if ((Test-DriveFolder $names[0]) -and ($names.Count -eq 1 -or -not (Test-DriveFolder $inner))) { return $own }
    }
  }
  catch { return $null } # the run itself reports a folder that it cannot read
  return $null
}

# The root of the installation inside which a root lies, as with -Root ws/C after a deploy below ws; null where it lies inside none. A folder that
# only has the name of a drive is no sign: the client file that a receipt names shows the root of its installation.
function Find-RootAround([string]$Root) {
  $way = @(Get-Upward $Root)
  $top = -1
  for ($i = 0; $i -lt $way.Count; $i++) { if (Test-DriveFolder (Get-LeafName $way[$i])) { $top = $i } }
  for ($i = 0; $i -le $top; $i++) {
    $depth = 3 # enough for Program Files/VENDOR/TOOL below a drive
    if ($i -eq 0) { $depth = 5 }
    $own = Find-RootFrom $way[$i] $Root $depth
    if ($null -ne $own) { return $own }
  }
  return $null
}
