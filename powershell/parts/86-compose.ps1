# ---- Plan and receipt of a run.

# The version is the project's, set where the parts are put together.
$script:Runner = 'deploy.ps1 {{version}}'

function New-RunName { return (Get-UtcNow).ToString('yyyyMMdd\THHmmss\Z', [System.Globalization.CultureInfo]::InvariantCulture) + '-' + (Get-RunToken) }

function Get-UtcText { return (Get-UtcNow).ToString('yyyy-MM-dd\THH:mm:ss\Z', [System.Globalization.CultureInfo]::InvariantCulture) }

function Get-BytesRecord($Bytes) {
  if ($null -eq $Bytes) { return $null }
  return [ordered]@{ size = $Bytes.Length; sha256 = (Get-BytesHash $Bytes) }
}

# A decided value as a plan may hold it: of a secret the key alone, both sides are read from the kept files.
function New-PlannedRow($Row, $Known) {
  $hidden = $false
  foreach ($value in @($Row['before'], $Row['after'])) {
    if ($null -ne $value -and (($null -ne $Known -and $Known.Contains($Row['key'])) -or (Test-Secret $Row['key'] $value))) { $hidden = $true }
  }
  if ($hidden) { return [ordered]@{ key = $Row['key']; before = $null; after = $null; secret = $true } }
  return [ordered]@{ key = $Row['key']; before = $Row['before']; after = $Row['after'] }
}

# $Secrets: role -> keys that any bundle or receipt declares secret.
function New-PlannedFile($Change, [string]$Run, $Secrets) {
  $staged = $null; $backup = $null
  if ($null -ne $Change.after) { $staged = "$Run/files/$($Change.id).new" }
  if ($null -ne $Change.before) { $backup = "$Run/files/$($Change.id).old" }
  return [ordered]@{ id = $Change.id; path = $Change.path; as = $Change.as; temp = (Get-TemporaryPath $Change.path); before = (Get-BytesRecord $Change.before)
    after = (Get-BytesRecord $Change.after); staged = $staged; backup = $backup; values = @(foreach ($row in $Change.values) { New-PlannedRow $row $Secrets[[string]$Change.id] })
  }
}

# Quarantine names of strays: numbered, so that two of one name do not meet.
function New-PlannedStray([string]$Run, $Paths) {
  $number = 0
  foreach ($path in $Paths) {
    $number++
    $folder = (Get-Stat $path) -ceq 'folder'
    $sha256 = $null
    if ($folder) { $sha256 = (Get-TreeRecord $path)['sha256'] } else { $sha256 = (Get-FileRecord $path).sha256 }
    [ordered]@{ path = $path; to = "strays/$Run/$number-$(Get-LeafName $path)"; folder = $folder; sha256 = $sha256 }
  }
}

function New-Plan([string]$Run, [string]$Kind, [string]$Install, $Tree, $Changes, $Strays, $Made, $Secrets) {
  return [ordered]@{ schema = 'tierwright/swap-plan/v1'; run = $Run; kind = $Kind; machine = (Get-MachineName); install = $Install; tree = $Tree
    files = @(foreach ($change in $Changes) { New-PlannedFile $change $Run $Secrets }); strays = @($Strays); made = @($Made)
  }
}

function New-JournalDocument($Plan, [string]$PlanSha256, [string]$State, $ErrorText) {
  return [ordered]@{ schema = 'tierwright/journal/v1'; run = $Plan['run']; state = $State; machine = $Plan['machine']; plan = $PlanSha256; error = $ErrorText }
}

# Writes what a later run needs before anything changes: the receipt and the mark for turning back as well, so that from 'away' on every
# step is a rename and none needs room on the disk. Gives the transaction that the steps after it perform.
function Write-Transaction($Targets, $Plan, $Receipt, $Stamp, $Notes) {
  $folder = Get-SwapPath $Targets 'receipts'
  if ((Get-Stat $folder) -cne 'folder') { New-Folder $folder $true }
  $bytes = ConvertTo-JsonBytes $Plan
  $sha256 = Get-BytesHash $bytes
  $run = $Plan['run']
  Write-Flushed (Get-SwapPath $Targets "$run/receipt.json") (ConvertTo-JsonBytes $Receipt)
  Write-Flushed (Get-SwapPath $Targets "$run/reverting.json") (ConvertTo-JsonBytes (New-JournalDocument $Plan $sha256 'reverting' $null))
  Write-Flushed (Get-SwapPath $Targets "$run/plan.json") $bytes
  return @{ plan = $Plan; sha256 = $sha256; targets = $Targets; stamp = $Stamp; notes = $Notes; receipt = $Receipt }
}

# Decoded entries for a receipt, by key: those that the bundle decides or brings along ($Brought; $null: the whole file, without $Keep).
function Get-StateRow([string]$Role, $Bytes, $Omit, $Decided, $Brought, $Keep) {
  if ($null -eq $Bytes) { return }
  $map = Get-PropertyMap $Bytes "the $Role file"
  foreach ($key in (Get-SortedText $map.Keys)) {
    $value = $map[[string]$key]
    if ($Omit.Contains($key) -or (Test-Secret $key $value) -or -not (Test-Brought $key $value $Decided $Brought $Keep)) { continue }
    $row = [ordered]@{ file = $Role; key = $key; value = $value }
    if ($Decided.Contains($key)) { $row['decided'] = $true }
    $row
  }
}

function Test-Brought([string]$Key, $Value, $Decided, $Brought, $Keep) {
  if ($Decided.Contains($Key)) { return $true }
  if ($null -eq $Brought) { return (-not $Keep.Contains($Key)) }
  return ($Brought.Contains($Key) -and $Brought[$Key] -ceq $Value)
}

# Rows file, key of the other keys, whose values stay on the machine; those of $Keep are named elsewhere, $Only limits them.
function Get-NamedRow([string]$Role, $Bytes, $Omit, $Decided, $Brought, $Keep, $Only) {
  if ($null -eq $Bytes) { return }
  $map = Get-PropertyMap $Bytes "the $Role file"
  foreach ($key in (Get-SortedText $map.Keys)) {
    $value = $map[[string]$key]
    if ($Omit.Contains($key) -or (Test-Secret $key $value) -or (Test-Brought $key $value $Decided $Brought $Keep)) { continue }
    if (-not $Keep.Contains($key) -and ($null -eq $Only -or $Only.Contains($key))) { [ordered]@{ file = $Role; key = $key } }
  }
}

# The tree that a settings switch or a rollback carries on: what the last swap put there, not what happens to lie there, so that a foreign file
# stays foreign. Without a bundle nothing was ever expected. conf and logger are as they will be: they are compared decoded.
function Get-ExpectedTree($Plugin, $Receipt, $Lies, $Conf, $Logger) {
  $rows = $Lies
  if ($null -ne $Receipt -and $null -ne $Receipt['bundle'] -and $Receipt['plugin']['folder'] -ceq $Plugin['folder'] -and $null -ne $Receipt['state'] -and $null -ne $Receipt['state']['tree']) { $rows = $Receipt['state']['tree']['files'] }
  foreach ($file in $rows) {
    $own = $null
    if ($file['path'] -ceq $Plugin['conf']) { $own = $Conf } elseif ($file['path'] -ceq $Plugin['logger']) { $own = $Logger }
    if ($null -ne $own) { [ordered]@{ path = $file['path']; size = $own.Length; sha256 = (Get-BytesHash $own) } }
    else { [ordered]@{ path = $file['path']; size = $file['size']; sha256 = $file['sha256'] } }
  }
}

# Rows file, key of what a receipt names and does not hold.
function Get-SecretRow([string]$Role, $Bytes, $Known, $Only) {
  if ($null -eq $Bytes) { return }
  $map = Get-PropertyMap $Bytes "the $Role file"
  foreach ($key in (Get-SortedText $map.Keys)) {
    $hidden = $Known.Contains($key) -or (Test-Secret $key $map[[string]$key])
    if ($hidden -and ($null -eq $Only -or $Only.Contains($key) -or $Known.Contains($key))) { [ordered]@{ file = $Role; key = $key } }
  }
}

function Find-Change($Changes, [string]$Id) {
  foreach ($change in $Changes) { if ($change.id -ceq $Id) { return $change } }
  return $null
}

# What stands when the plan has been carried out.
function Get-NextState($Bundle, $Targets, $Finding, $Staged, $Drift) {
  $manifest = $Bundle.manifest
  $swap = $manifest['kind'] -ceq 'swap'
  $conf = $Staged.conf; $logger = $Staged.logger; $client = $null
  $change = Find-Change $Staged.changes 'connector'
  if (-not $swap) {
    if ($null -ne $change) { $conf = $change.after } elseif ($null -ne $Finding.conf) { $conf = $Finding.conf.bytes }
    if ($null -ne $Finding.logger) { $logger = $Finding.logger.bytes }
  }
  $clientChange = Find-Change $Staged.changes 'client'
  if ($null -ne $clientChange) { $client = $clientChange.after } elseif ($null -ne $Finding.client) { $client = $Finding.client.bytes }
  $decided = New-TextSet
  foreach ($row in $manifest['values']) { if ($row['file'] -ceq 'client') { [void]$decided.Add($row['key']) } }
  if (-not $swap) { foreach ($key in (Get-StateValue $Finding.receipt 'client').Keys) { [void]$decided.Add($key) } }
  $secrets = @(Get-SecretRow 'connector' $conf $Finding.secrets['connector'] $null) + @(Get-SecretRow 'client' $client $Finding.secrets['client'] $decided) +
  @(Get-SecretRow 'logger' $logger $Finding.secrets['logger'] $null)
  $rows = $Staged.tree
  if (-not $swap) {
    $rows = @(Get-ExpectedTree $manifest['plugin'] $Finding.receipt $Finding.live $conf $logger)
  }
  $keep = New-TextSet
  foreach ($key in $manifest['keep']) { [void]$keep.Add($key) }
  if (-not $swap -and $null -ne $Finding.receipt -and $null -ne $Finding.receipt['state']) { foreach ($key in $Finding.receipt['state']['keep']) { [void]$keep.Add($key) } }
  $none = New-TextSet
  $values = @(); $others = @()
  foreach ($pair in @(@('connector', $conf), @('logger', $logger))) {
    $role = $pair[0]
    $own = Get-DecidedKey $manifest $role
    $brought = $null; $left = $none
    if ($role -ceq 'connector') { $left = $keep }
    if (-not $swap) {
      $brought = Get-StateValue $Finding.receipt $role
      foreach ($key in (Get-StateDecision $Finding.receipt $role)) { [void]$own.Add($key) }
    }
    $values += @(Get-StateRow $role $pair[1] $Finding.secrets[$role] $own $brought $left)
    $others += @(Get-NamedRow $role $pair[1] $Finding.secrets[$role] $own $brought $left $null)
  }
  $values += @(Get-StateRow 'client' $client $Finding.secrets['client'] $decided (New-Map) $none)
  $named = @(, @('client', $Targets.client))
  if ($null -ne $Targets.log4j2) { $named += , @('log4j2', $Targets.log4j2) }
  for ($k = 0; $k -lt $Targets.profiles.Count; $k++) { $named += , @("profile-$($k + 1)", $Targets.profiles[$k]) }
  $outside = @(Get-OutsideFile $named $Staged.changes)
  if (-not $swap) { $outside = @($outside) + @(Get-StandingFile $Finding.receipt $outside) }
  $state = [ordered]@{ tree = [ordered]@{ sha256 = (Get-TreeDigest $rows); files = @($rows) }; values = $values; files = @($outside)
    secrets = @($secrets)
  }
  if ($others.Count -gt 0) { $state['named'] = @($others) }
  $left = @(Get-LeftKey $manifest $Finding.receipt $Drift)
  if ($left.Count -gt 0) { $state['left'] = $left }
  $state['keep'] = @($keep)
  return $state
}

# Files outside the tree that stand on and are not brought again, as the earlier receipt has them: the bundle does not name them, and nothing is
# read because a receipt does.
function Get-StandingFile($Receipt, $Known) {
  if ($null -eq $Receipt -or $null -eq $Receipt['state']) { return }
  foreach ($file in $Receipt['state']['files']) {
    $named = $false
    foreach ($row in $Known) { if ($row['id'] -ceq $file['id']) { $named = $true } }
    if (-not $named) { $file }
  }
}

# Rows id, path, size, sha256 of the files outside the tree as they will be; $Named: pairs of id and path.
function Get-OutsideFile($Named, $Changes) {
  foreach ($target in $Named) {
    $id, $path = $target
    $change = Find-Change $Changes $id
    if ($null -ne $change) {
      if ($null -ne $change.after) { [ordered]@{ id = $id; path = $path; size = $change.after.Length; sha256 = (Get-BytesHash $change.after) } }
    }
    elseif ((Get-Stat $path) -ceq 'file') { $record = Get-FileRecord $path; [ordered]@{ id = $id; path = $path; size = $record.size; sha256 = $record.sha256 } }
  }
}

function New-InstalledBundle($Bundle) {
  $manifest = $Bundle.manifest
  $installed = [ordered]@{ name = $Bundle.name; sha256 = $Bundle.sha256; manifest = $Bundle.manifestSha256; environment = $manifest['environment']; connector = $manifest['connector']
    serial = $manifest['serial']; commit = $manifest['source']['commit']
  }
  if ($manifest['source']['changed']) { $installed['changed'] = $true }
  $installed['compiler'] = $manifest['compiler']
  return $installed
}

# The places that a receipt names, so that verify and detection need no bundle. A settings bundle brings no profile and knows no place of a stale copy: those of the state that stands on
# ($Standing, a receipt or null) hold. Profiles that the receipt before ($Before) knows stay known.
function Get-ReceiptPath($Targets, $Standing, $Before) {
  $strays = @($Targets.strays)
  if ($null -ne $Standing -and $null -ne $Standing['paths']['strays']) { $strays = @($Standing['paths']['strays']) }
  $paths = [ordered]@{ client = $Targets.client; roots = @($Targets.roots); strays = $strays }
  $known = @(Select-Content (@($Targets.knownProfiles) + @(Get-ReceiptContent $Before)))
  if ($known.Count -gt 0) { $paths['knownProfiles'] = $known }
  return $paths
}

# A receipt; the last arguments are what differs between a run that stands and an attempt.
function New-Receipt([string]$Run, [string]$Kind, [long]$Sequence, $Parts) {
  $receipt = [ordered]@{ schema = 'tierwright/receipt/v1'; sequence = $Sequence; run = $Run; result = 'done'; code = 0; kind = $Kind; at = (Get-UtcText); machine = (Get-MachineName)
    user = (Get-UserName); runner = $script:Runner; bundle = $null; install = $null; plugin = $null; paths = $null; tool = $null; key = $null; state = $null; before = $null
    undo = $null; strays = @(); kept = @(); drift = @(); replaced = @(); flags = @(); error = $null; notes = @()
  }
  foreach ($key in @($Parts.Keys)) { $receipt[$key] = $Parts[$key] }
  return $receipt
}

# The receipt of a run that did not install: no state, the full exit code, the first error. Best effort.
function Write-Attempt($Targets, $Bundle, [int]$Code, [string]$ErrorText, [string]$CopyTo) {
  try {
    if ((Get-Stat $Targets.swap) -cne 'folder') { return }
    $results = @{ 1618 = 'in-use'; 10 = 'refused'; 11 = 'rolled-back'; 12 = 'attention' }
    $kind = 'rollback'; $parts = @{ install = $Targets.install; result = $results[$Code]; code = $Code; error = $ErrorText }
    if ($null -ne $Bundle) {
      $kind = $Bundle.manifest['kind']
      $parts['bundle'] = New-InstalledBundle $Bundle
      $parts['plugin'] = $Bundle.manifest['plugin']
      $parts['paths'] = Get-ReceiptPath $Targets $null $null
      $parts['tool'] = [ordered]@{ expected = $Bundle.manifest['tool']['row']; found = $null; proven = $false; java = $null }
    }
    $folder = Get-SwapPath $Targets 'receipts'
    $stat = Get-Stat $folder
    if ($null -eq $stat) { New-Folder $folder $true } elseif ($stat -cne 'folder') { return } # what stopped the run may be this very link
    $path = Get-SwapPath $Targets 'receipts/attempt.json'
    $attempt = New-Receipt (New-RunName) $kind (Get-LastSequence $Targets) $parts
    Write-Flushed "$path.tmp" (ConvertTo-JsonBytes $attempt)
    Move-FileOver "$path.tmp" $path
    Copy-Receipt $attempt $CopyTo
  }
  catch { Write-Say "  note: the attempt could not be recorded: $(Get-FaultText (Get-Fault $_))" }
}
