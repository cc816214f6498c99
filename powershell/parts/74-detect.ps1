# ---- Detection: is exactly this bundle installed?

# @{ found; line }: found decides the exit code, line is what is said. $Manifest is the SHA-256 of the bundle's manifest.
function Get-Detection([string]$Install, [string]$Manifest, [string]$Environment, [string]$Root = '') {
  $targets = New-InstallTarget $Install
  if ((Get-Stat $targets.install) -cne 'folder') { return @{ found = $false; line = "the tool is not installed in $Install" } }
  $receipt = Get-NewestReceipt $targets
  if (Test-Unfinished $targets $receipt) { return @{ found = $false; line = "a run in $Install is unfinished" } }
  if ($null -eq $receipt) { return @{ found = $false; line = "$Install has no receipt" } }
  if ($null -eq $receipt['bundle']) { return @{ found = $false; line = "$Install is in the state before the first deploy" } }
  $bundle = $receipt['bundle']
  $what = "environment '$($bundle['environment'])', connector $($bundle['connector']), $(Format-Serial $bundle['serial'])"
  if ($bundle['manifest'] -cne $Manifest) { return @{ found = $false; line = "another bundle is installed: $what (environment '$Environment' was asked for)" } }
  $differences = Get-Difference $targets $receipt $Root
  $many = "$($differences.Count) differences"
  if ($differences.Count -eq 1) { $many = '1 difference' }
  if ($differences.Count -gt 0) { return @{ found = $false; line = "$what is installed, but $many`: $($differences[0].text)" } }
  $line = "$what is installed and matches receipt $($receipt['run'])"
  foreach ($path in @(Get-SkippedRoot $receipt $targets $Root)) { $line += "; not searched, because it is on another machine: $path" }
  return @{ found = $true; line = $line }
}
