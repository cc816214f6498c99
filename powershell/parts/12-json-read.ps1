# ---- JSON, read. ConvertFrom-Json is not used: it takes 'Transport' and 'TRANSPORT' for one key and dates for dates.

$script:JsonToken = New-Object System.Text.RegularExpressions.Regex (
  '\G[ \t\r\n]*(?:([{}\[\]:,])|"([^"\\\x00-\x1f]*)"|"((?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9A-Fa-f]{4})*)"' +
  '|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(?![0-9A-Za-z.])|(true|false|null)(?![0-9A-Za-z]))'),
  ([System.Text.RegularExpressions.RegexOptions]::CultureInvariant)
$script:JsonEscape = New-Object System.Text.RegularExpressions.Regex '\\(?:u([0-9A-Fa-f]{4})|(.))'

function ConvertFrom-JsonString([string]$Spelt) {
  return $script:JsonEscape.Replace($Spelt, [System.Text.RegularExpressions.MatchEvaluator] {
      param($m)
      if ($m.Groups[1].Success) { return [string][char][Convert]::ToInt32($m.Groups[1].Value, 16) }
      switch -CaseSensitive ($m.Groups[2].Value) {
        'b' { return "`b" }
        'f' { return "`f" }
        'n' { return "`n" }
        'r' { return "`r" }
        't' { return "`t" }
        default { return $m.Groups[2].Value }
      }
    })
}

function ConvertFrom-JsonNumber([string]$Spelt) {
  $whole = [long]0
  $invariant = [System.Globalization.CultureInfo]::InvariantCulture
  if ([long]::TryParse($Spelt, [System.Globalization.NumberStyles]::AllowLeadingSign, $invariant, [ref]$whole)) { return $whole }
  return [double]::Parse($Spelt, [System.Globalization.NumberStyles]::Float, $invariant)
}

# A fault of a document with its place in the text, for callers that must not quote the text.
function New-JsonFault([string]$Message, [int]$At) {
  $fault = New-Object System.FormatException $Message
  $fault.Data['at'] = $At
  return $fault
}

# Values of a document, lists and objects among them: four times what the receipt of the largest bundle (65,535 files) needs; and keys of one object.
# Few are named by a schema; what is many stands in lists.
$script:MostValues = 1000000
$script:MostKeys = 10000

# Text -> maps (ordinal, ordered), arrays, strings, long or double, bool, null. Throws FormatException; a key twice is an error.
function ConvertFrom-JsonText([string]$Text, [string]$What) {
  $containers = New-Object System.Collections.Stack
  $names = New-Object System.Collections.Stack
  $holder = $null; $isMap = $false; $name = $null; $top = $null
  # expect: v value, f first value or ], k key, o key or }, c colon, e comma or end, z end of the text
  $expect = 'v'; $at = 0; $values = 0
  $match = $script:JsonToken.Match($Text)
  while ($match.Success) {
    $at = $match.Index + $match.Length
    $groups = $match.Groups
    $done = $true; $value = $null
    if ($groups[1].Success) {
      $sign = $groups[1].Value
      if (($sign -ceq '{' -or $sign -ceq '[') -and ($expect -ceq 'v' -or $expect -ceq 'f')) {
        if ($containers.Count -ge 64) { throw (New-Object System.FormatException "$What is nested too deep") }
        $containers.Push($holder); $names.Push($name)
        if ($sign -ceq '{') { $holder = New-Map; $isMap = $true; $expect = 'o' } else { $holder = New-List; $isMap = $false; $expect = 'f' }
        $done = $false
      }
      elseif (($sign -ceq '}' -and $isMap -and ($expect -ceq 'o' -or $expect -ceq 'e')) -or ($sign -ceq ']' -and -not $isMap -and ($expect -ceq 'f' -or $expect -ceq 'e'))) {
        if ($isMap) { $value = $holder } else { $value = $holder.ToArray() }
        $holder = $containers.Pop(); $name = $names.Pop()
        $isMap = $holder -is [System.Collections.IDictionary]
      }
      elseif ($sign -ceq ':' -and $expect -ceq 'c') { $expect = 'v'; $done = $false }
      elseif ($sign -ceq ',' -and $expect -ceq 'e') { if ($isMap) { $expect = 'k' } else { $expect = 'v' }; $done = $false }
      else { break }
    }
    else {
      if ($groups[2].Success) { $value = $groups[2].Value }
      elseif ($groups[3].Success) { $value = ConvertFrom-JsonString $groups[3].Value }
      elseif ($expect -ceq 'k' -or $expect -ceq 'o') { break }
      elseif ($groups[4].Success) { $value = ConvertFrom-JsonNumber $groups[4].Value }
      elseif ($groups[5].Value -ceq 'true') { $value = $true }
      elseif ($groups[5].Value -ceq 'false') { $value = $false }
      if ($expect -ceq 'k' -or $expect -ceq 'o') {
        if ($holder.Contains($value)) { throw (New-JsonFault "$What has the key '$value' twice" ($match.Index + $match.Value.IndexOf([char]'"'))) }
        if ($holder.Count -ge $script:MostKeys) { throw (New-Object System.FormatException "$What has an object with more than $($script:MostKeys) keys") }
        $name = $value; $expect = 'c'; $done = $false
      }
      elseif ($expect -cne 'v' -and $expect -cne 'f') { break }
    }
    if ($done) {
      $values++
      if ($values -gt $script:MostValues) { throw (New-Object System.FormatException "$What has more than $($script:MostValues) values") }
      if ($null -eq $holder) { $top = $value; $expect = 'z' }
      elseif ($isMap) { $holder.Add($name, $value); $expect = 'e' }
      else { $holder.Add($value); $expect = 'e' }
    }
    $match = $match.NextMatch()
  }
  if ($match.Success -or $expect -cne 'z' -or $Text.Substring($at).Trim(' ', "`t", "`r", "`n") -cne '') {
    $line = $Text.Substring(0, [Math]::Min($at, $Text.Length)).Split("`n").Length
    throw (New-JsonFault "$What is not JSON: line $line" $at)
  }
  return ,$top
}

function ConvertFrom-JsonBytes([byte[]]$Bytes, [string]$What) {
  $value = ConvertFrom-JsonText (Get-Utf8Text $Bytes $What) $What
  if ($value -isnot [System.Collections.IDictionary]) { throw (New-Object System.FormatException "$What is not a JSON object") }
  return $value
}

# A field that may be absent; maps have no property access here because 'keys' and 'values' are names of ours.
function Get-Field($Map, [string]$Name) {
  if ($null -eq $Map) { return $null }
  return ,$Map[$Name]
}
