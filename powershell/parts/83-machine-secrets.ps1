# ---- Secrets of this machine: what it has a value of, and what a file of references gives where it has none.

# {PASSWORD}, "<password>", __DB_TOKEN__: the name of a secret, or a name in capitals, between marks of a template.
function Test-Token([string]$Trimmed) {
  $match = $script:SecretPatterns['token'].Match($Trimmed)
  if (-not $match.Success) { return $false }
  $inner = $match.Groups[1].Value
  if ($inner -cmatch '^[A-Z][A-Z0-9_]{2}') { return ($inner -ceq $inner.ToUpperInvariant()) }
  return ((Get-NameKind $inner $true) -cne 'none')
}

# Why a text in the place of a declared secret is no value, as the end of a sentence; $null: it is one. The same judgement as the other runner's
# (src/kernel/secrets/stand-in.ts): a path, an address or a switch is a value here.
function Get-UnsetReason($Text) {
  if ($null -eq $Text) { return 'is missing' }
  # by length: a comparison of texts passes over characters that nobody sees
  if ($Text.Length -eq 0) { return 'is empty' }
  $trimmed = $Text.Trim($script:ListBlank)
  if ($trimmed.Length -eq 0) { return 'holds only blanks' }
  if ($script:SecretPatterns['noText'].IsMatch($trimmed)) { return 'holds only quotes or invisible characters' }
  $head = $trimmed
  if ($head.Length -gt 80) { $head = $head.Substring(0, 80) }
  $bare = $head.ToLowerInvariant() -creplace '[^a-z0-9]', ''
  $dollarWord = $trimmed -cmatch '^\$[A-Za-z_]' -and $trimmed -cnotmatch '^\$[A-Z_]+\z'
  if ($trimmed.Contains('@secret(') -or $script:SecretWords['toBeSet'].Contains($bare) -or (Test-Token $trimmed) -or ((Test-KeepsPlace $trimmed) -and -not $dollarWord)) { return 'holds a placeholder' }
  return $null
}

# How everybody but the owner may use a file: @{ how; mend }, or $null where nobody else may.
function Get-OpenRight([string]$Path) {
  if (-not (Test-Windows)) {
    $file = New-Object System.IO.FileInfo $Path
    if ($null -eq $file.PSObject.Properties['UnixFileMode']) { return $null }
    $mode = [int]$file.UnixFileMode
    if (($mode -band 63) -eq 0) { return $null }
    return @{ how = "other users of this machine can use it (mode $([Convert]::ToString(($mode -band 511), 8)))"; mend = "chmod 600 '$Path' lets only you read it" }
  }
  $mend = "icacls ""$Path"" /inheritance:r /grant:r ""%USERNAME%:R"" lets only you read it"
  try {
    $rights = New-Object System.Security.AccessControl.FileSecurity $Path, ([System.Security.AccessControl.AccessControlSections]::Access)
    $own = [System.Security.Principal.WindowsIdentity]::GetCurrent().User.Value
    $rules = $rights.GetAccessRules($true, $true, [System.Security.Principal.SecurityIdentifier])
  }
  catch { return @{ how = "it is unknown who can read it ($(Get-FaultText (Get-Fault $_)))"; mend = $mend } }
  $always = @($own, 'S-1-5-18', 'S-1-5-32-544', 'S-1-3-4')
  $others = @(foreach ($rule in $rules) {
      $inheritOnly = ($rule.PropagationFlags -band [System.Security.AccessControl.PropagationFlags]::InheritOnly) -ne 0
      if ([string]$rule.AccessControlType -ceq 'Allow' -and -not $inheritOnly -and $always -cnotcontains $rule.IdentityReference.Value) { $rule.IdentityReference.Value }
    })
  if ($others.Count -eq 0) { return $null }
  return @{ how = "$((Select-Different $others) -join ', ') can read it"; mend = $mend }
}

# What a file or variable gives: @{ value } or @{ fault }. $Read: a text, or the bytes of a file. One line end after it is dropped.
function New-Supplied([string]$From, $Read) {
  if ($Read -is [byte[]]) {
    try { $text = Get-Utf8Text $Read $From } catch [System.FormatException] { $text = [string][char]0xfffd }
    $text = $text -creplace '\r?\n\z', ''
  }
  else { $text = [string]$Read }
  if ($text -cmatch '^\ufeff|[\ufffd\x00]') { return @{ fault = "$From is not UTF-8 without a byte order mark: save it so" } }
  $reason = Get-UnsetReason $text
  if ($null -ne $reason) { return @{ fault = "$From $reason" } }
  return @{ value = $text }
}

# The name of a variable; what does not look like one may be the value itself, and is not shown.
function Format-Variable([string]$Name) {
  $digits = ($Name -creplace '[^0-9]', '').Length
  if ($Name -cmatch '^[A-Za-z_][A-Za-z0-9_]{0,63}\z' -and ($digits -eq 0 -or ($digits -le 4 -and ($Name -ceq $Name.ToUpperInvariant() -or $Name -ceq $Name.ToLowerInvariant())))) { return "environment variable $Name" }
  return 'environment variable (its name is not shown: it does not look like one)'
}

# Follows one reference, { env } or { file }.
function Get-Supplied($Reference, [string]$Folder) {
  if ($Reference.Contains('env')) {
    $from = Format-Variable $Reference['env']
    $text = [Environment]::GetEnvironmentVariable($Reference['env'])
    if ($null -eq $text) { return @{ fault = "$from is not set" } }
    return New-Supplied $from $text
  }
  $named = $Reference['file']
  # Windows PowerShell refuses a path with a character that no file name has by an exception of another kind
  try { $path = [System.IO.Path]::GetFullPath([System.IO.Path]::Combine($Folder, $named)) }
  catch { return @{ fault = "file $named cannot be read: no file can have this name" } }
  try {
    if (-not [System.IO.File]::Exists($path)) { return @{ fault = "file $named cannot be read: it is missing, or no ordinary file" } }
    $open = Get-OpenRight $path
    if ($null -ne $open) { return @{ fault = "file $named was not read: $($open.how); $($open.mend)" } }
    if ((Get-FileSize $path) -gt 65536) { return @{ fault = "file $named cannot be read: it has more than 64 KiB, the limit of a secret" } }
    return New-Supplied "file $named" (Read-Bytes $path 65536)
  }
  catch {
    $fault = Get-Fault $_
    if (-not (Test-FileFault $fault)) { throw }
    return @{ fault = "file $named cannot be read: $(Get-FaultText $fault)" }
  }
}

# LINE:COLUMN of a place in a text.
function Get-TextPlace([string]$Text, [int]$At) {
  $before = $Text.Substring(0, [Math]::Min($At, $Text.Length))
  return "$($before.Split([char]10).Length):$($before.Length - $before.LastIndexOf([char]10))"
}

# LINE:COLUMN of a key of the object that a JSON text is, where it stands last; in CLIXML, of the text that names it. Keys of objects inside, and
# values that are spelt like the key, are passed over.
function Get-KeyPlace([string]$Text, [string]$Key) {
  if (-not $Text.TrimStart().StartsWith('{')) { return Get-TextPlace $Text ([Math]::Max(0, $Text.IndexOf(">$Key<", [System.StringComparison]::Ordinal) + 1)) }
  $found = 0; $depth = 0; $awaited = $false
  $match = $script:JsonToken.Match($Text)
  while ($match.Success) {
    $sign = $match.Groups[1].Value
    if ($awaited -and $depth -eq 1 -and ($match.Groups[2].Success -or $match.Groups[3].Success)) {
      $spelt = $match.Groups[2].Value
      if ($match.Groups[3].Success) { $spelt = ConvertFrom-JsonString $match.Groups[3].Value }
      if ($spelt -ceq $Key) { $found = $match.Index + $match.Value.IndexOf([char]'"') }
    }
    if ($sign -ceq '{' -or $sign -ceq '[') { $depth++ }
    if ($sign -ceq '}' -or $sign -ceq ']') { $depth-- }
    $awaited = $sign -ceq '{' -or $sign -ceq ','
    $match = $match.NextMatch()
  }
  return Get-TextPlace $Text $found
}

function Test-SecretReference($Value) {
  if ($Value -isnot [System.Collections.IDictionary] -or $Value.Count -ne 1) { return $false }
  foreach ($name in 'env', 'file') { if ($Value.Contains($name) -and $Value[$name] -is [string] -and $Value[$name].Trim() -cne '' -and $Value[$name] -cnotmatch '[\x00-\x1f]') { return $true } }
  return $false
}

# Secure strings as Export-Clixml writes them: key -> secure string. On Windows only the account that wrote them can read them, on that machine.
function Get-SecureSupplied([string]$Text, [string]$Path) {
  $form = 'Write it with @{ KEY = (Read-Host -AsSecureString) } | Export-Clixml FILE.'
  try { $read = [System.Management.Automation.PSSerializer]::Deserialize($Text) }
  catch { Stop-Run 2 "The secrets file '$Path' cannot be read as CLIXML: it is damaged, or another account or another machine has written it. $form Nothing was written." }
  if ($read -isnot [System.Collections.IDictionary]) { Stop-Run 2 "The secrets file '$Path' is CLIXML, but not of a table. $form Nothing was written." }
  $secrets = New-Map
  foreach ($key in @($read.get_Keys())) {
    $value = $read[$key]
    if ($key -isnot [string] -or $value -isnot [System.Security.SecureString]) { Stop-Run 2 "The secrets file '$Path' has a value that is not a secure string. $form Nothing was written." }
    $secrets[$key] = New-Supplied "the secure string of $key" (New-Object System.Net.NetworkCredential '', $value).Password
    $secrets[$key]['at'] = "${Path}:$(Get-KeyPlace $Text $key)"
  }
  return $secrets
}

# The file of secrets: @{ path; text; secrets }, each secret @{ value } or @{ fault }. JSON that refers to variables and files, or CLIXML of secure
# strings. Nothing that stands in it is quoted, because a secret may stand there by mistake.
function Read-SecretsFile([string]$Path) {
  $form = 'Each key is given as "KEY": { "env": "NAME" } or "KEY": { "file": "PATH" }. Nothing was written.'
  if (-not [System.IO.File]::Exists($Path)) { Stop-Run 2 "There is no file '$Path'. $form" }
  $open = Get-OpenRight $Path
  if ($null -ne $open) { Stop-Run 2 "The secrets file '$Path' was not read: $($open.how). $($open.mend). Nothing was written." }
  if ((Get-FileSize $Path) -gt 65536) { Stop-Run 2 "The secrets file '$Path' has more than 64 KiB. $form" }
  try { $bytes = Read-Bytes $Path 65536 }
  catch {
    $fault = Get-Fault $_
    if (-not (Test-FileFault $fault)) { throw }
    Stop-Run 2 "The secrets file '$Path' cannot be read: $(Get-FaultText $fault). Nothing was written."
  }
  $wide = $null
  if ($bytes.Length -gt 1 -and $bytes[0] -eq 0xFF -and $bytes[1] -eq 0xFE) { $wide = [System.Text.Encoding]::Unicode.GetString($bytes, 2, $bytes.Length - 2) }
  elseif ($bytes.Length -gt 1 -and $bytes[0] -eq 0xFE -and $bytes[1] -eq 0xFF) { $wide = [System.Text.Encoding]::BigEndianUnicode.GetString($bytes, 2, $bytes.Length - 2) }
  if ($null -eq $wide) { try { $text = Get-Utf8Text $bytes $Path } catch [System.FormatException] { Stop-Run 2 "The secrets file '$Path' is not UTF-8: save it as UTF-8. Nothing was written." } }
  else { $text = $wide }
  if ($text.Length -gt 0 -and $text[0] -ceq [char]0xfeff) { $text = $text.Substring(1) }
  if ($text -cmatch '^\s*(?:<\?xml[^>]*>\s*)?<Objs\b') { return @{ path = $Path; text = $text; secrets = (Get-SecureSupplied $text $Path) } }
  if ($text.Trim() -ceq '') { Stop-Run 2 "The secrets file '$Path' is empty. $form" }
  if ($null -ne $wide) { Stop-Run 2 "The secrets file '$Path' is UTF-16: save it as UTF-8. Nothing was written." }
  try { $read = ConvertFrom-JsonText $text 'it' }
  catch [System.FormatException] {
    $why = 'this is not JSON'
    if ($_.Exception.Message -cmatch ' twice\z') { $why = 'this key occurs twice' }
    Stop-Run 2 "${Path}:$(Get-TextPlace $text ([int]$_.Exception.Data['at'])): $why. $form"
  }
  if ($read -isnot [System.Collections.IDictionary]) { Stop-Run 2 "The secrets file '$Path' is not a JSON object. $form" }
  if ($read.Count -eq 0) { Stop-Run 2 "The secrets file '$Path' names no secret. $form" }
  $secrets = New-Map
  foreach ($key in @($read.get_Keys())) {
    if (-not (Test-SecretReference $read[[string]$key])) { Stop-Run 2 "${Path}:$(Get-KeyPlace $text $key): the value of this key is not a reference to a variable or a file. $form" }
    $secrets[[string]$key] = Get-Supplied $read[[string]$key] (Get-ParentFolder $Path)
    $secrets[[string]$key]['at'] = "${Path}:$(Get-KeyPlace $text $key)"
  }
  return @{ path = $Path; text = $text; secrets = $secrets }
}

# A key that the bundle does not declare secret: a misspelt one would be asked for on the machine instead. One that is near none may be a secret in
# the wrong place, and is not shown.
function Test-SuppliedKey($File, $Manifest) {
  $known = New-TextSet
  foreach ($row in $Manifest['values']) { if ($null -ne $row['secret']) { [void]$known.Add($row['key']) } }
  foreach ($key in @($File.secrets.get_Keys())) {
    if ($known.Contains([string]$key)) { continue }
    $help = "Its secrets are $((Get-SortedText $known) -join ', ')"
    if ($known.Count -eq 0) { $help = 'The bundle has no secrets: leave -Secrets out' }
    Stop-Run 2 "$($File.path):$(Get-KeyPlace $File.text $key): this key is no secret of this bundle. $help. Nothing was written."
  }
}

# What -Secrets FILE gives, by key; nothing where none is named.
function Get-SuppliedSecret($File) {
  if ($null -eq $File) { return New-Map }
  return $File.secrets
}

# The one judgement of what this machine's secrets are, a row for each of a file: @{ key; own; fault; supplied }. By it -WhatIf and a deploy
# refuse, install and say what becomes of them.
function Get-MachineSecret($Manifest, [string]$Role, $Live, $Supplied) {
  foreach ($row in $Manifest['values']) {
    if ($row['file'] -cne $Role -or $null -eq $row['secret']) { continue }
    $key = [string]$row['key']
    $own = $null
    if ($null -ne $Live) { $own = $Live.values[$key] }
    @{ key = $key; own = $own; fault = (Get-UnsetReason $own); supplied = $Supplied[$key] }
  }
}

function Test-Supplied($Secret) { return ($null -ne $Secret.supplied -and $Secret.supplied.Contains('value')) }

function Get-LiveOf($Finding, [string]$Role) {
  if ($Role -ceq 'connector') { return $Finding.conf }
  return $Finding[$Role]
}

# Where a secret is to be set.
function Get-SecretPlace($Live, [string]$Role, [string]$Key) {
  if ($null -eq $Live) { return "the $Role file, which this machine does not have yet" }
  $text = Get-Latin1Text $Live.bytes
  $line = $null
  foreach ($entry in (Get-PropertyEntry $text)) { if ($entry.key -ceq $Key) { $line = $text.Substring(0, $entry.line.start).Split([char]10).Length } }
  if ($null -eq $line) { return $Live.path }
  return "$($Live.path):$line"
}

function Stop-Unset($Lines) {
  $many = "$($Lines.Count) secrets are"
  if ($Lines.Count -eq 1) { $many = '1 secret is' }
  Stop-Run 10 ("$many not set on this machine. Set each in its file, or give its value with -Secrets FILE; nothing was written." + $script:LineEnd + '  ' + ($Lines -join ($script:LineEnd + '  ')))
}

# Stops while a secret has no value here, and names every one.
function Test-MachineSecret($Manifest, $Finding) {
  $lines = New-List
  foreach ($role in 'connector', 'client', 'logger') {
    $live = Get-LiveOf $Finding $role
    foreach ($secret in @(Get-MachineSecret $Manifest $role $live $Finding.supplied)) {
      if ($null -eq $secret.fault -or (Test-Supplied $secret)) { continue }
      $why = ''
      if ($null -ne $secret.supplied) { $why = "; $($secret.supplied.at): the secrets file has no value: $($secret.supplied.fault)" }
      $lines.Add("$(Get-SecretPlace $live $role $secret.key): $($secret.key) $($secret.fault)$why")
    }
  }
  if ($lines.Count -gt 0) { Stop-Unset $lines }
}

# What becomes of the values that were supplied, a line for each.
function Get-SuppliedNote($Manifest, $Finding) {
  foreach ($role in 'connector', 'client', 'logger') {
    foreach ($secret in @(Get-MachineSecret $Manifest $role (Get-LiveOf $Finding $role) $Finding.supplied)) {
      if ($null -eq $secret.supplied) { continue }
      if ($null -eq $secret.fault) { "$($secret.key) of the $role file: this machine's value is kept; the one in the secrets file is not used" }
      else { "$($secret.key) of the $role file is taken from the secrets file" }
    }
  }
}
