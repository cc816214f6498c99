# ---- Before the first byte: rights, links, room, lengths, values that somebody changed, the running tool.

function Test-Target($Paths, [string]$Kind) {
  foreach ($path in $Paths) {
    $stat = Get-Stat $path
    if ($null -eq $stat -or $stat -ceq $Kind) { continue }
    if ($stat -ceq 'link') { Stop-Run 10 "$path is a link or junction: a rename would change another place than the one that the tool reads. Put an ordinary $Kind there; nothing was written." }
    Stop-Run 10 "$path is a $stat, and a $Kind is expected. Put an ordinary one there; nothing was written."
  }
}

# Folders that the run would have to make, outermost first; they are made only below a root.
function Get-MissingFolder($Targets, [bool]$Swap) {
  $wanted = @(Get-ParentFolder $Targets.client)
  if ($Swap) { $wanted += $Targets.plugins; foreach ($path in $Targets.profiles) { $wanted += Get-ParentFolder $path } }
  if ($Swap -and $null -ne $Targets.log4j2) { $wanted += Get-ParentFolder $Targets.log4j2 }
  $missing = New-List
  foreach ($folder in $wanted) {
    $chain = New-List
    $at = $folder
    while ($at -and $null -eq (Get-Stat $at)) { $chain.Insert(0, $at); $at = Get-ParentFolder $at }
    foreach ($item in $chain) { if (-not $missing.Contains($item)) { $missing.Add($item) } }
  }
  return ,$missing
}

# Every folder in which something is renamed or written is tried before anything is: later the same lack would look like a file in use.
function Test-Right($Folders) {
  foreach ($folder in (Select-Different $Folders)) {
    if ((Get-Stat $folder) -cne 'folder') { continue } # it is made by the run, or was refused already
    try { Test-FolderWrite $folder }
    catch {
      $fault = Get-Fault $_
      if (-not (Test-FileFault $fault)) { throw }
      Stop-Run 10 "${folder}: $(Get-FaultText $fault) This account cannot write into that folder, but its files must be replaced. Run this with the right to write there (an elevated prompt, or the fleet's agent), or fix the rights of the folder; nothing was written."
    }
  }
}

# The folders in which this run would exchange something.
function Test-RunRight($Bundle, $Targets, $Finding) {
  $folders = @()
  if ($Bundle.manifest['kind'] -ceq 'swap') { $folders += @($Targets.plugins, $Targets.live); $changes = (Get-SwapChange $Bundle $Targets $Finding).changes }
  else { $changes = @(Get-SettingsChange $Bundle $Targets $Finding) }
  foreach ($change in $changes) { $folders += Get-ParentFolder $change.path }
  foreach ($path in $Finding.strays) { $folders += Get-ParentFolder $path }
  Test-Right $folders
}

# The full Windows path of every file: in its place, while it is staged ($Staged, below .swap) and written, and of its copy in quarantine. A file
# is told once, with the longest path that it would have.
function Test-PathLength($Manifest, $Targets, [string]$Staged = '20000101T000000Z-000000') {
  $long = @(foreach ($way in (Get-FileWay $Manifest $Targets.windowsInstall $Staged)) {
      $first, $second = $way.stops
      if ($second[1].Length -gt $first[1].Length) { $first = $second }
      if ($first[1].Length -gt 259) { "$($way.file): $($first[1].Length) characters $($first[0])" }
    })
  if ($long.Count -gt 0) { Stop-Run 10 ("$($long.Count) path(s) would be longer than the 259 characters that Windows allows. Install the tool in a shorter folder; nothing was written.$($script:LineEnd)  $(Join-Some $long)") }
}

# One file with every path that it has in the course of a run, and what lies there.
function Get-FileWay($Manifest, [string]$WindowsInstall, [string]$Staged) {
  $live = "$WindowsInstall\plugins\$($Manifest['plugin']['folder'])\"
  foreach ($file in (Get-PluginFile $Manifest)) {
    $path = $file['path'].Replace('/', '\')
    @{ file = $live + $path; stops = @(@('in its place', ($live + $path)), @('while it is staged', "$WindowsInstall\.swap\$Staged\new\$path")) }
  }
  $targets = @(, @('client', $Manifest['paths']['client'])) + @(, @('log4j2', $Manifest['paths']['log4j2']))
  $number = 0
  foreach ($path in $Manifest['paths']['profiles']) { $number++; $targets += , @("profile-$number", $path) }
  foreach ($target in $targets) {
    $id, $full = $target
    if ($null -eq $full) { continue }
    if (Test-StartsWith $full '{install}') { $full = $WindowsInstall + $full.Substring(9) }
    $kept = "$WindowsInstall\.swap\strays\20000101T000000Z-000000\edited-$id-$(Get-LeafName $full)"
    @{ file = $full; stops = @(@('while it is written', ($full + '.0000000000000000.tierwright-new.')), @('as a copy in quarantine', $kept)) }
  }
  $receipts = "$WindowsInstall\.swap\receipts"
  @{ file = "the receipt in $receipts"; stops = @(@('while it is written', "$receipts\000000-20000101T000000Z-000000.json.tmp"), @('', '')) }
}

function Test-Space($Manifest, $Targets) {
  $needed = 1000000.0
  foreach ($file in $Manifest['files']) { $needed += $file['size'] * 1.1 }
  $free = Get-FreeSpace $Targets.install
  if ($null -eq $free -or $free -ge $needed) { return }
  Stop-Run 10 "$($Targets.install) has $([Math]::Ceiling($free / 1000000)) MB free, but $([Math]::Ceiling($needed / 1000000)) MB are needed to stage the new folder next to the old one. Free disk space; nothing was written."
}

# Bytes and decoded values of a live file; null where there is none.
function Read-LiveFile([string]$Path) {
  if ($Path -ceq '' -or (Get-Stat $Path) -cne 'file') { return $null }
  $bytes = Read-Bytes $Path $script:LargestText
  try { $values = Get-PropertyMap $bytes $Path } catch [System.FormatException] { Stop-Run 10 "$($_.Exception.Message). Fix that line first; nothing was written." }
  if ($bytes.Length -gt 1 -and (($bytes[0] -eq 0xEF -and $bytes[1] -eq 0xBB) -or ($bytes[0] -eq 0xFF -and $bytes[1] -eq 0xFE) -or ($bytes[0] -eq 0xFE -and $bytes[1] -eq 0xFF))) {
    Stop-Run 10 "$Path starts with a byte order mark: Java reads it as part of the first key. Save it without one first; nothing was written."
  }
  return @{ path = $Path; bytes = $bytes; values = $values }
}

function Format-Process($One) {
  $user = ''
  if ($One.user) { $user = ", user $($One.user)" }
  return "$($One.name) (process $($One.id)$user): $($One.path)"
}

function Stop-InUse($Processes, [string]$Install, [string]$Then) {
  $lines = @(foreach ($one in $Processes) { '  ' + (Format-Process $one) })
  Stop-Run 1618 ("The tool is running from ${Install}: its plug-in folder cannot be replaced. Save the models, close the tool, and run this again; $Then." + $script:LineEnd + ($lines -join $script:LineEnd))
}

# The programs of the tool that run are looked for first: where a file cannot be read, one of them is likely to have it open.
function Get-Finding($Bundle, $Targets, $Options) {
  if ($Options.Root -ceq '' -and $null -eq (Get-Stat $Targets.install)) { Stop-Run 10 "The tool is not installed in $($Targets.install): name its folder with -Install, or install the tool first. Nothing was written." }
  $processes = Get-ToolProcess $Targets.install
  try { $finding = Find-Obstacle $Bundle $Targets $Options }
  catch {
    $fault = Get-Fault $_
    if (-not (Test-Sharing $fault)) { throw }
    $lines = @(foreach ($one in $processes) { $script:LineEnd + '  ' + (Format-Process $one) })
    Stop-Held $fault ('nothing was written' + ($lines -join ''))
  }
  $finding.processes = $processes
  return $finding
}

function Test-Way($Paths, [string]$Root) {
  $fault = Get-WayFault $Paths $Root
  if ($null -ne $fault) { Stop-Run 10 "$fault. Name the real folder in site.yaml or on the command line; nothing was written." }
}

# Everything that can be known before the first byte is written; what speaks against the run stops it.
function Find-Obstacle($Bundle, $Targets, $Options) {
  $manifest = $Bundle.manifest
  $swap = $manifest['kind'] -ceq 'swap'
  $outside = @($Targets.client) + @($Targets.profiles)
  if ($null -ne $Targets.log4j2) { $outside += $Targets.log4j2 }
  Test-Target @($Targets.install, $Targets.plugins, $Targets.live, $Targets.swap, (Get-SwapPath $Targets 'ready'), (Get-SwapPath $Targets 'strays')) 'folder'
  Test-Target $outside 'file'
  # the receipt of another type would be read by nobody (Get-TypeFault)
  foreach ($one in @(@('client', $Targets.client), @('log4j2', $Targets.log4j2))) {
    $ending = $script:RecordEnding[$one[0]]
    if ($null -ne $one[1] -and -not $one[1].ToLowerInvariant().EndsWith($ending, [StringComparison]::Ordinal)) { Stop-Run 10 "The $($one[0]) file $($one[1]) does not end in $ending. Name the file that the tool reads; nothing was written." }
  }
  Test-Way (@($outside) + @($Targets.strays) + @($Targets.live, (Get-SwapPath $Targets 'receipts'))) $Options.Root
  $receipt = Get-NewestReceipt $Targets
  $loose = New-List
  if ($swap) { $loose = Get-BundleStray $Targets $receipt; Test-Way $loose $Options.Root }
  $links = New-List
  $live = $null
  if ((Get-Stat $Targets.live) -ceq 'folder') { $live = Get-TreeFile $Targets.live $true $links }
  if ($links.Count -gt 0) { Stop-Run 10 "$($links[0]) is a link: a plug-in folder holds ordinary files. Remove the link; nothing was written." }
  $flags = Test-Binding $manifest $Targets $receipt $Options
  $tool = Get-ToolEvidence $manifest $Targets
  $doubt = $null
  if (-not $tool['proven']) { $doubt = Get-ToolDoubt $manifest $Targets }
  $strays = New-List
  if ($swap) {
    foreach ($path in (Get-SecondCopy $manifest $Targets $Options.Root)) { $strays.Add($path) }
    foreach ($path in $loose) { $strays.Add($path) }
  }
  $written = $outside
  if (-not $swap) { $written = @($Targets.client, $Targets.conf) }
  foreach ($path in $written) {
    if ((Get-Stat $path) -ceq 'file' -and (Test-ReadOnly $path)) { Stop-Run 10 "$path is read-only, but must be written together with the others. Remove the read-only attribute, or ask for the right to write it; nothing was written." }
  }
  $missing = Get-MissingFolder $Targets $swap
  if ($Options.Root -ceq '' -and $missing.Count -gt 0) { Stop-Run 10 "$($missing[0]) does not exist, but a file must be written there. Check the paths of site.yaml, or start the tool once with the connector so that it creates its folders; nothing was written." }
  if ($swap) { Test-PathLength $manifest $Targets }
  Test-Space $manifest $Targets
  $record = $null; $stamp = ''
  if ($null -ne $live) { $record = [ordered]@{ sha256 = (Get-TreeDigest $live); files = $live.Count }; $stamp = Get-TreeStamp $Targets.live }
  $receipts = Get-Receipt $Targets
  $secrets = @{}
  foreach ($role in 'connector', 'client', 'logger') { $secrets[$role] = Get-KnownSecret $manifest $receipts $role }
  return @{ receipt = $receipt; secrets = $secrets; flags = $flags; tool = $tool; doubt = $doubt; strays = $strays; missing = $missing; live = $live; record = $record; stamp = $stamp
    conf = (Read-LiveFile $Targets.conf); logger = (Read-LiveFile ([string]$Targets.logger)); client = (Read-LiveFile $Targets.client)
    processes = $null; supplied = (Get-SuppliedSecret $Options['SecretsRead'])
  }
}

# Keys whose values never leave the machine's files.
function Get-SecretKey($Manifest, [string]$Role) {
  $keys = New-TextSet
  foreach ($row in $Manifest['values']) { if ($row['file'] -ceq $Role -and $null -ne $row['secret']) { [void]$keys.Add($row['key']) } }
  return ,$keys
}

# Keys that are secrets by the bundle or by any receipt that is kept: what was one once is never said again. $Manifest may be $null.
function Get-KnownSecret($Manifest, $Receipts, [string]$Role) {
  $keys = New-TextSet
  if ($null -ne $Manifest) { $keys = Get-SecretKey $Manifest $Role }
  foreach ($receipt in $Receipts) {
    if ($null -eq $receipt['state']) { continue }
    foreach ($row in @($receipt['state']['secrets'])) { if ($row['file'] -ceq $Role) { [void]$keys.Add($row['key']) } }
  }
  return ,$keys
}

# What the run would leave in a file, as far as the bundle decides it.
function Get-NextValue($Bundle, [string]$Role, $Finding) {
  $manifest = $Bundle.manifest
  $path = $null
  if ($Role -ceq 'connector') { $path = $manifest['plugin']['conf'] } elseif ($Role -ceq 'logger') { $path = $manifest['plugin']['logger'] }
  if ($manifest['kind'] -ceq 'swap' -and $null -ne $path) {
    $live = $Finding.conf
    if ($Role -ceq 'logger') { $live = $Finding.logger }
    return Get-PropertyMap (Get-MachineFile $Bundle $Role $path $live $Finding.supplied).bytes $path
  }
  $map = New-Map
  foreach ($row in $manifest['values']) { if ($row['file'] -ceq $Role -and $null -ne $row['value']) { $map[[string]$row['key']] = $row['value'] } }
  return $map
}

# One such value: of a key that the bundle does not decide, or that may be a secret on one side, only which of them are there.
function New-DriftRow([string]$Role, [string]$Key, $Expected, $Found, $Decided) {
  if (-not $Decided.Contains($Key) -or (Test-Secret $Key $Expected) -or (Test-Secret $Key $Found)) {
    if ($null -ne $Expected) { $Expected = '(hidden)' }
    if ($null -ne $Found) { $Found = '(hidden)' }
  }
  return [ordered]@{ file = $Role; key = $Key; expected = $Expected; found = $Found }
}

# Live values that nobody expected, and those that are replaced where nothing was known: @{ drift; replaced }.
function Compare-Live($Bundle, $Finding) {
  $manifest = $Bundle.manifest
  $drift = New-List; $replaced = New-List
  foreach ($role in 'connector', 'logger', 'client') {
    $live = $Finding.client
    if ($role -ceq 'connector') { $live = $Finding.conf } elseif ($role -ceq 'logger') { $live = $Finding.logger }
    if ($null -eq $live) { continue }
    $next = Get-NextValue $Bundle $role $Finding
    $leave = New-TextSet; $named = New-TextSet
    $expected = $null
    if ($null -ne $Finding.receipt -and $null -ne $Finding.receipt['state']) {
      $expected = Get-StateValue $Finding.receipt $role
      $leave = Get-StateOmission $Finding.receipt $role
      $named = Select-SecretKey @($Finding.receipt['state']['named']) $role
      foreach ($key in @($named)) { [void]$leave.Remove($key) }
      # a settings bundle leaves every other key as it is, so one that somebody removed is expected as before
      if ($manifest['kind'] -ceq 'settings') { foreach ($key in $expected.Keys) { if (-not $next.Contains($key)) { $next[$key] = $expected[$key] } } }
    }
    elseif ($role -ceq 'connector' -and $null -ne $manifest['expect']) { $expected = New-Map; foreach ($row in $manifest['expect']) { $expected[[string]$row['key']] = $row['value'] } }
    foreach ($key in $Finding.secrets[$role]) { [void]$leave.Add($key) }
    if ($role -ceq 'connector') { foreach ($key in $manifest['keep']) { [void]$leave.Add($key) } }
    $decided = Get-DecidedKey $manifest $role
    $keys = New-TextSet
    if ($null -ne $expected) { foreach ($key in $expected.Keys) { [void]$keys.Add($key) } }
    if ($role -cne 'client') { foreach ($key in $live.values.Keys) { [void]$keys.Add($key) } }
    foreach ($key in (Get-SortedText $keys)) {
      $is = $live.values[[string]$key]; $to = $next[[string]$key]
      if ($leave.Contains($key) -or (Test-Same $is $to)) { continue }
      if ($null -ne $expected -and -not $named.Contains($key)) {
        if (-not (Test-Same $is $expected[[string]$key])) { $drift.Add((New-DriftRow $role $key $expected[[string]$key] $is $decided)) }
      }
      elseif ($manifest['kind'] -ceq 'swap' -and $role -cne 'client') { $replaced.Add((New-DriftRow $role $key $to $is $decided)) }
    }
  }
  return @{ drift = $drift; replaced = $replaced }
}
