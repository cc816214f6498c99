# ---- What only reads: what a rollback would do, and the receipts of an installation.

# What a change would do to a file outside the tree, and each of its values before and after; $Secrets: keys whose values are never said.
function Get-ChangeLine($Change, $Secrets) {
  $what = 'changed'
  if ($null -eq $Change.after) { $what = 'removed' } elseif ($null -eq $Change.before) { $what = 'written' }
  "$($Change.path) would be $what"
  if ($null -eq $Change.after -or @('connector', 'client') -cnotcontains $Change.id) { return }
  foreach ($row in $Change.values) {
    if (Test-Same $row['before'] $row['after']) { continue }
    $before = Format-Value $row['before'] $row['key']
    $after = Format-Value $row['after'] $row['key']
    if ($Secrets.Contains([string]$row['key'])) {
      if ($null -ne $row['before']) { $before = '(hidden)' }
      if ($null -ne $row['after']) { $after = '(hidden)' }
    }
    "  $($row['key']): $before would become $after"
  }
}

# '1 file', '2 files'.
function Format-FileCount([long]$Count) { if ($Count -eq 1) { return '1 file' }; return "$Count files" }

# A value in a file of the plug-in folder that a run would change.
function Get-BecomesLine($Row) {
  return "$($Row['file']): $($Row['key']) $(Format-Value $Row['found'] $Row['key']) would become $(Format-Value $Row['expected'] $Row['key'])"
}

# Decided values of conf and logger that a swap would change, without those that are listed already. Secrets stay as they are on the machine.
function Get-TreeValueChange($Bundle, $Finding, $Listed) {
  $manifest = $Bundle.manifest
  if ($manifest['kind'] -cne 'swap') { return }
  $known = New-TextSet
  foreach ($row in $Listed) { [void]$known.Add("$($row['file']) $($row['key'])") }
  foreach ($role in 'connector', 'logger') {
    $live = $Finding.conf
    if ($role -ceq 'logger') { $live = $Finding.logger }
    if ($null -eq $live -or ($role -ceq 'logger' -and $null -eq $manifest['plugin']['logger'])) { continue }
    $next = Get-NextValue $Bundle $role $Finding
    $decided = Get-DecidedKey $manifest $role
    foreach ($key in (Get-SortedText $decided)) {
      $is = $live.values[[string]$key]; $to = $next[[string]$key]
      if ((Test-Same $is $to) -or $known.Contains("$role $key") -or $Finding.secrets[$role].Contains([string]$key)) { continue }
      New-DriftRow $role $key $to $is $decided
    }
  }
}

# Keys of conf that a swap would keep from the machine.
function Get-KeptFromMachine($Bundle, $Finding) {
  if ($Bundle.manifest['kind'] -cne 'swap' -or $null -eq $Finding.conf) { return }
  foreach ($key in $Bundle.manifest['keep']) { if ($Finding.conf.values.Contains($key)) { $key } }
}

# The folder in which a run keeps its own files, or the one in which that would be created.
function Get-WorkingPlace($Targets) {
  if ($null -eq (Get-Stat $Targets.swap)) { return $Targets.install }
  return $Targets.swap
}

# Decoded values of a file of the plug-in folder; $null where it is missing, no ordinary file, or Java cannot load it.
function Read-TreeValue([string]$Path) {
  if ((Get-Stat $Path) -cne 'file') { return $null }
  try { return Get-PropertyMap (Read-Bytes $Path $script:LargestText) $Path } catch [System.FormatException] { return $null }
}

# Decided values of conf and logger that the restored plug-in folder changes.
function Get-TreeBackLine($Targets, $Plan, $Way) {
  foreach ($role in 'connector', 'logger') {
    $relative = Get-PluginPath $Way.undone $role
    if ($null -eq $relative) { continue }
    $live = Read-TreeValue (Join-Native $Plan['tree']['live'] $relative)
    $kept = Read-TreeValue (Join-Native (Get-SwapPath $Targets $Plan['tree']['backup']) $relative)
    if ($null -eq $live -or $null -eq $kept) { continue }
    $secrets = Get-KnownSecret $null $Way.receipts $role
    $decided = New-TextSet
    foreach ($receipt in $Way.receipts) { foreach ($key in (Get-StateDecision $receipt $role)) { [void]$decided.Add($key) } }
    foreach ($key in (Get-SortedText $decided)) {
      $is = $live[[string]$key]; $to = $kept[[string]$key]
      if (Test-Same $is $to) { continue }
      if ($secrets.Contains([string]$key)) { if ($null -ne $is) { $is = '(hidden)' }; if ($null -ne $to) { $to = '(hidden)' } }
      Get-BecomesLine (New-DriftRow $role $key $to $is $decided)
    }
  }
}

# -Rollback -WhatIf: takes no lock, and writes nothing.
function Show-Rollback($Targets, $Options) {
  Test-Target @($Targets.install, $Targets.swap) 'folder'
  $way = Get-WayBack $Targets $Options
  $plan = $way.plan
  $notes = New-List
  if (Test-Unfinished $Targets $way.newest) { $notes.Add('an unfinished run would be finished or undone first; if that was a deploy, nothing else would be undone') }
  foreach ($note in $way.notes) { $notes.Add($note) }
  $folders = @(Get-WorkingPlace $Targets) + @(foreach ($file in $plan['files']) { Get-ParentFolder $file['path'] })
  if ($null -ne $plan['tree']) {
    $folders += @((Get-ParentFolder $plan['tree']['live']), $plan['tree']['live'])
    $now = 'be removed'
    if ($null -ne $plan['tree']['before']) {
      $kept = Get-KeptTree (Get-SwapPath $Targets $plan['tree']['backup']) $plan['tree']['before']['sha256']
      $live = 0
      if ((Get-Stat $plan['tree']['live']) -ceq 'folder') { $live = (Get-TreeFile $plan['tree']['live'] $true $null).Count }
      $now = "be replaced: $(Format-FileCount $live) by $(Format-FileCount $kept.Count)"
    }
    $notes.Add("$($plan['tree']['live']) would $now")
    if ($null -ne $plan['tree']['before']) { foreach ($line in @(Get-TreeBackLine $Targets $plan $way)) { $notes.Add($line) } }
  }
  Test-Right $folders
  foreach ($file in $plan['files']) {
    $change = Get-BackChange $Targets '' $file $notes
    if ($null -eq $change) { continue }
    foreach ($line in @(Get-ChangeLine $change (Get-KnownSecret $null $way.receipts $change.id))) { $notes.Add($line) }
  }
  foreach ($stray in $plan['strays']) { $notes.Add("$($stray['path']) would stay in quarantine (.swap/$($stray['to']))") }
  $name = 'an earlier run'
  if ($null -ne $way.undone['bundle']) { $name = $way.undone['bundle']['name'] }
  Write-Say "$($Targets.install): can be rolled back; nothing was written"
  Write-Say "  would undo: $($way.undone['kind']) of $name ($($way.undone['at']))"
  Write-Say "  back to $(Get-Standing $way.earlier)"
  $bundle = $null
  if ($null -ne $way.earlier) { $bundle = $way.earlier['bundle'] }
  foreach ($line in @(Get-Restored $way.undone $bundle 'would be')) { Write-Say "  $line" }
  foreach ($note in $notes) { Write-Say "  $note" }
}

# -Stage where the caller's $WhatIfPreference is true.
function Show-Stage($Bundle, $Targets, $Options) {
  if ($Bundle.manifest['kind'] -ceq 'settings') { Stop-Run 10 'A settings bundle has nothing to stage: install it; the tool can stay open. Nothing was written.' }
  $finding = Get-Finding $Bundle $Targets $Options
  [void](Get-ProvenKey $Bundle $finding)
  Test-PathLength $Bundle.manifest $Targets "ready\$($Bundle.manifestSha256)"
  Write-Say "Would be staged: $(Get-Title $Bundle) in $(Get-SwapPath $Targets "ready/$($Bundle.manifestSha256)"). Nothing was written."
}

# -List: the receipts, oldest first, which of them stands, and which run a rollback would undo.
function Show-Receipt($Targets) {
  Test-Target @($Targets.install, $Targets.swap) 'folder'
  $receipts = Get-Receipt $Targets
  if ($receipts.Count -eq 0) { Stop-Run 10 "$($Targets.swap) has no receipt: nothing was installed by Tierwright here, and there is nothing to roll back. Nothing was written." }
  $newest = $receipts[$receipts.Count - 1]
  $next = ''
  if ($null -ne $newest['undo'] -and $null -ne (Get-Stat (Get-SwapPath $Targets $newest['undo']['plan']))) { $next = $newest['undo']['plan'].Split('/')[0] }
  Write-Say $Targets.install
  foreach ($receipt in $receipts) {
    $marks = @()
    if ($receipt['run'] -ceq $newest['run']) { $marks += 'current' }
    if ($receipt['run'] -ceq $next) { $marks += 'rollback undoes it' }
    $suffix = ''
    if ($marks.Count -gt 0) { $suffix = "  ($($marks -join '; '))" }
    Write-Say ("  {0:d6}  {1}  {2}  {3}{4}" -f [long]$receipt['sequence'], $receipt['at'], $receipt['kind'].PadRight(8), (Get-Standing $receipt), $suffix)
  }
  if (Test-Unfinished $Targets $newest) { Write-Say '  a run is unfinished: any deploy command finishes or undoes it first' }
}
