# ---- JSON, written: the two outer levels on lines of their own, one row a line below.

$script:JsonSpecial = New-Object System.Text.RegularExpressions.Regex (
  '["\\\x00-\x1f\x7f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]')

function ConvertTo-JsonString([string]$Text) {
  $Text = $Text.Replace($script:LineEnd, "`n")
  if (-not $script:JsonSpecial.IsMatch($Text)) { return '"' + $Text + '"' }
  $spelt = New-Object System.Text.StringBuilder
  $from = 0
  for ($match = $script:JsonSpecial.Match($Text); $match.Success; $match = $match.NextMatch()) {
    [void]$spelt.Append($Text, $from, $match.Index - $from)
    $from = $match.Index + 1
    switch -CaseSensitive ($match.Value) {
      '"' { [void]$spelt.Append('\"') }
      '\' { [void]$spelt.Append('\\') }
      "`n" { [void]$spelt.Append('\n') }
      "`r" { [void]$spelt.Append('\r') }
      "`t" { [void]$spelt.Append('\t') }
      default { [void]$spelt.Append('\u').Append(([int]$Text[$match.Index]).ToString('x4')) }
    }
  }
  return '"' + $spelt.Append($Text, $from, $Text.Length - $from).ToString() + '"'
}

function Add-JsonText([System.Text.StringBuilder]$Out, $Value, [int]$Depth) {
  if ($null -eq $Value) { [void]$Out.Append('null') }
  elseif ($Value -is [string] -or $Value -is [char]) { [void]$Out.Append((ConvertTo-JsonString $Value)) }
  elseif ($Value -is [bool]) { [void]$Out.Append($Value.ToString().ToLowerInvariant()) }
  elseif ($Value -is [System.Collections.IDictionary] -or $Value -is [System.Collections.IEnumerable]) {
    $isMap = $Value -is [System.Collections.IDictionary]
    $open = '['; $close = ']'
    if ($isMap) { $open = '{'; $close = '}' }
    $gap = ' '; $end = ' '
    if ($Depth -lt 2) { $gap = "`n" + ('  ' * ($Depth + 1)); $end = "`n" + ('  ' * $Depth) }
    [void]$Out.Append($open)
    $count = 0
    foreach ($item in $Value.GetEnumerator()) {
      if ($count -gt 0) { [void]$Out.Append(',') }
      [void]$Out.Append($gap)
      $count++
      if ($isMap) {
        [void]$Out.Append((ConvertTo-JsonString $item.Key)).Append(': ')
        Add-JsonText $Out $item.Value ($Depth + 1)
      }
      else { Add-JsonText $Out $item ($Depth + 1) }
    }
    if ($count -gt 0) { [void]$Out.Append($end) }
    [void]$Out.Append($close)
  }
  else { [void]$Out.Append([Convert]::ToString($Value, [System.Globalization.CultureInfo]::InvariantCulture)) }
}

function ConvertTo-JsonBytes($Value) {
  $out = New-Object System.Text.StringBuilder
  Add-JsonText $out $Value 0
  [void]$out.Append("`n")
  return ,(Get-Utf8Bytes $out.ToString())
}
