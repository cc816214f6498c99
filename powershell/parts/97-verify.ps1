# ---- Looking only: what lies there against the newest receipt.

function Invoke-Verify($Targets, [string]$Root) {
  $receipt = Get-NewestReceipt $Targets
  $left = Get-LeftRun $Targets $receipt
  if ($null -eq $receipt -and $null -ne $left) { Stop-Run 12 "$(Format-LeftRun $Targets.install $left). $(Get-FinishAdvice $left)." }
  if ($null -eq $receipt) { Stop-Run 10 "$($Targets.swap) has no receipt that can be read: install a bundle first." }
  $found = Get-Difference $Targets $receipt $Root
  if ($found.Count -gt 0) {
    $lines = @(foreach ($one in $found) { "  $($one.text)" })
    $client = $receipt['paths']['client']
    if (-not (Test-ShownClient $receipt $Targets $Root) -and @(foreach ($one in $found) { if ($one.kind -ceq 'value' -and (Test-StartsWith $one.text "${client}: ")) { $one } }).Count -gt 0) {
      $lines += "  the values of $client are not shown, because only the receipt names that file: name it with -ClientFile, or give the bundle"
    }
    if ($null -ne $left) { Stop-Run 12 ("$(Format-LeftRun $Targets.install $left): it is not as receipt $($receipt['run']) says. $(Get-FinishAdvice $left)." + $script:LineEnd + ($lines -join $script:LineEnd)) }
    $advice = Get-Advice $receipt $found (Get-Receipt $Targets)
    Stop-Run 12 ("$($Targets.install) is not as receipt $($receipt['run']) says. To fix it: $advice." + $script:LineEnd + ($lines -join $script:LineEnd))
  }
  $what = 'what was there before the first deploy'
  if ($null -ne $receipt['bundle']) { $what = "environment '$($receipt['bundle']['environment'])', connector $($receipt['bundle']['connector']), serial $($receipt['bundle']['serial'])" }
  Write-Say "$($Targets.install): ${what}: every file and value is as receipt $($receipt['run']) says."
  foreach ($path in @(Get-SkippedRoot $receipt $Targets $Root)) { Write-Say "  not searched for a second copy of the plug-in: $path; it is on another machine, which only the receipt names: give the bundle as well (-Verify -Bundle FILE)" }
  if ($null -ne $receipt['bundle'] -and $receipt['bundle']['environment'] -like '*.recording') {
    Write-Say 'It leads to a recording, and reaches nobody once that is over: `tierwright record stop` names the bundle that takes it back.'
  }
}
