# ---- log4j2.xml: one size, level or Delete action edited as text; comments, CDATA, declarations and quotes are respected.

# What begins and never ends is a match of its own ('cut'), which refuses the file: it is not looked for again at every further beginning.
$script:XmlToken = New-Object System.Text.RegularExpressions.Regex (
  '<!--[\s\S]*?(?:-->|(?<cut>\z))|<!\[CDATA\[[\s\S]*?(?:\]\]>|(?<cut>\z))|<\?[\s\S]*?(?:\?>|(?<cut>\z))' +
  '|<!DOCTYPE(?:[^\[\]"''>]|"[^"]*"|''[^'']*''|\[(?:[^\]"''<]|<!--(?:[^-]|-(?!->))*-->|<(?!!--)|"[^"]*"|''[^'']*'')*\])*(?:>|(?<cut>[\s\S]*))' +
  '|</(?<close>[^\s<>]+)\s*>|<(?<open>[^\s/<>!?]+)(?<attributes>(?:\s+[^\s=/<>]+\s*=\s*(?:"[^"<]*"|''[^''<]*''))*)\s*(?<empty>/?)>|<')
$script:XmlAttribute = New-Object System.Text.RegularExpressions.Regex '(?<![^\s=])([^\s=]+)\s*=\s*(?:"(?<v>[^"]*)"|''(?<v>[^'']*)'')'

# The value of an attribute as an XML parser reports it.
function ConvertFrom-XmlText([string]$Text) {
  $Text = [regex]::Replace($Text, '\r\n|[\t\r\n]', ' ')
  if ($Text.IndexOf([char]'&') -lt 0) { return $Text }
  $Text = [regex]::Replace($Text, '&#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}));', [System.Text.RegularExpressions.MatchEvaluator]{
      param($Match)
      if ($Match.Groups[1].Success) { $code = [Convert]::ToInt32($Match.Groups[1].Value, 16) } else { $code = [int]$Match.Groups[2].Value }
      # an ampersand begins no further reference
      if ($code -eq 38) { return '&amp;' }
      if ($code -gt 0x10ffff -or ($code -ge 0xd800 -and $code -le 0xdfff)) { return $Match.Value }
      return [char]::ConvertFromUtf32($code)
    })
  return $Text.Replace('&lt;', '<').Replace('&gt;', '>').Replace('&quot;', '"').Replace('&apos;', "'").Replace('&amp;', '&')
}

# Elements in document order: name, parent (index or -1), start, openEnd, end, attributes (lower-case name -> @{ value; start; end }), and twice:
# two of its attributes differ in case alone.
function Get-XmlElement([string]$Text) {
  $elements = New-List
  $open = New-Object System.Collections.Stack
  foreach ($match in $script:XmlToken.Matches($Text)) {
    if ($match.Groups['close'].Success) {
      if ($open.Count -eq 0 -or $elements[$open.Peek()].name -cne $match.Groups['close'].Value) {
        throw (New-Object System.FormatException "the end tag </$($match.Groups['close'].Value)> closes nothing")
      }
      $elements[$open.Pop()].end = $match.Index + $match.Length
      continue
    }
    if (-not $match.Groups['open'].Success) {
      if ($match.Value -ceq '<' -or $match.Groups['cut'].Success) { throw (New-Object System.FormatException "it is not well-formed XML near character $($match.Index + 1)") }
      continue
    }
    $parent = -1
    if ($open.Count -gt 0) { $parent = $open.Peek() }
    $attributes = New-Map; $twice = $false
    foreach ($attribute in $script:XmlAttribute.Matches($match.Groups['attributes'].Value)) {
      $value = $attribute.Groups['v']
      $start = $match.Groups['attributes'].Index + $value.Index
      $key = $attribute.Groups[1].Value.ToLowerInvariant()
      if ($attributes.Contains($key)) { $twice = $true }
      $attributes[$key] = @{ value = (ConvertFrom-XmlText $value.Value); start = $start; end = $start + $value.Length }
    }
    $end = $match.Index + $match.Length
    $elements.Add(@{ name = $match.Groups['open'].Value; parent = $parent; attributes = $attributes; twice = $twice; start = $match.Index; openEnd = $end; end = $end })
    if ($match.Groups['empty'].Value -ceq '') { $open.Push($elements.Count - 1) }
  }
  if ($open.Count -gt 0) { throw (New-Object System.FormatException "the element <$($elements[$open.Peek()].name)> is not closed") }
  return ,$elements
}

# Has it a document type, which other readers accept?
function Test-DocumentType([string]$Text) {
  foreach ($match in $script:XmlToken.Matches($Text)) { if ($match.Value.StartsWith('<!DOCTYPE', [System.StringComparison]::Ordinal)) { return $true } }
  return $false
}

# Is the element $Index below the element $Above?
function Test-XmlBelow($Elements, [int]$Index, [int]$Above) {
  $at = $Elements[$Index].parent
  while ($at -ge 0) {
    if ($at -eq $Above) { return $true }
    $at = $Elements[$at].parent
  }
  return $false
}

# The one attribute that an edit means, or a FormatException that says why there is none.
function Find-Log4j2Attribute($Elements, [string]$What, [string]$Name) {
  $called = "the appender '$Name'"; $parent = 'Appenders'; $wanted = 'size'
  if ($What -ceq 'level') { $called = "the logger '$Name'"; $parent = 'Loggers'; $wanted = 'level' }
  $isRoot = $What -ceq 'level' -and ($Name -ceq '' -or $Name -ceq 'root')
  if ($isRoot) { $called = 'the root logger' }
  $found = @(for ($k = 0; $k -lt $Elements.Count; $k++) {
      $element = $Elements[$k]
      if ($element.parent -lt 0 -or $Elements[$element.parent].name -ine $parent) { continue }
      if ($isRoot) { if ($element.name -ieq 'Root' -or $element.name -ieq 'AsyncRoot') { $k } }
      elseif ($null -ne $element.attributes['name'] -and $element.attributes['name'].value -ceq $Name) { $k }
    })
  if ($found.Count -eq 0) { throw (New-Object System.FormatException "there is no $($called.Substring(4))") }
  if ($found.Count -gt 1) { throw (New-Object System.FormatException "$called is declared $($found.Count) times: it is unclear which one to edit") }
  $at = $found[0]
  if ($What -ceq 'trigger') {
    $inside = @(for ($k = $at + 1; $k -lt $Elements.Count; $k++) { if ($Elements[$k].name -ieq 'SizeBasedTriggeringPolicy' -and (Test-XmlBelow $Elements $k $at)) { $k } })
    if ($inside.Count -ne 1) { throw (New-Object System.FormatException "$called has $($inside.Count) SizeBasedTriggeringPolicies, but must have one") }
    $at = $inside[0]
  }
  $attribute = $Elements[$at].attributes[$wanted]
  if ($null -eq $attribute) { throw (New-Object System.FormatException "$called has no attribute $wanted") }
  if ($attribute.value.Contains('${')) { throw (New-Object System.FormatException "the $wanted of $called is '$($attribute.value)', a property or lookup: the value is set elsewhere, and others can use it") }
  return $attribute
}

# All edits of a manifest in some bytes: @{ bytes; notes }. What cannot be set is a note, because logging must not stop a swap.
function Edit-Log4j2([byte[]]$Bytes, $Edits, [string]$Path) {
  $notes = New-List
  $text = Get-Latin1Text $Bytes
  foreach ($edit in $Edits) {
    $shown = $edit['name']
    if ($shown -ceq '') { $shown = 'root' }
    try {
      if ($edit['what'] -ceq 'deletion') { $text = Set-Log4j2Deletion $text $edit['name'] $edit['value'] $edit['deletion']; continue }
      if ($text.IndexOf([char]0) -ge 0) { throw (New-Object System.FormatException 'it is not written in an encoding of one byte for ASCII') }
      if ($edit['value'] -cnotmatch '^[ !#-%''-;=?-~]*\z') { throw (New-Object System.FormatException "'$($edit['value'])' cannot be written into an attribute unescaped") }
      $attribute = Find-Log4j2Attribute (Get-XmlElement $text) $edit['what'] $edit['name']
      if (-not (Test-Same $attribute.value $edit['value'])) {
        $value = $edit['value']
        if ($text[$attribute.end] -ceq "'") { $value = $value.Replace("'", '&apos;') }
        $text = $text.Substring(0, $attribute.start) + $value + $text.Substring($attribute.end)
      }
    }
    catch [System.FormatException] { $notes.Add("${Path}: $($edit['what']) $shown is not set to $($edit['value']): $($_.Exception.Message)") }
  }
  return @{ bytes = (Get-Latin1Bytes $text); notes = $notes }
}
