# ---- -Collect: what adopting and diagnosing a workstation needs, read only and without secrets.

# A properties file with the values of secret keys hidden, and an empty one left as it is, because it says what is still to be set; a file that Java cannot load is only described.
function Get-HiddenText([byte[]]$Bytes, [string]$What, $Secrets) {
  try {
    $text = Get-Latin1Text $Bytes
    $changes = New-List
    foreach ($entry in (Get-PropertyEntry $text)) { if ($entry.value.Trim($script:ListBlank) -cne '' -and ((Test-Secret $entry.key $entry.value) -or $Secrets.Contains($entry.key))) { $changes.Add(@{ key = $entry.key; value = '(hidden)' }) } }
    # commented-out lines may hold an old password, or an address with one
    $text = [regex]::Replace((Edit-PropertyText $text $changes), '(?m)^([ \t\f]*[#!])([^\r\n]*)', [System.Text.RegularExpressions.MatchEvaluator] { param($match)
        if (Test-SecretLine $match.Groups[2].Value) { return $match.Groups[1].Value + ' (hidden)' }
        return $match.Value
      })
    return $text
  }
  catch [System.FormatException] { return "# $What is left out: $($_.Exception.Message)`n" }
}

# XML without the values of secrets: attributes and elements whose name looks like one, what stands beside such a name (<Property name="dbPassword"
# value="...">), and any value, text or comment that carries credentials itself. "key" is the name of a name here.
function Get-HiddenXml([byte[]]$Bytes) {
  $evaluate = [System.Text.RegularExpressions.MatchEvaluator] { param($match) Get-HiddenTag $match.Groups[1].Value $match.Groups[2].Value }
  return ,(Get-Latin1Bytes ([regex]::Replace((Get-Latin1Text $Bytes), '(<[^<>]*>)([^<]*)', $evaluate)))
}

function Get-HiddenTag([string]$Tag, [string]$Text) {
  if ($Tag.StartsWith('<!', [System.StringComparison]::Ordinal)) {
    if (Test-SecretLine ($Tag.Trim([char[]]'<!->') -creplace '\s+', ' ')) { return "<!-- (hidden) -->$Text" }
    return $Tag + $Text
  }
  $quotes = [char[]]@([char]34, [char]39)
  $attribute = '(?<![A-Za-z0-9_.:-])([A-Za-z0-9_.:-]{1,256})([ \t\r\n]{0,100}=[ \t\r\n]{0,100})("[^"]*"|''[^'']*'')'
  $kind = Get-NameKind (Get-LocalName ([regex]::Match($Tag, '^<([^\s/>]*)')).Groups[1].Value)
  foreach ($found in [regex]::Matches($Tag, $attribute)) {
    if ($kind -ceq 'none' -and (Get-LocalName $found.Groups[1].Value) -imatch $script:NamingAttribute) { $kind = Get-NameKind $found.Groups[3].Value.Trim($quotes) }
  }
  $shown = New-Object System.Text.StringBuilder
  $from = 0
  foreach ($found in [regex]::Matches($Tag, $attribute)) {
    $name = Get-LocalName $found.Groups[1].Value
    $value = $found.Groups[3].Value.Trim($quotes)
    $beside = $name -ieq 'value' -and $kind -cne 'none' -and -not (Test-HarmlessValue $kind $value)
    $called = if ($name -imatch $script:NamingAttribute) { '' } else { $name }
    if (-not ($beside -or (Test-Secret $called $value))) { continue }
    $at = $found.Groups[3].Index
    [void]$shown.Append($Tag, $from, $at - $from).Append('"(hidden)"')
    $from = $at + $found.Groups[3].Length
  }
  [void]$shown.Append($Tag, $from, $Tag.Length - $from)
  $said = $Text.Trim()
  if ($said -cne '' -and (($kind -cne 'none' -and -not (Test-HarmlessValue $kind $said)) -or (Test-SecretValue $said))) { return $shown.ToString() + '(hidden)' }
  return $shown.ToString() + $Text
}

# An attribute that names what stands beside it.
$script:NamingAttribute = '^(?:[a-z]+-)?(?:name|key|id)\z'

function Add-Collected($Collected, [string]$Name, [string]$Text) { $Collected.files[$Name] = Get-Latin1Bytes $Text }

function Add-CollectedFile($Collected, [string]$Name, [string]$Path, [bool]$Properties) {
  try {
    if ((Get-Stat $Path) -cne 'file') { $Collected.notes.Add("${Path}: not there"); return }
    $bytes = Read-Bytes $Path
  }
  catch { $Collected.notes.Add("${Path}: could not be read: $(Get-FaultText (Get-Fault $_))"); return }
  # size and hash are those of the form without secrets: the others would tell how long a secret is, or let it be guessed
  $what = 'as it is'
  if ($Properties -or $Path -imatch '\.xml\z') {
    if ($Properties) { $clean = Get-Latin1Bytes (Get-HiddenText $bytes $Path $Collected.secrets) } else { $clean = Get-HiddenXml $bytes }
    if ((Get-BytesHash $clean) -cne (Get-BytesHash $bytes)) { $what = 'with values hidden' }
    $bytes = $clean
  }
  $Collected.files[$Name] = $bytes
  $Collected.notes.Add("${Path}: $Name ($what, $($bytes.Length) bytes, sha256 $(Get-BytesHash $bytes))")
}

# A receipt or journal: rows of secret-looking keys are hidden, and so are size and hash of a file that may hold a secret, and every hash over those.
function Add-CollectedDocument($Collected, [string]$Name, [string]$Path) {
  try {
    $document = ConvertFrom-JsonBytes (Read-Bytes $Path) $Path
    Hide-Row $document
    Hide-Digest $document
    $Collected.files[$Name] = ConvertTo-JsonBytes $document
    $Collected.notes.Add("${Path}: $Name")
  }
  catch { $Collected.notes.Add("${Path}: could not be read: $(Get-FaultText (Get-Fault $_))") }
}

# Hides what a copy of a receipt leaves out; the reader of an archive expects the fields. A file of the plug-in folder keeps its digest where files.txt says it, too.
function Hide-Digest($Document) {
  if ($Document['schema'] -ceq 'tierwright/journal/v1') { $Document['plan'] = '0' * 64; return }
  if ($Document['schema'] -cne 'tierwright/receipt/v1') { return }
  $whole = @($Document['strays']); $files = @()
  if ($null -ne $Document['undo']) { $whole += $Document['undo'] }
  if ($null -ne $Document['before'] -and $null -ne $Document['before']['tree']) { $whole += $Document['before']['tree'] }
  if ($null -ne $Document['state']) {
    $files += @(foreach ($file in $Document['state']['files']) { if (-not (Test-StartsWith $file['id'] 'profile-')) { $file } })
    if ($null -ne $Document['state']['tree']) {
      $whole += $Document['state']['tree']
      $own = @($Document['plugin']['conf'], $Document['plugin']['logger'])
      $files += @(foreach ($file in $Document['state']['tree']['files']) { if ($own -ccontains $file['path'] -or $file['path'] -imatch $script:PutAside) { $file } })
    }
  }
  foreach ($one in $whole + $files) { if ($null -ne $one -and $one.Contains('sha256')) { $one['sha256'] = '(hidden)' } }
  foreach ($file in $files) { if ($file.Contains('size')) { $file['size'] = 0 } }
}

function Hide-Row($Value) {
  if ($Value -is [System.Collections.IDictionary]) {
    if ($Value['key'] -is [string]) {
      foreach ($field in 'value', 'expected', 'found', 'before', 'after') { if (Test-Secret $Value['key'] $Value[$field]) { $Value[$field] = '(hidden)' } }
    }
    if ($Value['path'] -is [string] -and $Value['path'] -imatch '\.properties\z' -and $Value['sha256'] -is [string]) { $Value['sha256'] = '(hidden)'; $Value['size'] = 0 }
    foreach ($item in @($Value.Values)) { Hide-Row $item }
  }
  elseif ($Value -is [array]) { foreach ($item in $Value) { Hide-Row $item } }
}

function Get-HiddenHash([string]$Path, $Secrets) {
  try { return Get-BytesHash (Get-Latin1Bytes (Get-HiddenText (Read-Bytes $Path) $Path $Secrets)) } catch { return 'could not be read: ' + (Get-FaultText (Get-Fault $_)) }
}

# Names of settings files that somebody put aside: what is in them may be a secret of the machine, too.
$script:PutAside = '\.properties[^/]{1,80}\z|\.(?:bak|old|orig|save|tmp)\z|~\z'

# A listing of a folder with hashes; files that cannot be read are said.
function Add-CollectedTree($Collected, [string]$Folder) {
  try {
    if ((Get-Stat $Folder) -cne 'folder') { $Collected.notes.Add("${Folder}: not there"); return }
    $Collected.roots.Add("== $Folder")
    foreach ($file in (Get-TreeFile $Folder $false $null)) {
      $hash = 'a link'
      if ($file.path -imatch $script:PutAside) { $hash = '(hidden)'; $file.size = 'hidden form' }
      elseif ($file.path -imatch '\.properties\z') { $hash = Get-HiddenHash $file.full $Collected.secrets; $file.size = 'hidden form' }
      elseif ($file.sha256 -cne 'link') { try { $hash = (Get-FileRecord $file.full).sha256 } catch { $hash = 'could not be read: ' + (Get-FaultText (Get-Fault $_)) } }
      $Collected.roots.Add("$hash  $($file.size)  $($file.path)")
    }
  }
  catch { $Collected.notes.Add("${Folder}: could not be listed: $(Get-FaultText (Get-Fault $_))") }
}

# Variables that the tool, the connector or a check of a workstation reads.
$script:GatheredVariables = '^(?:JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|PROCESSOR_ARCHITECTURE|OS|PATH|TEMP|TMP|.*_HOME|TC_.*|TCCS_.*|FMS_.*|CT_REQ_RESP_JSON_DIR|TCSSO_SESSION_AGENT_PATH|NODE_TLS_REJECT_UNAUTHORIZED|NODE_EXTRA_CA_CERTS|.*TCIntImportWorkingDir)$'

function Get-CollectedVariable {
  $names = @(foreach ($name in [Environment]::GetEnvironmentVariables().Keys) { if ($name -imatch $script:GatheredVariables) { $name } })
  foreach ($name in (Get-SortedText $names)) {
    $value = [Environment]::GetEnvironmentVariable($name)
    if (Test-Secret $name $value) { $value = '(hidden)' }
    "$name=$value"
  }
}

function Invoke-Collect([string]$Out, $Bundle, $Options) {
  $target = Get-NativePath $Out ''
  if ($null -ne (Get-Stat $target)) { Stop-Run 10 "'$target' is there already, and nothing is written over. Name another file." }
  if ((Get-Stat (Get-ParentFolder $target)) -cne 'folder') { Stop-Run 2 "The folder of '$target' does not exist." }
  $manifest = $null
  if ($null -ne $Bundle) { $manifest = $Bundle.manifest; $targets = Get-Target $manifest $Options.Root $Options.Install $Options.ClientFile }
  else { $targets = New-InstallTarget (Find-Installation $Options.Root $Options.Install) }
  $receipt = $null
  try { $receipt = Get-NewestReceipt $targets } catch [System.InvalidOperationException] { $receipt = $null } # it is collected as it lies
  $collected = @{ files = (New-Map); notes = (New-List); roots = (New-List); places = (New-List); secrets = (New-TextSet) }
  Set-CollectedPlace $collected $targets $receipt $Options
  $rows = @()
  if ($null -ne $manifest) { $rows += @(foreach ($row in $manifest['values']) { if ($null -ne $row['secret']) { $row } }) }
  if ($null -ne $receipt -and $null -ne $receipt['state']) { $rows += @($receipt['state']['secrets']) }
  foreach ($row in $rows) { [void]$collected.secrets.Add($row['key']) }
  $collected.notes.Add("machine $(Get-MachineName), user $(Get-UserName), $(Get-UtcText), $($script:Runner), PowerShell $($PSVersionTable.PSVersion)")
  $collected.notes.Add("installation $($targets.install)")
  if ($null -ne $targets.conf) { Add-CollectedFile $collected 'connector/connector.properties' $targets.conf $true }
  if ($null -ne $targets.logger) { Add-CollectedFile $collected 'connector/logger.properties' $targets.logger $true }
  if ($null -ne $targets.live) { Add-CollectedFile $collected 'connector/plugin.xml' (Join-Native $targets.live 'plugin.xml') $false }
  if ($null -ne $targets.client) { Add-CollectedFile $collected 'client/CommonClient.properties' $targets.client $true }
  if ($null -ne $targets.log4j2) { Add-CollectedFile $collected 'client/log4j2.xml' $targets.log4j2 $false }
  foreach ($name in @(Get-NameIn (Join-Native $targets.install 'bin'))) { if ($name -imatch '\.properties\z') { Add-CollectedFile $collected "tool/$name" (Join-Native $targets.install "bin/$name") $true } }
  Add-CollectedFile $collected 'tool/release' (Join-Native $targets.install 'jre/release') $false
  $roots = @(Select-Different (@($targets.plugins) + @($targets.roots) + @(Get-ArgumentRoot $targets $Options.Root) + @(Get-UserRoot $Options.Root)) | ForEach-Object { $_ })
  foreach ($folder in $roots) { Add-CollectedTree $collected $folder }
  $known = @($targets.knownProfiles)
  if ($null -ne $receipt) { $known += @(Get-ReceiptContent $receipt) }
  Add-CollectedPlace $collected $targets $roots $Options.Root @(foreach ($one in $known) { if ($null -ne $one) { $one['size'] } })
  foreach ($path in @($targets.profiles) + @($targets.strays)) {
    if ((Get-Stat $path) -ceq 'file') { $record = Get-FileRecord $path; $collected.roots.Add("$($record.sha256)  $($record.size)  $path") } else { $collected.notes.Add("${path}: not there") }
  }
  if ((Get-Stat $targets.swap) -ceq 'folder') {
    foreach ($name in @(Get-NameIn (Get-SwapPath $targets 'receipts'))) { Add-CollectedDocument $collected "swap/receipts/$name" (Get-SwapPath $targets "receipts/$name") }
    if (Test-Journal $targets) { Add-CollectedDocument $collected 'swap/journal.json' (Get-SwapPath $targets 'journal.json') }
  }
  $variables = @(Get-CollectedVariable)
  Add-Collected $collected 'environment.txt' (($variables -join "`n") + "`n")
  $collected.files['files.txt'] = Get-Utf8Bytes ((@(foreach ($one in $collected.roots) { Format-Visible $one }) -join "`n") + "`n")
  $collected.files['places.txt'] = Get-Utf8Bytes ((@(foreach ($one in $collected.places) { Format-Visible $one }) -join "`n") + "`n")
  $collected.files['notes.txt'] = Get-Utf8Bytes ((@(foreach ($one in $collected.notes) { Format-Visible $one }) -join "`n") + "`n")
  Write-CollectedZip $target $collected.files
  Write-Say "Collected $($collected.files.Count) files into $target. Values of secret keys are hidden; look through it before you send it."
  foreach ($note in $collected.notes) { if ($note -cmatch ': could not be ') { Write-Say "  note: $note" } }
  Assert-CollectedSettings $collected $targets
}

# Ends the run with 12 if the new archive lacks a settings file: nobody can adopt it, and most checks of a workstation are skipped.
function Assert-CollectedSettings($Collected, $Targets) {
  $lacks = @(foreach ($name in 'connector/connector.properties', 'client/CommonClient.properties') { if (-not $Collected.files.Contains($name)) { $name } })
  if ($lacks.Count -eq 0) { return }
  $lines = @(foreach ($note in $Collected.notes) {
      $own = @(foreach ($path in $Targets.conf, $Targets.client) { if ($null -ne $path -and (Test-StartsWith $note "${path}: ")) { $path } })
      if (($own.Count -gt 0 -and $note -cmatch ': (?:not there\z|could not be read)') -or $note -cmatch ': left out, because ') { "  $note" }
    })
  Stop-Run 12 ("The archive lacks $($lacks -join ' and '), so no environment can be made from it. Correct -Install and -ClientFile, or the workstation, and collect again." +
    (@(foreach ($line in $lines) { $script:LineEnd + $line }) -join ''))
}

# Without a bundle the newest receipt says where things lie.
function Set-CollectedPlace($Collected, $Targets, $Receipt, $Options) {
  if ($Options.ClientFile -cne '' -and $null -eq $Targets.client) { $Targets.client = Get-NativePath $Options.ClientFile $Options.Root }
  if ($null -ne $Targets.live) { return }
  if ($null -eq $Receipt) { Set-UnmanagedPlace $Targets; return }
  $Targets.live = Join-Native $Targets.plugins $Receipt['plugin']['folder']
  $Targets.conf = Join-Native $Targets.live $Receipt['plugin']['conf']
  if ($null -ne $Receipt['plugin']['logger']) { $Targets.logger = Join-Native $Targets.live $Receipt['plugin']['logger'] }
  $named = @{ install = $Targets.install; client = $Targets.client; log4j2 = $null; profiles = @(); strays = @(); roots = @() }
  if ($null -eq $Targets.client) {
    # without a root the receipt may name any file of the machine
    if ($Options.Root -ceq '') { $Collected.notes.Add("$($Receipt['paths']['client']): left out, because only the receipt names it: name it with -ClientFile, or give the bundle") }
    else { $Targets.client = $Receipt['paths']['client'] }
  }
  foreach ($path in @($Receipt['paths']['roots'])) { if ($null -ne $path -and -not (Test-LeadsAway $path $named $Options.Root)) { $Targets.roots += $path } }
  foreach ($path in @($Receipt['paths']['strays'])) { if ($null -ne $path -and -not (Test-LeadsAway $path $named $Options.Root)) { $Targets.strays += $path } }
  if ($null -eq $Receipt['state']) { return }
  foreach ($file in $Receipt['state']['files']) {
    if ($file['id'] -ceq 'log4j2') { if ($null -ne $Targets.client -and (Test-SamePath (Get-ParentFolder $file['path']) (Get-ParentFolder $Targets.client))) { $Targets.log4j2 = $file['path'] } }
    elseif (Test-StartsWith $file['id'] 'profile-') { $Targets.profiles += $file['path'] }
  }
}

# The files of an installation without a receipt. No site.yaml is here, so the connector's settings file is known by its sign-in address. Where
# no deploy has worked, the run stops without both files, because nothing else of value would be in the archive.
function Set-UnmanagedPlace($Targets) {
  $found = @(foreach ($name in @(Get-ToolName $Targets.plugins $true)) {
      $conf = Join-Native $Targets.plugins "$name/conf"
      foreach ($file in @(Get-NameIn $conf)) {
        if ($file -imatch '\.properties\z' -and (Get-Latin1Text (Read-Bytes (Join-Native $conf $file) $script:LargestText)) -cmatch '(?m)^[ \t\f]*TC_SERVER_URL[ \t\f]*[=:]') { Join-Native $conf $file }
      }
    })
  if ($found.Count -eq 1) {
    $Targets.conf = $found[0]
    $Targets.live = Get-ParentFolder (Get-ParentFolder $Targets.conf)
    $Targets.logger = Join-Native (Get-ParentFolder $Targets.conf) 'logger.properties'
  }
  if ($null -ne $Targets.client) { $beside = Join-Native (Get-ParentFolder $Targets.client) 'log4j2.xml'; if ((Get-Stat $beside) -ceq 'file') { $Targets.log4j2 = $beside } }
  if ((Get-Stat $Targets.swap) -ceq 'folder') { return }
  $faults = @()
  if ($found.Count -eq 0) { $faults += "no .properties file with TC_SERVER_URL is in $(Join-Native $Targets.plugins '*/conf'): correct -Install" }
  if ($found.Count -gt 1) { $faults += "$($found.Count) files could be the connector's settings: $($found -join ', '): move the copies out of the folder plugins" }
  if ($null -eq $Targets.client) { $faults += 'nothing names the client file: give -ClientFile FILE (CommonClient.properties)' }
  elseif ((Get-Stat $Targets.client) -cne 'file') { $faults += "the client file $($Targets.client) is not there: correct -ClientFile" }
  if ($faults.Count -gt 0) { Stop-Run 10 "$($Targets.install) has no receipt of a deploy, and its settings files are not known: $($faults -join '; '). A bundle (-Bundle) names both files, too. Nothing was written." }
}

function Write-CollectedZip([string]$Path, $Files) {
  Add-Type -AssemblyName System.IO.Compression
  Invoke-FileOperation 'write' {
    $stream = New-Object System.IO.FileStream $Path, ([System.IO.FileMode]::CreateNew), ([System.IO.FileAccess]::ReadWrite), ([System.IO.FileShare]::None)
    try {
      $zip = New-Object System.IO.Compression.ZipArchive $stream, ([System.IO.Compression.ZipArchiveMode]::Create), $true
      foreach ($item in $Files.GetEnumerator()) {
        $entry = $zip.CreateEntry($item.Key, [System.IO.Compression.CompressionLevel]::Optimal)
        $out = $entry.Open()
        try { $out.Write($item.Value, 0, $item.Value.Length) } finally { $out.Dispose() }
      }
      $zip.Dispose()
      $stream.Flush($true)
    }
    finally { $stream.Dispose() }
  }
}
