# ---- Staging: the new tree and the new bytes of every file, written below .swap, flushed, and read back.

# What a swap keeps from this machine has to be what the connector can use.
function Test-KeptValue($Bundle, $Finding) {
  $manifest = $Bundle.manifest
  if ($manifest['kind'] -cne 'swap' -or $manifest['keep'].Count -eq 0 -or $null -eq $Finding.conf) { return }
  $compiled = Get-PropertyMap (Get-BundleBytes $Bundle "plugin/$($manifest['plugin']['conf'])") "the bundle's connector file"
  $faults = @(Get-KeptFaultLine $Finding.conf.bytes $manifest['keep'] $compiled)
  if ($faults.Count -eq 0) { return }
  $many = "$($faults.Count) values"
  if ($faults.Count -eq 1) { $many = 'a value' }
  Stop-Run 10 ("$($Finding.conf.path) has $many that this deploy would keep (workstation.keep) but that the connector cannot use. Write the full path there, with its drive " +
    "and every backslash doubled, as in E:\\temp, or remove the key from workstation.keep and build the bundle again; nothing was written." + $script:LineEnd + '  ' + ($faults -join ($script:LineEnd + '  ')))
}

# Changes of the machine's own values: keep keys from the live file, secrets from there or as they were supplied. A placeholder never reaches a live file.
function Get-OwnChange($Manifest, [string]$Role, $Live, $Supplied) {
  $changes = New-List
  if ($Role -ceq 'connector' -and $null -ne $Live) {
    foreach ($key in $Manifest['keep']) { if ($Live.values.Contains($key)) { $changes.Add(@{ key = $key; value = $Live.values[[string]$key]; kept = $true }) } }
  }
  foreach ($secret in @(Get-MachineSecret $Manifest $Role $Live $Supplied)) {
    $own = $secret.own
    if ($null -ne $secret.fault) {
      if (-not (Test-Supplied $secret)) { Stop-Unset @("$($secret.key) of the $Role file $($secret.fault)") }
      $own = $secret.supplied.value
    }
    $changes.Add(@{ key = $secret.key; value = $own; kept = $false })
  }
  return ,$changes
}

# A compiled file of the bundle, proven again.
function Get-BundleBytes($Bundle, [string]$Name) {
  $entry = $Bundle.byName[$Name]
  if ($null -eq $entry) { return $null }
  $bytes = Read-ZipBytes $Bundle.zip $entry
  foreach ($file in $Bundle.manifest['files']) {
    if ($file['path'] -ceq $Name -and (Get-BytesHash $bytes) -cne $file['sha256']) { Stop-Run 10 "'$Name' of the bundle changed while it was read: copy the bundle to a place that nobody writes to. Nothing was written." }
  }
  return ,$bytes
}

# Conf or logger as it goes onto this machine: @{ bytes; kept }.
function Get-MachineFile($Bundle, [string]$Role, [string]$Path, $Live, $Supplied) {
  $bytes = Get-BundleBytes $Bundle "plugin/$Path"
  $changes = Get-OwnChange $Bundle.manifest $Role $Live $Supplied
  $kept = @(foreach ($change in $changes) { if ($change.kept) { $change.key } })
  if ($changes.Count -gt 0) { $bytes = Edit-PropertyBytes $bytes $changes "the bundle's $Role file" }
  return @{ bytes = $bytes; kept = $kept }
}

# The decided keys of a live properties file, set by logical line; the compiled file whole where the machine has none. null: nothing to do.
function Get-PairsChange($Bundle, [string]$Role, [string]$Path, $Live, $Compiled, $Supplied) {
  $wanted = @(foreach ($row in $Bundle.manifest['values']) { if ($row['file'] -ceq $Role -and $null -ne $row['value']) { $row } })
  if ($null -eq $Live -and $null -eq $Compiled) { Stop-Run 10 "$Path does not exist, and the bundle has none to install. Install the swap bundle first; nothing was written." }
  $changes = New-List
  foreach ($row in $wanted) { $changes.Add(@{ key = $row['key']; value = $row['value'] }) }
  if ($null -ne $Live) {
    foreach ($secret in @(Get-MachineSecret $Bundle.manifest $Role $Live $Supplied)) { if ($null -ne $secret.fault -and (Test-Supplied $secret)) { $changes.Add(@{ key = $secret.key; value = $secret.supplied.value }) } }
  }
  $set = $changes.ToArray() # of a file that is made anew the secrets are no row
  $before = $null; $values = New-Map
  if ($null -ne $Live) { $before = $Live.bytes; $values = $Live.values; $after = Edit-PropertyBytes $Live.bytes $changes $Path }
  else {
    foreach ($change in (Get-OwnChange $Bundle.manifest $Role $null $Supplied)) { $changes.Add($change) }
    $after = Edit-PropertyBytes $Compiled $changes $Path
  }
  if ($null -ne $before -and (Get-BytesHash $before) -ceq (Get-BytesHash $after)) { return $null }
  $rows = @(foreach ($row in $set) { [ordered]@{ key = $row.key; before = $values[[string]$row.key]; after = $row.value } })
  return @{ id = $Role; path = $Path; as = 'pairs'; before = $before; after = $after; values = $rows; alone = ((Get-SecretKey $Bundle.manifest $Role).Count -gt 0) }
}

function Read-IfFile([string]$Path, [long]$Largest = 536870912) {
  if ((Get-Stat $Path) -cne 'file') { return $null }
  return ,(Read-Bytes $Path $Largest)
}

# Every file outside the tree that has to change: @{ changes; notes }.
function Get-SwapChange($Bundle, $Targets, $Finding) {
  $manifest = $Bundle.manifest
  $changes = New-List; $notes = New-List
  $client = Get-PairsChange $Bundle 'client' $Targets.client $Finding.client (Get-BundleBytes $Bundle 'client/CommonClient.properties') $Finding.supplied
  if ($null -ne $client) { $changes.Add($client) }
  if ($null -ne $Targets.log4j2) {
    $live = Read-IfFile $Targets.log4j2 $script:LargestText
    if ($null -eq $live) {
      $compiled = Get-BundleBytes $Bundle 'client/log4j2.xml'
      if ($null -ne $compiled) { $changes.Add(@{ id = 'log4j2'; path = $Targets.log4j2; as = 'log4j2'; before = $null; after = $compiled; values = @() }) }
    }
    else {
      $edited = Edit-Log4j2 $live $manifest['log4j2'] $Targets.log4j2
      foreach ($note in $edited.notes) { $notes.Add($note) }
      if ((Get-BytesHash $edited.bytes) -cne (Get-BytesHash $live)) { $changes.Add(@{ id = 'log4j2'; path = $Targets.log4j2; as = 'log4j2'; before = $live; after = $edited.bytes; values = @() }) }
    }
  }
  if ($null -ne $manifest['paths']['profile']) {
    $profileBytes = Get-BundleBytes $Bundle "profile/$($manifest['paths']['profile'])"
    for ($k = 0; $null -ne $profileBytes -and $k -lt $Targets.profiles.Count; $k++) {
      $live = Read-IfFile $Targets.profiles[$k]
      if ($null -ne $live -and (Get-BytesHash $live) -ceq (Get-BytesHash $profileBytes)) { continue }
      $changes.Add(@{ id = "profile-$($k + 1)"; path = $Targets.profiles[$k]; as = 'bytes'; before = $live; after = $profileBytes; values = @() })
    }
  }
  return @{ changes = $changes; notes = $notes }
}

# Makes a folder with its missing parents; gives what was made, outermost first.
function Add-Folder([string]$Folder) {
  $chain = New-List
  $at = $Folder
  while ($at -and $null -eq (Get-Stat $at)) { $chain.Insert(0, $at); $at = Get-ParentFolder $at }
  foreach ($item in $chain) { New-Folder $item }
  return ,$chain
}

function New-FolderChain([string]$Folder) { [void](Add-Folder $Folder) }

# Makes strays\<run>, the quarantine of one run; nothing in it is ever pruned.
function New-Quarantine($Targets, [string]$Run) {
  foreach ($name in 'strays', "strays/$Run") { $folder = Get-SwapPath $Targets $name; if ($null -eq (Get-Stat $folder)) { New-Folder $folder $true } }
}

# Writes the plug-in tree of the bundle into a folder; files that are there already with the right bytes stay. $Own: path -> bytes of this machine.
# $Live: the folder that it will stand for.
function Write-StagedTree($Bundle, [string]$Folder, $Own, [string]$Live) {
  New-FolderChain $Folder
  $ready = New-Map
  foreach ($file in (Get-TreeFile $Folder $true $null)) { $ready[[string]$file.path] = $file.sha256 }
  $total = 0; $done = 0; $said = [DateTime]::MinValue
  $rows = Get-PluginFile $Bundle.manifest
  $plugin = $Bundle.manifest['plugin']
  $secret = @(foreach ($one in @('connector', $plugin['conf']), @('logger', $plugin['logger'])) { if ((Get-SecretKey $Bundle.manifest $one[0]).Count -gt 0) { $one[1] } })
  foreach ($row in $rows) { $total += $row['size'] }
  foreach ($row in $rows) {
    $path = $row['path']
    $target = Join-Native $Folder $path
    $mine = $Own[$path]
    if ($null -ne $mine) { $row['size'] = $mine.Length; $row['sha256'] = Get-BytesHash $mine }
    if ($ready[$path] -cne $row['sha256']) {
      New-FolderChain (Get-ParentFolder $target)
      Enter-Step 'stage' $path
      $like = Join-Native $Live $path
      if ($null -ne $mine) { Write-Flushed $target $mine $like ($secret -ccontains $path) } else { Expand-ZipEntry $Bundle.zip $Bundle.byName["plugin/$path"] $target $row['sha256'] $like }
    }
    $done += $row['size']
    if ($said -eq [DateTime]::MinValue) { $said = Get-UtcNow }
    if (((Get-UtcNow) - $said).TotalSeconds -ge 5) { $said = Get-UtcNow; Write-Say "  staged $([Math]::Floor(100 * $done / [Math]::Max($total, 1))) % of $([Math]::Ceiling($total / 1000000)) MB" }
  }
  return ,$rows
}

# What a settings bundle has to change.
function Get-SettingsChange($Bundle, $Targets, $Finding) {
  foreach ($change in @((Get-PairsChange $Bundle 'connector' $Targets.conf $Finding.conf $null $Finding.supplied), (Get-PairsChange $Bundle 'client' $Targets.client $Finding.client $null $Finding.supplied))) {
    if ($null -ne $change) { $change }
  }
}

# Stages everything below .swap/<run>: @{ tree (rows or null); conf; logger; changes; kept; notes }.
function Invoke-Stage($Bundle, $Targets, [string]$Run, $Finding) {
  $manifest = $Bundle.manifest
  $ready = Get-SwapPath $Targets "ready/$($Bundle.manifestSha256)"
  $work = Get-SwapPath $Targets $Run
  if ((Get-Stat $ready) -ceq 'folder') { Move-Tree $ready $work } else { New-Folder $work $true }
  $staged = @{ tree = $null; conf = $null; logger = $null; changes = (New-List); kept = @(); foreign = @(); notes = (New-List) }
  if ($manifest['kind'] -ceq 'swap') {
    $own = New-Map
    $conf = Get-MachineFile $Bundle 'connector' $manifest['plugin']['conf'] $Finding.conf $Finding.supplied
    $staged.conf = $conf.bytes; $staged.kept = $conf.kept
    $own[[string]$manifest['plugin']['conf']] = $conf.bytes
    if ($null -ne $manifest['plugin']['logger']) {
      $staged.logger = (Get-MachineFile $Bundle 'logger' $manifest['plugin']['logger'] $Finding.logger $Finding.supplied).bytes
      $own[[string]$manifest['plugin']['logger']] = $staged.logger
    }
    $target = Get-SwapPath $Targets "$Run/new"
    $rows = Write-StagedTree $Bundle $target $own $Targets.live
    $lies = Get-TreeFile $target $true $null
    if ((Get-TreeDigest $lies) -cne (Get-TreeDigest $rows)) { Stop-Run 10 "The staged copy in $target differs from the bundle: the disk or a scanner changed it while it was written. Run this again, and check the disk when it happens twice; nothing was changed." }
    $staged.tree = $rows
    $found = Get-SwapChange $Bundle $Targets $Finding
    $staged.changes = $found.changes; $staged.notes = $found.notes
  }
  else {
    foreach ($change in @(Get-SettingsChange $Bundle $Targets $Finding)) { $staged.changes.Add($change) }
  }
  Write-StagedFile $Targets $Run $staged.changes
  foreach ($note in @(Save-EditedProfile $Targets $Run $Finding.receipt $staged.changes)) { $staged.notes.Add($note) }
  if ($manifest['kind'] -ceq 'swap') { $staged.foreign = @(Save-Foreign $Targets $Run $Finding $manifest['plugin']) }
  foreach ($stray in $staged.foreign) { $staged.notes.Add("$($stray['path']) is not part of the installed build; a copy is in quarantine: .swap/$($stray['to'])") }
  return $staged
}

# What lies in the plug-in folder and is not what the last run put there: copied into quarantine before the folder is replaced, because the
# replaced folder itself is kept only until no rollback needs it.
function Save-Foreign($Targets, [string]$Run, $Finding, $Plugin) {
  $receipt = $Finding.receipt
  if ($null -eq $receipt -or $null -eq $receipt['bundle'] -or $receipt['plugin']['folder'] -cne $Plugin['folder'] -or $null -eq $receipt['state'] -or $null -eq $receipt['state']['tree']) { return }
  $known = New-Map
  foreach ($file in $receipt['state']['tree']['files']) { $known[[string]$file['path']] = $file['sha256'] }
  $number = $Finding.strays.Count
  foreach ($file in $Finding.live) {
    if (@($Plugin['conf'], $Plugin['logger']) -ccontains $file.path -or $known[[string]$file.path] -ceq $file.sha256) { continue }
    $number++
    $to = "strays/$Run/$number-$(Get-LeafName $file.path)"
    New-Quarantine $Targets $Run
    Write-Flushed (Get-SwapPath $Targets $to) (Read-Bytes $file.full) $file.full
    [ordered]@{ path = $file.full; to = $to; sha256 = $file.sha256 }
  }
}

# Copies bytes that somebody else wrote into quarantine, before a run replaces or removes their file as a whole: nothing of the user's is
# deleted, and what lies in strays is never pruned. Gives the note for the person.
function Save-Edited($Targets, [string]$Run, [string]$Id, [string]$Path, [byte[]]$Bytes) {
  $to = "strays/$Run/edited-$Id-$(Get-LeafName $Path)"
  New-Quarantine $Targets $Run
  Write-Flushed (Get-SwapPath $Targets $to) $Bytes $Path
  return "$Path was changed since; a copy is in quarantine: .swap/$to"
}

# Profiles that are replaced and are not what the last run put there.
function Save-EditedProfile($Targets, [string]$Run, $Receipt, $Changes) {
  if ($null -eq $Receipt) { return }
  $known = New-Map
  if ($null -ne $Receipt['state']) { foreach ($file in $Receipt['state']['files']) { $known[[string]$file['id']] = $file['sha256'] } }
  foreach ($change in $Changes) {
    if ($change.as -cne 'bytes' -or $null -eq $change.before -or (Get-BytesHash $change.before) -ceq $known[[string]$change.id]) { continue }
    Save-Edited $Targets $Run $change.id $change.path $change.before
  }
}

# The new and the old bytes of every file outside the tree.
function Write-StagedFile($Targets, [string]$Run, $Changes) {
  if ($Changes.Count -eq 0) { return }
  New-Folder (Get-SwapPath $Targets "$Run/files")
  foreach ($change in $Changes) {
    Enter-Step 'stage' $change.id
    if ($null -ne $change.after) { Write-Flushed (Get-SwapPath $Targets "$Run/files/$($change.id).new") $change.after $change.path ([bool]$change['alone']) }
    if ($null -ne $change.before) { Write-Flushed (Get-SwapPath $Targets "$Run/files/$($change.id).old") $change.before $change.path }
  }
}
