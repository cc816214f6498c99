# ---- Looking only: what lies there against the newest receipt.

function Invoke-Verify($Places) {
  $receipt = Get-NewestReceipt $Places
  if ($null -eq $receipt) { Stop-Run 10 "$($Places.swap) has no receipt that can be read: install a bundle first." }
  $found = Get-Difference $Places $receipt
  if ($found.Count -gt 0) {
    $lines = @(foreach ($line in $found) { "  $line" })
    Stop-Run 12 ("$($Places.install) is not as receipt $($receipt['run']) says: install the bundle again, or find out who changed it." + "`n" + ($lines -join "`n"))
  }
  $what = 'what was there before the first deploy'
  if ($null -ne $receipt['bundle']) { $what = "environment '$($receipt['bundle']['environment'])', connector $($receipt['bundle']['connector']), serial $($receipt['bundle']['serial'])" }
  Write-Say "$($Places.install): ${what}: every file and value is as receipt $($receipt['run']) says."
}
