# ---- java.util.Properties, spelt: how a decoded value is written. Everything outside 20..7E is \uXXXX, so that both readings of Java agree.

$script:PropertySpecial = New-Object System.Text.RegularExpressions.Regex '[^ -~]|\\'
$script:PropertyUnprinted = New-Object System.Text.RegularExpressions.Regex '[^ -~]'
$script:PropertySign = New-Object System.Text.RegularExpressions.Regex '[=:#!]'

# Without a match evaluator: making a delegate of a script block takes longer than all the rest.
function ConvertTo-PropertyEscape([string]$Text) {
  if (-not $script:PropertySpecial.IsMatch($Text)) { return $Text }
  $out = $Text.Replace('\', '\\').Replace("`t", '\t').Replace("`n", '\n').Replace("`r", '\r').Replace("`f", '\f')
  $match = $script:PropertyUnprinted.Match($out)
  if (-not $match.Success) { return $out }
  $spelt = New-Object System.Text.StringBuilder
  $from = 0
  while ($match.Success) {
    [void]$spelt.Append($out, $from, $match.Index - $from).Append('\u').Append(([int]$out[$match.Index]).ToString('X4'))
    $from = $match.Index + 1
    $match = $match.NextMatch()
  }
  return $spelt.Append($out, $from, $out.Length - $from).ToString()
}

# A key: spaces and signs are escaped wherever they stand.
function ConvertTo-PropertyKey([string]$Text) {
  return (ConvertTo-PropertyEscape $Text) -creplace '[ =:#!]', '\$&'
}

# (A part of) a value. $Store: signs are escaped, as Properties.store does. $AtStart: a bare space would be skipped here. $SignAtStart: a bare
# '=' or ':' would become the separator. $AtEnd: a bare space at the end is what editors strip.
function ConvertTo-PropertyPart([string]$Text, [bool]$Store, [bool]$AtStart, [bool]$SignAtStart, [bool]$AtEnd) {
  $out = ConvertTo-PropertyEscape $Text
  if ($Store) { $out = $script:PropertySign.Replace($out, '\$&') }
  elseif ($SignAtStart -and $out -cmatch '^[=:]') { $out = '\' + $out }
  $lead = ''
  if ($out.Length -gt 0) { $lead = $out.Substring(0, 1) }
  if ($AtStart -and $lead -ceq ' ') { $out = '\' + $out }
  if ($AtEnd -and -not $Store -and $lead -cne '' -and $out[$out.Length - 1] -ceq ' ') {
    if ($out -ceq '\ ') { $out = '\u0020' } else { $out = $out.Substring(0, $out.Length - 1) + '\u0020' }
  }
  return $out
}

# Cuts a spelling into the smallest units: kind (bare, escape, lost, join), start, end, text. lost: Java drops the backslash without a word.
function Get-PropertyToken([string]$Text, [int]$Start, [int]$End) {
  $tokens = New-List
  $i = $Start
  while ($i -lt $End) {
    $kind = 'bare'; $next = $i + 1; $read = $Text.Substring($i, 1)
    if ($Text[$i] -ceq '\') {
      if ($i + 1 -ge $End) { $kind = 'lost'; $read = '' }
      elseif ($Text[$i + 1] -ceq "`n" -or $Text[$i + 1] -ceq "`r") { $kind = 'join'; $next = Skip-Join $Text $i $End; $read = '' }
      elseif ($Text[$i + 1] -ceq 'u') {
        $hex = Read-HexDigit $Text ($i + 2) $End
        $kind = 'escape'; $next = $hex.end; $read = [string][char]$hex.code
      }
      else {
        $next = $i + 2
        $kind = 'lost'
        if ('\tnrf :=#!'.IndexOf($Text[$i + 1]) -ge 0) { $kind = 'escape' }
        $read = ConvertFrom-Spelling $Text $i $next
      }
    }
    $tokens.Add(@{ kind = $kind; start = $i; end = $next; text = $read })
    $i = $next
  }
  return ,$tokens
}

# The spelling of a value that changes: the longest common decoded head and tail stay as they are spelt, continuations included, so that
# one element of a value over many lines changes one physical line.
function Get-PropertyRespelling([string]$Text, $Line, [string]$Value, [bool]$Store) {
  $old = $Text.Substring($Line.valueStart, $Line.valueEnd - $Line.valueStart)
  $space = $Line.separator -ceq 'space'
  if ($old -cne '' -and ($old.IndexOf([char]'\') -ge 0 -or $old -cmatch '[^ -~]')) {
    $tokens = Get-PropertyToken $Text $Line.valueStart $Line.valueEnd
    $spelt = Join-PropertyPart $Text $tokens $space $Value $Store
    $reads = $null
    try { $reads = ConvertFrom-Spelling $spelt 0 $spelt.Length } catch { $reads = $null }
    if (Test-Same $reads $Value) { return $spelt }
  }
  return ConvertTo-PropertyPart $Value $Store $true $space $true
}

# Kept head, new middle, kept tail.
function Join-PropertyPart([string]$Text, $Tokens, [bool]$AfterSpace, [string]$Value, [bool]$Store) {
  $count = $Tokens.Count
  $to = 0; $head = 0
  while ($to -lt $count) {
    $read = $Tokens[$to].text
    if ($head + $read.Length -gt $Value.Length -or [string]::CompareOrdinal($Value, $head, $read, 0, $read.Length) -ne 0) { break }
    $head += $read.Length; $to++
  }
  $from = $count; $tail = 0
  while ($from -gt $to) {
    $read = $Tokens[$from - 1].text
    $at = $Value.Length - $tail - $read.Length
    if ($at -lt $head -or [string]::CompareOrdinal($Value, $at, $read, 0, $read.Length) -ne 0) { break }
    $tail += $read.Length; $from--
  }
  $middle = $Value.Substring($head, $Value.Length - $head - $tail)
  if ($middle -ceq '') {
    # A continuation must not end the value, and two in a row would leave a line of nothing but a backslash.
    if ($from -eq $count -or $Tokens[$from].kind -ceq 'join') { while ($to -gt 0 -and $Tokens[$to - 1].kind -ceq 'join') { $to-- } }
    if ($to -eq 0) { while ($from -lt $count -and $Tokens[$from].kind -ceq 'join') { $from++ } }
  }
  $layout = Get-ListLayout $Text $Tokens
  $pieces = @($middle)
  if ($null -ne $layout) { $pieces = @([regex]::Split($middle, "(?<=[$($layout.separator)])")) }
  $fresh = ''
  for ($k = 0; $k -lt $pieces.Count; $k++) {
    $piece = $pieces[$k]
    $last = $k -eq $pieces.Count - 1
    $atEnd = $last -and $from -eq $count
    $fresh += ConvertTo-PropertyPart $piece $Store (Test-AtStart $fresh $layout $Tokens $to) ($fresh -ceq '' -and $to -eq 0 -and $AfterSpace) $atEnd
    $joined = $last -and $from -lt $count -and $Tokens[$from].kind -ceq 'join'
    if ($null -ne $layout -and $piece.Length -gt 0 -and $piece[$piece.Length - 1] -ceq [char]$layout.separator -and -not $atEnd -and -not $joined) { $fresh += $layout.spelt }
  }
  $guard = ''
  if ($from -lt $count -and $Tokens[$from].kind -ceq 'bare') {
    $first = $Tokens[$from].text
    if (($first -cmatch '^[ \t\f]' -and (Test-AtStart $fresh $layout $Tokens $to)) -or ($first -cmatch '^[=:]' -and $fresh -ceq '' -and $to -eq 0 -and $AfterSpace)) { $guard = '\' }
  }
  return (Get-KeptSpelling $Text $Tokens 0 $to) + $fresh + $guard + (Get-KeptSpelling $Text $Tokens $from $count)
}

# Does the next character come first on its line's data, at the value's start or after a continuation?
function Test-AtStart([string]$Fresh, $Layout, $Tokens, [int]$To) {
  if ($Fresh -cne '') { return ($null -ne $Layout -and $Fresh.EndsWith($Layout.spelt, [System.StringComparison]::Ordinal)) }
  return ($To -eq 0 -or $Tokens[$To - 1].kind -ceq 'join')
}

# Tokens as they are spelt; a backslash that is dropped before a letter or digit is damage and goes.
function Get-KeptSpelling([string]$Text, $Tokens, [int]$From, [int]$To) {
  $out = New-Object System.Text.StringBuilder
  for ($k = $From; $k -lt $To; $k++) {
    $token = $Tokens[$k]
    if ($token.kind -ceq 'lost' -and $token.text -cmatch '[0-9A-Za-z]') { [void]$out.Append($token.text) }
    else { [void]$out.Append($Text, $token.start, $token.end - $token.start) }
  }
  return $out.ToString()
}

# The separator and the continuation of a list that has each element on a line of its own; null for another layout.
function Get-ListLayout([string]$Text, $Tokens) {
  $join = -1
  for ($k = 0; $k -lt $Tokens.Count; $k++) { if ($Tokens[$k].kind -ceq 'join') { $join = $k; break } }
  if ($join -lt 1 -or $Tokens[$join - 1].text -cnotmatch '^[,;|]\z') { return $null }
  $separator = $Tokens[$join - 1].text
  for ($k = 1; $k -lt $Tokens.Count - 1; $k++) {
    if (($Tokens[$k].kind -ceq 'join') -ne ($Tokens[$k - 1].text -ceq $separator)) { return $null }
  }
  return @{ separator = $separator; spelt = $Text.Substring($Tokens[$join].start, $Tokens[$join].end - $Tokens[$join].start) }
}
