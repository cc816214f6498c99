# ---- log4j2.xml: the Delete action of the bundle's own file, given to an appender of an existing one: src/kernel/formats/log4j2/brought-deletion.ts.

function New-LogFault([string]$Name, [string]$Why) { return (New-Object System.FormatException "the appender '$Name' $Why") }

# An age that log4j reads and that is not zero: days, hours, minutes and seconds.
function Test-DeletionAge([string]$Age) {
  return ($Age -cmatch '^[Pp]?([0-9]+[Dd])?([Tt]?([0-9]+[Hh])?([0-9]+[Mm])?([0-9]+[Ss])?)?\z' -and $Age -cmatch '[1-9]')
}

function Test-XmlName($Element, [string[]]$Names) { return ($Names -ccontains $Element.name.ToLowerInvariant()) }

# The numbers of the elements directly in another one, in document order.
function Get-XmlChild($Elements, [int]$Above) {
  return ,@(for ($k = $Above + 1; $k -lt $Elements.Count; $k++) { if ($Elements[$k].parent -eq $Above) { $k } })
}

function Get-AttributeText($Element, [string]$Attribute) {
  if ($null -eq $Element.attributes[$Attribute]) { return $null }
  return $Element.attributes[$Attribute].value
}

# A value for an attribute in double quotes; it is ASCII.
function ConvertTo-XmlText([string]$Text) { return $Text.Replace('&', '&amp;').Replace('<', '&lt;').Replace('"', '&quot;') }

function Get-DeleteElement($Brought, [string]$Age) {
  $depth = ''
  if ($Brought['maxDepth'] -gt 1) { $depth = " maxDepth=""$($Brought['maxDepth'])""" }
  return "<Delete basePath=""$(ConvertTo-XmlText $Brought['basePath'])""$depth><IfFileName glob=""$(ConvertTo-XmlText $Brought['glob'])""/><IfLastModified age=""$(ConvertTo-XmlText $Age)""/></Delete>"
}

function Find-RollingFile($Elements, [string]$Name) {
  $found = @(for ($k = 0; $k -lt $Elements.Count; $k++) {
      $element = $Elements[$k]
      if (-not $element.twice -and (Test-Same (Get-AttributeText $element 'name') $Name) -and (Test-XmlName $element 'rollingfile', 'rollingrandomaccessfile')) { $k }
    })
  $direct = $false
  if ($found.Count -eq 1 -and $Elements[$found[0]].parent -ge 0) {
    $above = $Elements[$Elements[$found[0]].parent]
    $direct = $above.parent -eq 0 -and (Test-XmlName $above 'appenders')
  }
  if (-not $direct) { throw (New-LogFault $Name 'is not exactly one RollingFile directly in <Appenders>') }
  $root = $Elements[0]; $at = $found[0]
  $strict = Get-AttributeText $root 'strict'
  if (-not $root.twice -and $null -ne $strict -and $strict.ToLowerInvariant() -ceq 'true') { throw (New-LogFault $Name 'is in a file of the strict form') }
  for ($k = $at; $k -lt $Elements.Count; $k++) {
    if ($k -ne $at -and -not (Test-XmlBelow $Elements $k $at)) { break }
    if ($Elements[$k].twice -or $Elements[$k].name.ToLowerInvariant() -cmatch '(?:^|:)include\z') { throw (New-LogFault $Name 'is partly in another file (xi:include), or has an attribute twice') }
  }
  return $at
}

# The age of an action that has these parts and no others; null for any other action.
function Find-DeletionAge($Elements, [int]$Action, $Brought) {
  $own = $Elements[$Action].attributes
  $inside = Get-XmlChild $Elements $Action
  if ($inside.Count -ne 2) { return $null }
  foreach ($k in $inside) { if ((Get-XmlChild $Elements $k).Count -gt 0) { return $null } }
  $files = $Elements[$inside[0]]; $modified = $Elements[$inside[1]]
  if (-not (Test-XmlName $files 'iffilename')) { $files = $Elements[$inside[1]]; $modified = $Elements[$inside[0]] }
  if (-not (Test-XmlName $files 'iffilename') -or -not (Test-XmlName $modified 'iflastmodified')) { return $null }
  $known = 1; $depth = '1'
  if ($null -ne $own['maxdepth']) { $known = 2; $depth = $own['maxdepth'].value }
  if ($own.Count -ne $known -or $files.attributes.Count -ne 1 -or $modified.attributes.Count -ne 1) { return $null }
  if (-not (Test-Same (Get-AttributeText $Elements[$Action] 'basepath') $Brought['basePath']) -or -not (Test-Same $depth "$($Brought['maxDepth'])")) { return $null }
  if (-not (Test-Same (Get-AttributeText $files 'glob') $Brought['glob'])) { return $null }
  return $modified.attributes['age']
}

# What is before an offset in its line, as far as it is white space: @{ newline; blanks }, or null.
function Get-Indent([string]$Text, [int]$Offset) {
  $start = $Offset
  while ($start -gt 0 -and ($Text[$start - 1] -ceq ' ' -or $Text[$start - 1] -ceq "`t")) { $start-- }
  if ($start -eq 0 -or $Text[$start - 1] -cne "`n") { return $null }
  $newline = "`n"
  if ($start -gt 1 -and $Text[$start - 2] -ceq "`r") { $newline = "`r`n" }
  return @{ newline = $newline; blanks = $Text.Substring($start, $Offset - $start) }
}

function Get-IndentStep([string]$Blanks) { if ($Blanks.Contains("`t")) { return "`t" } return '  ' }

# The text with the action in its strategy. Its tags keep their spelling; an empty tag is opened.
function Add-InStrategy([string]$Text, $Strategy, [string]$Action) {
  $indent = Get-Indent $Text $Strategy.start
  $line = ''; $inner = $Action
  if ($null -ne $indent) { $line = $indent.newline + $indent.blanks; $inner = $line + (Get-IndentStep $indent.blanks) + $Action }
  if ($Strategy.openEnd -eq $Strategy.end) { return $Text.Substring(0, $Strategy.openEnd - 2) + ">$inner$line</$($Strategy.name)>" + $Text.Substring($Strategy.openEnd) }
  $closed = $line
  if ([regex]::IsMatch($Text.Substring($Strategy.openEnd, 1), '^[ \t\r\n]')) { $closed = '' }
  return $Text.Substring(0, $Strategy.openEnd) + $inner + $closed + $Text.Substring($Strategy.openEnd)
}

# The text with a strategy before the end tag of an appender that has none.
function Add-NewStrategy([string]$Text, $Appender, [string]$Action) {
  $at = $Text.LastIndexOf('</', $Appender.end - 1, [System.StringComparison]::Ordinal)
  $type = 'DefaultRolloverStrategy'
  if ($null -eq $Appender.attributes['filename']) { $type = 'DirectWriteRolloverStrategy' }
  $indent = Get-Indent $Text $at
  $new = "<$type>$Action</$type>"
  if ($null -ne $indent) {
    $step = Get-IndentStep $indent.blanks
    $line = $indent.newline + $indent.blanks
    $new = "$step<$type>$line$step$step$Action$line$step</$type>$line"
  }
  return $Text.Substring(0, $at) + $new + $Text.Substring($at)
}

# The text with the Delete action of the bundle's own file in one appender, or a FormatException.
function Set-Log4j2Deletion([string]$Text, [string]$Name, [string]$Age, $Brought) {
  $unread = 'is in a file that has a document type or cannot be read'
  if ($Text.IndexOf([char]0) -ge 0) { throw (New-LogFault $Name $unread) }
  try { $elements = Get-XmlElement $Text } catch [System.FormatException] { throw (New-LogFault $Name $unread) }
  if ($elements.Count -eq 0 -or (Test-DocumentType $Text)) { throw (New-LogFault $Name $unread) }
  $pattern = $Brought['pattern']
  foreach ($one in $Name, "$pattern", $Brought['basePath'], $Brought['glob']) { if ($one -cnotmatch '^[ -~]*\z') { throw (New-LogFault $Name 'has a name or files with other characters than ASCII') } }
  $at = Find-RollingFile $elements $Name
  $appender = $elements[$at]
  $strategies = @(foreach ($k in (Get-XmlChild $elements $at)) { if (Test-XmlName $elements[$k] 'defaultrolloverstrategy', 'directwriterolloverstrategy') { $k } })
  if ($strategies.Count -gt 1) { throw (New-LogFault $Name "has $($strategies.Count) rollover strategies") }
  $actions = @()
  if ($strategies.Count -eq 1) { $actions = @(foreach ($k in (Get-XmlChild $elements $strategies[0])) { if (Test-XmlName $elements[$k] 'delete') { $k } }) }
  if ($actions.Count -gt 0) {
    $written = $null
    if ($actions.Count -eq 1) { $written = Find-DeletionAge $elements $actions[0] $Brought }
    if ($null -eq $written) { throw (New-LogFault $Name 'has another Delete action already') }
    if ($written.value.Contains('${')) { throw (New-LogFault $Name "has the age '$($written.value)', a property or lookup") }
    if (Test-Same $written.value $Age) { return $Text }
    return $Text.Substring(0, $written.start) + $Age + $Text.Substring($written.end)
  }
  if ($null -eq $pattern) { throw (New-LogFault $Name "has no Delete action, and the bundle has the kit's own, which is not inserted") }
  if (-not (Test-Same (Get-AttributeText $appender 'filepattern') $pattern)) { throw (New-LogFault $Name "has another filePattern than '$pattern'") }
  if ($appender.openEnd -eq $appender.end) { throw (New-LogFault $Name 'is an empty element without policies, so that it never rolls') }
  $action = Get-DeleteElement $Brought $Age
  if ($strategies.Count -eq 1) { return Add-InStrategy $Text $elements[$strategies[0]] $action }
  return Add-NewStrategy $Text $appender $action
}
