# ---- What only reads: what a rollback would do, and the receipts of an installation.

# The newest receipt, its plan and what is known about them, as a rollback would take them.
function Get-WayBack($Places, $Options, $Notes) {
  Test-Target @($Places.install, $Places.swap) 'folder'
  $receipts = Get-Receipt $Places
  if ($receipts.Count -eq 0) { Stop-Run 10 "$($Places.swap) has no receipt: nothing was installed by Tierwright here, and there is nothing to roll back. Nothing was written." }
  $newest = $receipts[$receipts.Count - 1]
  $confine = New-Confine $Places $Options.Root $receipts
  $fault = Get-ReceiptFault $newest $confine
  if ($null -ne $fault) { Stop-ChangedRecord (Get-SwapPath $Places ('receipts/{0:d6}-{1}.json' -f [long]$newest['sequence'], $newest['run'])) $fault }
  if (Test-Unfinished $Places $newest) { $Notes.Add('an unfinished run would be finished or undone first; a deploy that was cut off would be all that is undone') }
  $plan = Get-LastPlan $Places $newest $confine $Notes
  $run = $newest['undo']['plan'].Split('/')[0]
  $undone = Find-Receipt $receipts $run
  if ($null -eq $undone) { $undone = $newest }
  $earlier = $null
  if ($null -ne $undone['before']) { $earlier = Find-Receipt $receipts $undone['before']['run'] }
  return @{ receipts = $receipts; newest = $newest; plan = $plan; undone = $undone; earlier = $earlier }
}

function Format-Standing($Bundle) {
  if ($null -eq $Bundle) { return 'what was there before the first deploy' }
  return "$($Bundle['environment']), connector $($Bundle['connector']), serial $($Bundle['serial'])"
}

# -Rollback -WhatIf: takes no lock, and writes nothing.
function Show-Rollback($Places, $Options) {
  $notes = New-List
  $way = Get-WayBack $Places $Options $notes
  $plan = $way.plan
  if ($plan['kind'] -cne 'settings') {
    $processes = Get-ToolProcess $Places.install
    if ($processes.Count -gt 0) { Stop-InUse $processes $Places.install 'nothing was changed' }
  }
  $folders = @(foreach ($file in $plan['files']) { Get-ParentFolder $file['path'] })
  if ($null -ne $plan['tree']) {
    $folders += @((Get-ParentFolder $plan['tree']['live']), $plan['tree']['live'])
    $now = 'be removed'
    if ($null -ne $plan['tree']['before']) {
      $kept = Get-KeptTree (Get-SwapPath $Places $plan['tree']['backup']) $plan['tree']['before']['sha256']
      $live = 0
      if ((Get-Look $plan['tree']['live']) -ceq 'folder') { $live = (Get-TreeFile $plan['tree']['live'] $true $null).Count }
      $now = "be replaced: $live files by $($kept.Count) files"
    }
    $notes.Add("$($plan['tree']['live']) would $now")
  }
  Test-Right $folders
  foreach ($file in $plan['files']) {
    $change = Get-BackChange $Places '' $file $notes
    if ($null -eq $change) { continue }
    $what = 'changed'
    if ($null -eq $change.after) { $what = 'removed' } elseif ($null -eq $change.before) { $what = 'written' }
    $notes.Add("$($change.path) would be $what")
    if ($null -eq $change.after -or @('connector', 'client') -cnotcontains $change.id) { continue }
    $secrets = Get-KnownSecret $null $way.receipts $change.id
    foreach ($row in $change.values) {
      if ($row['before'] -ceq $row['after']) { continue }
      $before = Format-Value $row['before'] $row['key']
      $after = Format-Value $row['after'] $row['key']
      if ($secrets.Contains([string]$row['key'])) { $before = '(hidden)'; $after = '(hidden)' }
      $notes.Add("  $($row['key']): $before would become $after")
    }
  }
  foreach ($stray in $plan['strays']) { $notes.Add("$($stray['path']) would stay in quarantine (.swap/$($stray['to']))") }
  $name = 'an earlier run'
  if ($null -ne $way.undone['bundle']) { $name = $way.undone['bundle']['name'] }
  $to = $null
  if ($null -ne $way.earlier) { $to = $way.earlier['bundle'] }
  Write-Say "$($Places.install): could be rolled back as it is; nothing was written"
  Write-Say "  would undo: $($way.undone['kind']) of $name ($($way.undone['at']))"
  Write-Say "  back to $(Format-Standing $to)"
  foreach ($note in $notes) { Write-Say "  $note" }
}

# -List: the receipts, oldest first, which of them stands, and which run a rollback would undo.
function Show-Receipt($Places) {
  Test-Target @($Places.install, $Places.swap) 'folder'
  $receipts = Get-Receipt $Places
  if ($receipts.Count -eq 0) { Stop-Run 10 "$($Places.swap) has no receipt: nothing was installed by Tierwright here, and there is nothing to roll back. Nothing was written." }
  $newest = $receipts[$receipts.Count - 1]
  $next = ''
  if ($null -ne $newest['undo'] -and $null -ne (Get-Look (Get-SwapPath $Places $newest['undo']['plan']))) { $next = $newest['undo']['plan'].Split('/')[0] }
  Write-Say $Places.install
  foreach ($receipt in $receipts) {
    $marks = @()
    if ($receipt['run'] -ceq $newest['run']) { $marks += 'stands now' }
    if ($receipt['run'] -ceq $next) { $marks += 'rollback undoes it' }
    $suffix = ''
    if ($marks.Count -gt 0) { $suffix = "  ($($marks -join '; '))" }
    Write-Say ("  {0:d6}  {1}  {2}  {3}{4}" -f [long]$receipt['sequence'], $receipt['at'], $receipt['kind'].PadRight(8), (Format-Standing $receipt['bundle']), $suffix)
  }
  if (Test-Unfinished $Places $newest) { Write-Say '  a run is unfinished: any deploy command finishes or undoes it first' }
}
