# ---- java.util.Properties, edited by logical line: every byte outside the touched lines stays.

# The line ending that most lines have; at a tie the first of LF, CRLF, CR.
function Get-DominantEol([string]$Text) {
  $crlf = [regex]::Matches($Text, "`r`n").Count
  $cr = $Text.Split([char]13).Length - 1 - $crlf
  $lf = $Text.Split([char]10).Length - 1 - $crlf
  if ($lf -ge $crlf -and $lf -ge $cr) { return "`n" }
  if ($crlf -ge $cr) { return "`r`n" }
  return "`r"
}

# true where ':', '=', '#' and '!' are escaped at least as often as not, false where not, null where none stands.
function Test-StoreStyle([string]$Text, $Lines) {
  $all = 0; $escaped = 0
  foreach ($line in $Lines) {
    $value = $Text.Substring($line.valueStart, $line.valueEnd - $line.valueStart)
    foreach ($match in $script:PropertySign.Matches($value)) {
      $all++
      if ($match.Index -gt 0 -and $value[$match.Index - 1] -ceq '\') { $escaped++ }
    }
  }
  if ($all -eq 0) { return $null }
  return ($escaped * 2 -ge $all)
}

# What must follow the end of the text so that an appended line is a line of its own and nothing before it reads differently.
function Get-Completion([string]$Text, $Last, [string]$Eol) {
  $n = $Text.Length
  if ($n -eq 0) { return '' }
  $end = $Text[$n - 1]
  if ($null -eq $Last -or -not $Last.dangling) {
    if ($end -ceq "`n" -or $end -ceq "`r") { return '' }
    return $Eol
  }
  $slash = $end -ceq '\'
  # A lone continuation at the end is an entry of an empty key; it stays one only if something stands on its next line.
  if ($Last.keyEnd -eq $Last.contentEnd - 1 -and $Last.keyStart -eq $Last.keyEnd -and $Last.separator -ceq 'none') {
    if ($slash) { return "$Eol=$Eol" }
    return "=$Eol"
  }
  if ($slash -or ($end -ceq "`r" -and $Eol -ceq "`n")) { return $Eol + $Eol }
  return $Eol
}

# The same after the last cut of an edit.
function Get-CompletionAfter([string]$Text, $Lines, $Cut, [string]$Eol) {
  $last = $null
  if ($Lines.Count -gt 0) { $last = $Lines[$Lines.Count - 1] }
  if ($null -eq $last -or $null -eq $Cut -or $Cut.end -le $last.start) { return Get-Completion $Text $last $Eol }
  if ($last.end -lt $Text.Length) { return Get-Completion $Text $null $Eol }
  $removed = $Cut.start -eq $last.start -and $Cut.end -eq $last.end -and $Cut.text -ceq ''
  if ($removed -or $last.contentEnd -lt $last.end) { return '' }
  return $Eol
}

# $Changes: list of @{ key; value } with decoded values; value null removes every occurrence. All occurrences are set, so that no reader
# differs. Throws FormatException for a text that Java cannot load or that starts with a byte order mark.
function Edit-PropertyText([string]$Text, $Changes) {
  if ($Text -cmatch "^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)") {
    throw (New-Object System.FormatException 'it starts with a byte order mark, which Java reads as part of the first key')
  }
  $entries = Get-PropertyEntry $Text
  $lines = New-List
  foreach ($entry in $entries) { $lines.Add($entry.line) }
  $eol = Get-DominantEol $Text
  $style = Test-StoreStyle $Text $lines
  if ($null -eq $style) { $style = $false }
  $byKey = New-Map
  foreach ($change in $Changes) { $byKey[[string]$change.key] = $change }
  $cuts = New-List
  $added = ''
  $found = New-TextSet
  foreach ($entry in $entries) {
    $change = $byKey[[string]$entry.key]
    if ($null -eq $change) { continue }
    [void]$found.Add($entry.key)
    $line = $entry.line
    if ($null -eq $change.value) { $cuts.Add(@{ start = $line.start; end = $line.end; text = '' }); continue }
    if (Test-Same $entry.value $change.value) { continue }
    if ($change.value -ceq '') { $cuts.Add(@{ start = $line.separatorEnd; end = $line.contentEnd; text = '' }); continue }
    $start = $line.valueStart; $separator = ''
    if ($line.separator -ceq 'none') { $start = $line.keyEnd; $separator = '=' }
    $own = Test-StoreStyle $Text @($line)
    if ($null -eq $own) { $own = $style }
    $cuts.Add(@{ start = $start; end = $line.contentEnd; text = $separator + (Get-PropertyRespelling $Text $line $change.value $own) })
  }
  foreach ($change in $byKey.Values) {
    if ($null -eq $change.value -or $found.Contains($change.key)) { continue }
    $added += (ConvertTo-PropertyKey $change.key) + '=' + (ConvertTo-PropertyPart $change.value $style $true $false $true) + $eol
  }
  if ($cuts.Count -eq 0 -and $added -ceq '') { return $Text }
  $out = New-Object System.Text.StringBuilder
  $from = 0
  foreach ($cut in $cuts) {
    [void]$out.Append($Text, $from, $cut.start - $from).Append($cut.text)
    $from = $cut.end
  }
  [void]$out.Append($Text, $from, $Text.Length - $from)
  if ($added -cne '') {
    $lastCut = $null
    if ($cuts.Count -gt 0) { $lastCut = $cuts[$cuts.Count - 1] }
    [void]$out.Append((Get-CompletionAfter $Text $lines $lastCut $eol)).Append($added)
  }
  return $out.ToString()
}

function Edit-PropertyBytes([byte[]]$Bytes, $Changes, [string]$What) {
  try { return ,(Get-Latin1Bytes (Edit-PropertyText (Get-Latin1Text $Bytes) $Changes)) }
  catch [System.FormatException] { Stop-Run 10 "$What cannot be edited: $($_.Exception.Message). Fix the file first; nothing was written." }
}
