# ---- What is a secret by what stands in a value or a line; names are judged in 18-secrets.ps1.


# A switch, a path, nothing, and unless it is a password a small number or a level.
function Test-HarmlessValue([string]$Kind, [string]$Value) {
  if ($Kind -ceq 'long') { return ($Value.Trim() -cnotmatch '^(?=[^0-9]{0,80}[0-9])(?=[^A-Za-z]{0,80}[A-Za-z])[A-Za-z0-9+_-][A-Za-z0-9+/=_-]{15,}\z') }
  if ($Kind -ceq 'placed' -and $Value.Trim() -cmatch '[/\\:.@ \t]|^[A-Za-z-]*\z') { return $true }
  if ($Kind -ceq 'password' -and $Value -imatch '^https?://[^@]*\z') { return $true }
  $trimmed = $Value.Trim()
  if ($script:SecretPatterns['path'].IsMatch($trimmed)) { return $true }
  if ($Value.Length -gt 64) { return $false }
  if ($trimmed -imatch '^(?:true|false|yes|no|on|off)?\z') { return $true }
  return ($Kind -cne 'password' -and $trimmed -imatch '^(?:none|null|default|all|trace|debug|info|warn|error|fatal|[0-9]{1,4})\z')
}

# [your password], [DB_PASSWORD], [hidden]; but [tiger7] is one in brackets.
function Test-Bracketed([string]$Text) {
  $match = $script:SecretPatterns['bracketed'].Match($Text)
  if (-not $match.Success) { return $script:SecretPatterns['proseWord'].IsMatch($Text.Substring(1)) } # the first word of a longer one
  $inner = $match.Groups[1].Value
  return ($inner.Contains(' ') -or (Get-NameKind $inner $true) -cne 'none' -or (Test-StandIn $inner))
}

# A placeholder, a reference, a mark or a word that says that a secret is filled in later.
function Test-KeepsPlace([string]$Trimmed) {
  if ($script:SecretPatterns['standIn'].IsMatch($Trimmed)) { return $true }
  if ($Trimmed.StartsWith('[', [System.StringComparison]::Ordinal)) { return (Test-Bracketed $Trimmed) }
  $lower = $Trimmed
  if ($lower.Length -gt 80) { $lower = $lower.Substring(0, 80) }
  $lower = $lower.ToLowerInvariant()
  return ($script:SecretWords['standIn'].Contains($lower) -or $script:SecretPatterns['your'].IsMatch($lower))
}

# The same, or nothing.
function Test-StandIn([string]$Text) {
  $trimmed = $Text.Trim()
  return ((Test-HarmlessValue 'password' $trimmed) -or (Test-KeepsPlace $trimmed))
}

function Test-OpensSomething([string]$Kind, [string]$Value) {
  return ($Kind -cne 'none' -and -not (Test-HarmlessValue $Kind $Value) -and -not (Test-StandIn $Value))
}

function Get-PairKind([string]$Name, [string]$Value, [bool]$InQuery) {
  $kind = Get-NameKind $Name $true
  if ($kind -ceq 'none' -or $kind -ceq 'password') { return $kind }
  if ($kind -ceq 'long') {
    if ($InQuery -and ($Value.Length -ge 16 -or ($Value.Length -ge 8 -and $Value -cmatch '[0-9]' -and $Value -cmatch '[A-Za-z]'))) { return 'secret' }
    return 'none'
  }
  if (-not $InQuery -and $Value.Length -lt 16 -and $script:SecretWords['wireWeak'].Contains((Get-LastNameWord $Name))) { return 'none' }
  return $kind
}

function Test-PairValue($Match, [string]$Text) {
  $name = $Match.Groups[1].Value; $sign = $Match.Groups[2].Value
  $plain = $Match.Groups[3].Success
  $value = if ($plain) { $Match.Groups[3].Value } else { $Match.Groups[6].Value }
  $inQuery = $Match.Index -gt 0 -and ($Text[$Match.Index - 1] -ceq [char]'?' -or $Text[$Match.Index - 1] -ceq [char]'&')
  if ($name.StartsWith('-D', [System.StringComparison]::Ordinal)) { $name = $name.Substring(2) }
  if ([string]::Join('', (Get-NameWord $name)) -cmatch '^(?:set)?cookie2?\z') { return ($value.Contains('=') -and -not (Test-StandIn $value)) }
  $kind = Get-PairKind $name $value $inQuery
  if (-not (Test-OpensSomething $kind $value)) { return $false }
  $isColon = $sign[0] -ceq [char]':' -or $sign[0] -ceq [char]0xff1a
  if ($plain -and $name -ieq 'pass' -and ($isColon -or $Text[$Match.Index + $Match.Length - 1] -cmatch '[ \t]') -and $script:SecretPatterns['passed'].IsMatch($value)) {
    if ($Match.Index -eq 0 -or $Text[$Match.Index - 1] -cne [char]'/') { return $false } # "first pass: ok"; /pass: is an option
  }
  if ($isColon -and $plain) {
    if ($kind -cne 'password' -and $Match.Index -gt 0 -and $Text[$Match.Index - 1] -ceq [char]':') { return $false }
    if ($value.StartsWith('//', [System.StringComparison]::Ordinal) -or $value[0] -ceq [char]'{') { return $false }
    # Password: [tiger9]; a list is of more than one
    if ($value[0] -ceq [char]'[' -and ($kind -cne 'password' -or $value -cnotmatch '^\[[^[\],]{1,78}\]\z')) { return $false }
    if ($Match.Groups[4].Success -and $script:SecretPatterns['proseWord'].IsMatch($value)) { return $false }
    if ($kind -cne 'password' -and $script:SecretPatterns['port'].IsMatch($value) -and $Text[$Match.Index + $Match.Length - 1] -ceq [char]':') { return $false }
  }
  return $true
}

# A value beside the name of one: name="password" value="...".
function Test-BesideName([string]$Text, [int]$From, [int]$To, [string[]]$After, [string]$Name) {
  $kind = Get-NameKind $Name $true
  $near = $Text.Substring($To, [Math]::Min(400, $Text.Length - $To))
  foreach ($one in $After) {
    $match = $script:SecretPatterns[$one].Match($near)
    if ($match.Success -and (Test-OpensSomething $kind $match.Groups[1].Value)) { return $true }
  }
  $start = [Math]::Max(0, $From - 400)
  $match = $script:SecretPatterns['valueBefore'].Match($Text.Substring($start, $From - $start))
  return ($match.Success -and (Test-OpensSomething $kind $match.Groups[1].Value))
}

function Test-SecretPair($Match, [string]$Text) {
  if (Test-PairValue $Match $Text) { return $true }
  if ($Match.Groups[2].Length -gt 1) { return $false }
  $last = Get-LastNameWord $Match.Groups[1].Value
  $called = if ($Match.Groups[3].Success) { $Match.Groups[3].Value } else { $Match.Groups[6].Value }
  if (-not $script:SecretWords['naming'].Contains($last) -or -not (Test-SecretName $called $true)) { return $false }
  $after = @('valueAfter', 'textAfter')
  if ($last -ceq 'type') { $after = @('valueAfter') }
  return (Test-BesideName $Text $Match.Index ($Match.Index + $Match.Length + $called.Length) $after $called)
}

function Get-LocalName([string]$Name) { return $Name.Substring($Name.LastIndexOf([char]':') + 1) }

function Test-SecretElement($Match, [string]$Text) {
  $name = Get-LocalName $Match.Groups[1].Value
  $kind = Get-NameKind $name $true
  if ($kind -cne 'long' -and (Test-OpensSomething $kind $Match.Groups[2].Value)) { return $true }
  $called = $Match.Groups[2].Value.Trim()
  if (-not $script:SecretWords['naming'].Contains((Get-LastNameWord $name)) -or -not (Test-SecretName $called $true)) { return $false }
  return (Test-BesideName $Text $Match.Index ($Match.Index + $Match.Length) @('elementAfter') $called)
}

# A list of kinds has no value: ["password", "authorization_code"]. In a longer list it is one where it looks made up.
function Test-ListedSecret($Match) {
  $value = $Match.Groups[3].Value
  $kind = Get-NameKind $Match.Groups[2].Value $true
  if (-not (Test-OpensSomething $kind $value) -or $kind -ceq 'long' -or $kind -ceq 'placed' -or (Get-NameKind $value $true) -cne 'none') { return $false }
  if ($kind -ceq 'password' -and $Match.Groups[1].Success -and $Match.Groups[4].Success) { return (-not $script:SecretWords['kinds'].Contains([string]::Join('', (Get-NameWord $value)))) }
  return ($value.Length -ge 8 -and $script:SecretPatterns['mixed'].IsMatch($value))
}

function Test-SecretMatch([string]$Search, $Match, [string]$Text) {
  switch ($Search) {
    'pair' { return (Test-SecretPair $Match $Text) }
    'element' { return (Test-SecretElement $Match $Text) }
    'listed' { return (Test-ListedSecret $Match) }
    'option' {
      $kind = Get-NameKind $Match.Groups[1].Value $true
      return ($kind -cne 'long' -and (Test-OpensSomething $kind $Match.Groups[2].Value))
    }
    { $_ -ceq 'login' -or $_ -ceq 'loginBefore' } { if ($script:SecretPatterns['port'].IsMatch($Match.Groups[1].Value)) { return $false } }
    { $_ -ceq 'user' -or $_ -ceq 'login' -or $_ -ceq 'loginBefore' } { return (-not (Test-HarmlessValue 'secret' $Match.Groups[1].Value) -and -not (Test-StandIn $Match.Groups[1].Value)) }
    'connect' { return (-not (Test-StandIn $Match.Groups[2].Value)) }
    'short' { return (@('mailto', 'sip', 'sips', 'xmpp', 'acct', 'urn') -notcontains $Match.Groups[1].Value -and -not (Test-StandIn $Match.Groups[2].Value)) }
  }
  return (-not (Test-StandIn $Match.Groups[1].Value))
}

function Test-PlainSecret([string]$Text) {
  $named = Test-AnySecretWord (Get-FoldedName $Text)
  foreach ($search in 'pair', 'element', 'option', 'listed', 'program', 'oracle', 'windows', 'connect', 'webhook', 'user', 'login', 'loginBefore', 'userInfo', 'userToken', 'thin', 'short', 'scheme', 'authorization', 'jwt', 'maker', 'hash', 'pem') {
    if (-not $named -and @('pair', 'element', 'option', 'listed') -ccontains $search) { continue }
    $pattern = $script:SecretPatterns[$search]
    for ($from = 0; $from -le $Text.Length; ) {
      $match = $pattern.Match($Text, $from)
      if (-not $match.Success) { break }
      if (Test-SecretMatch $search $match $Text) { return $true }
      $from = [Math]::Max($match.Index + $match.Length, $match.Index + 1)
    }
  }
  return $false
}

# Texts that stand in a value in base64 (RFC 4648, 4 and 5), as far as a person could have typed them.
function Get-Base64Text([string]$Text) {
  if ($Text.Length -lt 16) { return }
  foreach ($match in [regex]::Matches($Text, '(?<![A-Za-z0-9+/_.-])[A-Za-z0-9+/_-]{16,4096}={0,2}(?![A-Za-z0-9+/_=.-])')) {
    $bare = $match.Value.TrimEnd([char]'=').Replace('-', '+').Replace('_', '/')
    if ($bare.Length % 4 -eq 1) { continue }
    $decoded = [System.Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($bare.PadRight([int]([Math]::Ceiling($bare.Length / 4) * 4), [char]'=')))
    if ($decoded.IndexOf([char]0xfffd) -lt 0 -and $decoded -cmatch '^[\t\n\r\x20-\x7e\u00a0-\ufffd]+\z') { $decoded }
  }
}

# True for a value that carries a secret itself, also with entities, percent-encoded or in base64, whatever its key is called.
function Test-SecretValue($Value) {
  if ($Value -isnot [string]) { return $false }
  $Value = Get-Utf8Read $Value
  if (Test-PlainSecret $Value) { return $true }
  $plain = $Value
  if ($Value.IndexOf([char]'&') -ge 0) {
    $plain = [System.Net.WebUtility]::HtmlDecode($Value)
    if ($plain -cne $Value -and (Test-PlainSecret $plain)) { return $true }
  }
  # an address in an address in an address
  for ($depth = 0; $depth -lt 3 -and $plain -cmatch '%[0-9A-Fa-f]{2}'; $depth++) {
    $plain = [Uri]::UnescapeDataString($plain)
    if (Test-PlainSecret $plain) { return $true }
  }
  foreach ($decoded in @(Get-Base64Text $plain)) {
    if ((Test-PlainSecret $decoded) -or $decoded -cmatch '^[A-Za-z0-9_.@+\\-]{1,64}:(?!//)[^ \t\r\n:]{6,128}\z') { return $true }
  }
  return $false
}

# One rule for what no output and no record says: the key says that the value is a secret, or the value carries one.
function Test-Secret([string]$Key, $Value) {
  if ($Value -isnot [string]) { return $false }
  $kind = Get-NameKind $Key
  return (($kind -cne 'none' -and -not (Test-HarmlessValue $kind $Value)) -or (Test-SecretValue $Value))
}

# "the old password is ...".
function Test-ToldPassword([string]$Line) {
  if (-not (Test-AnySecretWord $Line)) { return $false }
  foreach ($match in $script:SecretPatterns['said'].Matches($Line)) {
    $value = $match.Groups[2].Value
    if ($script:SecretPatterns['mixed'].IsMatch($value) -and (Get-NameKind $match.Groups[1].Value) -ceq 'password' -and -not (Test-StandIn $value)) { return $true }
  }
  return $false
}

# True for a line, such as a comment, that may hold a secret: rather too often than too seldom.
function Test-SecretLine([string]$Line) {
  $Line = Get-Utf8Read $Line
  $plain = $Line.Replace('\', '')
  if ((Test-SecretValue $Line) -or ($plain -cne $Line -and (Test-PlainSecret $plain)) -or $plain -cmatch '://[^\s/]{0,2000}@' -or (Test-ToldPassword $plain)) { return $true }
  $head = $plain
  if ($head.Length -gt 200) { $head = $head.Substring(0, 200) }
  $from = 0
  $signs = [char[]]@([char]':', [char]'=', [char]0xff1a, [char]0xff1d)
  for ($at = $head.IndexOfAny($signs); $at -ge 0; $at = $head.IndexOfAny($signs, $from)) {
    $value = $plain.Substring($at + 1)
    $kind = Get-NameKind $head.Substring($from, $at - $from)
    if ($kind -cne 'none' -and $value -cnotmatch '^\s{0,40}(?:\{|\z)' -and -not (Test-HarmlessValue $kind $value)) { return $true }
    $from = $at + 1
  }
  return $false
}
