# ---- The pattern of versionFrom. The other runner reads one small language of patterns (src/formats/pattern/program.ts); this reads the same,
# refuses the same in the same words before anything is matched, and spells what it read anew so that .NET finds the same, but for what a
# repetition of something that may be empty captures last.

$script:PatternLength = 500
$script:PatternSteps = 2000
$script:PatternCount = 100
# Members of a class, as JavaScript takes them: .NET's \w and \s know others.
$script:PatternClass = New-Map
$script:PatternClass['d'] = '0-9'
$script:PatternClass['D'] = '\u0000-/:-\uffff'
$script:PatternClass['w'] = '0-9A-Z_a-z'
$script:PatternClass['W'] = '\u0000-/:-@\[-\^`{-\uffff'
$script:PatternClass['s'] = '\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
$script:PatternClass['S'] = '\u0000-\u0008\u000e-\u001f!-\u009f\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\uffff'

function Stop-Pattern([string]$Words) { throw (New-Object System.FormatException $Words) }

# A part of a pattern: how many steps the other runner makes of it, and its spelling for .NET.
function New-PatternPiece([int]$Steps, [string]$Net) {
  if ($Steps -gt $script:PatternSteps) { Stop-Pattern 'asks for too many repetitions' }
  return @{ steps = $Steps; net = $Net }
}

function Format-PatternUnit([int]$Unit) { return '\u' + $Unit.ToString('x4') }

# Why a pattern cannot be used, in words that go on after "it"; null when it can.
function Get-PatternFault([string]$Pattern) {
  try { [void](ConvertTo-NetPattern $Pattern) } catch [System.FormatException] { return $_.Exception.Message }
  return $null
}

# The pattern as .NET has to be given it.
function ConvertTo-NetPattern([string]$Pattern) {
  if ($Pattern.Length -gt $script:PatternLength) { Stop-Pattern "has $($Pattern.Length) characters, at most $($script:PatternLength) are read" }
  $reader = @{ text = $Pattern; at = 0; groups = 0; depth = 0 }
  $body = Read-PatternChoice $reader
  if ($reader.at -lt $Pattern.Length) { Stop-Pattern 'closes a group that is not open' }
  $body = New-PatternPiece ($body.steps + 1) $body.net
  if ($reader.groups -eq 0) { Stop-Pattern "has no group '( )' around what is wanted" }
  return $body.net
}

function Read-PatternChoice($Reader) {
  $Reader.depth++
  if ($Reader.depth -gt 20) { Stop-Pattern 'has groups in groups more than 20 deep' }
  $found = Read-PatternSequence $Reader
  while ($Reader.at -lt $Reader.text.Length -and $Reader.text[$Reader.at] -ceq '|') {
    $Reader.at++
    $other = Read-PatternSequence $Reader
    $found = New-PatternPiece ($found.steps + $other.steps + 2) ($found.net + '|' + $other.net)
  }
  $Reader.depth--
  return $found
}

function Read-PatternSequence($Reader) {
  $steps = 0
  $net = New-Object System.Text.StringBuilder
  $pieces = @(while ($Reader.at -lt $Reader.text.Length -and '|)'.IndexOf($Reader.text[$Reader.at]) -lt 0) { Read-PatternRepeat $Reader (Read-PatternAtom $Reader) })
  foreach ($piece in $pieces) {
    $steps += $piece.steps
    [void]$net.Append($piece.net)
    if ($steps -gt $script:PatternSteps) { Stop-Pattern 'asks for too many repetitions' }
  }
  return New-PatternPiece $steps $net.ToString()
}

function Read-PatternRepeat($Reader, $Piece) {
  $sign = [regex]::Match($Reader.text.Substring($Reader.at), '\A(?:[*+?]|\{([0-9]{1,4})(,?)([0-9]{0,4})\})')
  if (-not $sign.Success) { return $Piece }
  $Reader.at += $sign.Length
  $spelt = $sign.Value
  if ($Reader.at -lt $Reader.text.Length -and $Reader.text[$Reader.at] -ceq '?') { $Reader.at++; $lazy = '?' } else { $lazy = '' }
  if ($Reader.at -lt $Reader.text.Length -and '*+?{'.IndexOf($Reader.text[$Reader.at]) -ge 0) { Stop-Pattern 'repeats a repetition' }
  $steps = $Piece.steps
  if ($spelt -ceq '*') { $steps += 2 }
  elseif ($spelt -ceq '+') { $steps += (New-PatternPiece ($steps + 2) '').steps }
  elseif ($spelt -ceq '?') { $steps += 1 }
  else {
    $least = [int]$sign.Groups[1].Value; $most = $least; $open = $false
    if ($sign.Groups[2].Value -cne '') { if ($sign.Groups[3].Value -ceq '') { $open = $true } else { $most = [int]$sign.Groups[3].Value } }
    if ([Math]::Max($least, $most) -gt $script:PatternCount) { Stop-Pattern "repeats more than $($script:PatternCount) times" }
    if (-not $open -and $most -lt $least) { Stop-Pattern 'repeats at most fewer times than at least' }
    $spelt = "{$least,$most}"
    if ($open) { $spelt = "{$least,}"; $rest = (New-PatternPiece ($Piece.steps + 2) '').steps } else { $rest = ($most - $least) * ($Piece.steps + 1) }
    $steps = $least * $Piece.steps + $rest
  }
  return New-PatternPiece $steps ('(?:' + $Piece.net + ')' + $spelt + $lazy)
}

function Read-PatternAtom($Reader) {
  $c = $Reader.text[$Reader.at]
  $Reader.at++
  if ($c -ceq '(') { return Read-PatternGroup $Reader }
  if ($c -ceq '^') { return New-PatternPiece 1 '(?<![^\n])' }
  if ($c -ceq '$') { return New-PatternPiece 1 '(?![^\n])' }
  if ($c -ceq '.') { return New-PatternPiece 1 '[^\n\r]' }
  if ($c -ceq '[') { return New-PatternPiece 1 (Read-PatternClass $Reader) }
  if ($c -ceq '\') { return New-PatternPiece 1 ('[' + (Read-PatternEscape $Reader $false) + ']') }
  if ('*+?{'.IndexOf($c) -ge 0) { Stop-Pattern "has '$c' with nothing before it to repeat" }
  return New-PatternPiece 1 (Format-PatternUnit $c)
}

function Read-PatternGroup($Reader) {
  $first = $false
  if ([string]::CompareOrdinal($Reader.text, $Reader.at, '?:', 0, 2) -eq 0) { $Reader.at += 2 }
  elseif ($Reader.at -lt $Reader.text.Length -and $Reader.text[$Reader.at] -ceq '?') { Stop-Pattern "uses '(?', of which only '(?:' is read" }
  else { $first = $Reader.groups -eq 0; $Reader.groups++ }
  $body = Read-PatternChoice $Reader
  if ($Reader.at -ge $Reader.text.Length) { Stop-Pattern 'has a group that is not closed' }
  $Reader.at++
  if ($first) { return New-PatternPiece ($body.steps + 2) ('(' + $body.net + ')') }
  return New-PatternPiece $body.steps ('(?:' + $body.net + ')')
}

# What an escape stands for, as members of a class.
function Read-PatternEscape($Reader, [bool]$InClass) {
  if ($Reader.at -ge $Reader.text.Length) { Stop-Pattern 'ends with a backslash' }
  $c = [string]$Reader.text[$Reader.at]
  $Reader.at++
  if ($script:PatternClass.Contains($c)) { return $script:PatternClass[$c] }
  $hex = [regex]::Match($Reader.text.Substring($Reader.at - 1), '\A(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4}))')
  if ($hex.Success) {
    $Reader.at += $hex.Length - 1
    return Format-PatternUnit ([Convert]::ToInt32($hex.Groups[1].Value + $hex.Groups[2].Value, 16))
  }
  if ('tnrfv'.IndexOf($c, [System.StringComparison]::Ordinal) -ge 0) { return '\' + $c }
  if ($c -cmatch '[0-9A-Za-z]') {
    $why = ''
    if ($c -cmatch '[1-9]') { $why = ', a reference back' } elseif ($InClass) { $why = ' in a class' }
    Stop-Pattern "uses '\$c'$why, which is not read"
  }
  return Format-PatternUnit ([char]$c)
}

function Read-PatternClass($Reader) {
  $text = $Reader.text
  $net = New-Object System.Text.StringBuilder '['
  if ($Reader.at -lt $text.Length -and $text[$Reader.at] -ceq '^') { $Reader.at++; [void]$net.Append('^') }
  for ($members = 0; $members -eq 0 -or $Reader.at -ge $text.Length -or $text[$Reader.at] -cne ']'; $members++) {
    if ($Reader.at -ge $text.Length) { Stop-Pattern "has a class '[' that is not closed" }
    $c = $text[$Reader.at]
    $Reader.at++
    if ($c -ceq '[' -and $members -gt 0 -and $text[$Reader.at - 2] -ceq '-') { Stop-Pattern 'takes a class out of a class' }
    if ($c -ceq '\') { [void]$net.Append((Read-PatternEscape $Reader $true)); Test-PatternRange $Reader; continue }
    if ($Reader.at + 1 -lt $text.Length -and $text[$Reader.at] -ceq '-' -and ']\['.IndexOf($text[$Reader.at + 1]) -lt 0) {
      $to = $text[$Reader.at + 1]
      $Reader.at += 2
      if ([int]$to -lt [int]$c) { Stop-Pattern "has the range $c-$to, which runs backwards" }
      [void]$net.Append((Format-PatternUnit $c)).Append('-').Append((Format-PatternUnit $to))
      continue
    }
    if ($Reader.at + 1 -lt $text.Length -and $text[$Reader.at] -ceq '-' -and $text[$Reader.at + 1] -ceq '\') { Stop-Pattern "has a range with an escape in a class: put '-' last in it where it is meant as itself" }
    [void]$net.Append((Format-PatternUnit $c))
  }
  $Reader.at++
  return $net.Append(']').ToString()
}

# JavaScript and .NET do not agree on a range that begins or ends with an escape.
function Test-PatternRange($Reader) {
  if ($Reader.at + 1 -ge $Reader.text.Length -or $Reader.text[$Reader.at] -cne '-' -or $Reader.text[$Reader.at + 1] -ceq ']') { return }
  Stop-Pattern "has a range with an escape in a class: put '-' last in it where it is meant as itself"
}

# Lines that are comments in a settings or batch file.
$script:CommentLine = New-Object System.Text.RegularExpressions.Regex '(?im)^[ \t\f]*(?:[#!;]|//|::|rem[ \t])[^\n]*', ([System.Text.RegularExpressions.RegexOptions]::CultureInvariant)

# A text without its comments: those of XML where it begins with a tag, else lines that begin as comments do.
function Remove-Comment([string]$Text) {
  if ($Text -cnotmatch '\A(?:\xef\xbb\xbf)?[ \t\n]*<') { return $script:CommentLine.Replace($Text, '') }
  $parts = $Text.Split([string[]]@('<!--'), [System.StringSplitOptions]::None)
  $out = New-Object System.Text.StringBuilder $parts[0]
  foreach ($part in ($parts | Select-Object -Skip 1)) {
    $end = $part.IndexOf('-->', [System.StringComparison]::Ordinal)
    if ($end -ge 0) { [void]$out.Append($part, $end + 3, $part.Length - $end - 3) }
  }
  return $out.ToString()
}

# The different texts that a pattern finds in a file of the tool, without blanks around them; comments of the file state nothing.
function Get-StatedText([string]$Pattern, [string]$Whole) {
  $text = $Whole.Replace("`r", '')
  if ($text.Length -gt 65536) { $text = $text.Substring(0, 65536) }
  $seen = New-TextSet
  # what is refused by its form was refused with the manifest; what is left may still take long, and nothing may hold the lock
  $limit = [TimeSpan]::FromSeconds(2)
  $watch = [System.Diagnostics.Stopwatch]::StartNew()
  $match = (New-Object System.Text.RegularExpressions.Regex (ConvertTo-NetPattern $Pattern), ([System.Text.RegularExpressions.RegexOptions]::CultureInvariant), $limit).Match((Remove-Comment $text))
  while ($match.Success) {
    $found = $match.Groups[1].Value.Trim($script:ListBlank)
    if ($found -cne '' -and $seen.Add($found)) { $found }
    if ($watch.Elapsed -gt $limit) { throw (New-Object System.Text.RegularExpressions.RegexMatchTimeoutException) }
    $match = $match.NextMatch()
  }
}
