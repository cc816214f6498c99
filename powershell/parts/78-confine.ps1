# ---- Which places a record may name: those that the bundle and the command line say, else those of the receipts.

# @{ targets; root; install; bundle (bool); receipts }. Without a bundle the receipts say where things lie.
function New-Confine($Targets, [string]$Root, $Receipts) {
  return @{ targets = $Targets; install = $Targets.install; root = $Root; bundle = ($null -ne $Targets.live); receipts = $Receipts }
}

# A path that means one place: absolute, without '..'; where only records say it, as Get-PlaceFault has it.
function Test-PlainPath([string]$Path, $Confine) {
  if (-not $Confine.bundle) { return ($null -eq (Get-PlaceFault $Path $Confine.targets $Confine.root)) }
  return ([System.IO.Path]::IsPathRooted($Path) -and $Path -cnotmatch '(^|[\\/])\.\.([\\/]|\z)')
}

function Get-LiveFolder($Confine) {
  if ($Confine.bundle) { return $Confine.targets.live }
  foreach ($receipt in $Confine.receipts) { Join-Native (Join-Native $Confine.install 'plugins') $receipt['plugin']['folder'] }
}

# Where the file of an id may lie.
function Get-PlaceOfId($Confine, [string]$Id) {
  if ($Confine.bundle) {
    if ($Id -ceq 'client') { return $Confine.targets.client }
    if ($Id -ceq 'log4j2') { return $Confine.targets.log4j2 }
    for ($k = 0; $k -lt $Confine.targets.profiles.Count; $k++) { if ($Id -ceq "profile-$($k + 1)") { return $Confine.targets.profiles[$k] } }
    return
  }
  foreach ($receipt in $Confine.receipts) {
    if ($Id -ceq 'client') { $receipt['paths']['client'] }
    if ($null -ne $receipt['state']) { foreach ($file in $receipt['state']['files']) { if ($file['id'] -ceq $Id) { $file['path'] } } }
  }
}

function Get-PlannedFileFault($File, [string]$Run, $Confine) {
  $id = $File['id']; $path = $File['path']
  $known = $false
  if ($id -ceq 'connector') { foreach ($live in @(Get-LiveFolder $Confine)) { if (Test-Below $path $live) { $known = $true } } }
  else { $known = Test-Among $path (Get-PlaceOfId $Confine $id) }
  if (-not $known -or -not (Test-PlainPath $path $Confine)) { return "the $id file '$path' is not a place of this installation" }
  $as = 'bytes'
  if ($id -ceq 'connector' -or $id -ceq 'client') { $as = 'pairs' } elseif ($id -ceq 'log4j2') { $as = 'log4j2' }
  if ($File['as'] -cne $as) { return "the $id file cannot be changed as '$($File['as'])'" }
  $temp = $File['temp']
  $own = Get-LeafName $temp
  if (-not (Test-SamePath (Get-ParentFolder $temp) (Get-ParentFolder $path)) -or -not (Test-StartsWith $own ".$(Get-LeafName $path).") -or $own -cnotmatch '\.([0-9a-f]{16}\.)?tierwright-new\z') { return "'$temp' is not a temporary file next to '$path'" }
  $staged = $null; $backup = $null
  if ($null -ne $File['after']) { $staged = "$Run/files/$id.new" }
  if ($null -ne $File['before']) { $backup = "$Run/files/$id.old" }
  if (-not (Test-Same $File['staged'] $staged)) { return "the new bytes of the $id file are not those of its run" }
  if (-not (Test-Same $File['backup'] $backup)) { return "the old bytes of the $id file are not those of its run" }
  return $null
}

function Get-PlannedTreeFault($Plan, [string]$Run, $Confine) {
  $tree = $Plan['tree']
  if ($null -eq $tree) { return $null }
  if ($Plan['kind'] -ceq 'settings') { return 'a settings switch exchanges no plug-in folder' }
  if (-not (Test-PlainPath $tree['live'] $Confine) -or -not (Test-Among $tree['live'] (Get-LiveFolder $Confine))) { return "'$($tree['live'])' is not the plug-in folder of this installation" }
  $right = $tree['backup'] -ceq "$Run/old"
  if ($Plan['kind'] -ceq 'swap') { $right = $right -and (Test-Same $tree['staged'] "$Run/new") }
  elseif ($null -ne $tree['staged']) { $right = $right -and $tree['staged'] -cne "$Run/old" -and $tree['staged'].EndsWith('/old', [System.StringComparison]::Ordinal) }
  if (-not $right) { return 'the folders of the exchange are not those of its run' }
  if (($null -eq $tree['staged']) -ne ($null -eq $tree['after'])) { return 'the folder to install is missing or unexpected' }
  return $null
}

function Get-PlannedStrayFault($Stray, [int]$Number, [string]$Run, $Confine) {
  $path = $Stray['path']
  $named = $Confine.targets.strays
  if (-not $Confine.bundle) { $named = @(foreach ($receipt in $Confine.receipts) { foreach ($row in $receipt['strays']) { $row['path'] } }) }
  $plugins = Join-Native $Confine.install 'plugins'
  $folders = New-List; $profiles = New-List
  if ($Confine.bundle) { $folders = Get-LooseFolder $plugins $Confine.targets.roots $Confine.targets.profiles; $profiles = @($Confine.targets.profiles) }
  else {
    foreach ($receipt in $Confine.receipts) {
      foreach ($place in @(Get-ReceiptProfile $receipt)) { $profiles.Add($place) }
      foreach ($folder in (Get-LooseFolder $plugins @($receipt['paths']['roots']) @(Get-ReceiptProfile $receipt))) { $folders.Add($folder) }
    }
  }
  $loose = -not $Stray['folder'] -and -not (Test-Among $path (Get-LiveFolder $Confine)) -and (Test-Among (Get-ParentFolder $path) $folders) -and -not (Test-Among $path $profiles)
  $beside = Test-Below $path $plugins
  foreach ($live in @(Get-LiveFolder $Confine)) { if ((Test-SamePath $path $live) -or (Test-Below $path $live)) { $beside = $false } }
  if (-not (Test-PlainPath $path $Confine) -or -not ($beside -or $loose -or (Test-Among $path $named))) { return "the stale copy '$path' is not a place of this installation" }
  if ($Stray['to'] -cne "strays/$Run/$Number-$(Get-LeafName $path)") { return "'$($Stray['to'])' is not the quarantine of '$path'" }
  return $null
}

# A folder on the way to a place; only below a root is one ever made.
function Test-MadeFolder([string]$Path, $Plan, $Confine) {
  if (-not (Test-PlainPath $Path $Confine)) { return $false }
  $exchanged = @(Join-Native $Confine.install 'plugins')
  if ($Confine.bundle) { $exchanged += @($Confine.targets.client, $Confine.targets.live, $Confine.targets.log4j2) + @($Confine.targets.profiles) }
  elseif ($Confine.root -cne '') { return $true }
  else { foreach ($file in $Plan['files']) { $exchanged += $file['path'] } }
  foreach ($target in $exchanged) { if ($null -ne $target -and ((Test-Below $target $Path) -or (Test-SamePath $Path $exchanged[0]))) { return $true } }
  return $false
}

# Why a plan cannot be one of this installation, or null: every path in it has to be a place that is known from elsewhere.
function Get-PlanFault($Plan, [string]$Run, $Confine) {
  if ($Plan['run'] -cne $Run) { return "it is the plan of run $($Plan['run'])" }
  if (-not (Test-SamePath $Plan['install'] $Confine.install)) { return "it is of the installation '$($Plan['install'])', and this is '$($Confine.install)'" }
  $fault = Get-PlannedTreeFault $Plan $Run $Confine
  if ($null -ne $fault) { return $fault }
  $ids = New-TextSet
  foreach ($file in $Plan['files']) {
    if (-not $ids.Add($file['id'])) { return 'it lists a file twice' }
    $fault = Get-PlannedFileFault $file $Run $Confine
    if ($null -ne $fault) { return $fault }
  }
  $number = 0
  foreach ($stray in $Plan['strays']) {
    $number++
    $fault = Get-PlannedStrayFault $stray $number $Run $Confine
    if ($null -ne $fault) { return $fault }
  }
  foreach ($folder in $Plan['made']) { if (-not (Test-MadeFolder $folder $Plan $Confine)) { return "'$folder' is not a folder that a run makes" } }
  return $null
}

# Every path that a plan, carried out or undone, writes, moves or removes.
function Get-PlanPath($Targets, $Plan) {
  if ($null -ne $Plan['tree']) { $Plan['tree']['live'] }
  foreach ($file in $Plan['files']) { $file['path'] }
  foreach ($stray in $Plan['strays']) { $stray['path'] }
  foreach ($name in "$($Plan['run'])/files/x", "$($Plan['run'])/new/x", "$($Plan['run'])/old/x", 'receipts/x', "strays/$($Plan['run'])/x") { Get-SwapPath $Targets $name }
}

# Something that was kept is not what it was: plug-in folder and files stay together as they are.
function Stop-Damaged([string]$Path, [string]$What) {
  Stop-Run 12 "$Path is ${What}: it cannot be used to restore or to finish a run. Nothing was touched, plug-in folder and files still match: restore the kept copy from a backup of the machine and run this again, or move .swap/journal.json away, if there is one, and install the swap bundle of the state you want."
}

# The kept bytes of a file's side, proven to be what the plan says.
function Get-KeptBytes($Targets, $File, [string]$Side) {
  $relative = $File['backup']
  if ($Side -ceq 'after') { $relative = $File['staged'] }
  $path = Get-SwapPath $Targets ([string]$relative)
  $stat = $null
  if ($null -ne $relative) { $stat = Get-Stat $path }
  if ($null -eq $stat) { Stop-Damaged $path 'missing' }
  if ($stat -cne 'file') { Stop-Damaged $path "a $stat, not a file" }
  $bytes = Read-Bytes $path
  if ((Get-BytesHash $bytes) -cne $File[$Side]['sha256']) { Stop-Damaged $path 'not as planned' }
  return ,$bytes
}
