# ---- What is a secret, by its name and by what stands in the value: the same judgement as the other runner's (src/kernel/secrets). Words and
# patterns are those of src/kernel/secrets/words.ts and patterns.ts, put here by scripts/powershell.mjs.

$script:SecretWords = @{}
$script:SecretPatterns = @{}
function Add-SecretWord([string]$Kind, [string]$Words) {
  $set = New-Object 'System.Collections.Generic.HashSet[string]' ([System.StringComparer]::Ordinal)
  foreach ($word in $Words.Split([char]' ')) { [void]$set.Add($word) }
  $script:SecretWords[$Kind] = $set
}
{{secrets}}

# No name without one of the letters of AnySecretWord is a secret's: most are judged by this alone.
$script:NotSecretLetters = New-Object System.Text.RegularExpressions.Regex ('[^a-z0-9]+', [System.Text.RegularExpressions.RegexOptions]::CultureInvariant)
$script:SecretNames = New-Object 'System.Collections.Generic.Dictionary[string,string]' ([System.StringComparer]::Ordinal)

function Test-AnySecretWord([string]$Text) { return $script:AnySecretWord.IsMatch($script:NotSecretLetters.Replace($Text.ToLowerInvariant(), '')) }

# The text of UTF-8 that was read as ISO-8859-1, as Java reads properties; any other text as it is.
function Get-Utf8Read([string]$Text) {
  if ($Text -cnotmatch '[\xc2-\xf4][\x80-\xbf]' -or $Text -cmatch '[^\x00-\xff]') { return $Text }
  $read = [System.Text.Encoding]::UTF8.GetString([System.Text.Encoding]::GetEncoding(28591).GetBytes($Text))
  if ($read.IndexOf([char]0xfffd) -ge 0) { return $Text }
  return $read
}

# Letters without their marks, and wide ones as usual ones; what another language calls a password is one.
function Get-LatinName([string]$Name) {
  if ($Name -cmatch '^[\x00-\x7f]*\z') { return $Name }
  $Name = Get-Utf8Read $Name
  try {
    $named = $script:SecretPatterns['foreign'].Replace($Name.Normalize([System.Text.NormalizationForm]::FormKC), '.password.')
    return ($named.Normalize([System.Text.NormalizationForm]::FormKD) -creplace '[\u0300-\u036f]', '')
  } catch { return $Name } # half a pair
}

# The name in letters: P4SSW0RD is password.
function Get-FoldedName([string]$Name) {
  $plain = Get-LatinName $Name
  if ($plain -cnotmatch '[0-9$@]') { return $plain }
  $plain = $script:SecretPatterns['leetPassword'].Replace($plain, '.password.')
  $plain = $script:SecretPatterns['leetSecret'].Replace($plain, '.secret.')
  return $script:SecretPatterns['leetToken'].Replace($plain, '.token.')
}

function Get-NameWord([string]$Name) {
  if ($Name.Length -gt 256) { $Name = $Name.Substring($Name.Length - 256) }
  $Name = Get-FoldedName $Name
  return ,[string[]]@(foreach ($match in $script:SecretPatterns['word'].Matches($Name)) { $match.Value.ToLowerInvariant() })
}

function Get-LastNameWord([string]$Name) {
  $words = Get-NameWord $Name
  if ($words.Length -eq 0) { return '' }
  return $words[$words.Length - 1]
}

# Where the longest word of a table begins that a text ends with; -1: it ends with none.
function Get-WordEnd([string]$Text, $Table, [int]$Shortest) {
  for ($from = 0; $Text.Length - $from -ge $Shortest; $from++) { if ($Table.Contains($Text.Substring($from))) { return $from } }
  return -1
}

# What ends at a word: kind, first word and the letters before it, or $null.
function Get-SecretHit([string[]]$Words, [int]$At) {
  $joined = ''
  for ($from = $At; $from -ge 0 -and $At - $from -lt 4; $from--) {
    $joined = $Words[$from] + $joined
    if ($script:SecretWords['passwordWord'].Contains($joined)) { return @('password', $from, '') }
    $start = Get-WordEnd $joined $script:SecretWords['password'] 3
    if ($start -ge 0) { return @('password', $from, $joined.Substring(0, $start)) }
    $start = Get-WordEnd $joined $script:SecretWords['secret'] 5
    if ($start -ge 0) { return @('secret', $from, $joined.Substring(0, $start)) }
  }
  return $null
}

# What follows a secret's word, or stands before it, makes it the name of another thing.
function Get-HitKind([string[]]$Words, $Hit, [int]$To) {
  $before = $Hit[2]
  if ($before -ceq '' -and $Hit[1] -gt 0) { $before = $Words[$Hit[1] - 1] }
  if ($script:SecretWords['before'].Contains($before)) { return 'none' }
  $kind = $Hit[0]
  for ($at = $To + 1; $at -lt $Words.Length; $at++) {
    $next = ''
    if ($at + 1 -lt $Words.Length) { $next = $Words[$at + 1] }
    if (-not $script:SecretWords['other'].Contains($Words[$at]) -and -not $script:SecretWords['other'].Contains($Words[$at] + $next)) { continue }
    if ($Hit[0] -cne 'password' -or -not $script:SecretWords['place'].Contains($Words[$at])) { return 'none' }
    $kind = 'placed'
  }
  return $kind
}

function Get-LongKind([string[]]$Words) {
  $joined = ''
  for ($from = $Words.Length - 1; $from -ge 0 -and $Words.Length - 1 - $from -lt 4; $from--) {
    $joined = $Words[$from] + $joined
    if ($script:SecretWords['long'].Contains($joined)) { return 'long' }
  }
  return 'none'
}

function Get-GluedKind([string]$Joined) {
  foreach ($stem in 'password', 'passwd', 'passphrase', 'passwort', 'kennwort') {
    $at = $Joined.LastIndexOf($stem, [System.StringComparison]::Ordinal)
    if ($at -lt 0) { continue }
    $rest = $Joined.Substring($at + $stem.Length)
    if ($script:SecretWords['other'].Contains($rest)) { return 'none' }
    for ($to = 4; $to -le $rest.Length; $to++) { if ($script:SecretWords['other'].Contains($rest.Substring(0, $to))) { return 'none' } }
    return 'password'
  }
  return 'none'
}

function Get-WireKind([string[]]$Words) {
  $last = $Words.Length - 1
  while ($last -gt 0 -and [char]::IsDigit($Words[$last][0])) { $last-- }
  if ($last -lt 0) { return 'none' }
  $joined = ''
  for ($from = $last; $from -ge 0 -and $last - $from -lt 4; $from--) {
    $joined = $Words[$from] + $joined
    if ($script:SecretWords['wire'].Contains($joined) -or (Get-WordEnd $joined $script:SecretWords['wire'] 8) -ge 0) { return 'secret' }
  }
  $first = 0
  if ($Words[0] -ceq 'x') { $first = 1 }
  if ($Words[$last] -ceq 'session') { return 'long' }
  if ($last -ge $first -and $script:SecretWords['wireLong'].Contains([string]::Join('', $Words[$first..$last]))) { return 'long' }
  return 'none'
}

# password, secret, long (a secret where the value is long), placed (a password or the place of one) or none. $Wire: the name of a header, a form field, a member or an option, and not
# the key of a settings file.
function Get-NameKind([string]$Name, [bool]$Wire = $false) {
  $known = "$Wire $Name"
  if ($script:SecretNames.ContainsKey($known)) { return $script:SecretNames[$known] }
  $kind = 'none'
  if (Test-AnySecretWord (Get-FoldedName $Name)) {
    $words = Get-NameWord $Name
    $hit = $null
    for ($at = $words.Length - 1; $at -ge 0 -and $null -eq $hit; $at--) {
      $hit = Get-SecretHit $words $at
      if ($null -ne $hit) { $kind = Get-HitKind $words $hit $at }
    }
    if ($null -eq $hit) {
      $kind = Get-GluedKind ([string]::Join('', $words))
      if ($kind -ceq 'none' -and $Wire) { $kind = Get-WireKind $words }
      if ($kind -ceq 'none') { $kind = Get-LongKind $words }
    }
  }
  if ($script:SecretNames.Count -ge 5000) { $script:SecretNames.Clear() }
  if ($Name.Length -le 256) { $script:SecretNames[$known] = $kind }
  return $kind
}

function Test-SecretName([string]$Key, [bool]$Wire = $false) {
  $kind = Get-NameKind $Key $Wire
  return ($kind -ceq 'password' -or $kind -ceq 'secret')
}
