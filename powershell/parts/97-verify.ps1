# ---- Looking only: the installation against the newest receipt.

function Invoke-Verify($Targets, [string]$Root) {
  $receipt = Get-NewestReceipt $Targets
  $left = Get-LeftRun $Targets $receipt
  if ($null -eq $receipt -and $null -ne $left) { Stop-Run 12 "$(Format-LeftRun $Targets.install $left). $(Get-FinishAdvice $left)." }
  if ($null -eq $receipt) { Stop-Run 10 "$($Targets.swap) has no readable receipt: install a bundle first." }
  $found = Get-Difference $Targets $receipt $Root
  if ($found.Count -gt 0) {
    $lines = @(foreach ($one in $found) { "  $($one.text)" })
    $client = $receipt['paths']['client']
    if (-not (Test-ShownClient $receipt $Targets $Root) -and @(foreach ($one in $found) { if ($one.kind -ceq 'value' -and (Test-StartsWith $one.text "${client}: ")) { $one } }).Count -gt 0) {
      $lines += "  the values of $client are not shown, because only the receipt names that file: name it with -ClientFile, or give the bundle"
    }
    if ($null -ne $left) { Stop-Run 12 ("$(Format-LeftRun $Targets.install $left): it differs from receipt $($receipt['run']). $(Get-FinishAdvice $left)." + $script:LineEnd + ($lines -join $script:LineEnd)) }
    $advice = Get-Advice $receipt $found (Get-Receipt $Targets)
    Stop-Run 12 ("$($Targets.install) differs from receipt $($receipt['run']). To fix it: $advice." + $script:LineEnd + ($lines -join $script:LineEnd))
  }
  Write-Say "$($Targets.install): $(Get-Standing $receipt): every file and value matches receipt $($receipt['run'])."
  $left = @(foreach ($row in @($receipt['state']['left'])) { if ($null -ne $row) { "$($row['file']): $($row['key'])" } })
  if ($left.Count -gt 0) { Write-Say "  left as found at the deploy (-AcceptDrift), not as a bundle had set it: $($left -join ', ')" }
  foreach ($path in @(Get-SkippedRoot $receipt $Targets $Root)) { Write-Say "  not searched for a second copy of the plug-in: $path; it is on another machine, which only the receipt names: give the bundle as well (-Verify -Bundle FILE)" }
  if ($null -ne $receipt['bundle'] -and $receipt['bundle']['environment'] -like '*.recording') {
    Write-Say 'It connects to a recording, and cannot connect once that ends: `tierwright record stop` names the bundle with the addresses of the recorded environment.'
  }
}
