# Runs deploy.ps1 again and again in one process: each line of the standard input is a job, each line of the standard output its outcome.
# A job: { options: {...}, fault: { what, at, how, forever, change, second, dies } or null, table: { name, rows } or null }. TIERWRIGHT_SCRIPT
# names the script. With a table the job goes by these rows in place of the script's own.
. $env:TIERWRIGHT_SCRIPT

$script:Changes = @('makeFolder', 'write', 'rename', 'replace', 'remove', 'removeFolder', 'removeTree')

function Write-Say([string]$Text) { $script:Said.Add((Format-Leaving $Text)) }
function Write-Complaint([string]$Text) { $script:Complained.Add((Format-Leaving $Text)) }
function Get-Patience { if ($null -ne $script:Scan) { return 30000 }; return 0 }
function Start-Pause([int]$Milliseconds) { $script:Clock += $Milliseconds }

function Stop-Dead {
  $script:Dead = $true
  if ($env:TIERWRIGHT_REAL_KILL) { [System.Diagnostics.Process]::GetCurrentProcess().Kill(); [System.Threading.Thread]::Sleep(10000) }
  throw (New-Object System.OperationCanceledException 'the process was killed here')
}

function New-Failure([string]$Code) {
  if ($Code -ceq 'ENOSPC') { return New-Object System.IO.IOException 'No space left on device' }
  if ($Code -ceq 'EBUSY') { return New-Object System.IO.IOException 'The process cannot access the file because it is being used by another process', -2147024864 }
  if ($Code -ceq 'EIO') { return New-Object System.IO.IOException 'Input/output error' }
  return New-Object System.UnauthorizedAccessException 'Access to the path is denied.'
}

# Half of what an operation does, where it can be seen half done.
function Invoke-Half([string]$Name, [string]$Path, $Bytes) {
  if ($Name -ceq 'write') {
    $half = [byte[]]@(1, 2, 3)
    if ($null -ne $Bytes) { $half = New-Object byte[] ([int][Math]::Floor($Bytes.Length / 2)); [Array]::Copy($Bytes, $half, $half.Length) }
    [System.IO.File]::WriteAllBytes($Path, $half)
  }
  if ($Name -ceq 'removeTree') {
    $files = @([System.IO.Directory]::GetFiles($Path, '*', [System.IO.SearchOption]::AllDirectories))
    for ($k = 0; $k -lt [Math]::Ceiling($files.Length / 2); $k++) { [System.IO.File]::Delete($files[$k]) }
  }
}

# Somebody else writes or removes a file.
function Invoke-Meddling($Change) {
  $path = $Change.path
  if ($path.Contains('{run}')) {
    $swap = $path.Substring(0, $path.IndexOf('{run}'))
    $run = @([System.IO.Directory]::GetDirectories($swap) | Where-Object { [System.IO.Path]::GetFileName($_) -cmatch '^[0-9]{8}T' } | Sort-Object { [System.IO.Directory]::GetCreationTimeUtc($_) })[-1]
    $path = $path.Replace('{run}', [System.IO.Path]::GetFileName($run))
  }
  if ($path -cmatch '^([^{]*)\{temp ([^}]*)\}\z') {
    $folder, $name = $Matches[1], $Matches[2]
    $path = @([System.IO.Directory]::GetFiles($folder) | Where-Object { [System.IO.Path]::GetFileName($_).StartsWith(".$name.") -and $_.EndsWith('.tierwright-new') })[0]
  }
  if ($Change.from) {
    if ($Change.over) { [System.IO.File]::Copy($Change.from, "$path.other", $true); [System.IO.File]::Move("$path.other", $path, $true); return }
    # this process itself holds the file so that nobody of it may write: then the exchange has failed, and nothing else
    try { [System.IO.File]::WriteAllBytes($path, [System.IO.File]::ReadAllBytes($Change.from)) } catch [System.IO.IOException] { $script:Since = $script:Since }
    return
  }
  if ($null -eq $Change.text) { [System.IO.File]::Delete($path); return }
  [void][System.IO.Directory]::CreateDirectory([System.IO.Path]::GetDirectoryName($path))
  [System.IO.File]::WriteAllText($path, $Change.text)
}

# What the fault does to this event, or null.
function Get-Effect([string]$Kind, [string]$Name) {
  $fault = $script:Fault
  if ($null -eq $fault) { return $null }
  if ($null -ne $script:Since) {
    if ($Kind -ceq 'step' -and $null -ne $fault.dies -and $fault.dies -ceq $Name) { return 'kill' }
    if ($Kind -ceq 'operation' -and $script:Changes -ccontains $Name) {
      $script:Since++
      if ($null -ne $fault.second -and $script:Since -eq $fault.second.at) { return $fault.second.how }
    }
    if ($fault.forever -and $Kind -ceq $fault.what) { return $fault.how }
    return $null
  }
  if ($fault.what -cne $Kind) { return $null }
  if ($fault.at -is [string]) { if ($fault.at -cne $Name) { return $null } }
  elseif ($fault.at -ne $script:Count[$Kind]) { return $null }
  $script:Since = 0
  return $fault.how
}

function Add-Event([string]$Kind, [string]$Name, [string]$Path, $Bytes) {
  if ($script:Dead) { throw (New-Object System.OperationCanceledException 'the process was killed before') }
  $script:Count[$Kind]++
  $script:Events.Add(@($Kind, $Name, $Path))
  $how = Get-Effect $Kind $Name
  if ($null -eq $how) { return }
  if ($how -ceq 'change') { Invoke-Meddling $script:Fault.change; return }
  if ($how -ceq 'kill') { Stop-Dead }
  if ($how -ceq 'torn' -or $how -ceq 'ENOSPC') { Invoke-Half $Name $Path $Bytes }
  if ($how -ceq 'torn') { Stop-Dead }
  if ($how -ceq 'late') { $script:Late = New-Failure 'EIO'; return }
  throw (New-Failure $how)
}

function Enter-Step([string]$Id, [string]$Detail) {
  $name = $Id
  if ($Detail) { $name = "${Id}:$Detail" }
  Add-Event 'step' $name '' $null
}

# A scanner holds files; the same numbers as test/swap/support/scanner.ts.
function Get-NextRandom { $script:Random = ($script:Random * 16807 + 1) % 2147483647; return $script:Random }

function Add-Hold([string]$Path) {
  if ($null -eq $script:Scan.path -or $script:Held.ContainsKey($Path) -or -not $Path.Replace('\', '/').EndsWith($script:Scan.path, [System.StringComparison]::Ordinal)) { return }
  if (-not [System.IO.File]::Exists($Path) -and -not [System.IO.Directory]::Exists($Path)) { return }
  $until = [double]::PositiveInfinity
  if ($null -ne $script:Scan.milliseconds) { $until = $script:Clock + $script:Scan.milliseconds }
  $script:Held[$Path] = $until
}

function Test-Blocked([string]$Name, [string]$From, [string]$To) {
  $script:Clock++
  if (@('write', 'rename', 'replace', 'remove', 'removeFolder', 'removeTree') -cnotcontains $Name -and -not ($script:Scan.alone -and @('read', 'hash') -ccontains $Name)) { return $false }
  Add-Hold $From
  if ($To) { Add-Hold $To }
  foreach ($path in @($script:Held.Keys)) {
    if ($script:Clock -ge $script:Held[$path]) { continue }
    if ($path -ceq $From -or $path -ceq $To) { return $true }
    if (@('rename', 'removeTree') -ccontains $Name -and $path.StartsWith($From + [System.IO.Path]::DirectorySeparatorChar, [System.StringComparison]::Ordinal)) { return $true }
  }
  return $false
}

function Add-Scanned([string]$Name, [string]$From, [string]$To) {
  if ($null -ne $script:Scan.path -or @('write', 'rename', 'replace') -cnotcontains $Name) { return }
  $chance = (Get-NextRandom) % 100
  $until = $script:Clock + 1 + ((Get-NextRandom) % $script:Scan.longest)
  $at = $From
  if ($To) { $at = $To }
  if ($chance -lt $script:Scan.stuck) { $script:Held[$at] = [double]::PositiveInfinity }
  elseif ($chance -lt $script:Scan.stuck + $script:Scan.percent) { $script:Held[$at] = $until }
}

# Scope 2 is the function of the world that the operation belongs to: between them stands the patience.
function Invoke-OneOperation([string]$OperationName, [scriptblock]$OperationBody) {
  $seen = @{}
  foreach ($name in 'From', 'Path', 'Folder', 'Bytes', 'To') { $seen[$name] = Get-Variable -Name $name -Scope 2 -ValueOnly -ErrorAction SilentlyContinue }
  $path = ''
  foreach ($name in 'From', 'Path', 'Folder') { if ($path -ceq '' -and $seen[$name] -is [string]) { $path = $seen[$name] } }
  Add-Event 'operation' $OperationName $path $seen['Bytes']
  $scanTo = ''
  if (@('rename', 'replace') -ccontains $OperationName) { $scanTo = [string]$seen['To'] }
  if ($null -ne $script:Scan -and (Test-Blocked $OperationName $path $scanTo)) { throw (New-Object System.IO.IOException "The process cannot access the file '$path' because it is being used by another process.", 16) }
  & $OperationBody
  if ($null -ne $script:Late) { $late = $script:Late; $script:Late = $null; throw $late }
  if ($null -ne $script:Scan) { Add-Scanned $OperationName $path $scanTo }
}

# The script's own rows in another order, without some, or with another meaning of a failure.
function Get-OtherTable($Right, $Rows) {
  foreach ($wanted in $Rows) {
    $row = @($Right | Where-Object { $_.id -ceq $wanted.id })[0].Clone()
    if ($null -ne $wanted.onFailure) { $row.onFailure = $wanted.onFailure }
    $row
  }
}

function Invoke-Job($Job) {
  $script:Fault = $Job.fault
  $script:Scan = $null
  if ($null -ne $Job.fault -and $Job.fault.how -ceq 'scan') {
    $script:Fault = $null
    $script:Scan = @{ path = $null; milliseconds = $null; seed = 0; percent = 0; longest = 1; stuck = 0; alone = $false }
    foreach ($given in $Job.fault.scan.PSObject.Properties) { $script:Scan[$given.Name] = $given.Value }
    $script:Random = [long]$script:Scan.seed
  }
  $script:Held = @{}
  $script:Clock = 0.0
  $script:Since = $null
  $script:Late = $null
  $script:Dead = $false
  $script:Count = @{ operation = 0; step = 0 }
  $script:Events = New-Object 'System.Collections.Generic.List[object]'
  $script:Said = New-Object 'System.Collections.Generic.List[string]'
  $script:Complained = New-Object 'System.Collections.Generic.List[string]'
  $options = @{ Bundle = ''; Root = ''; Install = ''; ClientFile = ''; Key = ''; WhatIf = $false; Verify = $false; Detect = $false; Rollback = $false; Stage = $false; List = $false
    Collect = ''; AcceptDrift = $false; SwitchEnvironment = $false; AllowDowngrade = ''; ReceiptCopy = ''; Secrets = ''; Unknown = @()
  }
  foreach ($given in $Job.options.PSObject.Properties) { $options[$given.Name] = $given.Value }
  # the parameters of the script itself, which a printed command repeats
  foreach ($name in 'Bundle', 'Root', 'Install', 'ClientFile') { Set-Variable -Name $name -Scope Script -Value ([string]$options[$name]) }
  $right = $null
  if ($null -ne $Job.table) {
    $right = Get-Variable -Name $Job.table.name -Scope Script -ValueOnly
    Set-Variable -Name $Job.table.name -Scope Script -Value @(Get-OtherTable $right $Job.table.rows)
  }
  try { $code = @(Invoke-Main $options)[-1] }
  finally { if ($null -ne $right) { Set-Variable -Name $Job.table.name -Scope Script -Value $right } }
  if ($script:Dead) { $code = $null }
  return @{ code = $code; out = ($script:Said -join "`n"); err = ($script:Complained -join "`n"); events = @($script:Events | ForEach-Object { , $_ }) }
}

Set-StrictMode -Off
[Console]::Out.WriteLine('ready')
while ($null -ne ($line = [Console]::In.ReadLine())) {
  $answer = Invoke-Job (ConvertFrom-Json $line)
  [Console]::Out.WriteLine((ConvertTo-Json $answer -Compress -Depth 5))
}
