# ---- The pattern of versionFrom: text, one run of a class, text, within one line. src/formats/pattern/pattern.ts reads the same, refuses the
# rest in the same words before anything is matched, and finds the same.

$script:PatternLength = 500
$script:PatternClass = New-Map
$script:PatternClass['d'] = '0123456789'
$script:PatternClass['w'] = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_'

function Stop-Pattern([string]$Words) { throw (New-Object System.FormatException $Words) }

# Returns why a pattern cannot be used, in words that go on after "it"; null if it can.
function Get-PatternFault([string]$Pattern) {
  try { [void](Read-Pattern $Pattern) } catch [System.FormatException] { return $_.Exception.Message }
  return $null
}

# Returns a part of a pattern as a message shows it.
function Limit-PatternPart([string]$Part) { if ($Part.Length -gt 40) { return $Part.Substring(0, 40) + [char]0x2026 } else { return $Part } }

# Returns the sign at a place, with the backslash before it.
function Get-PatternSign([string]$Pattern, [int]$At) {
  if ($Pattern[$At] -ceq '\' -and $At + 1 -lt $Pattern.Length) { return $Pattern.Substring($At, 2) }
  return [string]$Pattern[$At]
}

# Reads text up to the next '(', to a '$' that ends the pattern, or to its end.
function Read-PatternText([string]$Pattern, [int]$Start) {
  $text = ''
  $at = $Start
  while ($at -lt $Pattern.Length -and $Pattern[$at] -cne '(' -and $Pattern.Substring($at) -cne '$') {
    $sign = Get-PatternSign $Pattern $at
    if ($sign -ceq '\') { Stop-Pattern 'ends with a backslash' }
    if ($sign -ceq ')') { Stop-Pattern "closes a group that is not open: write '\)' for the sign itself" }
    if ($sign -cmatch '^\\[0-9A-Za-z]') { Stop-Pattern "has '$sign' outside of its group, where only text is read" }
    if ('[{.|?*+^$'.IndexOf($sign, [System.StringComparison]::Ordinal) -ge 0) { Stop-Pattern "has '$sign' outside of its group, where only text is read: write '\$sign' for the sign itself" }
    $text += $sign[$sign.Length - 1]
    $at += $sign.Length
  }
  return @{ text = $text; end = $at }
}

# Returns what a part of a class stands for: a sign, \d, \w or a range of digits or of letters; null if it is none of them.
function Get-PatternMember([string]$Part) {
  if ($Part -cmatch '^\\[0-9A-Za-z]\z') { return $script:PatternClass[$Part.Substring(1)] }
  if ($Part.Length -le 2) { return [string]$Part[$Part.Length - 1] }
  if ($Part -cnotmatch '^(?:[0-9]-[0-9]|[A-Z]-[A-Z]|[a-z]-[a-z])\z' -or [int]$Part[0] -gt [int]$Part[2]) { return $null }
  return -join [char[]]([int]$Part[0]..[int]$Part[2])
}

# Reads the class that begins with the '[' at a place.
function Read-PatternClass([string]$Pattern, [int]$Start) {
  $negated = $Start + 1 -lt $Pattern.Length -and $Pattern[$Start + 1] -ceq '^'
  $at = $Start + 1 + [int]$negated
  $members = ''
  $broken = $false
  while ($at -lt $Pattern.Length -and $Pattern[$at] -cne ']') {
    $part = Get-PatternSign $Pattern $at
    $at += $part.Length
    if ($at + 1 -lt $Pattern.Length -and $Pattern[$at] -ceq '-' -and $Pattern[$at + 1] -cne ']') {
      $part += $Pattern.Substring($at, 2)
      $at += 2
    }
    $some = Get-PatternMember $part
    if ($null -eq $some) { $broken = $true }
    $members += $some
  }
  if ($at -ge $Pattern.Length) { Stop-Pattern "has a class '[' that is not closed" }
  if ($broken -or $members -ceq '') { Stop-Pattern "has the class '$(Limit-PatternPart $Pattern.Substring($Start, $at + 1 - $Start))': a class holds signs, '\d', '\w' and ranges such as '0-9' or 'a-f'" }
  return @{ members = $members; negated = $negated; end = $at + 1 }
}

# Reads the group that begins with the '(' at a place.
function Read-PatternGroup([string]$Pattern, [int]$Start) {
  $close = $Pattern.IndexOf(')', $Start)
  if ($close -lt 0) { Stop-Pattern 'has a group that is not closed' }
  $sign = Get-PatternSign $Pattern ($Start + 1)
  if ($sign -ceq '[') { $class = Read-PatternClass $Pattern ($Start + 1) }
  elseif ($sign -ceq '.') { $class = @{ members = ''; negated = $true; end = $Start + 2 } }
  elseif ($sign -ceq '\d' -or $sign -ceq '\w') { $class = @{ members = $script:PatternClass[$sign.Substring(1)]; negated = $false; end = $Start + 3 } }
  else { $class = @{ end = $Start + 1 } }
  $closing = $Pattern.Substring($class.end, [Math]::Min(2, $Pattern.Length - $class.end))
  if ($class.end -eq $Start + 1 -or ($closing -cne '+)' -and $closing -cne '*)')) {
    Stop-Pattern "has the group '$(Limit-PatternPart $Pattern.Substring($Start, $close + 1 - $Start))': a group is '.', '\d', '\w' or a class '[ ]' with '+' or '*' after it"
  }
  $class.least = [int]($closing -ceq '+)')
  $class.end += 2
  return $class
}

# Reads a pattern; throws a FormatException with words that go on after "it".
function Read-Pattern([string]$Pattern) {
  if ($Pattern.Length -gt $script:PatternLength) { Stop-Pattern "has $($Pattern.Length) characters, at most $($script:PatternLength) are read" }
  $atStart = $Pattern.Length -gt 0 -and $Pattern[0] -ceq '^'
  $before = Read-PatternText $Pattern ([int]$atStart)
  if ($before.end -ge $Pattern.Length -or $Pattern[$before.end] -cne '(') { Stop-Pattern "has no group '( )' around what is wanted" }
  $read = Read-PatternGroup $Pattern $before.end
  $after = Read-PatternText $Pattern $read.end
  if ($after.end -lt $Pattern.Length -and $Pattern[$after.end] -ceq '(') { Stop-Pattern "has a second group: write '\(' for the sign itself" }
  $read.atStart = $atStart; $read.before = $before.text; $read.after = $after.text; $read.atEnd = $after.end -lt $Pattern.Length
  return $read
}

# Gives what the group takes at each place of some lines where the pattern matches: as much as it can. A run that fails also fails from each of
# its later characters, so the search goes on behind it, and no character is looked at more than twice.
function Get-PatternGroup($Read, [string[]]$Lines) {
  $ordinal = [System.StringComparison]::Ordinal
  $before = $Read.before; $after = $Read.after; $members = $Read.members; $least = $Read.least
  $stops = [char[]]$members
  foreach ($line in $Lines) {
    for ($at = 0; $at -le $line.Length; ) {
      $start = $line.IndexOf($before, $at, $ordinal)
      if ($start -lt 0 -or ($Read.atStart -and $start -gt 0)) { break }
      $from = $start + $before.Length
      if ($Read.negated) { $run = $line.IndexOfAny($stops, $from); if ($run -lt 0) { $run = $line.Length } }
      else { for ($run = $from; $run -lt $line.Length -and $members.IndexOf($line[$run]) -ge 0; $run++) { } }
      $ending = $line.Substring($from, [Math]::Min($run + $after.Length, $line.Length) - $from)
      $length = -1
      if (-not $Read.atEnd) { if ($after -ceq '') { $length = $ending.Length } else { $length = $ending.LastIndexOf($after, $ordinal) } }
      elseif ($from + $ending.Length -eq $line.Length -and $ending.EndsWith($after, $ordinal)) { $length = $ending.Length - $after.Length }
      if ($length -ge $least) {
        $ending.Substring(0, $length)
        $at = [Math]::Max($from + $length + $after.Length, $at + 1)
      }
      else { $at = [Math]::Max($start, $run - $before.Length) + 1 }
    }
  }
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

# Gives the different texts that a pattern finds in a file of the tool, without blanks around them; comments of the file state nothing.
function Get-StatedText([string]$Pattern, [string]$Whole) {
  $read = Read-Pattern $Pattern
  $text = $Whole.Replace("`r", '')
  if ($text.Length -gt 65536) { $text = $text.Substring(0, 65536) }
  $seen = New-TextSet
  foreach ($group in @(Get-PatternGroup $read (Remove-Comment $text).Split([char]10))) {
    $found = $group.Trim($script:ListBlank)
    if ($found -cne '' -and $seen.Add($found)) { $found }
  }
}
