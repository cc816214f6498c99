# ---- A run that is stopped from outside (Ctrl-C, Stop-Job): PowerShell enters no `catch` then, only `finally`.

# The run that goes through the table, and the way of working; $null before there is one.
$script:Begun = $null
$script:WayOfWorking = ''

# The ways of working that change nothing.
$script:Looking = @('WhatIf', 'RollbackWhatIf', 'StageWhatIf', 'CollectWhatIf', 'Verify', 'List', 'Detect')

# What stands, and what to run next. Only reads; by now the lock is free and nothing is written any more.
function Get-InterruptedText($Options) {
  if ($script:WayOfWorking -ceq 'Collect') { return "Interrupted: $($Options.Collect) may be half written. Delete it and run this again; nothing else was written." }
  if ($null -eq $script:Begun -or $null -eq $script:Begun.targets -or $script:Looking -ccontains $script:WayOfWorking) { return 'Interrupted: nothing was written.' }
  $targets = $script:Begun.targets
  try {
    $newest = Get-NewestReceipt $targets
    $left = Get-LeftRun $targets $newest
  }
  catch { return "Interrupted, and the state of $($targets.install) cannot be read: $(Get-FaultText (Get-Fault $_)). Run this again with the same parameters: it finishes or undoes what was begun." }
  if ($null -ne $left) { return "Interrupted. $(Format-LeftRun $targets.install $left). $(Get-FinishAdvice $left)." }
  if ($null -ne $newest -and $newest['run'] -ceq $script:Begun.id) { return "Interrupted after everything was in its place: $($targets.install) matches receipt $($newest['run']); there is nothing to finish." }
  return "Interrupted before anything was exchanged: $($targets.install) is as it was. Run this again with the same parameters: it deletes what was staged."
}

# What -PassThru gives: the run and its installation are those that began; $null where none did.
function Get-Result([int]$Code, $Options) {
  $run = $null; $install = $null
  if ($null -ne $script:Begun) {
    $run = $script:Begun.id
    if ($null -ne $script:Begun.targets) { $install = $script:Begun.targets.install }
  }
  return [pscustomobject]@{
    ExitCode = $Code; Mode = $script:WayOfWorking; Bundle = $Options.Bundle; Install = $install; Run = $run
    Said = $script:Said.ToArray(); Errors = $script:Complained.ToArray()
  }
}

# True where this process was started for this script: then it may end with the script's code. A console, a job and a remote session go on.
function Test-OwnProcess([string]$File) {
  $own = $false
  foreach ($word in [Environment]::GetCommandLineArgs()) {
    if ($word -imatch '\A[-/]noe') { return $false }
    try { if ([string]::Equals([System.IO.Path]::GetFullPath([System.IO.Path]::Combine((Get-WorkingFolder), $word)), $File, [System.StringComparison]::OrdinalIgnoreCase)) { $own = $true } } catch { continue }
  }
  return $own
}

# What `finally` does for a run that did not come to its end.
function Complete-Interrupted($Options, [string]$File) {
  $script:InSession = $false # its streams are closed already
  try { Write-Complaint (Get-InterruptedText $Options) }
  finally {
    $global:LASTEXITCODE = 12
    if (Test-OwnProcess $File) { [Environment]::Exit(12) }
  }
}
