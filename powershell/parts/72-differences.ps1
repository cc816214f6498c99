# ---- Does the machine hold what the newest receipt says? Jars and other files by hash; conf, logger and client file decoded.

# Keys of one file that a bundle decides.
function Get-DecidedKey($Manifest, [string]$Role) {
  $keys = New-TextSet
  foreach ($row in $Manifest['values']) { if ($row['file'] -ceq $Role) { [void]$keys.Add($row['key']) } }
  return ,$keys
}

# The same as a receipt has them.
function Get-StateDecision($Receipt, [string]$Role) {
  $keys = New-TextSet
  if ($null -eq $Receipt -or $null -eq $Receipt['state']) { return ,$keys }
  foreach ($row in $Receipt['state']['values']) { if ($row['file'] -ceq $Role -and $row['decided'] -eq $true) { [void]$keys.Add($row['key']) } }
  return ,$keys
}

# A value for people. Of a key that looks like a secret, declared or not, only the presence is said.
function Format-Value($Value, [string]$Key = '') {
  if ($null -eq $Value) { return 'absent' }
  if ($Value -ceq '(hidden)' -or (Test-Secret $Key $Value)) { return '(hidden)' }
  return "'$Value'"
}

# What JavaScript takes for a space: the elements of a list are the same in both runners.
$script:ListBlank = [char[]](@(9, 10, 11, 12, 13, 32, 160, 5760, 8232, 8233, 8239, 8287, 12288, 65279) + 8192..8202)

# A long list's first elements that differ, in words; $null: show the values whole. Blanks around an element do not count.
function Get-ListChange($Found, $Expected) {
  if ($null -eq $Found -or $null -eq $Expected -or [Math]::Max($Found.Length, $Expected.Length) -lt 160) { return $null }
  $a = @(foreach ($one in $Expected.Split([char]',')) { $one.Trim($script:ListBlank) })
  $b = @(foreach ($one in $Found.Split([char]',')) { $one.Trim($script:ListBlank) })
  if ([Math]::Min($a.Count, $b.Count) -lt 4) { return $null }
  $lines = New-List
  $i = 0; $j = 0
  foreach ($pair in (@(Get-CommonElement $a $b) + , @($a.Count, $b.Count))) {
    while ($i -lt $pair[0] -or $j -lt $pair[1]) {
      if ($i -ge $pair[0]) { $lines.Add("element $($j + 1), $(Limit-Text $b[$j]), is new"); $j++ }
      elseif ($j -ge $pair[1]) { $lines.Add("element $($i + 1), $(Limit-Text $a[$i]), was removed"); $i++ }
      else { $lines.Add("element $($j + 1) is $(Limit-Text $b[$j]), expected was $(Limit-Text $a[$i])"); $i++; $j++ }
    }
    $i = $pair[0] + 1; $j = $pair[1] + 1
  }
  if ($lines.Count -eq 0) { return 'only spaces around its elements differ' }
  $some = @($lines | Select-Object -First 5)
  if ($lines.Count -gt 5) { $some += "and $($lines.Count - 5) more elements" }
  return ($some -join '; ')
}

# Which elements both lists have in the same order, as pairs of places. What both begin and end with is paired as it stands; between them it is
# the longest such sequence, by the same table as the other runner's (src/diagnostic/list-changes.ts), or where that would be too large place by place.
function Get-CommonElement([string[]]$A, [string[]]$B) {
  $numbers = New-Object 'System.Collections.Generic.Dictionary[string,int]' ([System.StringComparer]::Ordinal)
  foreach ($one in $A) { $numbers[$one] = 0 }
  foreach ($one in $B) { $numbers[$one] = 0 }
  $next = 0
  foreach ($one in @($numbers.Keys)) { $numbers[$one] = $next; $next++ }
  $x = [int[]]@(foreach ($one in $A) { $numbers[$one] })
  $y = [int[]]@(foreach ($one in $B) { $numbers[$one] })
  $start = 0
  while ($start -lt $x.Length -and $start -lt $y.Length -and $x[$start] -eq $y[$start]) { , @($start, $start); $start++ }
  $end = 0
  while ($end -lt $x.Length - $start -and $end -lt $y.Length - $start -and $x[$x.Length - 1 - $end] -eq $y[$y.Length - 1 - $end]) { $end++ }
  $toX = $x.Length - $end; $toY = $y.Length - $end
  $rows = $toX - $start; $columns = $toY - $start
  if ($rows * $columns -gt 250000) {
    for ($k = $start; $k -lt $toX -and $k -lt $toY; $k++) { if ($x[$k] -eq $y[$k]) { , @($k, $k) } }
  }
  elseif ($rows * $columns -gt 0) {
    $width = $columns + 1
    $lengths = New-Object int[] (($rows + 1) * $width)
    for ($i = $rows - 1; $i -ge 0; $i--) {
      $at = $i * $width + $columns - 1; $wanted = $x[$start + $i]
      for ($j = $toY - 1; $j -ge $start; $j--) {
        if ($wanted -eq $y[$j]) { $lengths[$at] = $lengths[$at + $width + 1] + 1 }
        elseif ($lengths[$at + $width] -ge $lengths[$at + 1]) { $lengths[$at] = $lengths[$at + $width] }
        else { $lengths[$at] = $lengths[$at + 1] }
        $at--
      }
    }
    $i = 0; $j = 0
    while ($i -lt $rows -and $j -lt $columns) {
      if ($x[$start + $i] -eq $y[$start + $j]) { , @(($start + $i), ($start + $j)); $i++; $j++ }
      elseif ($lengths[($i + 1) * $width + $j] -ge $lengths[$i * $width + $j + 1]) { $i++ }
      else { $j++ }
    }
  }
  for ($k = 0; $k -lt $end; $k++) { , @(($toX + $k), ($toY + $k)) }
}

# An element in quotes, a long one cut.
function Limit-Text([string]$Text) {
  if ($Text.Length -gt 80) { $Text = $Text.Substring(0, 80) + '...' }
  return "'$Text'"
}

# A key's two values for people; a long list by the elements that differ.
function Format-Both([string]$Name, $Found, $Expected, [string]$Key, [string]$Before) {
  if (-not ((Test-Secret $Key $Found) -or (Test-Secret $Key $Expected))) {
    $elements = Get-ListChange $Found $Expected
    if ($null -ne $elements) { return "${Name}: $elements" }
  }
  $wanted = 'no value'
  if ($null -ne $Expected) { $wanted = Format-Value $Expected $Key }
  return "$Name is $(Format-Value $Found $Key); $Before $wanted"
}

# Expected values of one file as a receipt has them: key -> decoded.
function Get-StateValue($Receipt, [string]$Role) {
  $map = New-Map
  if ($null -eq $Receipt -or $null -eq $Receipt['state']) { return $map }
  foreach ($row in $Receipt['state']['values']) { if ($row['file'] -ceq $Role) { $map[[string]$row['key']] = $row['value'] } }
  return $map
}

# Keys that are not compared: secrets, those that a receipt only names, and in the conf what is the machine's own.
function Get-StateOmission($Receipt, [string]$Role) {
  $keys = New-TextSet
  if ($null -eq $Receipt -or $null -eq $Receipt['state']) { return ,$keys }
  foreach ($row in @($Receipt['state']['secrets'])) { if ($row['file'] -ceq $Role) { [void]$keys.Add($row['key']) } }
  if ($null -ne $Receipt['state']['named']) { foreach ($row in @($Receipt['state']['named'])) { if ($row['file'] -ceq $Role) { [void]$keys.Add($row['key']) } } }
  if ($Role -ceq 'connector') { foreach ($key in @($Receipt['state']['keep'])) { [void]$keys.Add($key) } }
  return ,$keys
}

# Keys of one file among rows file, key; a list that a receipt lacks has none.
function Select-SecretKey($Rows, [string]$Role) {
  $keys = New-TextSet
  foreach ($row in $Rows) { if ($null -ne $row -and $row['file'] -ceq $Role) { [void]$keys.Add($row['key']) } }
  return ,$keys
}

# Where conf and logger lie in the plug-in folder.
function Get-PluginPath($Receipt, [string]$Role) {
  $name = 'conf'
  if ($Role -ceq 'logger') { $name = 'logger' }
  return $Receipt['plugin'][$name]
}

function Add-Difference($Found, [string]$Kind, [string]$Text) { $Found.Add(@{ kind = $Kind; text = $Text }) }

# Differences @{ kind; text }; empty: everything is as it was installed. The whole plug-in folder is hashed, whatever sizes and times say; conf
# and logger are compared decoded; empty folders hold nothing and do not count. Kinds are those of the other runner.
function Get-Difference($Targets, $Receipt, [string]$Root) {
  $found = New-List
  if (Test-Unfinished $Targets $Receipt) { Add-Difference $found 'unfinished' "$(Get-SwapPath $Targets 'journal.json'): a run is unfinished; any deploy finishes it first" }
  $state = $Receipt['state']
  if ($null -eq $state) { Add-Difference $found 'no-state' 'the newest receipt describes no state'; return ,$found }
  $folder = Join-Native (Join-Native $Receipt['install'] 'plugins') $Receipt['plugin']['folder']
  $above = Find-LinkOnTheWay $folder $Receipt['install']
  if ($null -ne $above) { Add-Difference $found 'link' "${above}: a link; an ordinary folder was installed" } else { Add-TreeDifference $found $folder $Receipt }
  foreach ($role in 'connector', 'logger') {
    $relative = Get-PluginPath $Receipt $role
    # behind a link lies what nobody installed, and the link is a difference by itself
    if ($null -ne $relative -and $null -eq (Find-LinkOnTheWay (Join-Native $folder $relative) $Receipt['install'])) { Add-ValueDifference $found $Receipt $role (Join-Native $folder $relative) $true }
  }
  Add-ValueDifference $found $Receipt 'client' $Receipt['paths']['client'] (Test-ShownClient $Receipt $Targets $Root)
  foreach ($file in $state['files']) {
    if (-not (Test-StartsWith $file['id'] 'profile-')) { continue }
    if ((Get-Stat $file['path']) -cne 'file') { Add-Difference $found 'missing' "$($file['path']): missing" }
    elseif ((Get-FileRecord $file['path']).sha256 -cne $file['sha256']) { Add-Difference $found 'changed' "$($file['path']): changed since it was installed" }
  }
  if ($null -ne $state['tree'] -and $null -ne $Receipt['bundle']) {
    Add-CopyDifference $found $folder $Receipt $Targets $Root
    Add-LooseDifference $found $Receipt $Targets $Root
  }
  return ,$found
}

# What the tool would load beside the folder that was proven.
function Add-CopyDifference($Found, [string]$Live, $Receipt, $Named, [string]$Root) {
  $targets = New-InstallTarget $Receipt['install']
  $targets.live = $Live
  if ($null -ne $Receipt['paths']['roots']) { $targets.roots = @(foreach ($path in $Receipt['paths']['roots']) { if (-not (Test-LeadsAway $path $Named $Root)) { $path } }) }
  $id = $Receipt['plugin']['id']
  $copies = Find-Copy $id $targets $Root
  foreach ($path in $copies.beside) { Add-Difference $Found 'second-copy' "${path}: a second copy of $id; the tool would load it, too" }
  foreach ($path in $copies.elsewhere) { Add-Difference $Found 'copy-elsewhere' "${path}: a second copy of $id in another plug-in root; the tool would load it, too" }
}

# Stale copies of the profile that the tool would load: at the places that the receipt names, and by content under any name.
function Add-LooseDifference($Found, $Receipt, $Named, [string]$Root) {
  $open = @{}
  foreach ($key in 'roots', 'strays') { $open[$key] = @(foreach ($path in @($Receipt['paths'][$key])) { if ($null -ne $path -and $null -eq (Get-PlaceFault $path $Named $Root)) { $path } }) }
  $loose = Get-StaleProfile $open.strays (Join-Native $Receipt['install'] 'plugins') $open.roots @(Get-ReceiptProfile $Receipt) @(Get-ReceiptContent $Receipt)
  foreach ($path in $loose) { Add-Difference $Found 'loose-profile' "${path}: a stale copy of the profile; the tool would load it" }
}

# The steps that restore a receipt's state: the swap bundle, which is built first after a settings switch, or the end of a recording.
function Get-HealingStep($Receipt, $Receipts, [string]$Flag) {
  $bundle = $Receipt['bundle']
  if ($null -eq $bundle) { return 'find out who changed it, or install the bundle of the state you want' }
  $environment = $bundle['environment']
  if ($environment -like '*.recording') {
    $stop = Format-Command 'tierwright record stop' ($environment -replace '\.recording\z', '') (Format-Place @('Root', 'Install', 'ClientFile') $true)
    return "end the recording with $stop (and the --store that ``record start`` had), run the deploy that it prints, and check again"
  }
  $kind = $Receipt['kind']
  foreach ($one in $Receipts) { if ($one['kind'] -cne 'rollback' -and $null -ne $one['bundle'] -and $one['bundle']['manifest'] -ceq $bundle['manifest']) { $kind = $one['kind']; break } }
  $name = $bundle['name']
  if ($kind -cne 'swap') {
    $name = "$environment-$($bundle['connector']).zip"
    "build the swap bundle from the current commit, because deploy refuses an older one: $(Format-Command 'tierwright bundle' $environment '')"
  }
  "close the tool and reinstall it with the same parameters as before: $(Format-Deploy $name $Flag) (foreign and changed files go into quarantine)"
}

# The command that installs a bundle at the places of this call. Where its path is unknown, FOLDER is where the bundle is.
function Format-Deploy([string]$Name, [string]$Flag) {
  $typed = [string]$script:Bundle
  if (($typed -creplace '\A.*[\\/]', '') -cne $Name) { $typed = "FOLDER/$Name" }
  elseif ($typed.StartsWith('-', [System.StringComparison]::Ordinal)) { $typed = "./$typed" }
  return Format-Command 'deploy.ps1 -Bundle' $typed "$Flag$(Format-Place @('Root', 'Install', 'ClientFile'))"
}

# The named parameters that this call has, as typed here or, with $Node, for tierwright; one that no shell can be given is left out.
function Format-Place($Names, [bool]$Node = $false) {
  $words = ''
  $typed = @{ Root = [string]$script:Root; Install = [string]$script:Install; ClientFile = [string]$script:ClientFile }
  foreach ($one in $Names) {
    $value = $typed[$one]
    if ($Node) { $one = '-' + ($one -creplace '(?<=[a-z])(?=[A-Z])', '-').ToLowerInvariant() }
    if ($value -cne '' -and $null -ne (Format-Word $value)) { $words += " -$one $(Format-Word $value)" }
  }
  return $words
}

# What leads on after a failed verify: a command that would be refused is not named.
function Get-Advice($Receipt, $Found, $Receipts) {
  $kinds = New-TextSet
  foreach ($one in $Found) { [void]$kinds.Add($one.kind) }
  $steps = @()
  if ($kinds.Contains('copy-elsewhere')) { $steps += 'move the second copy out of that plug-in root (it may belong to a user)' }
  if ($kinds.Contains('link')) { $steps += 'remove the link' }
  if ($kinds.Contains('unreadable')) { $steps += 'fix the line that Java cannot load' }
  if ($kinds.Contains('kept')) { $steps += 'write the kept value as a full path with doubled backslashes' }
  if ($kinds.Overlaps([string[]]@('no-state', 'missing', 'changed', 'foreign', 'value', 'secret', 'second-copy', 'loose-profile'))) {
    if ($kinds.Contains('secret')) { $steps += 'set the secret on the machine again by hand' }
    $flag = ''
    if ($kinds.Contains('value')) { $flag = ' -AcceptDrift' }
    $steps += @(Get-HealingStep $Receipt $Receipts $flag)
  }
  if ($steps.Count -eq 0) { return 'run any deploy: it finishes what is unfinished first' }
  return ($steps -join '; then ') + '; or find out who changed it'
}

function Add-TreeDifference($Found, [string]$Folder, $Receipt) {
  $decoded = @($Receipt['plugin']['conf'], $Receipt['plugin']['logger'])
  $live = New-Map
  if ((Get-Stat $Folder) -ceq 'link') { Add-Difference $Found 'link' "${Folder}: a link; an ordinary folder was installed"; return }
  if ((Get-Stat $Folder) -ceq 'folder') { foreach ($file in (Get-TreeFile $Folder $true $null)) { $live[[string]$file.path] = $file } }
  $tree = $Receipt['state']['tree']
  if ($null -ne $tree) {
    foreach ($file in $tree['files']) {
      $lies = $live[[string]$file['path']]
      if ($null -eq $lies) { Add-Difference $Found 'missing' "$(Join-Native $Folder $file['path']): missing"; continue }
      $live.Remove($file['path'])
      if ($lies.sha256 -ceq 'link') { Add-Difference $Found 'link' "$($lies.full): a link or special file; only ordinary files were installed" }
      elseif ($decoded -cnotcontains $file['path'] -and $lies.sha256 -cne $file['sha256']) { Add-Difference $Found 'changed' "$($lies.full): changed since it was installed" }
    }
  }
  foreach ($file in $live.Values) {
    if ($file.sha256 -ceq 'link') { Add-Difference $Found 'link' "$($file.full): a link or special file; only ordinary files were installed" }
    else { Add-Difference $Found 'foreign' "$($file.full): not part of this build" }
  }
}

# $Shown: $false where only a record names the file: its keys are compared, and none of its values is said.
function Add-ValueDifference($Found, $Receipt, [string]$Role, [string]$Path, [bool]$Shown) {
  $expected = Get-StateValue $Receipt $Role
  if ((Get-Stat $Path) -cne 'file') {
    if ($expected.Count -gt 0) { Add-Difference $Found 'missing' "${Path}: missing" }
    return
  }
  $bytes = Read-Bytes $Path $script:LargestText
  try { $map = Get-PropertyMap $bytes $Path } catch [System.FormatException] {
    $words = $_.Exception.Message
    if (-not $Shown) { $words = "${Path}: java.util.Properties cannot load it" }
    Add-Difference $Found 'unreadable' $words
    return
  }
  foreach ($key in (Get-SortedText (Select-SecretKey @($Receipt['state']['secrets']) $Role))) {
    if (-not $map.Contains($key)) { Add-Difference $Found 'secret' "${Path}: $key is missing: this secret was set at the last deploy" }
  }
  if ($Role -ceq 'connector') { foreach ($line in @(Get-KeptFaultLine $bytes $Receipt['state']['keep'] $null)) { Add-Difference $Found 'kept' "${Path}: $line" } }
  $leave = Get-StateOmission $Receipt $Role
  $decided = Get-StateDecision $Receipt $Role
  $keys = New-TextSet
  foreach ($key in $expected.Keys) { [void]$keys.Add($key) }
  if ($Role -cne 'client') { foreach ($key in $map.Keys) { [void]$keys.Add($key) } }
  foreach ($key in (Get-SortedText $keys)) {
    if ($leave.Contains($key) -or (Test-Same $map[[string]$key] $expected[[string]$key])) { continue }
    $is = $map[[string]$key]; $was = $expected[[string]$key]
    if (-not $Shown -or -not $decided.Contains($key) -or (Test-Secret $key $is) -or (Test-Secret $key $was)) { if ($null -ne $is) { $is = '(hidden)' }; if ($null -ne $was) { $was = '(hidden)' } }
    $before = 'the deploy had set'
    if ((Select-SecretKey @($Receipt['state']['left']) $Role).Contains($key)) { $before = 'the deploy had left' }
    Add-Difference $Found 'value' (Format-Both "${Path}: $key" $is $was $key $before)
  }
}
