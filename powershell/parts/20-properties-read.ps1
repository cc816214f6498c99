# ---- java.util.Properties, read. Text is the ISO-8859-1 view of the bytes. A line is a map of offsets:
# start <= keyStart <= keyEnd <= separatorEnd <= valueStart <= valueEnd <= contentEnd <= end; separator is none, space or sign.

$script:PropertyEol = [char[]]@("`n", "`r")
$script:PropertyLead = New-Object System.Text.RegularExpressions.Regex '\G[ \t\f]*'
$script:PropertyJoin = New-Object System.Text.RegularExpressions.Regex '\G(?:\r\n|\r|\n)[ \t\f]*'
$script:PropertyPlain = New-Object System.Text.RegularExpressions.Regex '\G((?:\\[^\r\n]|[^\\=: \t\f\r\n])*)([ \t\f]*)([=:][ \t\f]*)?'

function Skip-Space([string]$Text, [int]$At, [int]$End) {
  while ($At -lt $End -and ($Text[$At] -ceq ' ' -or $Text[$At] -ceq "`t" -or $Text[$At] -ceq "`f")) { $At++ }
  return $At
}

# After the line terminator at $At; CRLF is one.
function Skip-Eol([string]$Text, [int]$At) {
  if ($Text[$At] -ceq "`r" -and $At + 1 -lt $Text.Length -and $Text[$At + 1] -ceq "`n") { return $At + 2 }
  return $At + 1
}

# After a continuation whose backslash stands at $At: line terminator and leading spaces of the next line.
function Skip-Join([string]$Text, [int]$At, [int]$End) {
  $past = $At + 1 + $script:PropertyJoin.Match($Text, $At + 1).Length
  if ($past -gt $End) { return $End }
  return $past
}

function Get-PropertyLine([string]$Text) {
  $lines = New-List
  $n = $Text.Length
  $i = 0
  while ($i -lt $n) {
    $start = $i
    $i += $script:PropertyLead.Match($Text, $i).Length
    if ($i -ge $n) { break }
    $stop = $Text.IndexOfAny($script:PropertyEol, $i)
    if ($stop -lt 0) { $stop = $n }
    $next = $n
    if ($stop -lt $n) { $next = Skip-Eol $Text $stop }
    $c = $Text[$i]
    if ($stop -eq $i -or $c -ceq '#' -or $c -ceq '!') { $i = $next; continue }
    $slashes = $stop
    while ($slashes -gt $i -and $Text[$slashes - 1] -ceq '\') { $slashes-- }
    if ((($stop - $slashes) -band 1) -eq 1) {
      $joined = Get-JoinedLine $Text $start
      if ($null -ne $joined.line) { $lines.Add($joined.line) }
      $i = $joined.next
      continue
    }
    $match = $script:PropertyPlain.Match($Text, $i)
    $keyEnd = $i + $match.Groups[1].Length
    $separator = 'none'
    if ($match.Groups[3].Success) { $separator = 'sign' } elseif ($match.Groups[2].Length -gt 0) { $separator = 'space' }
    $value = $i + $match.Length
    $lines.Add(@{ start = $start; keyStart = $i; keyEnd = $keyEnd; separator = $separator; separatorEnd = $value; valueStart = $value
        valueEnd = $stop; contentEnd = $stop; end = $next; dangling = $false
      })
    $i = $next
  }
  return ,$lines
}

# A logical line whose first physical line, at $Start, ends in a continuation. line is null where Java makes no entry.
function Get-JoinedLine([string]$Text, [int]$Start) {
  $n = $Text.Length
  $keyStart = -1; $keyEnd = -1; $separator = 'none'; $separatorEnd = -1; $valueStart = -1; $dataEnd = -1
  $i = Skip-Space $Text $Start $n
  $open = $false; $dangling = $false
  while ($true) {
    if ($i -ge $n -or $Text[$i] -ceq "`n" -or $Text[$i] -ceq "`r") {
      $contentEnd = $i; $end = $n; $dangling = $open -and $i -ge $n
      if ($i -lt $n) { $end = Skip-Eol $Text $i }
      break
    }
    $c = $Text[$i]
    if ($c -ceq '\' -and ($i + 1 -ge $n -or $Text[$i + 1] -ceq "`n" -or $Text[$i + 1] -ceq "`r")) {
      $next = $n
      if ($i + 1 -lt $n) { $next = Skip-Eol $Text ($i + 1) }
      # Java sees the end of the file after LF or CR, but after CRLF only one character later: then nothing at all is no entry.
      if ($next -ge $n -and ($keyStart -ge 0 -or $next -le $i + 2)) { $contentEnd = $i + 1; $end = $n; $dangling = $true; break }
      $open = $true
      $i = Skip-Space $Text $next $n
      if ($keyStart -lt 0 -and ($i -ge $n -or '#!'.IndexOf($Text[$i]) -ge 0 -or $Text[$i] -ceq "`n" -or $Text[$i] -ceq "`r")) {
        return @{ line = $null; next = $next }
      }
      continue
    }
    $past = $i + 1
    if ($c -ceq '\') { $past = $i + 2 }
    $sign = $c -ceq '=' -or $c -ceq ':'
    if ($keyStart -lt 0) { $keyStart = $i }
    if ($valueStart -ge 0) { $dataEnd = $past }
    elseif ($c -ceq ' ' -or $c -ceq "`t" -or $c -ceq "`f" -or ($sign -and $separator -cne 'sign')) {
      if ($keyEnd -lt 0) { if ($dataEnd -lt 0) { $keyEnd = $i } else { $keyEnd = $dataEnd } }
      if ($sign) { $separator = 'sign' } elseif ($separator -ceq 'none') { $separator = 'space' }
      $separatorEnd = $past
    }
    elseif ($keyEnd -ge 0) { $valueStart = $i; $dataEnd = $past }
    else { $dataEnd = $past }
    $i = $past
    $open = $false
  }
  if ($keyStart -lt 0) { $keyStart = $i }
  if ($keyEnd -lt 0) { if ($dataEnd -lt 0) { $keyEnd = $i } else { $keyEnd = $dataEnd } }
  if ($separatorEnd -lt 0) { $separatorEnd = $keyEnd }
  $valueEnd = $dataEnd
  if ($valueStart -lt 0) { $valueStart = $separatorEnd; $valueEnd = $separatorEnd }
  $line = @{ start = $Start; keyStart = $keyStart; keyEnd = $keyEnd; separator = $separator; separatorEnd = $separatorEnd; valueStart = $valueStart
    valueEnd = $valueEnd; contentEnd = $contentEnd; end = $end; dangling = $dangling
  }
  return @{ line = $line; next = $end }
}

# Four hexadecimal digits from $At, a continuation between them allowed: code and the offset after them; null where Java throws.
function Read-HexDigit([string]$Text, [int]$At, [int]$End) {
  $code = 0
  for ($digits = 0; $digits -lt 4; $digits++) {
    while ($At + 1 -lt $End -and $Text[$At] -ceq '\' -and ($Text[$At + 1] -ceq "`n" -or $Text[$At + 1] -ceq "`r")) { $At = Skip-Join $Text $At $End }
    if ($At -ge $End) { return $null }
    $digit = '0123456789abcdef'.IndexOf([char]::ToLowerInvariant($Text[$At]))
    if ($digit -lt 0) { return $null }
    $code = $code * 16 + $digit
    $At++
  }
  return @{ code = $code; end = $At }
}

# Decodes a key or a value as spelt, continuations included. Throws FormatException where Java throws.
function ConvertFrom-Spelling([string]$Text, [int]$Start, [int]$End) {
  $i = $Start
  if ($End -gt $Start) { $i = $Text.IndexOf([char]'\', $Start, $End - $Start) } else { return '' }
  if ($i -lt 0) { return $Text.Substring($Start, $End - $Start) }
  $out = New-Object System.Text.StringBuilder
  $from = $Start
  while ($i -ge 0 -and $i -lt $End) {
    [void]$out.Append($Text, $from, $i - $from)
    if ($i + 1 -ge $End) { $from = $End; break }
    $letter = $Text[$i + 1]
    if ($letter -ceq "`n" -or $letter -ceq "`r") { $from = Skip-Join $Text $i $End }
    elseif ($letter -ceq 'u') {
      $hex = Read-HexDigit $Text ($i + 2) $End
      if ($null -eq $hex) {
        $line = $Text.Substring(0, $i).Split("`n").Length
        throw (New-Object System.FormatException "line $line holds \u without four hexadecimal digits, and Java then reads no key of the whole file")
      }
      [void]$out.Append([char]$hex.code)
      $from = $hex.end
    }
    else {
      $at = 'tnrf'.IndexOf($letter)
      if ($at -ge 0) { [void]$out.Append("`t`n`r`f"[$at]) } else { [void]$out.Append($letter) }
      $from = $i + 2
    }
    if ($from -ge $End) { break }
    $i = $Text.IndexOf([char]'\', $from, $End - $from)
  }
  if ($from -lt $End) { [void]$out.Append($Text, $from, $End - $from) }
  return $out.ToString()
}

# Every put in file order: key, value (decoded) and its line. Throws FormatException for a file that Java cannot load.
function Get-PropertyEntry([string]$Text) {
  $entries = New-List
  foreach ($line in (Get-PropertyLine $Text)) {
    $entries.Add(@{ key = (ConvertFrom-Spelling $Text $line.keyStart $line.keyEnd); value = (ConvertFrom-Spelling $Text $line.valueStart $line.valueEnd); line = $line })
  }
  return ,$entries
}

# What a reader gets: the last put of each key, as a map of decoded texts.
function Get-PropertyMap([byte[]]$Bytes, [string]$What) {
  $map = New-Map
  try { foreach ($entry in (Get-PropertyEntry (Get-Latin1Text $Bytes))) { $map[[string]$entry.key] = $entry.value } }
  catch [System.FormatException] { throw (New-Object System.FormatException "$What cannot be loaded: $($_.Exception.Message)") }
  return $map
}
