# ---- Already there: the whole installation against the bundle itself, and what a settings bundle does not fix.

# The tree that a swap bundle brings, conf and logger decoded: proven against the bundle itself, whatever a receipt says.
function Test-AsBundle($Bundle, $Finding) {
  $plugin = $Bundle.manifest['plugin']
  $own = @($plugin['conf'], $plugin['logger'])
  $wanted = New-Map
  foreach ($row in (Get-PluginFile $Bundle.manifest)) { $wanted[[string]$row['path']] = $row['sha256'] }
  if ($null -eq $Finding.live -or $Finding.live.Count -ne $wanted.Count) { return $false }
  foreach ($file in $Finding.live) {
    if (-not $wanted.Contains($file.path)) { return $false }
    if ($own -cnotcontains $file.path -and $wanted[[string]$file.path] -cne $file.sha256) { return $false }
  }
  foreach ($role in 'connector', 'logger') {
    if ($role -ceq 'logger' -and $null -eq $plugin['logger']) { continue }
    $live = $Finding.conf
    if ($role -ceq 'logger') { $live = $Finding.logger }
    if ($null -eq $live) { return $false }
    $next = Get-NextValue $Bundle $role $Finding
    if ($next.Count -ne $live.values.Count) { return $false }
    foreach ($key in $next.Keys) { if (-not $live.values.Contains($key) -or -not (Test-Same $live.values[[string]$key] $next[[string]$key])) { return $false } }
  }
  return $true
}

# True when an install would change a file outside the tree. Logging is left to whoever looks into something: it is set with an install, and
# not proven.
function Test-OutsideChange($Bundle, $Targets, $Finding) {
  if ($Bundle.manifest['kind'] -ceq 'swap') { $changes = (Get-SwapChange $Bundle $Targets $Finding).changes }
  else { $changes = @((Get-PairsChange $Bundle 'connector' $Targets.conf $Finding.conf $null $Finding.supplied), (Get-PairsChange $Bundle 'client' $Targets.client $Finding.client $null $Finding.supplied)) }
  foreach ($change in $changes) {
    if ($null -eq $change -or $change.id -ceq 'log4j2') { continue }
    if ($change.as -cne 'pairs' -or $null -eq $change.before) { return $true }
    foreach ($row in $change.values) { if (-not (Test-Same $row['before'] $row['after'])) { return $true } }
  }
  return $false
}

function Test-AlreadyThere($Bundle, $Targets, $Finding, [string]$Root) {
  $receipt = $Finding.receipt
  if ($null -eq $receipt -or $null -eq $receipt['bundle'] -or $receipt['bundle']['manifest'] -cne $Bundle.manifestSha256) { return $false }
  if (-not (Test-SamePath $receipt['install'] $Targets.install) -or $Finding.strays.Count -gt 0) { return $false }
  # another key vouches for it now: the receipt has to say so
  if ($null -ne $Bundle.key -and ($null -eq $receipt['key'] -or $receipt['key']['sha256'] -cne $Bundle.key['sha256'])) { return $false }
  if ($Bundle.manifest['kind'] -ceq 'swap' -and -not (Test-AsBundle $Bundle $Finding)) { return $false }
  if (Test-OutsideChange $Bundle $Targets $Finding) { return $false }
  return ((Get-Difference $Targets $receipt $Root).Count -eq 0)
}

# What a settings bundle leaves as it is although it is not what was installed: a note, and where there is nothing else to do the run ends with
# 12, because 'already there' would not be true.
function Get-LeftAsIs($Bundle, $Targets, $Finding, [string]$Root) {
  $receipt = $Finding.receipt
  if ($Bundle.manifest['kind'] -ceq 'swap' -or $null -eq $receipt) { return }
  $wrong = @(foreach ($one in (Get-Difference $Targets $receipt $Root)) { if ($one.kind -cne 'value') { $one } })
  if ($wrong.Count -eq 0) { return }
  $next = @{ kind = 'settings'; bundle = @{ environment = $Bundle.manifest['environment']; connector = $Bundle.manifest['connector']; manifest = $Bundle.manifestSha256 } }
  $advice = Get-Advice $next $wrong (Get-Receipt $Targets)
  $message = "$($Targets.install) differs from receipt $($receipt['run']), which a settings bundle cannot fix"
  if ($null -eq $receipt['bundle'] -or $receipt['bundle']['manifest'] -cne $Bundle.manifestSha256 -or (Test-OutsideChange $Bundle $Targets $Finding)) {
    $message
    foreach ($one in $wrong) { $one.text }
    $advice
    return
  }
  Stop-Run 12 ("$message. To fix it: $advice." + $script:LineEnd + (@(foreach ($one in $wrong) { "  $($one.text)" }) -join $script:LineEnd))
}
