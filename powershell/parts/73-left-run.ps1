# ---- A run that was cut off, in words.

# A run that was cut off, as far as its own records tell: @{ run; kind; bundle }; null where nothing is unfinished.
function Get-LeftRun($Targets, $Newest) {
  if (-not (Test-Unfinished $Targets $Newest)) { return $null }
  $left = @{ run = $null; kind = $null; bundle = $null }
  $journal = Read-Journal $Targets
  if ($null -eq $journal.record) { return $left }
  $left.run = $journal.record['run']
  $own = Read-Record (Get-SwapPath $Targets "$($left.run)/receipt.json") 'receipt'
  if ($null -eq $own -or $null -eq $own.record) { return $left }
  $left.kind = $own.record['kind']
  if ($left.kind -cne 'rollback' -and $null -ne $own.record['bundle']) { $left.bundle = $own.record['bundle']['name'] }
  return $left
}

# Says of a folder that a run was interrupted in it.
function Format-LeftRun([string]$Install, $Left) {
  $words = @(@($Left.kind, $Left.run) | Where-Object { $null -ne $_ })
  if ($null -ne $Left.bundle) { $words += "of $($Left.bundle)" }
  $which = ''
  if ($words.Count -gt 0) { $which = " ($($words -join ' '))" }
  return "A run was interrupted in $Install$which, which may be half-installed"
}

# The command that comes next where a run was cut off: every way of working but a look finishes or undoes that run before anything else.
function Get-FinishAdvice($Left) {
  $rollback = "``deploy.ps1 -Rollback$(Format-Place @('Root', 'Install'))``"
  if ($Left.kind -ceq 'rollback') { return "Run $rollback again with the same parameters as then: it finishes the interrupted run" }
  $again = 'the same deploy'
  if ($null -ne $Left.bundle) { $again = Format-Deploy $Left.bundle '' }
  return "Run $again again with the same parameters as then: it finishes or undoes the interrupted run and continues; $rollback restores the state before it"
}
