<#
.SYNOPSIS
Installs a Tierwright bundle on a workstation: the whole plug-in folder, the profile, conf and client file, all old or all new.

.DESCRIPTION
Needs Windows PowerShell 5.1 or PowerShell 7, and nothing else: no modules, no other programs, no network. The bundle is verified whole before
the first byte is written. A journal stands before the first rename; pull the plug at any moment and the next run finishes or undoes what was
begun, whether it was begun here or by 'tierwright deploy'. The running tool is refused and never ended.

This help: Get-Help .\deploy.ps1 -Full (a bare deploy.ps1 finds nothing). A path in quotes ends without a backslash: "C:\X", never "C:\X\".

Work folder: .swap in the tool's installation. Receipts: .swap\receipts.

Exit codes: 0 done or already there; 1618 in use, try again (82 off Windows); 10 refused, nothing written; 11 failed and rolled back;
12 needs attention; 2 wrong use; 4 an error of this script.

.PARAMETER Bundle
The bundle: <environment>-<connector>.zip or <environment>-settings.zip. A signature is looked for beside it, in BUNDLE.sig.

.PARAMETER Root
Every absolute Windows path lies below this folder, the drive as a folder: C:\Users\Public is ROOT\C\Users\Public. For rehearsals and tests, on
any system; missing folders are made only there.

.PARAMETER Install
The tool's folder, where it is not the one that the bundle names.

.PARAMETER ClientFile
The client file (CommonClient.properties), where it is not the one that the bundle names. log4j2.xml goes along when both lay in one folder.

.PARAMETER Key
Public RSA key in PEM form. Unsigned bundles and those that were signed with another key are refused, now and by later runs.

.PARAMETER WhatIf
Says what would be done, and writes nothing; with -Rollback what would be undone.

.PARAMETER Verify
Compares what lies on the machine with the newest receipt: jars and other files by hash, conf, logger and client file by their decoded values.

.PARAMETER Detect
One line on the standard output and exit code 0 when exactly the given bundle is installed, else exit code 1.

.PARAMETER Rollback
Goes back to what the last install or switch replaced: the plug-in folder and both files together.

.PARAMETER Stage
Puts the new plug-in folder beside the old one, for a later run; the tool may stay open.

.PARAMETER List
Lists the receipts of the installation: what stood when, what stands now, and what -Rollback would undo. Writes nothing.

.PARAMETER Collect
Gathers into a new zip, without secrets, what adopting or diagnosing this workstation needs. Nothing else is written.

.PARAMETER AcceptDrift
Installs although values on this machine are not what the last receipt or the carried conf says.

.PARAMETER SwitchEnvironment
Installs a bundle of another environment than the installed one.

.PARAMETER AllowDowngrade
Installs an older bundle; the reason goes into the receipt.

.PARAMETER ReceiptCopy
A copy of the receipt goes into this folder, for example on a share.

.EXAMPLE
powershell -ExecutionPolicy Bypass -File .\deploy.ps1 -Bundle .\production-2606.zip -WhatIf

.EXAMPLE
powershell -ExecutionPolicy Bypass -File .\deploy.ps1 -Bundle .\production-2606.zip -Key .\release.pub -ReceiptCopy \\srv\share\receipts

.EXAMPLE
powershell -ExecutionPolicy Bypass -File .\deploy.ps1 -Rollback

.EXAMPLE
Get-Help .\deploy.ps1 -Full

Names every parameter. A folder is written without a last backslash before the quotation mark: -Install "C:\Tool 2024x".

.NOTES
Dot-sourced, the script only defines its functions; Invoke-Main is the whole of it and gives the exit code. Everything that touches files, clock
and machine is a function of its own that a test may replace: Enter-Step, Invoke-OneOperation, Get-Look, Test-Link, Test-ReadOnly,
Get-FolderName, Read-Bytes, Get-FileRecord, New-Folder, Remove-File, Remove-EmptyFolder, Test-FolderWrite, Exit-Folder, Remove-Tree, Write-Flushed, Write-FlushedCopy,
Move-Tree, Move-File, Move-FileOver, Open-SwapLock, Close-SwapLock, Get-ToolProcess, Set-InheritedAccess, Get-FreeSpace, Get-MachineName,
Get-UserName, Get-UtcNow, Get-RunToken, Start-Pause, Get-Patience, Test-Windows.

This file is put together from powershell/parts by 'node scripts/powershell.mjs': change the parts, not this file.
#>
[CmdletBinding(PositionalBinding = $false)]
param(
  [string]$Bundle = '',
  [string]$Root = '',
  [string]$Install = '',
  [string]$ClientFile = '',
  [string]$Key = '',
  [switch]$WhatIf,
  [switch]$Verify,
  [switch]$Detect,
  [switch]$Rollback,
  [switch]$Stage,
  [switch]$List,
  [string]$Collect = '',
  [switch]$AcceptDrift,
  [switch]$SwitchEnvironment,
  [string]$AllowDowngrade = '',
  [string]$ReceiptCopy = '',
  [Parameter(ValueFromRemainingArguments = $true)][string[]]$Unknown = @()
)

# Before the first line that application control would stop with a message of its own.
if ([string]$ExecutionContext.SessionState.LanguageMode -cne 'FullLanguage') {
  Write-Warning "This PowerShell runs in $($ExecutionContext.SessionState.LanguageMode) mode (application control): files cannot be hashed and moved in it. Have deploy.ps1 signed by a publisher that the policy trusts, or use 'tierwright deploy'. Nothing was written."
  exit 2
}

Set-StrictMode -Version 2
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'

# ---- Messages, faults and text. Nothing here touches the world.

# The end of a line that this script means: a noncharacter and a word that is drawn anew in every process, so that no file, name or value can
# hold it. Where a text leaves, it becomes a line feed; every other line feed is somebody's value, and is shown.
$script:LineEnd = [string][char]0xfdd8 + [string]::Join('', @(foreach ($number in (0..4)) { [char](0xdc00 + [BitConverter]::ToUInt16([Guid]::NewGuid().ToByteArray(), 0) % 1024) }))

# What must not reach a terminal or a log: controls, separators of lines, direction marks, invisible characters, halves of surrogate pairs,
# noncharacters and tags.
$script:UnsafeText = New-Object System.Text.RegularExpressions.Regex ('[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f' +
  '\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff]|\udb40[\udc00-\udc7f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]')

# A text made safe, each such character as <U+XXXX>: plain ASCII, because no code page of a console loses it.
function Format-Visible([string]$Text) {
  $match = $script:UnsafeText.Match($Text)
  if (-not $match.Success) { return $Text }
  $out = New-Object System.Text.StringBuilder
  $from = 0
  while ($match.Success) {
    $unit = [int]$match.Value[0]
    if ($match.Length -eq 2) { $unit = [char]::ConvertToUtf32($match.Value, 0) }
    [void]$out.Append($Text, $from, $match.Index - $from).Append('<U+').Append($unit.ToString('X4')).Append('>')
    $from = $match.Index + $match.Length
    $match = $match.NextMatch()
  }
  return $out.Append($Text, $from, $Text.Length - $from).ToString()
}

# A message as it leaves: our own line ends, everything else visible, and no line that a build service takes for a command.
function Format-Leaving([string]$Text) {
  $lines = @(foreach ($line in $Text.Split([string[]]@($script:LineEnd), [System.StringSplitOptions]::None)) {
      ((Format-Visible $line) -creplace '^(\s*):(?=:)', '$1<U+003A>') -creplace '##(?=\w{0,12}\[)', '#<U+0023>'
    })
  return ($lines -join "`n")
}

function Write-Say([string]$Text) { Write-Host (Format-Leaving $Text) }

function Write-Complaint([string]$Text) { [Console]::Error.WriteLine((Format-Leaving $Text)) }

# Ends the run with one of the exit codes of the protocol; the text is what a person reads.
function Stop-Run([int]$Code, [string]$Text) {
  $fault = New-Object System.InvalidOperationException $Text
  $fault.Data['tierwright'] = $Code
  throw $fault
}

# The exception that was thrown first, below what PowerShell wraps around it.
function Get-Fault($Record) {
  $fault = $Record.Exception
  while ($null -ne $fault.InnerException -and $fault -is [System.Management.Automation.RuntimeException]) { $fault = $fault.InnerException }
  return $fault
}

# Exit code that a fault carries, or the given one.
function Get-FaultCode($Fault, [int]$Otherwise) {
  if ($Fault.Data.Contains('tierwright')) { return [int]$Fault.Data['tierwright'] }
  return $Otherwise
}

# A file that cannot be read or written is the machine's fault, anything else without a code is one of this script.
function Test-FileFault($Fault) { return ($Fault -is [System.IO.IOException] -or $Fault -is [System.UnauthorizedAccessException]) }

# What happened, on one line.
function Get-FaultText($Fault) {
  $text = $Fault.Message.Replace($script:LineEnd, "`n").Trim() -creplace '\s*[\r\n]+\s*', ' '
  if (-not $Fault.Data.Contains('tierwright') -and $Fault -isnot [System.IO.IOException] -and $Fault -isnot [System.UnauthorizedAccessException]) {
    $text = $Fault.GetType().Name + ': ' + $text
  }
  return $text
}

# Somebody has it open, or it may not be touched: access denied, and what the two functions below tell apart.
function Test-InUse($Fault) {
  if ($Fault -is [System.UnauthorizedAccessException]) { return $true }
  if ($Fault -isnot [System.IO.IOException]) { return $false }
  return ((Test-Sharing $Fault) -or @(-2147024891, -2147023721, -2147023720, -2147023719) -contains $Fault.HResult)
}

# Sharing violation, lock violation; EBUSY, ETXTBSY and a held lock off Windows: another program has it open, whatever the rights are.
function Test-Sharing($Fault) {
  return ($Fault -is [System.IO.IOException] -and @(-2147024864, -2147024863, 16, 26, 11) -contains $Fault.HResult)
}

# The same as far as a change can tell: Windows denies access, too, to the rename or removal of what is open, and ReplaceFile has codes of its
# own (1175 to 1177). Missing rights are found in preflight.
function Test-Held($Fault) { return ((Test-Sharing $Fault) -or ((Test-Windows) -and (Test-InUse $Fault))) }

# Another program goes on having a file open: try again later. $Then: what was done so far.
function Stop-Held($Fault, [string]$Then) {
  Stop-Run 1618 "$(Get-FaultText $Fault) Another program has it open: close it (an editor, a viewer, a scanner), then run this again; $Then."
}

# Code unit by code unit; PowerShell's own operators compare by culture. null is only equal to null.
function Test-Same($A, $B) {
  if ($null -eq $A -or $null -eq $B) { return ($null -eq $A -and $null -eq $B) }
  return [string]::Equals([string]$A, [string]$B, [System.StringComparison]::Ordinal)
}

function Test-StartsWith([string]$Text, [string]$Start, [bool]$IgnoreCase = $false) {
  if ($IgnoreCase) { return $Text.StartsWith($Start, [System.StringComparison]::OrdinalIgnoreCase) }
  return $Text.StartsWith($Start, [System.StringComparison]::Ordinal)
}

function New-Map { return New-Object System.Collections.Specialized.OrderedDictionary ([System.StringComparer]::Ordinal) }

# [..]::new() and not New-Object: around a list that New-Object made, @(...) fails with 'Argument types do not match'.
function New-List { return ,([System.Collections.Generic.List[object]]::new()) }

# A set of texts by code unit.
function New-TextSet([bool]$IgnoreCase = $false) {
  $comparer = [System.StringComparer]::Ordinal
  if ($IgnoreCase) { $comparer = [System.StringComparer]::OrdinalIgnoreCase }
  return ,(New-Object 'System.Collections.Generic.HashSet[string]' ($comparer))
}

function Get-SortedText($Texts) {
  $array = [string[]]@($Texts)
  [Array]::Sort($array, [System.StringComparer]::Ordinal)
  return ,$array
}

function ConvertTo-Hex([byte[]]$Bytes) { return [BitConverter]::ToString($Bytes).Replace('-', '').ToLowerInvariant() }

function Get-BytesHash([byte[]]$Bytes) {
  $sha = [System.Security.Cryptography.SHA256]::Create()
  try { return ConvertTo-Hex $sha.ComputeHash($Bytes) } finally { $sha.Dispose() }
}

# Strict UTF-8 without byte order mark, both ways.
function Get-Utf8Bytes([string]$Text) { return ,(New-Object System.Text.UTF8Encoding $false, $true).GetBytes($Text) }

function Get-Utf8Text([byte[]]$Bytes, [string]$What) {
  try { return (New-Object System.Text.UTF8Encoding $false, $true).GetString($Bytes) }
  catch { throw (New-Object System.FormatException "$What is not UTF-8") }
}

# One unit a byte: how java.util.Properties reads a stream.
function Get-Latin1Text([byte[]]$Bytes) { return [System.Text.Encoding]::GetEncoding(28591).GetString($Bytes) }

function Get-Latin1Bytes([string]$Text) { return ,[System.Text.Encoding]::GetEncoding(28591).GetBytes($Text) }

# A list in a message: the first ones, and how many there are.
function Join-Some($Items, [int]$Most = 5) {
  $all = @($Items)
  if ($all.Count -le $Most) { return ($all -join ', ') }
  return (($all[0..($Most - 1)] -join ', ') + ", and $($all.Count - $Most) more")
}

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
        if ($holder.Contains($value)) { throw (New-Object System.FormatException "$What says '$value' twice") }
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
    throw (New-Object System.FormatException "$What is not JSON: line $line")
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

# ---- Records against their published schemas: records below .swap are input.

# The schemas of the records (schemas/*.schema.json) without what only people read.
$script:SchemaText = @{
  bundle = '{"type":"object","properties":{"schema":{"const":"tierwright/bundle/v1"},"kind":{"enum":["swap","settings"]},"environment":{"type":"string","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"},"connector":{"type":"string","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"},"serial":{"type":"integer","minimum":0,"maximum":9007199254740991},"compiler":{"type":"string"},"source":{"type":"object","properties":{"commit":{"type":["string","null"],"pattern":"^([0-9a-f]{40}|[0-9a-f]{64})$"},"changed":{"type":"boolean"}},"required":["commit","changed"],"additionalProperties":false},"tool":{"type":"object","properties":{"name":{"type":["string","null"]},"row":{"type":"string","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"},"versionFrom":{"type":["object","null"],"properties":{"file":{"type":"string"},"pattern":{"type":"string"}},"required":["file","pattern"],"additionalProperties":false}},"required":["name","row","versionFrom"],"additionalProperties":false},"plugin":{"type":"object","properties":{"folder":{"type":"string","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"},"id":{"type":"string","pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"},"conf":{"type":"string"},"logger":{"type":["string","null"]}},"required":["folder","id","conf","logger"],"additionalProperties":false},"java":{"type":["string","null"],"pattern":"^[0-9][0-9A-Za-z.+_-]{0,30}$"},"verdict":{"type":"object","properties":{"matrix":{"type":["string","null"]},"reason":{"enum":["no-row","no-cell","unknown-code","no-release",null]},"tierRange":{"type":["boolean","null"]},"exception":{"type":["object","null"],"properties":{"reason":{"type":"string"},"owner":{"type":"string"},"until":{"type":"string"}},"required":["reason","owner","until"],"additionalProperties":false}},"required":["matrix","reason","tierRange","exception"],"additionalProperties":false},"paths":{"type":"object","properties":{"install":{"type":"string"},"client":{"type":"string"},"log4j2":{"type":["string","null"]},"profile":{"type":["string","null"]},"profiles":{"type":"array","maxItems":1000,"items":{"type":"string"}},"roots":{"type":"array","maxItems":1000,"items":{"type":"string"}},"strays":{"type":"array","maxItems":1000,"items":{"type":"string"}}},"required":["install","client","log4j2","profile","profiles","roots","strays"],"additionalProperties":false},"values":{"type":"array","maxItems":20000,"items":{"type":"object","properties":{"file":{"enum":["connector","client","logger"]},"key":{"type":"string"},"value":{"type":"string"},"secret":{"type":"string"},"unit":{"type":"boolean"}},"required":["file","key","unit"],"additionalProperties":false}},"keep":{"type":"array","maxItems":20000,"items":{"type":"string"}},"log4j2":{"type":"array","maxItems":10000,"items":{"type":"object","properties":{"what":{"enum":["trigger","level"]},"name":{"type":"string"},"value":{"type":"string"}},"required":["what","name","value"],"additionalProperties":false}},"expect":{"type":["array","null"],"items":{"type":"object","properties":{"key":{"type":"string"},"value":{"type":"string"}},"required":["key","value"],"additionalProperties":false}},"carried":{"type":["object","null"],"properties":{"from":{"type":"string"},"keys":{"type":"array","items":{"type":"string"}},"added":{"type":"array","items":{"type":"string"}},"dropped":{"type":"array","items":{"type":"string"}}},"required":["from","keys","added","dropped"],"additionalProperties":false},"mapping":{"type":["object","null"],"properties":{"path":{"type":"string"},"size":{"type":"integer","minimum":0,"maximum":9007199254740991},"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"},"judged":{"const":false},"counts":{"type":"object","additionalProperties":{"type":"integer","minimum":0}}},"required":["path","size","sha256","judged","counts"],"additionalProperties":false},"tree":{"type":["object","null"],"properties":{"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"},"files":{"type":"integer","minimum":0,"maximum":9007199254740991}},"required":["sha256","files"],"additionalProperties":false},"files":{"type":"array"}},"required":["schema","kind","environment","connector","serial","compiler","source","tool","plugin","java","verdict","paths","values","keep","log4j2","expect","carried","mapping","tree","files"],"additionalProperties":false}'
  journal = '{"type":"object","properties":{"schema":{"const":"tierwright/journal/v1"},"run":{"type":"string","pattern":"^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{6}$"},"state":{"enum":["prepared","reverting"]},"machine":{"type":"string"},"plan":{"type":"string","pattern":"^[0-9a-f]{64}$"},"error":{"type":["string","null"]}},"required":["schema","run","state","machine","plan","error"],"additionalProperties":false}'
  plan = '{"type":"object","properties":{"schema":{"const":"tierwright/swap-plan/v1"},"run":{"type":"string","pattern":"^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{6}$"},"kind":{"enum":["swap","settings","rollback"]},"machine":{"type":"string"},"install":{"type":"string"},"tree":{"type":["object","null"],"properties":{"live":{"type":"string"},"staged":{"type":["string","null"],"pattern":"^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{6}/(new|old)$"},"backup":{"type":"string","pattern":"^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{6}/old$"},"before":{"type":["object","null"],"properties":{"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"},"files":{"type":"integer","minimum":0,"maximum":9007199254740991}},"required":["sha256","files"],"additionalProperties":false},"after":{"type":["object","null"],"properties":{"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"},"files":{"type":"integer","minimum":0,"maximum":9007199254740991}},"required":["sha256","files"],"additionalProperties":false}},"required":["live","staged","backup","before","after"],"additionalProperties":false},"files":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string","pattern":"^(connector|client|log4j2|profile-[1-9][0-9]{0,3})$"},"path":{"type":"string"},"as":{"enum":["pairs","bytes","log4j2"]},"temp":{"type":"string"},"before":{"type":["object","null"],"properties":{"size":{"type":"integer","minimum":0,"maximum":9007199254740991},"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"}},"required":["size","sha256"],"additionalProperties":false},"after":{"type":["object","null"],"properties":{"size":{"type":"integer","minimum":0,"maximum":9007199254740991},"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"}},"required":["size","sha256"],"additionalProperties":false},"staged":{"type":["string","null"],"pattern":"^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{6}/files/(connector|client|log4j2|profile-[1-9][0-9]{0,3})\\.new$"},"backup":{"type":["string","null"],"pattern":"^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{6}/files/(connector|client|log4j2|profile-[1-9][0-9]{0,3})\\.old$"},"values":{"type":"array","items":{"type":"object","properties":{"key":{"type":"string"},"before":{"type":["string","null"]},"after":{"type":["string","null"]},"secret":{"const":true}},"required":["key","before","after"],"additionalProperties":false}}},"required":["id","path","as","temp","before","after","staged","backup","values"],"additionalProperties":false}},"strays":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"to":{"type":"string","pattern":"^strays/[0-9]{8}T[0-9]{6}Z-[0-9a-f]{6}/[1-9][0-9]*-[^/\\\\]+$"},"folder":{"type":"boolean"},"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"}},"required":["path","to","folder","sha256"],"additionalProperties":false}},"made":{"type":"array","items":{"type":"string"}}},"required":["schema","run","kind","machine","install","tree","files","strays","made"],"additionalProperties":false}'
  receipt = '{"type":"object","properties":{"schema":{"const":"tierwright/receipt/v1"},"sequence":{"type":"integer","minimum":0,"maximum":9007199254740991},"run":{"type":"string","pattern":"^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{6}$"},"result":{"enum":["done","in-use","refused","rolled-back","attention"]},"code":{"enum":[0,1618,10,11,12]},"kind":{"enum":["swap","settings","rollback"]},"at":{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"},"machine":{"type":"string"},"user":{"type":"string"},"runner":{"type":"string"},"bundle":{"type":["object","null"],"properties":{"name":{"type":"string"},"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"},"manifest":{"type":"string","pattern":"^[0-9a-f]{64}$"},"environment":{"type":"string"},"connector":{"type":"string"},"serial":{"type":"integer","minimum":0,"maximum":9007199254740991},"commit":{"type":["string","null"],"pattern":"^([0-9a-f]{40}|[0-9a-f]{64})$"},"compiler":{"type":"string"}},"required":["name","sha256","manifest","environment","connector","serial","commit","compiler"],"additionalProperties":false},"install":{"type":"string"},"plugin":{"type":"object","properties":{"folder":{"type":"string","pattern":"^[^/\\\\:\\u0000-\\u001f]*[^/\\\\:\\u0000-\\u001f. ]$"},"id":{"type":"string"},"conf":{"type":"string","pattern":"^(?!([\\s\\S]*[/\\\\])?\\.{0,2}([/\\\\]|$))[\\s\\S]+$"},"logger":{"type":["string","null"],"pattern":"^(?!([\\s\\S]*[/\\\\])?\\.{0,2}([/\\\\]|$))[\\s\\S]+$"}},"required":["folder","id","conf","logger"],"additionalProperties":false},"paths":{"type":"object","properties":{"client":{"type":"string"},"roots":{"type":"array","items":{"type":"string"}},"strays":{"type":"array","items":{"type":"string"}}},"required":["client"],"additionalProperties":false},"tool":{"type":"object","properties":{"expected":{"type":"string"},"found":{"type":["string","null"]},"proven":{"type":"boolean"},"java":{"type":["string","null"]}},"required":["expected","found","proven","java"],"additionalProperties":false},"key":{"type":["object","null"],"properties":{"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"},"pem":{"type":"string"}},"required":["sha256","pem"],"additionalProperties":false},"state":{"type":["object","null"],"properties":{"tree":{"type":["object","null"],"properties":{"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"},"files":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string","pattern":"^(?!([\\s\\S]*[/\\\\])?\\.{0,2}([/\\\\]|$))[\\s\\S]+$"},"size":{"type":"integer","minimum":0,"maximum":9007199254740991},"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"}},"required":["path","size","sha256"],"additionalProperties":false}}},"required":["sha256","files"],"additionalProperties":false},"values":{"type":"array","items":{"type":"object","properties":{"file":{"enum":["connector","client","logger"]},"key":{"type":"string"},"value":{"type":"string"}},"required":["file","key","value"],"additionalProperties":false}},"files":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string","pattern":"^(client|log4j2|profile-[1-9][0-9]{0,3})$"},"path":{"type":"string"},"size":{"type":"integer","minimum":0,"maximum":9007199254740991},"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"}},"required":["id","path","size","sha256"],"additionalProperties":false}},"secrets":{"type":"array","items":{"type":"object","properties":{"file":{"enum":["connector","client","logger"]},"key":{"type":"string"}},"required":["file","key"],"additionalProperties":false}},"keep":{"type":"array","items":{"type":"string"}}},"required":["tree","values","files","secrets","keep"],"additionalProperties":false},"before":{"type":["object","null"],"properties":{"run":{"type":["string","null"],"pattern":"^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{6}$"},"tree":{"type":["object","null"],"properties":{"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"},"files":{"type":"integer","minimum":0,"maximum":9007199254740991}},"required":["sha256","files"],"additionalProperties":false}},"required":["run","tree"],"additionalProperties":false},"undo":{"type":["object","null"],"properties":{"plan":{"type":"string","pattern":"^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{6}/plan\\.json$"},"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"}},"required":["plan"],"additionalProperties":false},"strays":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"to":{"type":"string","pattern":"^strays/[0-9]{8}T[0-9]{6}Z-[0-9a-f]{6}/[1-9][0-9]*-[^/\\\\]+$"},"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"}},"required":["path","to","sha256"],"additionalProperties":false}},"kept":{"type":"array","items":{"type":"string"}},"drift":{"type":"array","items":{"type":"object","properties":{"file":{"enum":["connector","client","logger"]},"key":{"type":"string"},"expected":{"type":["string","null"]},"found":{"type":["string","null"]}},"required":["file","key","expected","found"],"additionalProperties":false}},"replaced":{"type":"array","items":{"type":"object","properties":{"file":{"enum":["connector","client","logger"]},"key":{"type":"string"},"expected":{"type":["string","null"]},"found":{"type":["string","null"]}},"required":["file","key","expected","found"],"additionalProperties":false}},"flags":{"type":"array","items":{"type":"object","properties":{"flag":{"type":"string"},"reason":{"type":["string","null"]}},"required":["flag","reason"],"additionalProperties":false}},"error":{"type":["string","null"]},"notes":{"type":"array","items":{"type":"string"}}},"required":["schema","sequence","run","result","code","kind","at","machine","user","runner","bundle","install","plugin","paths","tool","key","state","before","undo","strays","kept","drift","replaced","flags","error","notes"],"additionalProperties":false}'
}
$script:Schemas = @{}

function Get-Schema([string]$Kind) {
  if (-not $script:Schemas.ContainsKey($Kind)) { $script:Schemas[$Kind] = ConvertFrom-JsonText $script:SchemaText[$Kind] $Kind }
  return $script:Schemas[$Kind]
}

function Test-JsonType($Value, [string]$Type) {
  switch -CaseSensitive ($Type) {
    'object' { return ($Value -is [System.Collections.IDictionary]) }
    'array' { return ($Value -is [array]) }
    'string' { return ($Value -is [string]) }
    'integer' { return ($Value -is [long]) }
    'boolean' { return ($Value -is [bool]) }
    'null' { return ($null -eq $Value) }
  }
  return $false
}

function Test-SameValue($A, $B) {
  if ($null -eq $A -or $null -eq $B) { return ($null -eq $A -and $null -eq $B) }
  if ($A.GetType() -ne $B.GetType()) { return $false }
  if ($A -is [string]) { return [string]::Equals($A, $B, [System.StringComparison]::Ordinal) }
  return ($A -eq $B)
}

# How a value differs from its schema, in words that begin with the JSON pointer; null: it does not. Only the first problem is told.
function Get-SchemaProblem($Value, $Schema, [string]$At) {
  $where = $At
  if ($where -ceq '') { $where = 'the record' }
  if ($Schema.Contains('const') -and -not (Test-SameValue $Value $Schema['const'])) { return "$where must be '$($Schema['const'])'" }
  if ($Schema.Contains('enum')) {
    foreach ($one in $Schema['enum']) { if (Test-SameValue $Value $one) { return $null } }
    return "$where must be one of $(@($Schema['enum']) -join ', ')"
  }
  if ($Schema.Contains('type')) {
    $fits = $false
    foreach ($type in @($Schema['type'])) { if (Test-JsonType $Value $type) { $fits = $true; break } }
    if (-not $fits) { return "$where must be $(@($Schema['type']) -join ' or ')" }
  }
  if ($null -eq $Value) { return $null }
  if ($Value -is [string]) { return Get-TextProblem $Value $Schema $where }
  if ($Value -is [long]) {
    if (($Schema.Contains('minimum') -and $Value -lt $Schema['minimum']) -or ($Schema.Contains('maximum') -and $Value -gt $Schema['maximum'])) { return "$where is no number that it can have" }
    return $null
  }
  if ($Value -is [array]) {
    if ($Schema.Contains('maxItems') -and $Value.Length -gt $Schema['maxItems']) { return "$where has $($Value.Length) entries, at most $($Schema['maxItems']) are read" }
    if (-not $Schema.Contains('items')) { return $null }
    for ($k = 0; $k -lt $Value.Length; $k++) { $problem = Get-SchemaProblem $Value[$k] $Schema['items'] "$At/$k"; if ($null -ne $problem) { return $problem } }
    return $null
  }
  if ($Value -is [System.Collections.IDictionary]) { return Get-MapProblem $Value $Schema $At $where }
  return $null
}

function Get-TextProblem([string]$Value, $Schema, [string]$Where) {
  if (-not $Schema.Contains('pattern')) { return $null }
  # a line feed at the end is no end of the text
  $pattern = [string]$Schema['pattern'] -creplace '\$\z', '\z'
  if ([regex]::IsMatch($Value, $pattern, [System.Text.RegularExpressions.RegexOptions]::CultureInvariant)) { return $null }
  return "$Where is not of the form $($Schema['pattern'])"
}

function Get-MapProblem($Value, $Schema, [string]$At, [string]$Where) {
  if ($Schema.Contains('required')) { foreach ($key in $Schema['required']) { if (-not $Value.Contains($key)) { return "$Where lacks the key '$key'" } } }
  if (-not $Schema.Contains('properties')) { return $null }
  $known = $Schema['properties']
  foreach ($key in $Value.get_Keys()) {
    if ($known.Contains($key)) { $problem = Get-SchemaProblem $Value[[string]$key] $known[[string]$key] "$At/$key"; if ($null -ne $problem) { return $problem } }
    elseif ($Schema.Contains('additionalProperties') -and $Schema['additionalProperties'] -is [bool]) { return "$Where has the unknown key '$key'" }
  }
  return $null
}

# ---- java.util.Properties, read. Text is the ISO-8859-1 view of the bytes. A line is a map of offsets:
# start <= keyStart <= keyEnd <= separatorEnd <= valueStart <= valueEnd <= contentEnd <= end; separator is none, blank or sign.

$script:PropertyEol = [char[]]@("`n", "`r")
$script:PropertyLead = New-Object System.Text.RegularExpressions.Regex '\G[ \t\f]*'
$script:PropertyJoin = New-Object System.Text.RegularExpressions.Regex '\G(?:\r\n|\r|\n)[ \t\f]*'
$script:PropertyPlain = New-Object System.Text.RegularExpressions.Regex '\G((?:\\[^\r\n]|[^\\=: \t\f\r\n])*)([ \t\f]*)([=:][ \t\f]*)?'

function Skip-Blank([string]$Text, [int]$At, [int]$End) {
  while ($At -lt $End -and ($Text[$At] -ceq ' ' -or $Text[$At] -ceq "`t" -or $Text[$At] -ceq "`f")) { $At++ }
  return $At
}

# Behind the line terminator at $At; CRLF is one.
function Skip-Eol([string]$Text, [int]$At) {
  if ($Text[$At] -ceq "`r" -and $At + 1 -lt $Text.Length -and $Text[$At + 1] -ceq "`n") { return $At + 2 }
  return $At + 1
}

# Behind a continuation whose backslash stands at $At: line terminator and leading blanks of the next line.
function Skip-Join([string]$Text, [int]$At, [int]$End) {
  $behind = $At + 1 + $script:PropertyJoin.Match($Text, $At + 1).Length
  if ($behind -gt $End) { return $End }
  return $behind
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
    if ($match.Groups[3].Success) { $separator = 'sign' } elseif ($match.Groups[2].Length -gt 0) { $separator = 'blank' }
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
  $i = Skip-Blank $Text $Start $n
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
      # Java sees the end of the file behind LF or CR, but behind CRLF only one character later: then nothing at all is no entry.
      if ($next -ge $n -and ($keyStart -ge 0 -or $next -le $i + 2)) { $contentEnd = $i + 1; $end = $n; $dangling = $true; break }
      $open = $true
      $i = Skip-Blank $Text $next $n
      if ($keyStart -lt 0 -and ($i -ge $n -or '#!'.IndexOf($Text[$i]) -ge 0 -or $Text[$i] -ceq "`n" -or $Text[$i] -ceq "`r")) {
        return @{ line = $null; next = $next }
      }
      continue
    }
    $behind = $i + 1
    if ($c -ceq '\') { $behind = $i + 2 }
    $sign = $c -ceq '=' -or $c -ceq ':'
    if ($keyStart -lt 0) { $keyStart = $i }
    if ($valueStart -ge 0) { $dataEnd = $behind }
    elseif ($c -ceq ' ' -or $c -ceq "`t" -or $c -ceq "`f" -or ($sign -and $separator -cne 'sign')) {
      if ($keyEnd -lt 0) { if ($dataEnd -lt 0) { $keyEnd = $i } else { $keyEnd = $dataEnd } }
      if ($sign) { $separator = 'sign' } elseif ($separator -ceq 'none') { $separator = 'blank' }
      $separatorEnd = $behind
    }
    elseif ($keyEnd -ge 0) { $valueStart = $i; $dataEnd = $behind }
    else { $dataEnd = $behind }
    $i = $behind
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

# Four hexadecimal digits from $At, a continuation between them allowed: code and the offset behind; null where Java throws.
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

# A key: blanks and signs are escaped wherever they stand.
function ConvertTo-PropertyKey([string]$Text) {
  return (ConvertTo-PropertyEscape $Text) -creplace '[ =:#!]', '\$&'
}

# (A part of) a value. $Store: signs are escaped, as Properties.store does. $AtStart: a bare blank would be skipped here. $SignAtStart: a bare
# '=' or ':' would become the separator. $AtEnd: a bare blank at the end is what editors strip.
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
  $blank = $Line.separator -ceq 'blank'
  if ($old -cne '' -and ($old.IndexOf([char]'\') -ge 0 -or $old -cmatch '[^ -~]')) {
    $tokens = Get-PropertyToken $Text $Line.valueStart $Line.valueEnd
    $spelt = Join-PropertyPart $Text $tokens $blank $Value $Store
    $reads = $null
    try { $reads = ConvertFrom-Spelling $spelt 0 $spelt.Length } catch { $reads = $null }
    if (Test-Same $reads $Value) { return $spelt }
  }
  return ConvertTo-PropertyPart $Value $Store $true $blank $true
}

# Kept head, new middle, kept tail.
function Join-PropertyPart([string]$Text, $Tokens, [bool]$Blank, [string]$Value, [bool]$Store) {
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
    $fresh += ConvertTo-PropertyPart $piece $Store (Test-AtStart $fresh $layout $Tokens $to) ($fresh -ceq '' -and $to -eq 0 -and $Blank) $atEnd
    $joined = $last -and $from -lt $count -and $Tokens[$from].kind -ceq 'join'
    if ($null -ne $layout -and $piece.Length -gt 0 -and $piece[$piece.Length - 1] -ceq [char]$layout.separator -and -not $atEnd -and -not $joined) { $fresh += $layout.spelt }
  }
  $guard = ''
  if ($from -lt $count -and $Tokens[$from].kind -ceq 'bare') {
    $first = $Tokens[$from].text
    if (($first -cmatch '^[ \t\f]' -and (Test-AtStart $fresh $layout $Tokens $to)) -or ($first -cmatch '^[=:]' -and $fresh -ceq '' -and $to -eq 0 -and $Blank)) { $guard = '\' }
  }
  return (Get-KeptSpelling $Text $Tokens 0 $to) + $fresh + $guard + (Get-KeptSpelling $Text $Tokens $from $count)
}

# Does the next character come first on its line's data, at the value's start or behind a continuation?
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

# The same behind the last cut of an edit.
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
  catch [System.FormatException] { Stop-Run 10 "$What cannot be edited: $($_.Exception.Message). Mend the file first; nothing was written." }
}

# ---- log4j2.xml: one size or level attribute edited as text; comments, CDATA, declarations and quotes are respected.

$script:XmlToken = New-Object System.Text.RegularExpressions.Regex (
  '<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<!DOCTYPE(?:[^\["''>]|"[^"]*"|''[^'']*''|\[[\s\S]*?\])*>' +
  '|</(?<close>[^\s>]+)\s*>|<(?<open>[^\s/>!?]+)(?<attributes>(?:\s+[^\s=/>]+\s*=\s*(?:"[^"<]*"|''[^''<]*''))*)\s*(?<empty>/?)>|<')
$script:XmlAttribute = New-Object System.Text.RegularExpressions.Regex '([^\s=]+)\s*=\s*(?:"(?<v>[^"]*)"|''(?<v>[^'']*)'')'

function ConvertFrom-XmlText([string]$Text) {
  return $Text.Replace('&lt;', '<').Replace('&gt;', '>').Replace('&quot;', '"').Replace('&apos;', "'").Replace('&amp;', '&')
}

# Start tags in document order: name, parent (index or -1), attributes (lower-case name -> @{ value; start; end }).
function Get-XmlElement([string]$Text) {
  $elements = New-List
  $open = New-Object System.Collections.Stack
  foreach ($match in $script:XmlToken.Matches($Text)) {
    if ($match.Groups['close'].Success) {
      if ($open.Count -eq 0 -or $elements[$open.Peek()].name -cne $match.Groups['close'].Value) {
        throw (New-Object System.FormatException "the end tag </$($match.Groups['close'].Value)> closes nothing")
      }
      [void]$open.Pop()
      continue
    }
    if (-not $match.Groups['open'].Success) {
      if ($match.Value -ceq '<') { throw (New-Object System.FormatException "it is no well-formed XML near character $($match.Index + 1)") }
      continue
    }
    $parent = -1
    if ($open.Count -gt 0) { $parent = $open.Peek() }
    $attributes = New-Map
    foreach ($attribute in $script:XmlAttribute.Matches($match.Groups['attributes'].Value)) {
      $value = $attribute.Groups['v']
      $start = $match.Groups['attributes'].Index + $value.Index
      $attributes[$attribute.Groups[1].Value.ToLowerInvariant()] = @{ value = (ConvertFrom-XmlText $value.Value); start = $start; end = $start + $value.Length }
    }
    $elements.Add(@{ name = $match.Groups['open'].Value; parent = $parent; attributes = $attributes })
    if ($match.Groups['empty'].Value -ceq '') { $open.Push($elements.Count - 1) }
  }
  if ($open.Count -gt 0) { throw (New-Object System.FormatException "the element <$($elements[$open.Peek()].name)> is not closed") }
  return ,$elements
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
  if ($found.Count -eq 0) { throw (New-Object System.FormatException "there is no such element as $called") }
  if ($found.Count -gt 1) { throw (New-Object System.FormatException "$called stands $($found.Count) times, and which is meant cannot be told") }
  $at = $found[0]
  if ($What -ceq 'trigger') {
    $inside = @(for ($k = $at + 1; $k -lt $Elements.Count; $k++) { if ($Elements[$k].name -ieq 'SizeBasedTriggeringPolicy' -and (Test-XmlBelow $Elements $k $at)) { $k } })
    if ($inside.Count -ne 1) { throw (New-Object System.FormatException "$called has $($inside.Count) SizeBasedTriggeringPolicies, and one is needed") }
    $at = $inside[0]
  }
  $attribute = $Elements[$at].attributes[$wanted]
  if ($null -eq $attribute) { throw (New-Object System.FormatException "$called has no attribute $wanted") }
  if ($attribute.value.Contains('${')) { throw (New-Object System.FormatException "the $wanted of $called is a lookup, '$($attribute.value)': the value stands elsewhere") }
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
      if ($text.IndexOf([char]0) -ge 0) { throw (New-Object System.FormatException 'it is not written in an encoding of one byte for ASCII') }
      if ($edit['value'] -cnotmatch '^[ !#-%''-;=?-~]*\z') { throw (New-Object System.FormatException "'$($edit['value'])' cannot stand in an attribute as it is") }
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

# ---- The world: the only functions that touch files, clock and machine. A test replaces them by name.

# Milliseconds between two tries of a file operation while a virus scanner or an indexer may hold the file; the last one again and again, until
# the patience is used up. The other runner waits by the same numbers.
$script:Waits = @(10, 20, 50, 100, 200)

# One file operation, so that a test can make the n-th fail. Names: look, list, read, hash, makeFolder, probe, write, rename, replace, remove,
# removeFolder, removeTree.
function Invoke-OneOperation([string]$OperationName, [scriptblock]$OperationBody) { & $OperationBody }

# Every file operation goes through here: it is tried again while somebody holds the file. Waited time is added up, because a clock that is set
# back must not make it endless.
function Invoke-FileOperation([string]$OperationName, [scriptblock]$OperationBody) {
  $operationWaited = 0; $operationTries = 0; $operationPatience = Get-Patience
  while ($true) {
    try { Invoke-OneOperation $OperationName $OperationBody; return }
    catch { if ($operationWaited -ge $operationPatience -or -not (Test-Holding $OperationName (Get-Fault $_))) { throw } }
    $operationWait = $script:Waits[[Math]::Min($operationTries, $script:Waits.Count - 1)]
    Start-Pause $operationWait
    $operationWaited += $operationWait; $operationTries++
  }
}

# Does the failure of an operation say that somebody holds the file for the moment? "Access denied" says so for a change alone: for a look it
# means missing rights. "Not empty" is said of a folder whose removed files are still open.
function Test-Holding([string]$OperationName, $Fault) {
  if (@('look', 'list', 'read', 'hash', 'makeFolder', 'probe') -ccontains $OperationName) { return (Test-Sharing $Fault) }
  if (@('removeFolder', 'removeTree') -ccontains $OperationName -and @(-2147024751, 39) -contains $Fault.HResult) { return $true }
  return (Test-InUse $Fault)
}

# Told before each step of the protocol; the detail names the file or stray.
function Enter-Step([string]$Id, [string]$Detail) { }

function Test-Windows { return [System.IO.Path]::DirectorySeparatorChar -ceq '\' }

function Get-UtcNow { return [DateTime]::UtcNow }

function Start-Pause([int]$Milliseconds) { [System.Threading.Thread]::Sleep($Milliseconds) }

# How long a file operation is tried again while something holds the file, in milliseconds.
function Get-Patience {
  if (Test-Windows) { return 30000 }
  return 0
}

# As Node names it, too: the journal of one runner is read by the other.
function Get-MachineName { return [System.Net.Dns]::GetHostName() }

function Get-UserName { return [Environment]::UserName }

# Six hex digits that tell two runs of one second apart.
function Get-RunToken { return [Guid]::NewGuid().ToString('N').Substring(0, 6) }

# null, file, folder or link, without following a link.
function Get-Look([string]$Path) {
  return Invoke-FileOperation 'look' {
    try { $attributes = [System.IO.File]::GetAttributes($Path) }
    catch [System.IO.FileNotFoundException] { return }
    catch [System.IO.DirectoryNotFoundException] { return }
    if (Test-Link $Path $attributes) { return 'link' }
    if (($attributes -band [System.IO.FileAttributes]::Directory) -ne 0) { return 'folder' }
    return 'file'
  }
}

# A symbolic link, junction or mount point: a rename would act on another place than the one the tool reads.
function Test-Link([string]$Path, $Attributes) {
  return (($Attributes -band [System.IO.FileAttributes]::ReparsePoint) -ne 0)
}

function Test-ReadOnly([string]$Path) {
  return Invoke-FileOperation 'look' {
    if ([System.IO.Directory]::Exists($Path)) { return $false }
    $mode = (New-Object System.IO.FileInfo $Path).PSObject.Properties['UnixFileMode']
    if (-not (Test-Windows) -and $null -ne $mode) { return (([int]$mode.Value -band 128) -eq 0) }
    return (([System.IO.File]::GetAttributes($Path) -band [System.IO.FileAttributes]::ReadOnly) -ne 0)
  }
}

# Names in a folder, ordinally sorted.
function Get-FolderName([string]$Path) {
  $names = @(Invoke-FileOperation 'list' { [System.IO.Directory]::GetFileSystemEntries($Path) | ForEach-Object { [System.IO.Path]::GetFileName($_) } })
  return ,(Get-SortedText $names)
}

# Reading stands in nobody's way, and no writer that allows readers stands in the way of it.
function Open-Shared([string]$Path) {
  return New-Object System.IO.FileStream $Path, ([System.IO.FileMode]::Open), ([System.IO.FileAccess]::Read), ([System.IO.FileShare]::ReadWrite -bor [System.IO.FileShare]::Delete), 65536
}

# What is taken apart in memory - settings, log4j2.xml, descriptors, the file that names the tool's row - has at most so many bytes; as many as a
# manifest, so that whatever a bundle writes can be read again. A key or signature has a few kilobytes.
$script:LargestText = 16777216
$script:LargestKey = 1048576

function Get-FileSize([string]$Path) { return Invoke-FileOperation 'look' { (New-Object System.IO.FileInfo $Path).Length } }

# Bytes as people count them.
function Format-Size([long]$Size) { return "$([Math]::Ceiling($Size / 1048576)) MiB" }

# A file of more than $Largest bytes is not read.
function Read-Bytes([string]$Path, [long]$Largest = 536870912) {
  return Invoke-FileOperation 'read' {
    $stream = Open-Shared $Path
    if ($stream.Length -gt $Largest) {
      $found = $stream.Length
      $stream.Dispose()
      throw (New-Object System.IO.IOException "${Path}: it has $(Format-Size $found), and at most $(Format-Size $Largest) of such a file are read")
    }
    try { $memory = New-Object System.IO.MemoryStream; $stream.CopyTo($memory); ,$memory.ToArray() } finally { $stream.Dispose() }
  }
}

# @{ size; sha256 } of a file.
function Get-FileRecord([string]$Path) {
  return Invoke-FileOperation 'hash' {
    $sha = [System.Security.Cryptography.SHA256]::Create()
    $stream = Open-Shared $Path
    try { @{ size = $stream.Length; sha256 = (ConvertTo-Hex $sha.ComputeHash($stream)) } }
    finally { $stream.Dispose(); $sha.Dispose() }
  }
}

# $Alone: nobody but this account may look into it. Windows' folders take the rights of their parent folder.
function New-Folder([string]$Path, [bool]$Alone = $false) {
  Invoke-FileOperation 'makeFolder' {
    if ($Alone -and -not (Test-Windows) -and $null -ne ('System.IO.UnixFileMode' -as [type])) { [void][System.IO.Directory]::CreateDirectory($Path, [System.IO.UnixFileMode]448) } # 0700
    else { [void][System.IO.Directory]::CreateDirectory($Path) }
  }
}

# Fails where this account may not make a file in a folder. The system itself removes the file when it is closed, however this ends.
function Test-FolderWrite([string]$Path) {
  Invoke-FileOperation 'probe' {
    $file = [System.IO.Path]::Combine($Path, ('.tierwright-probe-' + [Guid]::NewGuid().ToString('N').Substring(0, 12)))
    (New-Object System.IO.FileStream $file, ([System.IO.FileMode]::CreateNew), ([System.IO.FileAccess]::ReadWrite), ([System.IO.FileShare]::ReadWrite -bor [System.IO.FileShare]::Delete), 1, ([System.IO.FileOptions]::DeleteOnClose)).Dispose()
  }
}

# Leaves a folder that this PowerShell or its process stands in, because Windows would hold it: where it stood, or null.
function Exit-Folder([string]$Folder) {
  $stood = $null
  $separator = [string][System.IO.Path]::DirectorySeparatorChar
  try {
    foreach ($at in @((Get-WorkingFolder), [System.IO.Directory]::GetCurrentDirectory())) {
      if (Test-StartsWith ($at.TrimEnd([char[]]'\/') + $separator) ($Folder + $separator) (Test-Windows)) { $stood = $at }
    }
    if ($null -eq $stood) { return $null }
    $outside = Get-ParentFolder (Get-ParentFolder $Folder)
    Set-Location -LiteralPath $outside
    [System.IO.Directory]::SetCurrentDirectory($outside)
  }
  catch { return $stood } # the rename tells
  return $stood
}

function Remove-File([string]$Path) {
  Invoke-FileOperation 'remove' {
    # a link's attributes are those of another file
    try { if (-not (Test-Link $Path ([System.IO.File]::GetAttributes($Path)))) { [System.IO.File]::SetAttributes($Path, [System.IO.FileAttributes]::Normal) } } catch [System.IO.FileNotFoundException] { return }
    [System.IO.File]::Delete($Path)
  }
}

function Remove-EmptyFolder([string]$Path) { Invoke-FileOperation 'removeFolder' { [System.IO.Directory]::Delete($Path, $false) } }

# A folder of our own with everything in it; links inside are removed, never followed.
function Remove-Tree([string]$Path) { Invoke-FileOperation 'removeTree' { Remove-Branch $Path } }

function Remove-Branch([string]$Branch) {
  $attributes = [System.IO.File]::GetAttributes($Branch)
  $isFolder = ($attributes -band [System.IO.FileAttributes]::Directory) -ne 0
  $isLink = Test-Link $Branch $attributes
  if ($isFolder -and -not $isLink) { foreach ($item in [System.IO.Directory]::GetFileSystemEntries($Branch)) { Remove-Branch $item } }
  if ($isFolder -and (-not $isLink -or (Test-Windows))) { [System.IO.Directory]::Delete($Branch, $false); return }
  if ((Test-Windows) -and -not $isLink) { [System.IO.File]::SetAttributes($Branch, [System.IO.FileAttributes]::Normal) }
  [System.IO.File]::Delete($Branch)
}

# Makes a file anew: what lies there, also a link or a pipe that somebody planted, is removed and never written through. Off Windows it has
# the mode of the file that it stands for before the first byte is in it.
function New-OwnFile([string]$Name, [string]$Like) {
  $old = $null
  try { $old = [System.IO.File]::GetAttributes($Name) } catch [System.IO.FileNotFoundException] { $old = $null } catch [System.IO.DirectoryNotFoundException] { $old = $null }
  if ($null -ne $old -and (($old -band [System.IO.FileAttributes]::Directory) -eq 0 -or (Test-Link $Name $old))) {
    if (-not (Test-Link $Name $old)) { [System.IO.File]::SetAttributes($Name, [System.IO.FileAttributes]::Normal) }
    [System.IO.File]::Delete($Name)
  }
  $stream = New-Object System.IO.FileStream $Name, ([System.IO.FileMode]::CreateNew), ([System.IO.FileAccess]::Write), ([System.IO.FileShare]::None), 65536
  try { if ($Like -cne '') { Copy-FileMode $Name $Like } } catch { $stream.Dispose(); throw }
  return $stream
}

# Writes a new file and forces it to the disk. $Like: the file that it stands for, or is a copy of.
function Write-Flushed([string]$Path, [byte[]]$Bytes, [string]$Like = '') {
  Invoke-FileOperation 'write' {
    $stream = New-OwnFile $Path $Like
    try { $stream.Write($Bytes, 0, $Bytes.Length); $stream.Flush($true) } finally { $stream.Dispose() }
  }
}

# The same from a stream; hashes while it writes.
function Write-FlushedCopy([string]$Path, [System.IO.Stream]$Source, [long]$Length, [string]$Like = '') {
  return Invoke-FileOperation 'write' {
    $stream = New-OwnFile $Path $Like
    try { Copy-Bytes $Source $Length $stream; $stream.Flush($true) } finally { $stream.Dispose() }
  }
}

# Moves a folder to where nothing lies yet. Never Move-Item: onto an existing folder it nests.
function Move-Tree([string]$From, [string]$To) { Invoke-FileOperation 'rename' { [System.IO.Directory]::Move($From, $To) } }

# Moves a file to where none lies.
function Move-File([string]$From, [string]$To) { Invoke-FileOperation 'rename' { [System.IO.File]::Move($From, $To) } }

# Moves a file over another one, or to where none lies; on Windows the old file's rights stay. Without a name for a backup of its own: the
# old bytes lie flushed in the work folder, and recovery decides by hash.
function Move-FileOver([string]$From, [string]$To) {
  $before = @(Get-ReplaceLeftover $To)
  try {
    Invoke-FileOperation 'replace' {
      if (-not (Test-Windows)) {
        Copy-FileMode $From $To
        [System.IO.File]::Move($From, $To, $true)
      }
      elseif ([System.IO.File]::Exists($To)) { Invoke-Replace $From $To }
      else { [System.IO.File]::Move($From, $To) }
    }
  }
  finally { Remove-ReplaceLeftover $To $before }
}

function Invoke-Replace([string]$From, [string]$To) { [System.IO.File]::Replace($From, $To, [System.Management.Automation.Language.NullString]::Value) }

# ReplaceFile keeps the old file beside the new one until it can be removed, and leaves it there while a scanner holds it.
function Get-ReplaceLeftover([string]$Path) {
  if (-not (Test-Windows)) { return }
  try { [System.IO.Directory]::GetFiles((Get-ParentFolder $Path), ((Get-LeafName $Path) + '~RF*.TMP')) } catch { return }
}

# What such a rename left, and nothing that lay there before; what cannot be removed harms nobody. While the target is missing it is kept.
function Remove-ReplaceLeftover([string]$Path, $Before) {
  if (-not (Test-Windows) -or -not [System.IO.File]::Exists($Path)) { return }
  foreach ($left in @(Get-ReplaceLeftover $Path)) {
    if ($Before -contains $left) { continue }
    try { Remove-File $left } catch { $left = '' }
  }
}

# Off Windows the new file takes the old one's mode, but for what runs a file as its owner (0777 are 511).
function Copy-FileMode([string]$New, [string]$Old) {
  if ((Test-Windows) -or -not [System.IO.File]::Exists($Old)) { return }
  $file = New-Object System.IO.FileInfo $New
  if ($null -eq $file.PSObject.Properties['UnixFileMode']) { return }
  $file.UnixFileMode = [System.IO.UnixFileMode]([int](New-Object System.IO.FileInfo $Old).UnixFileMode -band 511)
}

# ---- The machine: lock, running programs, rights and room on the disk. What only Windows shows lies here.

# The path without links, as the system itself names it.
function Get-RealPath([string]$Folder) {
  $before = [System.IO.Directory]::GetCurrentDirectory()
  try { [System.IO.Directory]::SetCurrentDirectory($Folder); return [System.IO.Directory]::GetCurrentDirectory() }
  finally { [System.IO.Directory]::SetCurrentDirectory($before) }
}

# Takes the lock of a .swap folder; null when another runner holds it. The system frees it when this process ends, however it ends.
function Open-SwapLock([string]$Swap) {
  if (-not (Test-Windows) -and [System.IO.Directory]::Exists('/proc/self')) { return Open-SocketLock $Swap }
  return Open-FileLock ([System.IO.Path]::Combine($Swap, 'lock'))
}

# The lock as a file that nobody else may open. It is opened for writing, so what is no ordinary file is refused before, and again when it is held.
function Open-FileLock([string]$Path) {
  # a scanner may look at the file that was just made: a lock that another runner holds is held for longer
  for ($tries = 1; $true; $tries++) {
    Test-Target @($Path) 'file'
    try { $stream = New-Object System.IO.FileStream $Path, ([System.IO.FileMode]::OpenOrCreate), ([System.IO.FileAccess]::ReadWrite), ([System.IO.FileShare]::None) }
    catch {
      $fault = Get-Fault $_
      if (-not (Test-Sharing $fault)) { throw $fault }
      if ($tries -ge 15) { return $null }
      Start-Pause 100
      continue
    }
    try { Test-Target @($Path) 'file' } catch { $stream.Dispose(); throw }
    return @($stream)
  }
}

# Linux: abstract sockets. Some programs give such a name its own length, some the full 108 bytes of the structure: both are taken.
function Open-SocketLock([string]$Swap) {
  $name = [char]0 + 'tierwright-swap-' + (Get-BytesHash (Get-Utf8Bytes (Get-RealPath $Swap))).Substring(0, 32)
  $held = New-List
  foreach ($path in @($name, $name.PadRight(108, [char]0))) {
    $socket = New-Object System.Net.Sockets.Socket ([System.Net.Sockets.AddressFamily]::Unix), ([System.Net.Sockets.SocketType]::Stream), ([System.Net.Sockets.ProtocolType]::Unspecified)
    $held.Add($socket)
    try { $socket.Bind((New-Object System.Net.Sockets.UnixDomainSocketEndPoint $path)); $socket.Listen(1) }
    catch [System.Net.Sockets.SocketException] { Close-SwapLock $held; return $null }
  }
  return $held.ToArray()
}

# Who holds the lock of a .swap folder, in words, as far as the system tells; null: it does not. On Linux everybody may take an abstract name;
# on Windows the lock is a file that only who may write in .swap can hold, and its owner is told.
function Get-LockHolder([string]$Swap) {
  try {
    if (Test-Windows) { return "the lock file belongs to $((Get-Acl -LiteralPath ([System.IO.Path]::Combine($Swap, 'lock'))).Owner)" }
    if (-not [System.IO.File]::Exists('/proc/net/unix')) { return $null }
    $name = 'tierwright-swap-' + (Get-BytesHash (Get-Utf8Bytes (Get-RealPath $Swap))).Substring(0, 32)
    $sockets = New-TextSet
    foreach ($row in [System.IO.File]::ReadAllLines('/proc/net/unix')) {
      $at = $row.IndexOf(' @', [System.StringComparison]::Ordinal)
      if ($at -ge 0 -and $row.Substring($at + 2).TrimEnd([char[]]@([char]'@', [char]0)) -ceq $name) { [void]$sockets.Add('socket:[' + ($row.Substring(0, $at).Trim() -csplit '\s+')[6] + ']') }
    }
    foreach ($folder in [System.IO.Directory]::GetDirectories('/proc')) {
      if ((Get-LeafName $folder) -cnotmatch '^[0-9]+\z') { continue }
      try {
        foreach ($entry in [System.IO.Directory]::GetFileSystemEntries("$folder/fd")) {
          if (-not $sockets.Contains([string](New-Object System.IO.FileInfo $entry).LinkTarget)) { continue }
          $user = ([regex]::Match([System.IO.File]::ReadAllText("$folder/status"), '(?m)^Uid:\s+(\d+)')).Groups[1].Value
          return "$([System.IO.File]::ReadAllText("$folder/comm").Trim()) (process $(Get-LeafName $folder), account number $user) holds it"
        }
      }
      catch { continue } # another account's process, or one that is over
    }
    if ($sockets.Count -gt 0) { return "a program of another account than $(Get-UserName) holds it, and which one only an administrator is told: if no deploy of theirs is at work, have it ended" }
  }
  catch { return $null }
  return $null
}

function Close-SwapLock($Lock) { foreach ($part in @($Lock)) { if ($null -ne $part) { $part.Dispose() } } }

# The part of a command line that names something below the folder, or null. Other folders that only begin alike do not count.
function Find-BelowFolder([string]$CommandLine, [string]$Folder, [bool]$IgnoreCase) {
  $comparison = [System.StringComparison]::Ordinal
  if ($IgnoreCase) { $comparison = [System.StringComparison]::OrdinalIgnoreCase; $CommandLine = $CommandLine.Replace('/', '\') }
  $start = $Folder.TrimEnd([char[]]'\/') + [System.IO.Path]::DirectorySeparatorChar
  $at = $CommandLine.IndexOf($start, $comparison)
  while ($at -ge 0) {
    if ($at -eq 0 -or ' "''=:;,@'.IndexOf($CommandLine[$at - 1]) -ge 0) {
      $end = $CommandLine.IndexOfAny([char[]]@('"', ';', [char]0), $at)
      if ($end -lt 0) { $end = [Math]::Min($CommandLine.Length, $at + 160) }
      return $CommandLine.Substring($at, $end - $at)
    }
    $at = $CommandLine.IndexOf($start, $at + 1, $comparison)
  }
  return $null
}

# What of a process lies below the folder: its program, or, for a Java that was started from elsewhere, anything on its command line. An
# editor that shows a file of the tool is no reason to wait.
function Find-ToolPath($Process, [string]$Folder) {
  $line = [string]$Process.line
  # hundreds of processes, and most have nothing to do with the tool
  $named = ([string]$Process.image + ' ' + $line).Replace('/', '\')
  if ($named.IndexOf($Folder.TrimEnd([char[]]'\/').Replace('/', '\'), [System.StringComparison]::OrdinalIgnoreCase) -lt 0) { return $null }
  $first = [regex]::Match($line, '^\s*(?:"([^"]*)"|(\S+))')
  foreach ($program in @([string]$Process.image, ($first.Groups[1].Value + $first.Groups[2].Value))) {
    if (Test-StartsWith $program ($Folder.TrimEnd([char[]]'\/') + [System.IO.Path]::DirectorySeparatorChar) (Test-Windows)) { return $program }
    if ($program -cmatch '(?i)(^|[\\/])javaw?(\.exe)?\z') { $path = Find-BelowFolder $line $Folder (Test-Windows); if ($null -ne $path) { return $path } }
  }
  return $null
}

# Programs of the tool, this one and those that started it left out:
# id, name, user, path, started (DateTime in UTC or null).
function Get-ToolProcess([string]$Folder) {
  $all = @(Get-ProcessTable)
  $parents = @{}
  foreach ($one in $all) { $parents[$one.id] = $one.parent }
  $own = New-Object 'System.Collections.Generic.HashSet[int]'
  $at = [System.Diagnostics.Process]::GetCurrentProcess().Id
  while ($null -ne $at -and $own.Add([int]$at)) { $at = $parents[[int]$at] }
  $folders = @($Folder)
  if (-not (Test-Windows) -and [System.IO.Directory]::Exists($Folder)) { $folders += Get-RealPath $Folder }
  $found = New-List
  foreach ($one in $all) {
    if ($own.Contains([int]$one.id)) { continue }
    foreach ($item in $folders) {
      $path = Find-ToolPath $one $item
      if ($null -ne $path) { $found.Add(@{ id = $one.id; name = $one.name; user = (Get-ProcessUser $one); path = $path; started = $one.started }); break }
    }
  }
  return ,$found
}

# id, parent, name, image, line, started of every process that this account may look at.
function Get-ProcessTable {
  if (Test-Windows) {
    try { $list = @(Get-CimInstance -ClassName Win32_Process -ErrorAction Stop) } catch { $list = @() }
    foreach ($one in $list) {
      $started = $null
      if ($null -ne $one.CreationDate) { $started = $one.CreationDate.ToUniversalTime() }
      @{ id = [int]$one.ProcessId; parent = [int]$one.ParentProcessId; name = $one.Name; image = $one.ExecutablePath; line = $one.CommandLine; started = $started; source = $one }
    }
    if ($list.Count -gt 0) { return }
    foreach ($one in [System.Diagnostics.Process]::GetProcesses()) {
      $image = $null
      try { $image = $one.MainModule.FileName } catch { $image = $null }
      @{ id = $one.Id; parent = $null; name = $one.ProcessName; image = $image; line = $null; started = $null; source = $null }
    }
    return
  }
  if (-not [System.IO.Directory]::Exists('/proc/self')) { return }
  $ticks = [double](([System.IO.File]::ReadAllText('/proc/uptime')).Split(' ')[0])
  foreach ($folder in [System.IO.Directory]::GetDirectories('/proc')) {
    if ($folder -cnotmatch '/([0-9]+)\z') { continue }
    $id = [int]$Matches[1]
    try {
      $stat = [System.IO.File]::ReadAllText("$folder/stat")
      $name = $stat.Substring($stat.IndexOf('(') + 1, $stat.LastIndexOf(')') - $stat.IndexOf('(') - 1)
      $fields = $stat.Substring($stat.LastIndexOf(')') + 2).Split(' ')
      $line = '"' + [System.IO.File]::ReadAllText("$folder/cmdline").TrimEnd([char]0).Replace([string][char]0, '" "') + '"'
      $image = $null
      try { $image = [System.IO.File]::ResolveLinkTarget("$folder/exe", $false).FullName } catch { $image = $null }
      $started = [DateTime]::UtcNow.AddSeconds([double]$fields[19] / 100 - $ticks)
      @{ id = $id; parent = [int]$fields[1]; name = $name; image = $image; line = $line; started = $started; source = $folder }
    }
    catch { continue }
  }
}

# Who runs it, or null where this account may not know.
function Get-ProcessUser($Process) {
  try {
    if (Test-Windows) {
      $owner = Invoke-CimMethod -InputObject $Process.source -MethodName GetOwner -ErrorAction Stop
      if ($owner.User) { return "$($owner.Domain)\$($owner.User)" }
      return $null
    }
    $uid = [regex]::Match([System.IO.File]::ReadAllText("$($Process.source)/status"), '(?m)^Uid:\s+([0-9]+)').Groups[1].Value
    $row = [regex]::Match([System.IO.File]::ReadAllText('/etc/passwd'), "(?m)^([^:\n]+):[^:\n]*:${uid}:")
    if ($row.Success) { return $row.Groups[1].Value }
    return $uid
  }
  catch { return $null }
}

# Bytes that may still be written to the disk of a folder; null where the system does not say.
function Get-FreeSpace([string]$Folder) {
  try { return (New-Object System.IO.DriveInfo $Folder).AvailableFreeSpace } catch { return $null }
}

# A rename keeps the rights of the place where a folder was made: here it takes those of the folder it now lies in.
function Set-InheritedAccess([string]$Folder) {
  if (-not (Test-Windows)) { return }
  $items = @(New-Object System.IO.DirectoryInfo $Folder) + @((New-Object System.IO.DirectoryInfo $Folder).GetFileSystemInfos('*', [System.IO.SearchOption]::AllDirectories))
  foreach ($item in $items) {
    if ($item -is [System.IO.DirectoryInfo]) { $rights = New-Object System.Security.AccessControl.DirectorySecurity }
    else { $rights = New-Object System.Security.AccessControl.FileSecurity }
    $rights.SetAccessRuleProtection($false, $false)
    if ($null -ne $item.PSObject.Methods['SetAccessControl']) { $item.SetAccessControl($rights) }
    else { [System.IO.FileSystemAclExtensions]::SetAccessControl($item, $rights) }
  }
}

# ---- Paths: Windows paths of the manifest as native paths, below a root where one is given.

function Test-WindowsPath([string]$Path) { return $Path -cmatch '^(?:[A-Za-z]:|[\\/]{2}[^\\/])' }

function Join-Native([string]$Folder, [string]$Relative) {
  $path = $Folder
  foreach ($part in $Relative.Split([char[]]'\/')) { if ($part -cne '') { $path = [System.IO.Path]::Combine($path, $part) } }
  return $path
}

# One spelling of a Windows path: backslashes, no last one, no empty parts, no '.' or '..', no blanks or dots at the end of a name (Windows drops
# them), no \\?\ in front. Case is kept: paths are compared by Test-SamePath.
function Get-PlainPath([string]$Path) {
  $bare = $Path -creplace '^[\\/]{2}[?.][\\/]+(?i:UNC)[\\/]+(?=[^\\/])', '\\' -creplace '^[\\/]{2}[?.][\\/]+(?=[A-Za-z]:)', ''
  $fixed = 2; $start = '\\'; $rest = $bare
  if ($bare -cmatch '^[A-Za-z]:') { $fixed = 0; $start = $bare.Substring(0, 1).ToUpperInvariant() + ':\'; $rest = $bare.Substring(2) }
  $parts = New-List
  foreach ($part in $rest.Split([char[]]'\/')) {
    if ($part -ceq '..') { if ($parts.Count -gt $fixed) { $parts.RemoveAt($parts.Count - 1) }; continue }
    if ($part -ceq '' -or $part -ceq '.') { continue }
    $short = $part.TrimEnd([char[]]'. ')
    if ($short -ceq '' -or $parts.Count -lt $fixed) { $short = $part }
    $parts.Add($short)
  }
  return $start + ($parts.ToArray() -join '\')
}

# C:\a\b is ROOT/C/a/b, \\srv\share\x is ROOT/UNC/srv/share/x. Without a root, and for any other path: as it is.
function Get-NativePath([string]$Path, [string]$Root) {
  if (-not (Test-WindowsPath $Path)) {
    $full = [System.IO.Path]::GetFullPath([System.IO.Path]::Combine((Get-WorkingFolder), $Path))
    if ($full -ceq [System.IO.Path]::GetPathRoot($full)) { return $full }
    return $full.TrimEnd([System.IO.Path]::DirectorySeparatorChar)
  }
  $Path = Get-PlainPath $Path
  if ($Root -ceq '') {
    if (-not (Test-Windows)) { Stop-Run 2 "'$Path' is a path of Windows, and this is another system: -Root DIR says below which folder it lies here." }
    return $Path
  }
  if ($Path -cmatch '^([A-Za-z]):') { return Join-Native $Root ($Path.Substring(0, 1).ToUpperInvariant() + '\' + $Path.Substring(2)) }
  return Join-Native $Root ('UNC\' + $Path.Substring(2))
}

# PowerShell's own folder; the process may be in another one.
function Get-WorkingFolder { return (Get-Location -PSProvider FileSystem).ProviderPath }

function Get-ParentFolder([string]$Path) { return [System.IO.Path]::GetDirectoryName($Path) }

function Get-LeafName([string]$Path) { return $Path.Substring($Path.LastIndexOfAny([char[]]@('\', '/')) + 1) }

function Test-SamePath([string]$A, [string]$B) {
  if (Test-Windows) { return [string]::Equals($A, $B, [System.StringComparison]::OrdinalIgnoreCase) }
  return [string]::Equals($A, $B, [System.StringComparison]::Ordinal)
}

# A temporary file beside a target: its name is drawn, so that nobody can plant something under it before.
function Get-TemporaryPath([string]$Path) {
  $drawn = (Get-RunToken) + (Get-RunToken) + (Get-RunToken)
  return Join-Native (Get-ParentFolder $Path) ('.' + (Get-LeafName $Path) + '.' + $drawn.Substring(0, 16) + '.tierwright-new')
}

# Below .swap, as plan and receipts name it.
function Get-SwapPath($Places, [string]$Relative) { return Join-Native $Places.swap $Relative }

# The places of one installation, from a manifest: native paths.
function Get-Place($Manifest, [string]$Root, [string]$Install, [string]$ClientFile) {
  $paths = $Manifest['paths']
  $windowsInstall = $paths['install']
  if ($Install -cne '') { $windowsInstall = $Install }
  $native = Get-NativePath $windowsInstall $Root
  $places = New-InstallPlace $native
  $places.windowsInstall = $paths['install']
  if (Test-WindowsPath $windowsInstall) { $places.windowsInstall = Get-PlainPath $windowsInstall }
  $places.live = Join-Native $places.plugins $Manifest['plugin']['folder']
  $places.conf = Join-Native $places.live $Manifest['plugin']['conf']
  if ($null -ne $Manifest['plugin']['logger']) { $places.logger = Join-Native $places.live $Manifest['plugin']['logger'] }
  $client = $paths['client']
  if ($ClientFile -cne '') { $client = $ClientFile }
  $places.client = Resolve-Place $client $native $Root
  if ($null -ne $paths['log4j2']) {
    $folder = $paths['log4j2'].Substring(0, $paths['log4j2'].Length - (Get-LeafName $paths['log4j2']).Length)
    $other = $paths['client'].Substring(0, $paths['client'].Length - (Get-LeafName $paths['client']).Length)
    if ([string]::Equals($folder, $other, [System.StringComparison]::OrdinalIgnoreCase)) { $places.log4j2 = Join-Native (Get-ParentFolder $places.client) (Get-LeafName $paths['log4j2']) }
    else { $places.log4j2 = Resolve-Place $paths['log4j2'] $native $Root }
  }
  $places.profiles = @(foreach ($path in @($paths['profiles'])) { Resolve-Place $path $native $Root })
  $places.strays = @(foreach ($path in @($paths['strays'])) { Resolve-Place $path $native $Root })
  $places.roots = @(foreach ($path in @($paths['roots'])) { Resolve-Place $path $native $Root })
  return $places
}

function New-InstallPlace([string]$Install) {
  return @{ install = $Install; plugins = (Join-Native $Install 'plugins'); swap = (Join-Native $Install '.swap'); windowsInstall = $Install; live = $null; conf = $null
    logger = $null; client = $null; log4j2 = $null; profiles = @(); strays = @(); roots = @()
  }
}

function Resolve-Place([string]$Path, [string]$Install, [string]$Root) {
  if (Test-StartsWith $Path '{install}') { return Join-Native $Install $Path.Substring(9) }
  return Get-NativePath $Path $Root
}

# ---- Trees: every file of a folder with size and hash, and one digest for all.

# Files below a folder, by relative path with '/', ordinally sorted: path, size, time, and sha256 when asked. A link counts as a file of its
# own kind, so that such a tree equals no other; $Links takes their paths.
function Get-TreeFile([string]$Folder, [bool]$Hash, $Links) {
  $byPath = New-Map
  $folders = New-Object System.Collections.Stack
  $folders.Push(@('', (New-Object System.IO.DirectoryInfo $Folder)))
  while ($folders.Count -gt 0) {
    $prefix, $at = $folders.Pop()
    foreach ($item in @(Invoke-FileOperation 'list' { $at.GetFileSystemInfos() })) {
      $path = $prefix + $item.Name
      if (Test-Link $item.FullName $item.Attributes) {
        $byPath[$path] = @{ path = $path; full = $item.FullName; size = [long]-1; time = [long]0; sha256 = 'link' }
        if ($null -ne $Links) { $Links.Add($item.FullName) }
      }
      elseif ($item -is [System.IO.DirectoryInfo]) { $folders.Push(@(($path + '/'), $item)) }
      else { $byPath[$path] = @{ path = $path; full = $item.FullName; size = $item.Length; time = $item.LastWriteTimeUtc.Ticks; sha256 = '' } }
    }
  }
  $files = New-List
  foreach ($path in (Get-SortedText $byPath.Keys)) {
    $file = $byPath[$path]
    if ($Hash -and $file.sha256 -ceq '') { $record = Get-FileRecord $file.full; $file.size = $record.size; $file.sha256 = $record.sha256 }
    $files.Add($file)
  }
  return ,$files
}

# SHA-256 over 'path LF size LF sha256 LF' of all files in ordinal order; empty folders do not count.
function Get-TreeDigest($Files) {
  $text = New-Object System.Text.StringBuilder
  $byPath = New-Map
  foreach ($file in $Files) { $byPath[[string]$file['path']] = $file }
  foreach ($path in (Get-SortedText $byPath.Keys)) {
    $file = $byPath[$path]
    [void]$text.Append($path).Append("`n").Append([string]$file['size']).Append("`n").Append($file['sha256']).Append("`n")
  }
  return Get-BytesHash (Get-Utf8Bytes $text.ToString())
}

# @{ sha256; files } of a folder on the disk; null where there is none.
function Get-TreeRecord([string]$Folder) {
  if ((Get-Look $Folder) -cne 'folder') { return $null }
  $files = Get-TreeFile $Folder $true $null
  return [ordered]@{ sha256 = (Get-TreeDigest $files); files = $files.Count }
}

# Names, sizes and times only: was anything touched since?
function Get-TreeStamp([string]$Folder) {
  if ((Get-Look $Folder) -cne 'folder') { return '' }
  $text = New-Object System.Text.StringBuilder
  foreach ($file in (Get-TreeFile $Folder $false $null)) { [void]$text.Append($file.path).Append("`n").Append($file.size).Append("`n").Append($file.time).Append("`n") }
  return $text.ToString()
}

function Test-SameTree($A, $B) {
  if ($null -eq $A -or $null -eq $B) { return ($null -eq $A -and $null -eq $B) }
  return ($A['sha256'] -ceq $B['sha256'])
}

# ---- The bundle's zip, read as bytes: stored entries only, every byte accounted for. A general reader would let pass what is refused here.

function Stop-Zip([string]$Text) { Stop-Run 10 "The bundle is refused: $Text. Nothing was written." }

function Read-Exactly([System.IO.Stream]$Stream, [long]$At, [int]$Length) {
  $bytes = New-Object byte[] $Length
  [void]$Stream.Seek($At, [System.IO.SeekOrigin]::Begin)
  $from = 0
  while ($from -lt $Length) {
    $count = $Stream.Read($bytes, $from, $Length - $from)
    if ($count -le 0) { Stop-Zip 'it ends in the middle of an entry: it was cut short when it was copied' }
    $from += $count
  }
  return ,$bytes
}

# Copies so many bytes on; @{ sha256; crc }. $Target may be null. The checksum comes from the trailer of a gzip stream, which computes it natively.
function Copy-Bytes([System.IO.Stream]$Source, [long]$Length, $Target) {
  $sha = [System.Security.Cryptography.SHA256]::Create()
  $memory = New-Object System.IO.MemoryStream
  $gzip = New-Object System.IO.Compression.GZipStream $memory, ([System.IO.Compression.CompressionLevel]::NoCompression), $true
  $block = New-Object byte[] 1048576
  try {
    $left = $Length
    while ($left -gt 0) {
      $count = $Source.Read($block, 0, [int][Math]::Min($left, $block.Length))
      if ($count -le 0) { Stop-Zip 'it ends in the middle of an entry: it was cut short when it was copied' }
      [void]$sha.TransformBlock($block, 0, $count, $null, 0)
      $gzip.Write($block, 0, $count)
      $memory.SetLength(0)
      if ($null -ne $Target) { $Target.Write($block, 0, $count) }
      $left -= $count
    }
    [void]$sha.TransformFinalBlock($block, 0, 0)
    $gzip.Dispose()
    $crc = [uint32]0
    if ($Length -gt 0) { $end = $memory.ToArray(); $crc = [BitConverter]::ToUInt32($end, $end.Length - 8) }
    return @{ sha256 = (ConvertTo-Hex $sha.Hash); crc = $crc }
  }
  finally { $gzip.Dispose(); $memory.Dispose(); $sha.Dispose() }
}

# @{ stream; path; entries }: entries in the order of the central directory, each name, size, crc, offset of its data.
function Open-Zip([string]$Path) {
  if (-not [System.IO.File]::Exists($Path)) { Stop-Run 2 "There is no bundle '$Path'." }
  $stream = Invoke-FileOperation 'read' { New-Object System.IO.FileStream $Path, ([System.IO.FileMode]::Open), ([System.IO.FileAccess]::Read), ([System.IO.FileShare]::Read), 65536 }
  try {
    Test-OtherZip $stream
    return @{ stream = $stream; path = $Path; entries = (Read-ZipDirectory $stream) }
  }
  catch { $stream.Dispose(); throw }
}

# Names and methods as the table of contents has them, whoever made it; nothing where none can be found. Bounded by the size of the table.
function Get-ZipTable([System.IO.Stream]$Stream) {
  $tail = [int][Math]::Min($Stream.Length, 65557)
  $bytes = Read-Exactly $Stream ($Stream.Length - $tail) $tail
  for ($at = $tail - 22; $at -ge 0; $at--) { if ([BitConverter]::ToUInt32($bytes, $at) -eq 0x06054b50) { break } }
  if ($at -lt 0) { return }
  $size = [long][BitConverter]::ToUInt32($bytes, $at + 12)
  $start = [long][BitConverter]::ToUInt32($bytes, $at + 16)
  if ($size -gt 67108864 -or $start + $size -gt $Stream.Length) { return }
  $table = Read-Exactly $Stream $start ([int]$size)
  $next = 0
  while ($next + 46 -le $table.Length -and [BitConverter]::ToUInt32($table, $next) -eq 0x02014b50) {
    $length = [BitConverter]::ToUInt16($table, $next + 28)
    if ($next + 46 + $length -gt $table.Length) { return }
    @{ name = [System.Text.Encoding]::UTF8.GetString($table, $next + 46, $length).Replace('\', '/'); packed = [BitConverter]::ToUInt16($table, $next + 10) -ne 0 }
    $next += 46 + $length + [BitConverter]::ToUInt16($table, $next + 30) + [BitConverter]::ToUInt16($table, $next + 32)
  }
}

# What is no bundle at all is told as what it is: the first fault that it has as a bundle would say nothing.
function Test-OtherZip([System.IO.Stream]$Stream) {
  if ($Stream.Length -lt 22) { return }
  $entries = @(Get-ZipTable $Stream)
  if ($entries.Count -eq 0) { return }
  $names = @(foreach ($entry in $entries) { $entry.name })
  if ($names -cnotcontains 'manifest.json') {
    $wrapped = @($names -cmatch '^[^/]+/manifest\.json\z')
    if ($wrapped.Count -gt 0) { Stop-Zip "it was packed anew: its files lie in the folder '$($wrapped[0].Split('/')[0])', and a bundle begins with manifest.json. Take the bundle itself, as 'tierwright bundle' published it" }
    $descriptor = @($names -match '(^|/)plugin\.xml\z')
    if ($descriptor.Count -gt 0) { Stop-Zip "it is a vendor's kit, not a bundle: it holds '$($descriptor[0])' and no manifest.json. Make a bundle with it: 'tierwright kit import', then 'tierwright bundle'" }
    $inner = @($names -match '\.zip\z')
    if ($inner.Count -gt 0) { Stop-Zip "it is a zip with '$($inner[0])' in it, not a bundle: it has no manifest.json. Unpack it first, and name the bundle that is in it" }
    Stop-Zip "it is a zip without manifest.json, so it is no bundle; its first file is '$($names[0])'. Make a bundle with 'tierwright bundle'"
  }
  foreach ($entry in $entries) {
    if ($entry.packed) { Stop-Zip "it was unpacked and packed anew by another program: a bundle's files are stored, and in it they are compressed. Take the bundle itself, as 'tierwright bundle' published it" }
  }
}

function Read-ZipDirectory([System.IO.Stream]$Stream) {
  if ($Stream.Length -lt 22) { Stop-Zip 'it is no zip file' }
  $end = Read-Exactly $Stream ($Stream.Length - 22) 22
  if ([BitConverter]::ToUInt32($end, 0) -ne 0x06054b50) { Stop-Zip 'it is no zip file of ours: no end record without a comment stands at its end (cut short, or bytes were added)' }
  $count = [BitConverter]::ToUInt16($end, 10)
  $size = [long][BitConverter]::ToUInt32($end, 12)
  $start = [long][BitConverter]::ToUInt32($end, 16)
  if ([BitConverter]::ToUInt32($end, 4) -ne 0 -or [BitConverter]::ToUInt16($end, 8) -ne $count) { Stop-Zip 'it is split over several volumes' }
  if ([BitConverter]::ToUInt16($end, 20) -ne 0 -or $start + $size -ne $Stream.Length - 22) { Stop-Zip 'its table of contents does not lie where its end record says' }
  $table = Read-Exactly $Stream $start ([int]$size)
  $entries = New-List
  $at = 0; $next = [long]0
  for ($k = 0; $k -lt $count; $k++) {
    $entry = Read-ZipEntry $table $at
    $at += $entry.length
    if ($entry.header -ne $next) { Stop-Zip "'$($entry.name)' does not begin where the entry before it ends: bytes are hidden between entries, or two overlap" }
    Test-LocalHeader $Stream $entry $start
    $next = $entry.offset + $entry.size
    $entries.Add($entry)
  }
  if ($at -ne $size -or $next -ne $start) { Stop-Zip 'its table of contents and its entries do not fill it exactly' }
  return ,$entries
}

function Read-ZipEntry([byte[]]$Table, [int]$At) {
  if ($At + 46 -gt $Table.Length -or [BitConverter]::ToUInt32($Table, $At) -ne 0x02014b50) { Stop-Zip 'its table of contents is damaged' }
  $nameLength = [BitConverter]::ToUInt16($Table, $At + 28)
  if ($At + 46 + $nameLength -gt $Table.Length) { Stop-Zip 'its table of contents is damaged' }
  $spelt = New-Object byte[] $nameLength
  [Array]::Copy($Table, $At + 46, $spelt, 0, $nameLength)
  try { $name = Get-Utf8Text $spelt 'a name' } catch { Stop-Zip 'a name in it is not UTF-8' }
  $flags = [BitConverter]::ToUInt16($Table, $At + 8)
  $mode = [BitConverter]::ToUInt16($Table, $At + 40) -band 0xF000
  $size = [long][BitConverter]::ToUInt32($Table, $At + 24)
  if (($flags -band 1) -ne 0) { Stop-Zip "'$name' is encrypted" }
  if ($flags -ne 0x0800) { Stop-Zip "'$name' has flags that a bundle does not use" }
  if ([BitConverter]::ToUInt16($Table, $At + 10) -ne 0 -or [BitConverter]::ToUInt32($Table, $At + 20) -ne $size) { Stop-Zip "'$name' is compressed; entries of a bundle are stored" }
  if ($mode -ne 0 -and $mode -ne 0x8000) { Stop-Zip "'$name' is a link, folder or device, and a bundle holds ordinary files" }
  if ([BitConverter]::ToUInt16($Table, $At + 30) -ne 0 -or [BitConverter]::ToUInt16($Table, $At + 32) -ne 0) { Stop-Zip "'$name' has extra fields or a comment" }
  $fixed = [BitConverter]::ToUInt16($Table, $At + 4) -eq 0x0314 -and [BitConverter]::ToUInt16($Table, $At + 6) -eq 20 -and [BitConverter]::ToUInt32($Table, $At + 12) -eq 0x00210000 -and
  [BitConverter]::ToUInt32($Table, $At + 34) -eq 0 -and [BitConverter]::ToUInt32($Table, $At + 38) -eq 2175008768
  if (-not $fixed) { Stop-Zip "'$name' has another time, version or mode than every entry of a bundle: another program made or changed it" }
  return @{ name = $name; spelt = $spelt; size = $size; crc = [BitConverter]::ToUInt32($Table, $At + 16); header = [long][BitConverter]::ToUInt32($Table, $At + 42)
    offset = [long]0; length = 46 + $nameLength
  }
}

# The header before the data says the same as the table of contents.
function Test-LocalHeader([System.IO.Stream]$Stream, $Entry, [long]$End) {
  $name = $Entry.name
  $length = $Entry.spelt.Length
  $Entry.offset = $Entry.header + 30 + $length
  if ($Entry.offset + $Entry.size -gt $End) { Stop-Zip "'$name' says that it is longer than the file" }
  $local = Read-Exactly $Stream $Entry.header (30 + $length)
  $same = [BitConverter]::ToUInt32($local, 0) -eq 0x04034b50 -and [BitConverter]::ToUInt16($local, 4) -eq 20 -and [BitConverter]::ToUInt32($local, 10) -eq 0x00210000 -and [BitConverter]::ToUInt16($local, 6) -eq 0x0800 -and [BitConverter]::ToUInt16($local, 8) -eq 0 -and
  [BitConverter]::ToUInt32($local, 14) -eq $Entry.crc -and [BitConverter]::ToUInt32($local, 18) -eq $Entry.size -and [BitConverter]::ToUInt32($local, 22) -eq $Entry.size -and
  [BitConverter]::ToUInt16($local, 26) -eq $length -and [BitConverter]::ToUInt16($local, 28) -eq 0
  if ($same) { for ($k = 0; $k -lt $length; $k++) { if ($local[30 + $k] -ne $Entry.spelt[$k]) { $same = $false; break } } }
  if (-not $same) { Stop-Zip "the header of '$name' and the table of contents say different things" }
}

# SHA-256 of the whole file, of the one stream that everything else is read from.
function Get-ZipHash($Zip) {
  return Invoke-FileOperation 'hash' {
    $sha = [System.Security.Cryptography.SHA256]::Create()
    try { [void]$Zip.stream.Seek(0, [System.IO.SeekOrigin]::Begin); ConvertTo-Hex $sha.ComputeHash($Zip.stream) } finally { $sha.Dispose() }
  }
}

# The bytes of one entry; for small ones.
function Read-ZipBytes($Zip, $Entry) {
  return Invoke-FileOperation 'read' { ,(Read-Exactly $Zip.stream $Entry.offset ([int]$Entry.size)) }
}

# Writes one entry to a new file, flushed, and compares what was written with the manifest.
function Expand-ZipEntry($Zip, $Entry, [string]$Path, [string]$Sha256, [string]$Like) {
  [void]$Zip.stream.Seek($Entry.offset, [System.IO.SeekOrigin]::Begin)
  $copied = Write-FlushedCopy $Path $Zip.stream $Entry.size $Like
  if ($copied.sha256 -cne $Sha256) { Stop-Run 10 "'$($Entry.name)' in the bundle changed after it was verified: somebody writes to '$($Zip.path)'. Nothing was changed." }
}

# ---- Names that are safe on Windows: gated when building, and again here.

$script:DeviceName = New-Object System.Text.RegularExpressions.Regex (
  '^(?:conin\$|conout\$|(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]) *)(?:\.|\z)'),
  ([System.Text.RegularExpressions.RegexOptions]'IgnoreCase, CultureInvariant')

# What is wrong with one name of a bundle, in words that follow it; null when nothing is.
function Get-NameFault([string]$Name) {
  if ($Name -ceq '') { return 'is empty' }
  if ($Name.IndexOf([char]'\') -ge 0) { return "holds '\': folders are separated by '/' in a bundle" }
  if (Test-StartsWith $Name '/') { return 'is an absolute path: it would be written outside the folder' }
  if ($Name.Length -gt 240) { return 'is longer than 240 characters' }
  if ($Name.Split('/').Length -gt 32) { return 'lies more than 31 folders deep' }
  foreach ($part in $Name.Split('/')) {
    if ($part -ceq '') { return 'holds an empty folder name, or is a folder' }
    if ($part -ceq '.' -or $part -ceq '..') { return "holds '$part': it would be written outside the folder" }
    if ($part.IndexOf([char]':') -ge 0) { return "holds ':': a drive, or a hidden stream of another file" }
    if ($part -cmatch '[\x00-\x1f\x7f-\x9f]') { return 'holds a control character' }
    if ($part -cmatch '[\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]' -and $part -cmatch '[\u200e\u200f\u202a-\u202e\u2066-\u2069]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]') {
      return 'holds a character that turns the direction of text, or half a character'
    }
    if ($part -cmatch '[<>"|?*]') { return 'holds a character that Windows does not allow' }
    if ($part -cmatch '[. ]\z') { return 'ends in a dot or blank, which Windows drops' }
    if ($script:DeviceName.IsMatch($part)) { return "uses the name '$part', which Windows keeps for a device" }
  }
  return $null
}

# Windows compares names without case and one composition of letters: two that meet are one file.
function Test-NameSet($Names) {
  $files = New-TextSet $true
  $folders = New-TextSet $true
  $spelt = New-Map
  foreach ($name in $Names) {
    $fault = Get-NameFault $name
    if ($null -ne $fault) { Stop-Zip "the name '$name' $fault" }
    $key = $name.Normalize([System.Text.NormalizationForm]::FormC)
    if (-not $files.Add($key)) { Stop-Zip "the name '$name' is there twice, or only case or composition differs: one would overwrite the other" }
    $at = $key.IndexOf([char]'/')
    while ($at -ge 0) {
      $folder = $key.Substring(0, $at)
      [void]$folders.Add($folder)
      $lower = $folder.ToUpperInvariant()
      if ($null -ne $spelt[$lower] -and $spelt[$lower] -cne $folder) { Stop-Zip "the folder '$folder' is spelt in two ways, and Windows takes both for one" }
      $spelt[$lower] = $folder
      $at = $key.IndexOf([char]'/', $at + 1)
    }
  }
  foreach ($folder in $folders) { if ($files.Contains($folder)) { Stop-Zip "'$folder' is a file and a folder at once" } }
}

# ---- What contradicts itself in a manifest of the right shape, or could not be used on Windows: src/bundle/manifest-rules.ts, in its words.

# Why a name cannot be one file or folder on Windows, or null.
function Get-PlainNameFault([string]$Name) {
  if ($Name.Trim() -ceq '') { return 'it is empty' }
  if ($Name -cmatch '[\\/:*?"<>|]') { return 'it holds a character that separates folders or that Windows does not allow in a name' }
  if ($Name -cmatch '[\x00-\x1f\x7f-\x9f]') { return 'it holds a control character' }
  if ($Name -cmatch '^(?i:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(\.|\z)') { return 'Windows keeps that name for a device' }
  if ($Name -cmatch '[. ]\z') { return 'Windows drops a dot or blank at the end of a name' }
  return $null
}

# Why a text is no path that a deploy can use: it has to be absolute on Windows and to stay where it says. Or null.
function Get-WindowsPathFault([string]$Path, [bool]$MayBeInstall) {
  if ($Path.Length -gt 32767) { return "has $($Path.Length) characters, and Windows knows no path above 32767" }
  $inside = $MayBeInstall -and $Path -cmatch '^\{install\}[\\/]'
  if (-not $inside -and $Path -cnotmatch '^([A-Za-z]:[\\/]|[\\/]{2}[^\\/]+[\\/]+[^\\/])') { return 'is no absolute Windows path' }
  if ($inside) { $rest = $Path.Substring(9) } else { $rest = $Path -creplace '^[A-Za-z]:|^[\\/]{2}', '' }
  foreach ($part in $rest.Split([char[]]'\/')) {
    if ($part -ceq '') { continue }
    if ($part -ceq '..' -or $part -ceq '.') { $fault = 'it leaves its folder' } else { $fault = Get-PlainNameFault $part }
    if ($null -ne $fault) { return "cannot be used because of '$part': $fault" }
  }
  return $null
}

# A path in a message: a person sees its beginning.
function Limit-Path([string]$Path) {
  if ($Path.Length -le 300) { return $Path }
  return $Path.Substring(0, 300) + '...'
}

function Get-PathProblem($Paths) {
  foreach ($name in 'install', 'client', 'log4j2', 'profiles', 'roots', 'strays') {
    if ($null -eq $Paths[$name]) { continue }
    foreach ($path in @($Paths[$name])) {
      $fault = Get-WindowsPathFault $path ($name -cne 'install')
      if ($null -ne $fault) { return "paths.$name '$(Limit-Path $path)' $fault" }
    }
  }
  return $null
}

# conf and logger are paths below the plug-in folder, and a swap brings what it names.
function Get-PluginProblem($Manifest, $Named) {
  $plugin = $Manifest['plugin']
  $fault = Get-PlainNameFault $plugin['folder']
  if ($null -ne $fault) { return "plugin.folder '$($plugin['folder'])' cannot be a folder: $fault" }
  if ($plugin['id'] -ceq '') { return 'plugin.id is empty' }
  foreach ($name in 'conf', 'logger') {
    if ($null -eq $plugin[$name]) { continue }
    $fault = Get-NameFault $plugin[$name]
    if ($null -ne $fault) { return "plugin.$name '$($plugin[$name])' $fault" }
    if ($Manifest['kind'] -ceq 'swap' -and -not $Named.Contains("plugin/$($plugin[$name])")) { return "plugin.$name names $($plugin[$name]), which the bundle does not bring" }
  }
  if ($Manifest['kind'] -ceq 'swap' -and -not $Named.Contains('plugin/plugin.xml')) { return 'the plug-in has no plugin.xml: the tool would not load it' }
  return $null
}

function Get-FileProblem($Manifest, $Named) {
  if ($Manifest['kind'] -ceq 'settings') { return $null }
  $profileName = $Manifest['paths']['profile']
  $own = New-TextSet
  foreach ($path in 'client/CommonClient.properties', 'client/log4j2.xml') { [void]$own.Add($path) }
  if ($null -ne $profileName) { [void]$own.Add("profile/$profileName") }
  foreach ($path in $Named) { if (-not (Test-StartsWith $path 'plugin/') -and -not $own.Contains($path)) { return "files: '$path' belongs neither to the plug-in, nor is it the profile or a client file" } }
  if ($null -ne $profileName -and -not $Named.Contains("profile/$profileName")) { return "paths.profile names $profileName, which the bundle does not bring" }
  if ($null -eq $profileName -and $Manifest['paths']['profiles'].Length -gt 0) { return 'paths.profiles are given, but no profile' }
  return $null
}

function Get-ValueProblem($Manifest) {
  $seen = New-TextSet; $connector = New-TextSet
  foreach ($row in $Manifest['values']) {
    $name = "$($row['file'])/$($row['key'])"
    if (-not $seen.Add($name)) { return "values: $name stands twice" }
    if ($row.Contains('value') -eq $row.Contains('secret')) { return "values: $name has to have either a value or a secret" }
    if ($Manifest['kind'] -ceq 'settings' -and -not $row['unit']) { return "values: $name is none of the pairs that a settings bundle writes" }
    if ($row['unit'] -and $row['file'] -ceq 'connector') { [void]$connector.Add($row['key']) }
  }
  foreach ($key in $Manifest['keep']) {
    if ($connector.Contains($key)) { return "keep: $key is one of the environment's pairs: kept from the machine, the two files could name two tiers" }
  }
  return $null
}

function Get-EvidenceProblem($From) {
  if ($null -eq $From) { return $null }
  if ($From['file'] -cmatch '^([A-Za-z]:|[\\/])') { $fault = "is no path below the tool's folder" } else { $fault = Get-WindowsPathFault "{install}\$($From['file'])" $true }
  if ($null -ne $fault) { return "tool.versionFrom.file '$(Limit-Path $From['file'])' $fault" }
  $fault = Get-PatternFault $From['pattern']
  if ($null -ne $fault) { return "tool.versionFrom.pattern '$($From['pattern'])' cannot be used: it $fault" }
  return $null
}

# The first such thing, in words; null: nothing. $Named: the paths of its files.
function Get-ManifestProblem($Manifest, $Named) {
  foreach ($problem in @((Get-PluginProblem $Manifest $Named), (Get-PathProblem $Manifest['paths']), (Get-ValueProblem $Manifest), (Get-EvidenceProblem $Manifest['tool']['versionFrom']), (Get-FileProblem $Manifest $Named))) {
    if ($null -ne $problem) { return $problem }
  }
  return $null
}

# ---- The bundle as a whole: verified before the first byte is written.

# The whole published form, and what it cannot say. The rows of files are held by Test-ExactSet, which reads them all the same.
function Test-Manifest($Manifest) {
  if ($Manifest['schema'] -cne 'tierwright/bundle/v1') { Stop-Zip "its schema is '$($Manifest['schema'])', and this script reads tierwright/bundle/v1: use the deploy.ps1 that came with the bundle" }
  $problem = Get-SchemaProblem $Manifest (Get-Schema 'bundle') ''
  if ($null -ne $problem) { Stop-Zip "manifest.json is not what this version reads: $problem" }
  if (@('swap', 'settings') -cnotcontains $Manifest['kind']) { Stop-Zip "its kind '$($Manifest['kind'])' is not known" }
  if (($Manifest['kind'] -ceq 'swap') -ne ($null -ne $Manifest['tree'])) { Stop-Zip 'a swap bundle has a tree, a settings bundle has none' }
  if ($Manifest['kind'] -ceq 'settings' -and $Manifest['files'].Count -gt 0) { Stop-Zip 'a settings bundle holds the manifest alone' }
}

# Structure, names, exact set, every hash and checksum; @{ zip; manifest; manifestSha256; bytes; byName; name; path }.
function Open-Bundle([string]$Path) {
  $zip = Open-Zip $Path
  try {
    $entries = $zip.entries
    if ($entries.Count -eq 0 -or $entries[0].name -cne 'manifest.json') { Stop-Zip 'manifest.json is not its first entry: it is no bundle' }
    Test-NameSet @(foreach ($entry in $entries) { $entry.name })
    if ($entries[0].size -gt 16777216) { Stop-Zip "manifest.json has $($entries[0].size) bytes; at most 16777216 are read" }
    $bytes = Read-ZipBytes $zip $entries[0]
    try { $manifest = ConvertFrom-JsonBytes $bytes 'manifest.json' } catch [System.FormatException] { Stop-Zip $_.Exception.Message }
    Test-Manifest $manifest
    $byName = Test-ExactSet $zip $manifest
    $named = New-TextSet
    foreach ($name in $byName.get_Keys()) { [void]$named.Add($name) }
    $problem = Get-ManifestProblem $manifest $named
    if ($null -ne $problem) { Stop-Zip "manifest.json contradicts itself: $problem" }
    Test-ZipContent $zip $manifest
    Test-ZipSettings $zip $manifest
    # read once, like the manifest: what was checked is what everything is held to, whatever happens to the files
    $signature = $null
    if ((Get-Look "$Path.sig") -ceq 'file') {
      $size = Get-FileSize "$Path.sig"
      if ($size -gt $script:LargestKey) { Stop-Zip "'$Path.sig' has $(Format-Size $size), and a signature has at most $(Format-Size $script:LargestKey)" }
      $signature = Read-Bytes "$Path.sig"
    }
    return @{ zip = $zip; signature = $signature; sha256 = (Get-ZipHash $zip); manifest = $manifest; manifestSha256 = (Get-BytesHash $bytes); bytes = $bytes; byName = $byName; name = (Get-LeafName $Path); path = $Path }
  }
  catch { $zip.stream.Dispose(); throw }
}

# The same names in the same order, the same sizes.
function Test-ExactSet($Zip, $Manifest) {
  $entries = $Zip.entries
  $files = $Manifest['files']
  $byName = New-Map
  $wanted = New-Map
  foreach ($file in $files) {
    $known = $file -is [System.Collections.IDictionary] -and $file['path'] -is [string] -and $file['size'] -is [long] -and $file['sha256'] -is [string] -and $file['sha256'] -cmatch '^[0-9a-f]{64}\z'
    if (-not $known) { Stop-Zip 'a row of files in manifest.json is not what this version reads' }
    if ($wanted.Contains($file['path'])) { Stop-Zip "manifest.json lists '$($file['path'])' twice" }
    $wanted[[string]$file['path']] = $file
  }
  $before = $null
  for ($k = 1; $k -lt $entries.Count; $k++) {
    $entry = $entries[$k]
    $file = $wanted[[string]$entry.name]
    if ($null -eq $file) { Stop-Zip "'$($entry.name)' is in it but not in its manifest" }
    if ($file['size'] -ne $entry.size) { Stop-Zip "'$($entry.name)' has $($entry.size) bytes, and the manifest says $($file['size'])" }
    if ($entry.name -cnotmatch '^(plugin|profile|client)/') { Stop-Zip "'$($entry.name)' lies in no folder of a bundle" }
    if ($null -ne $before -and [string]::CompareOrdinal($before, $entry.name) -ge 0) { Stop-Zip "'$($entry.name)' is out of order" }
    $before = $entry.name
    $byName[[string]$entry.name] = $entry
  }
  foreach ($file in $files) { if (-not $byName.Contains($file['path'])) { Stop-Zip "'$($file['path'])' is in its manifest but not in it" } }
  return $byName
}

# Reads all of it once: checksum, hash, and the digest of the plug-in tree.
function Test-ZipContent($Zip, $Manifest) {
  $hashes = New-Map
  foreach ($file in $Manifest['files']) { $hashes[[string]$file['path']] = $file['sha256'] }
  foreach ($entry in $Zip.entries) {
    [void]$Zip.stream.Seek($entry.offset, [System.IO.SeekOrigin]::Begin)
    $read = Invoke-FileOperation 'hash' { Copy-Bytes $Zip.stream $entry.size $null }
    if ($read.crc -ne $entry.crc) { Stop-Zip "the checksum of '$($entry.name)' is wrong: the file was damaged on its way" }
    if ($entry.name -cne 'manifest.json' -and $read.sha256 -cne $hashes[[string]$entry.name]) { Stop-Zip "'$($entry.name)' is not the file that the manifest names: its hash differs" }
  }
  if ($null -eq $Manifest['tree']) { return }
  $tree = Get-PluginFile $Manifest
  if ((Get-TreeDigest $tree) -cne $Manifest['tree']['sha256'] -or $tree.Count -ne $Manifest['tree']['files']) { Stop-Zip 'the digest of the plug-in tree in the manifest is wrong' }
  $paths = New-TextSet
  foreach ($file in $tree) { [void]$paths.Add($file['path']) }
  foreach ($path in @($Manifest['plugin']['conf'], $Manifest['plugin']['logger'])) { if ($null -ne $path -and -not $paths.Contains($path)) { Stop-Zip "the plug-in tree has no '$path'" } }
}

# The plug-in tree of a manifest: rows path, size, sha256, relative to the folder.
function Get-PluginFile($Manifest) {
  $rows = New-List
  foreach ($file in $Manifest['files']) {
    if (Test-StartsWith $file['path'] 'plugin/') { $rows.Add([ordered]@{ path = $file['path'].Substring(7); size = $file['size']; sha256 = $file['sha256'] }) }
  }
  return ,$rows
}

function Close-Bundle($Bundle) { if ($null -ne $Bundle) { $Bundle.zip.stream.Dispose() } }

# ---- The settings files of a bundle against its manifest: a deploy is judged by the rows and installs the files, so they have to be one.

function Test-ZipSettings($Zip, $Manifest) {
  $plugin = $Manifest['plugin']
  $names = [ordered]@{ connector = "plugin/$($plugin['conf'])"; client = 'client/CommonClient.properties' }
  if ($null -ne $plugin['logger']) { $names['logger'] = "plugin/$($plugin['logger'])" }
  foreach ($file in @($names.get_Keys())) {
    foreach ($entry in $Zip.entries) {
      if ($entry.name -cne $names[$file]) { continue }
      if ($entry.size -gt 4194304) { Stop-Zip "'$($entry.name)' has $($entry.size) bytes; a settings file has at most 4194304" }
      try { $map = Get-PropertyMap (Read-ZipBytes $Zip $entry) "'$($entry.name)'" } catch [System.FormatException] { Stop-Zip $_.Exception.Message }
      Test-SettingsRow $entry.name $map @($Manifest['values'] | Where-Object { $_['file'] -ceq $file })
    }
  }
}

function Test-SettingsRow([string]$Name, $Map, $Rows) {
  $known = New-TextSet
  foreach ($row in $Rows) {
    $key = [string]$row['key']
    [void]$known.Add($key)
    $wanted = $row['value']
    if ($row['secret'] -is [string]) { $wanted = "@secret($($row['secret']))" }
    if (-not $Map.Contains($key)) { Stop-Zip "'$Name' lacks $key, which the manifest's values name" }
    if (-not (Test-SameValue ([string]$Map[$key]) ([string]$wanted))) { Stop-Zip "'$Name' has another value for $key than the manifest's values say" }
  }
  foreach ($key in $Map.get_Keys()) {
    if (([string]$Map[[string]$key]).Contains('@secret(') -and -not $known.Contains([string]$key)) { Stop-Zip "'$Name' holds a placeholder for the secret $key, which no row of values names: it would be installed as it is" }
  }
}

# ---- The detached signature: RSA PKCS#1 v1.5 with SHA-256 over the bytes of manifest.json, raw, in BUNDLE.sig.

# One DER element: tag, start and length of its content, end.
function Read-Der([byte[]]$Bytes, [int]$At) {
  $length = [int]$Bytes[$At + 1]
  $start = $At + 2
  if ($length -ge 128) {
    $count = $length - 128
    if ($count -lt 1 -or $count -gt 3) { throw (New-Object System.FormatException 'an element has no usable length') }
    $length = 0
    for ($k = 0; $k -lt $count; $k++) { $length = $length * 256 + $Bytes[$start + $k] }
    $start += $count
  }
  if ($start + $length -gt $Bytes.Length) { throw (New-Object System.FormatException 'an element is longer than the key') }
  return @{ tag = [int]$Bytes[$At]; start = $start; length = $length; end = $start + $length }
}

function Read-DerInteger([byte[]]$Bytes, $Element) {
  if ($Element.tag -ne 2) { throw (New-Object System.FormatException 'a number is missing') }
  $from = $Element.start
  while ($from -lt $Element.end - 1 -and $Bytes[$from] -eq 0) { $from++ }
  $number = New-Object byte[] ($Element.end - $from)
  [Array]::Copy($Bytes, $from, $number, 0, $number.Length)
  return ,$number
}

# A public key in PEM (SubjectPublicKeyInfo): @{ rsa; sha256 of its DER bytes; pem }.
function ConvertFrom-PublicKey([string]$Pem, [string]$What) {
  try {
    $match = [regex]::Match($Pem, '-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----')
    if (-not $match.Success) { throw (New-Object System.FormatException 'it holds no BEGIN PUBLIC KEY') }
    $der = [Convert]::FromBase64String(($match.Groups[1].Value -creplace '\s', ''))
    $outer = Read-Der $der 0
    $algorithm = Read-Der $der $outer.start
    $oid = Read-Der $der $algorithm.start
    if ([BitConverter]::ToString($der, $oid.start, $oid.length) -cne '2A-86-48-86-F7-0D-01-01-01') { throw (New-Object System.FormatException 'it is no RSA key') }
    $text = Read-Der $der $algorithm.end
    $key = Read-Der $der ($text.start + 1)
    $modulus = Read-Der $der $key.start
    $numbers = New-Object System.Security.Cryptography.RSAParameters
    $numbers.Modulus = Read-DerInteger $der $modulus
    $numbers.Exponent = Read-DerInteger $der (Read-Der $der $modulus.end)
    if ($numbers.Modulus.Length -lt 256) { throw (New-Object System.FormatException "it has $($numbers.Modulus.Length * 8) bits, and at least 2048 are needed") }
    $rsa = [System.Security.Cryptography.RSA]::Create()
    $rsa.ImportParameters($numbers)
    $clean = "-----BEGIN PUBLIC KEY-----`n" + ([Convert]::ToBase64String($der) -creplace '(.{64})(?=.)', "`$1`n") + "`n-----END PUBLIC KEY-----`n"
    return @{ rsa = $rsa; sha256 = (Get-BytesHash $der); pem = $clean }
  }
  catch { Stop-Run 10 "$What cannot be used: $(Get-FaultText (Get-Fault $_)). A public RSA key in PEM form ('BEGIN PUBLIC KEY') is expected. Nothing was written." }
}

# Every public key of a PEM file: one, or the old and the new one while keys are changed.
function Get-PublicKey([string]$Path) {
  if (-not [System.IO.File]::Exists($Path)) { Stop-Run 2 "There is no key file '$Path'." }
  $size = Get-FileSize $Path
  if ($size -gt $script:LargestKey) { Stop-Run 2 "The key file '$Path' has $(Format-Size $size), and a key has at most $(Format-Size $script:LargestKey). Name the public key." }
  $text = Get-Latin1Text (Read-Bytes $Path)
  if ($text.Contains('PRIVATE KEY-----')) { Stop-Run 10 "'$Path' is a private key: checking needs the public one, and the private one should not travel. Nothing was written." }
  # from each first line to the next last one: where none follows there is no further block, so the scan is linear
  $first = New-Object System.Text.RegularExpressions.Regex '-----BEGIN [A-Z0-9 ]+-----'
  $last = New-Object System.Text.RegularExpressions.Regex '-----END [A-Z0-9 ]+-----'
  $blocks = New-List
  $begin = $first.Match($text)
  while ($begin.Success) {
    $end = $last.Match($text, $begin.Index + $begin.Length)
    if (-not $end.Success) { break }
    $blocks.Add($text.Substring($begin.Index, $end.Index + $end.Length - $begin.Index))
    $begin = $first.Match($text, $end.Index + $end.Length)
  }
  if ($blocks.Count -eq 0) { $blocks = @($text) }
  foreach ($block in $blocks) { ConvertFrom-PublicKey $block "The key '$Path'" }
}

# Was the signature beside the bundle made with the private half of this key?
function Test-SignedBy($Bundle, $PublicKey) {
  if ($null -eq $Bundle.signature) { return $false }
  try { return $PublicKey.rsa.VerifyData($Bundle.bytes, $Bundle.signature, [System.Security.Cryptography.HashAlgorithmName]::SHA256, [System.Security.Cryptography.RSASignaturePadding]::Pkcs1) }
  catch [System.Security.Cryptography.CryptographicException] { return $false }
}

# Which of the given keys the bundle was signed with, as a receipt keeps it; null where no key was given. An unsigned or otherwise signed
# bundle is refused.
function Get-SignatureKey($Bundle, $PublicKeys) {
  if ($PublicKeys.Count -eq 0) { return $null }
  foreach ($public in $PublicKeys) { if (Test-SignedBy $Bundle $public) { return [ordered]@{ sha256 = $public.sha256; pem = $public.pem } } }
  $path = $Bundle.path + '.sig'
  if ($null -eq $Bundle.signature) { Stop-Run 10 "The bundle is refused: it is not signed ('$path' is missing), and a key was given to check it with. Copy the .sig file beside the bundle; nothing was written." }
  Stop-Run 10 "The bundle is refused: '$path' was not made over this bundle with the key that was given. It was signed by somebody else, or one of the two was changed; nothing was written."
}

# A key that an earlier run checked with stays: an unsigned or otherwise signed bundle is refused from then on.
function Test-PinnedKey($Bundle, $Key, $PublicKeys, $Pinned) {
  if ($null -eq $Pinned) { return }
  foreach ($public in $PublicKeys) { if ($public.sha256 -ceq $Pinned['sha256']) { return } }
  $how = 'signed with another key'
  if ($null -eq $Key) {
    if (Test-SignedBy $Bundle (ConvertFrom-PublicKey $Pinned['pem'] 'The key that an earlier receipt pins')) { return }
    $how = 'not signed with it'
  }
  Stop-Run 10 "The bundle is refused: an earlier install was checked with key $($Pinned['sha256'].Substring(0, 16))..., and this bundle is $how. Take the bundle with its .sig from where it was published; to change keys, give a file with the old and the new public key to -Key; nothing was written."
}

# ---- Journal, plans and receipts of a work folder, read. They are input: each is held to its schema, its name and its size.

$script:RunName = '^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{6}\z'
# six digits or, behind 999999, as many as the number has
$script:ReceiptName = '^([0-9]{6}|[1-9][0-9]{6,11})-([0-9]{8}T[0-9]{6}Z-[0-9a-f]{6})\.json\z'
$script:LastReceipt = [long]999999999999
$script:LargestRecord = @{ journal = 1048576; plan = 67108864; receipt = 67108864 }
$script:KnownRecords = @{}

# A record as it lies there: @{ record; sha256; problem }, one of record and problem null. null where nothing lies there.
function Read-Record([string]$Path, [string]$Kind) {
  $look = Get-Look $Path
  if ($null -eq $look) { return $null }
  if ($look -cne 'file') { return @{ record = $null; sha256 = ''; problem = "it is a $look, no file" } }
  $size = Get-FileSize $Path
  if ($size -gt $script:LargestRecord[$Kind]) { return @{ record = $null; sha256 = ''; problem = "it has $size bytes; at most $($script:LargestRecord[$Kind]) are read" } }
  $bytes = Read-Bytes $Path
  $sha256 = Get-BytesHash $bytes
  # the same bytes of a kind are judged once
  $name = "$Kind $sha256"
  if (-not $script:KnownRecords.ContainsKey($name)) { $script:KnownRecords[$name] = ConvertTo-Record $bytes $Kind $sha256 }
  return $script:KnownRecords[$name]
}

function ConvertTo-Record([byte[]]$Bytes, [string]$Kind, [string]$Sha256) {
  try { $map = ConvertFrom-JsonBytes $Bytes 'it' } catch [System.FormatException] { return @{ record = $null; sha256 = $Sha256; problem = $_.Exception.Message } }
  $problem = Get-SchemaProblem $map (Get-Schema $Kind) ''
  if ($null -ne $problem) { return @{ record = $null; sha256 = $Sha256; problem = $problem } }
  return @{ record = $map; sha256 = $Sha256; problem = $null }
}

# The journal that stands, as Read-Record gives it.
function Read-Journal($Places) { return Read-Record (Get-SwapPath $Places 'journal.json') 'journal' }

# The plan of a run folder, as Read-Record gives it.
function Read-Plan($Places, [string]$Run) {
  if ($Run -cnotmatch $script:RunName) { return $null }
  return Read-Record (Get-SwapPath $Places "$Run/plan.json") 'plan'
}

function Get-RunFolder($Places) {
  if ((Get-Look $Places.swap) -cne 'folder') { return }
  foreach ($name in (Get-FolderName $Places.swap)) { if ($name -cmatch $script:RunName) { $name } }
}

function Get-ReceiptFileName($Places) {
  $folder = Get-SwapPath $Places 'receipts'
  $look = Get-Look $folder
  if ($null -eq $look) { return }
  if ($look -cne 'folder') { Stop-Run 12 "$folder is a $look, and the folder of the receipts is expected: find out who put it there, and put an ordinary folder with the receipts in its place; nothing was touched." }
  # by number and not by name: '1000000-' comes before '999999-' as text, and the newest receipt decides what stands
  $byNumber = New-Map
  foreach ($name in (Get-FolderName $folder)) { if ($name -cmatch $script:ReceiptName) { $byNumber[$Matches[1].PadLeft(12, '0') + $name] = $name } }
  foreach ($key in (Get-SortedText $byNumber.Keys)) { $byNumber[$key] }
}

function Get-ReceiptNumber([string]$Name) { return [long]$Name.Substring(0, $Name.IndexOf([char]'-')) }

function Get-ReceiptRun([string]$Name) { return $Name.Substring($Name.IndexOf([char]'-') + 1, 23) }

# Runs that have a receipt, readable or not.
function Get-RunWithReceipt($Places) {
  $runs = New-TextSet
  foreach ($name in @(Get-ReceiptFileName $Places)) { [void]$runs.Add((Get-ReceiptRun $name)) }
  return ,$runs
}

# What speaks against a receipt of the right shape: it has to describe a state, under its own name. null: nothing.
function Get-ReceiptContradiction($Receipt, [string]$Name) {
  if ($Receipt['run'] -cne (Get-ReceiptRun $Name) -or $Receipt['sequence'] -ne (Get-ReceiptNumber $Name)) { return 'it is the receipt of another run than its name says' }
  if ($Receipt['result'] -cne 'done' -or $Receipt['code'] -ne 0 -or $null -eq $Receipt['state']) { return 'it describes no state' }
  return $null
}

function Read-Receipt($Places, [string]$Name) {
  $path = Get-SwapPath $Places "receipts/$Name"
  $read = Read-Record $path 'receipt'
  $problem = 'it is missing'
  if ($null -ne $read) {
    $problem = $read.problem
    if ($null -eq $problem) { $problem = Get-ReceiptContradiction $read.record $Name }
  }
  if ($null -eq $problem) { return $read.record }
  Stop-Run 12 "$path cannot be read: $problem; what stood here, from which environment and with which key is not known. Compare the installation with the receipt's copy on the share, if there is one; then move the file away and install the swap bundle again."
}

# Every receipt that describes a state, oldest first. One that cannot be read stops the run.
function Get-Receipt($Places) {
  $receipts = New-List
  foreach ($name in @(Get-ReceiptFileName $Places)) { $receipts.Add((Read-Receipt $Places $name)) }
  return ,$receipts
}

# What stands now, or null. A newest receipt that cannot be read stops the run: an older one would say what stands no longer.
function Get-NewestReceipt($Places) {
  $names = @(Get-ReceiptFileName $Places)
  if ($names.Count -eq 0) { return $null }
  return Read-Receipt $Places $names[$names.Count - 1]
}

# The highest number that a receipt's name has, readable or not.
function Get-LastSequence($Places) {
  $last = [long]0
  foreach ($name in @(Get-ReceiptFileName $Places)) { $last = [Math]::Max($last, (Get-ReceiptNumber $name)) }
  return $last
}

# The number of the receipt that a run writes; the run stops where the next one could not be read again.
function Get-NextSequence($Places) {
  $last = Get-LastSequence $Places
  if ($last -ge $script:LastReceipt) { Stop-Run 12 "A receipt in $(Get-SwapPath $Places 'receipts') has the number $last, and no higher one can be given: no run counts that far. Find out who put the file there, and move it away; nothing was touched." }
  return $last + 1
}

# True while a journal speaks of something that is not done. One whose run has the newest receipt is only left over: the receipt is the last step,
# and a program held the journal when it was to be removed. One that goes back, or cannot be read, counts.
function Test-Unfinished($Places, $Newest) {
  $journal = Read-Journal $Places
  if ($null -eq $journal) { return $false }
  return ($null -eq $journal.record -or $journal.record['state'] -cne 'prepared' -or $null -eq $Newest -or $journal.record['run'] -cne $Newest['run'])
}

function Test-Journal($Places) { return ($null -ne (Get-Look (Get-SwapPath $Places 'journal.json'))) }

# Installations that a deploy has worked on: the named one, else those below the root, else those in the program folders of Windows.
function Find-Installation([string]$Root, [string]$Install) {
  if ($Install -cne '') { return Get-NativePath $Install $Root }
  $depth = 1; $from = @()
  if ($Root -cne '') { $depth = 5; $from = @($Root) }
  elseif (Test-Windows) {
    foreach ($name in 'ProgramFiles', 'ProgramW6432', 'ProgramFiles(x86)') {
      $path = [Environment]::GetEnvironmentVariable($name)
      if ($path -and $from -notcontains $path) { $from += $path }
    }
  }
  $found = @(foreach ($folder in $from) { Find-InstallationBelow $folder $depth })
  if ($found.Count -eq 1) { return $found[0] }
  if ($found.Count -eq 0) { Stop-Run 10 "No installation that a deploy has worked on was found in $($from -join ', '): name the tool's folder with -Install. Nothing was written." }
  Stop-Run 10 "$($found.Count) installations were found: $($found -join ', '). Name one with -Install. Nothing was written."
}

function Find-InstallationBelow([string]$Folder, [int]$Depth) {
  if ((Get-Look $Folder) -cne 'folder') { return }
  $places = New-InstallPlace $Folder
  if ((Get-Look (Get-SwapPath $places 'receipts')) -ceq 'folder' -or (Test-Journal $places)) { return $Folder }
  if ($Depth -le 0) { return }
  try { $names = Get-FolderName $Folder } catch { return }
  foreach ($name in $names) { Find-InstallationBelow (Join-Native $Folder $name) ($Depth - 1) }
}

# ---- Second copies of the plug-in: what the tool would load beside the folder that was proven.

# The id in a plugin.xml, or null: enough of XML for an attribute of the root element. Other plug-ins' files are read, too, so the scan is linear
# whatever they hold.
function Get-PluginId([byte[]]$Bytes) {
  $text = (New-Object System.Text.UTF8Encoding $false).GetString($Bytes)
  $ordinal = [System.StringComparison]::Ordinal
  $at = 0; $tag = -1
  $comment = $text.IndexOf('<!--', $ordinal)
  while ($true) {
    if ($tag -lt $at) { $tag = $text.IndexOf('<plugin', $at, $ordinal) }
    if ($tag -lt 0) { return $null }
    if ($comment -ge 0 -and $comment -lt $at) { $comment = $text.IndexOf('<!--', $at, $ordinal) }
    if ($comment -ge 0 -and $comment -lt $tag) {
      $end = $text.IndexOf('-->', $comment + 4, $ordinal)
      if ($end -lt 0) { return $null }
      $at = $end + 3
      continue
    }
    $end = $text.IndexOf('>', $tag, $ordinal)
    if ($end -lt 0) { $end = $text.Length }
    $root = $text.Substring($tag + 7, [Math]::Max(0, [Math]::Min($end, $tag + 65536) - $tag - 7))
    if ($root -cmatch '^[A-Za-z0-9_.:-]') { $at = $tag + 7; continue }
    $match = [regex]::Match($root, '\sid\s*=\s*(?:"([^"]*)"|''([^'']*)'')')
    if (-not $match.Success) { return $null }
    return $match.Groups[1].Value + $match.Groups[2].Value
  }
}

# Would the tool find a file, or a folder, under this path? It follows links, so a root that is one hides nothing.
function Test-AsTheTool([string]$Path, [string]$Kind) {
  $look = Get-Look $Path
  if ($look -cne 'link') { return ($look -ceq $Kind) }
  # a link that leads nowhere, or in a circle, exists as well: only trying tells
  try {
    if ($Kind -ceq 'folder') { [void][System.IO.Directory]::GetFileSystemEntries($Path); return $true }
    if ([System.IO.Directory]::Exists($Path)) { return $false }
    (Open-Shared $Path).Dispose()
    return $true
  }
  catch [System.UnauthorizedAccessException] { throw }
  catch [System.IO.IOException] { return $false }
}

function Get-FolderPluginId([string]$Folder) {
  $path = Join-Native $Folder 'plugin.xml'
  if (-not (Test-AsTheTool $path 'file')) { return $null }
  return Get-PluginId (Read-Bytes $path $script:LargestText)
}

# Folders of any root that the tool scans, the live one aside, that carry the plug-in id: @{ beside; elsewhere }.
function Find-Copy([string]$Id, $Places, [string]$Root) {
  $beside = New-List; $elsewhere = New-List
  $own = @($Places.plugins) + @($Places.roots) + @(Get-ArgumentRoot $Places $Root)
  $ours = New-TextSet (Test-Windows)
  foreach ($folder in $own) { [void]$ours.Add($folder) }
  foreach ($folder in (Select-Different ($own + @(Get-UserRoot $Root)))) {
    $others = -not $ours.Contains($folder)
    foreach ($name in @(Get-ToolName $folder $others)) {
      $path = Join-Native $folder $name
      if (Test-SamePath $path $Places.live) { continue }
      try { $other = Get-FolderPluginId $path } catch [System.UnauthorizedAccessException] { if (-not $others) { throw }; $other = $null }
      if (-not (Test-Same $other $Id)) { continue }
      if (Test-SamePath $folder $Places.plugins) { $beside.Add($path) } else { $elsewhere.Add($path) }
    }
  }
  return @{ beside = $beside; elsewhere = $elsewhere }
}

# Each path once, in order; Windows spells one folder in several ways.
function Select-Different($Paths) {
  $different = New-List
  $known = New-TextSet (Test-Windows)
  foreach ($path in $Paths) { if ($null -ne $path -and $known.Add($path)) { $different.Add($path) } }
  return ,$different
}

# Names in a folder; none where there is no folder.
function Get-NameIn([string]$Folder) {
  if ((Get-Look $Folder) -ceq 'folder') { Get-FolderName $Folder | ForEach-Object { $_ } }
}

# The same of a folder that the tool reads, which may be a link; none where $Tolerant allows that it belongs to somebody else.
function Get-ToolName([string]$Folder, [bool]$Tolerant = $false) {
  try { if (Test-AsTheTool $Folder 'folder') { Get-FolderName $Folder | ForEach-Object { $_ } } }
  catch [System.UnauthorizedAccessException] { if (-not $Tolerant) { throw } }
}

# -Dmd.plugins.dir in JAVA_ARGS of bin\*.properties: a list that replaces the tool's own roots. The quotation marks stand around the whole
# option, or around its value.
function Get-ArgumentRoot($Places, [string]$Root) {
  $bin = Join-Native $Places.install 'bin'
  foreach ($name in @(Get-ToolName $bin)) {
    $path = Join-Native $bin $name
    if ($name -inotmatch '\.properties\z' -or -not (Test-AsTheTool $path 'file')) { continue }
    try { $map = Get-PropertyMap (Read-Bytes $path $script:LargestText) $path } catch [System.FormatException] { continue }
    if ($null -eq $map['JAVA_ARGS']) { continue }
    $match = [regex]::Match($map['JAVA_ARGS'], '"-Dmd\.plugins\.dir=([^"]*)"|-Dmd\.plugins\.dir=(?:"([^"]*)"|(\S+))')
    if (-not $match.Success) { continue }
    foreach ($item in ($match.Groups[1].Value + $match.Groups[2].Value + $match.Groups[3].Value).Split(';')) {
      if ($item -ceq '') { continue }
      # what is no absolute path starts from the tool's folder
      if (Test-WindowsPath $item) { Get-NativePath $item $Root } else { [System.IO.Path]::GetFullPath([System.IO.Path]::Combine($Places.install, $item.Replace('\', [System.IO.Path]::DirectorySeparatorChar))).TrimEnd([System.IO.Path]::DirectorySeparatorChar) }
    }
  }
}

# <config>\plugins of every user: AppData\Local\.<tool>\<version>\plugins.
function Get-UserRoot([string]$Root) {
  if ($Root -ceq '' -and -not (Test-Windows)) { return }
  $users = Get-NativePath 'C:\Users' $Root
  foreach ($user in @(Get-ToolName $users $true)) {
    $local = Join-Native $users "$user/AppData/Local"
    foreach ($tool in @(Get-ToolName $local $true)) {
      if (-not (Test-StartsWith $tool '.')) { continue }
      foreach ($version in @(Get-ToolName (Join-Native $local $tool) $true)) { Join-Native $local "$tool/$version/plugins" }
    }
  }
}

# ---- Values that are kept from the machine pass the rules that compiled values pass.

# Why a value that is kept from the machine could not be used by the connector, or $null: the rules that compiled values pass. $Ours: what the
# bundle would write there, which tells a directory from other values.
function Get-KeptFault([string]$Key, [string]$Spelt, [string]$Value, $Ours) {
  $absolute = '^([A-Za-z]:[\\/]|[\\/]{2}[^\\/]+[\\/]+[^\\/]+)'
  $directory = $Key -imatch '(^|_)DIR(ECTORY)?\z|TCIntImportWorkingDir\z' -or ($null -ne $Ours -and $Ours -cmatch $absolute)
  if ($Value.Trim() -ceq '') {
    if ($directory -or -not [string]::IsNullOrEmpty($Ours)) { return 'it is blank, and the connector then has none' }
    return $null
  }
  if ($directory -or $Spelt -cmatch '^[A-Za-z]\\?:\\[A-Za-z0-9_.~-]') {
    for ($k = $Spelt.IndexOf([char]'\'); $k -ge 0 -and $k -lt $Spelt.Length; $k = $Spelt.IndexOf([char]'\', $k)) {
      if ($k + 1 -ge $Spelt.Length) { return 'a single backslash is dropped, so it names a folder that nobody configured' }
      if ('tnrf'.IndexOf($Spelt[$k + 1]) -ge 0) { return 'a single backslash makes a control character of the letter behind it' }
      if ("\u :=#!`r`n".IndexOf($Spelt[$k + 1]) -lt 0) { return 'a single backslash is dropped, so it names a folder that nobody configured' }
      $k += 2
      if ($k -ge $Spelt.Length) { break }
    }
  }
  if (-not $directory -or $Value -cmatch $absolute) { return $null }
  if ($Value -cmatch '^[A-Za-z]:') { return "no separator follows the drive: it is relative to the current folder of that drive, which is the tool's own" }
  if ($Value -cmatch '^[\\/]') { return 'it names no drive: it lies on whatever drive the tool was started from' }
  return "it is relative: it lies below the tool's own folder"
}

# What is wrong with the kept values of a conf, one line each.
function Get-KeptFaultLine([byte[]]$Bytes, $Keep, $Compiled) {
  $text = Get-Latin1Text $Bytes
  $last = New-Map
  foreach ($entry in (Get-PropertyEntry $text)) { $last[[string]$entry.key] = $entry }
  foreach ($key in @($Keep)) {
    $entry = $last[[string]$key]
    if ($null -eq $entry) { continue }
    $ours = $null
    if ($null -ne $Compiled) { $ours = $Compiled[[string]$key] }
    $spelt = $text.Substring($entry.line.valueStart, $entry.line.valueEnd - $entry.line.valueStart)
    $fault = Get-KeptFault $key $spelt $entry.value $ours
    if ($null -eq $fault) { continue }
    $words = "'$spelt', which Java reads as '$($entry.value.Replace("`t", '<TAB>').Replace("`n", '<LF>').Replace("`r", '<CR>').Replace("`f", '<FF>'))'"
    if ((Test-SecretName $key) -or (Test-SecretValue $entry.value)) { $words = '(hidden)' }
    "line $($text.Substring(0, $entry.line.start).Split("`n").Length): $key is spelt ${words}: $fault"
  }
}

# ---- Does the machine hold what the newest receipt says? Jars and other files by hash; conf, logger and client file decoded.

# One rule for what no output and no record says: names that look like a secret's, and values that carry credentials.
function Test-SecretName([string]$Key) {
  if ($Key -imatch 'passw|passphrase|secret|token|credential|private') { return $true }
  $parts = ($Key -creplace '([a-z0-9])([A-Z])', '$1_$2') -creplace '[^A-Za-z0-9]+', '_'
  return ($parts -imatch '(^|_)(pwd|pass|key|apikey|pin|bearer|cookie|kennwort|(authorization|sas|oauth2?|jwt|otp)\z)(_|\z)')
}

# The same patterns as the other runner's (src/model/secret-names.ts, where the reasons stand).
$script:SecretValues = @(
  '(?i)[a-z0-9+.-]://[^\s/?#@]{0,256}:[^\s@]{1,256}@',
  '(?i)(?:^|[^a-z])(?:passw(?:or)?d|passphrase|pwd|pass|secret|token|(?:api|account|access|shared_?access)_?key|shared_?access_?signature)\s{0,8}=\s{0,8}[^\s;&]',
  '(?i)(?:^|[?&;])(?:sig|sas)=[^\s&]|[?&;](?:jwt|bearer|assertion|otp|(?:oauth_|x-[a-z]{2,8}-)?(?:signature|credential))=[^\s&]',
  '(?i)[?&](?:key|code|auth)=[^\s&#]{16}',
  '(?i)[a-z0-9+.-]://[^\s/?#@:]{16,256}@',
  '(?i):thin:[^\s/@]{1,64}/[^\s@]{1,64}@',
  '(?i)^(?:bearer|basic) {1,8}\S',
  '(?i)(?:^|[^a-z])(?:authorization\s{0,8}[:=]\s{0,8}[a-z]{1,16}|bearer(?= {1,8}[a-z_~+/-]{0,64}[0-9.])) {1,8}\S',
  '(?:^|[^\w-])eyJ[\w-]{8,2048}\.[\w-]{8}',
  '(?:^|[^\w-])(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-)[\w-]{16}',
  '-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----',
  '(?i)(?:^|[\s,;=("''<])(?!(?:mailto|sips?|xmpp|acct|urn):)[^\s/:@\\,;=("''<]{1,64}:[^\s/:@\\]{1,64}@[a-z0-9[][^\s/:@\\,;)"''>]{0,253}(?=\z|[\s/:,;)"''>])'
)

function Test-SecretValue($Value) {
  if ($Value -isnot [string]) { return $false }
  foreach ($pattern in $script:SecretValues) { if ([regex]::IsMatch($Value, $pattern, [System.Text.RegularExpressions.RegexOptions]::CultureInvariant)) { return $true } }
  return $false
}

# A value as a receipt's lists may hold it: of a key that looks like a secret, declared or not, only the presence is said.
function Hide-Value($Value, [string]$Key) {
  if ($null -ne $Value -and ((Test-SecretName $Key) -or (Test-SecretValue $Value))) { return '(hidden)' }
  return $Value
}

# A value for people. Of a key that looks like a secret, declared or not, only the presence is said.
function Format-Value($Value, [string]$Key = '') {
  if ($null -eq $Value) { return 'absent' }
  if ((Test-SecretName $Key) -or (Test-SecretValue $Value)) { return '(hidden)' }
  return "'$Value'"
}

# What JavaScript takes for a blank: the elements of a list are the same in both runners.
$script:ListBlank = [char[]](@(9, 10, 11, 12, 13, 32, 160, 5760, 8232, 8233, 8239, 8287, 12288, 65279) + 8192..8202)

# A long list's first elements that differ, in words; $null: show the values whole. Blanks around an element do not count.
function Get-ListChange($Found, $Expected) {
  if ($null -eq $Found -or $null -eq $Expected -or [Math]::Max($Found.Length, $Expected.Length) -lt 160) { return $null }
  $a = @(foreach ($one in $Expected.Split([char]',')) { $one.Trim($script:ListBlank) })
  $b = @(foreach ($one in $Found.Split([char]',')) { $one.Trim($script:ListBlank) })
  if ([Math]::Min($a.Count, $b.Count) -lt 4) { return $null }
  $lines = New-List
  $i = 0; $j = 0
  foreach ($pair in (@(Get-CommonElement $a $b) + , @($a.Count, $b.Count))) {
    while ($i -lt $pair[0] -or $j -lt $pair[1]) {
      if ($i -ge $pair[0]) { $lines.Add("element $($j + 1), $(Limit-Text $b[$j]), is new"); $j++ }
      elseif ($j -ge $pair[1]) { $lines.Add("element $($i + 1), $(Limit-Text $a[$i]), is gone"); $i++ }
      else { $lines.Add("element $($j + 1) is $(Limit-Text $b[$j]), expected was $(Limit-Text $a[$i])"); $i++; $j++ }
    }
    $i = $pair[0] + 1; $j = $pair[1] + 1
  }
  if ($lines.Count -eq 0) { return 'only blanks around its elements differ' }
  $some = @($lines | Select-Object -First 5)
  if ($lines.Count -gt 5) { $some += "and $($lines.Count - 5) more elements" }
  return ($some -join '; ')
}

# Which elements both lists have in the same order, as pairs of places. What both begin and end with is paired as it stands; between them it is
# the longest such sequence, by the same table as the other runner's (src/diagnostic/list-changes.ts), or where that would be too large place by place.
function Get-CommonElement([string[]]$A, [string[]]$B) {
  $numbers = New-Object 'System.Collections.Generic.Dictionary[string,int]' ([System.StringComparer]::Ordinal)
  foreach ($one in $A) { $numbers[$one] = 0 }
  foreach ($one in $B) { $numbers[$one] = 0 }
  $next = 0
  foreach ($one in @($numbers.Keys)) { $numbers[$one] = $next; $next++ }
  $x = [int[]]@(foreach ($one in $A) { $numbers[$one] })
  $y = [int[]]@(foreach ($one in $B) { $numbers[$one] })
  $start = 0
  while ($start -lt $x.Length -and $start -lt $y.Length -and $x[$start] -eq $y[$start]) { , @($start, $start); $start++ }
  $end = 0
  while ($end -lt $x.Length - $start -and $end -lt $y.Length - $start -and $x[$x.Length - 1 - $end] -eq $y[$y.Length - 1 - $end]) { $end++ }
  $toX = $x.Length - $end; $toY = $y.Length - $end
  $rows = $toX - $start; $columns = $toY - $start
  if ($rows * $columns -gt 250000) {
    for ($k = $start; $k -lt $toX -and $k -lt $toY; $k++) { if ($x[$k] -eq $y[$k]) { , @($k, $k) } }
  }
  elseif ($rows * $columns -gt 0) {
    $width = $columns + 1
    $lengths = New-Object int[] (($rows + 1) * $width)
    for ($i = $rows - 1; $i -ge 0; $i--) {
      $at = $i * $width + $columns - 1; $wanted = $x[$start + $i]
      for ($j = $toY - 1; $j -ge $start; $j--) {
        if ($wanted -eq $y[$j]) { $lengths[$at] = $lengths[$at + $width + 1] + 1 }
        elseif ($lengths[$at + $width] -ge $lengths[$at + 1]) { $lengths[$at] = $lengths[$at + $width] }
        else { $lengths[$at] = $lengths[$at + 1] }
        $at--
      }
    }
    $i = 0; $j = 0
    while ($i -lt $rows -and $j -lt $columns) {
      if ($x[$start + $i] -eq $y[$start + $j]) { , @(($start + $i), ($start + $j)); $i++; $j++ }
      elseif ($lengths[($i + 1) * $width + $j] -ge $lengths[$i * $width + $j + 1]) { $i++ }
      else { $j++ }
    }
  }
  for ($k = 0; $k -lt $end; $k++) { , @(($toX + $k), ($toY + $k)) }
}

# An element in quotes, a long one cut.
function Limit-Text([string]$Text) {
  if ($Text.Length -gt 80) { $Text = $Text.Substring(0, 80) + '...' }
  return "'$Text'"
}

# A key's two values for people; a long list by the elements that differ.
function Format-Both([string]$Name, $Found, $Expected, [string]$Key, [string]$Before) {
  if (-not ((Test-SecretName $Key) -or (Test-SecretValue $Found) -or (Test-SecretValue $Expected))) {
    $elements = Get-ListChange $Found $Expected
    if ($null -ne $elements) { return "${Name}: $elements" }
  }
  return "$Name is $(Format-Value $Found $Key), $Before $(Format-Value $Expected $Key)"
}

# Expected values of one file as a receipt has them: key -> decoded.
function Get-StateValue($Receipt, [string]$Role) {
  $map = New-Map
  if ($null -eq $Receipt -or $null -eq $Receipt['state']) { return $map }
  foreach ($row in $Receipt['state']['values']) { if ($row['file'] -ceq $Role) { $map[[string]$row['key']] = $row['value'] } }
  return $map
}

# Keys that are not compared: secrets, and in the conf what is the machine's own.
function Get-StateOmission($Receipt, [string]$Role) {
  $keys = New-TextSet
  if ($null -eq $Receipt -or $null -eq $Receipt['state']) { return ,$keys }
  foreach ($row in @($Receipt['state']['secrets'])) { if ($row['file'] -ceq $Role) { [void]$keys.Add($row['key']) } }
  if ($Role -ceq 'connector') { foreach ($key in @($Receipt['state']['keep'])) { [void]$keys.Add($key) } }
  return ,$keys
}

# Keys of one file among rows file, key.
function Select-SecretKey($Rows, [string]$Role) {
  $keys = New-TextSet
  foreach ($row in $Rows) { if ($row['file'] -ceq $Role) { [void]$keys.Add($row['key']) } }
  return ,$keys
}

# Where conf and logger lie in the plug-in folder.
function Get-PluginPath($Receipt, [string]$Role) {
  $name = 'conf'
  if ($Role -ceq 'logger') { $name = 'logger' }
  return $Receipt['plugin'][$name]
}

function Add-Difference($Found, [string]$Kind, [string]$Text) { $Found.Add(@{ kind = $Kind; text = $Text }) }

# Differences @{ kind; text }; empty: everything is as it was installed. The whole plug-in folder is hashed, whatever sizes and times say; conf
# and logger are compared decoded; empty folders hold nothing and do not count. Kinds are those of the other runner.
function Get-Difference($Places, $Receipt, [string]$Root) {
  $found = New-List
  if (Test-Unfinished $Places $Receipt) { Add-Difference $found 'unfinished' "$(Get-SwapPath $Places 'journal.json'): a run is unfinished; any deploy finishes it first" }
  $state = $Receipt['state']
  if ($null -eq $state) { Add-Difference $found 'no-state' 'the newest receipt describes no state'; return ,$found }
  $folder = Join-Native (Join-Native $Receipt['install'] 'plugins') $Receipt['plugin']['folder']
  Add-TreeDifference $found $folder $Receipt
  foreach ($role in 'connector', 'logger') {
    $relative = Get-PluginPath $Receipt $role
    if ($null -ne $relative) { Add-ValueDifference $found $Receipt $role (Join-Native $folder $relative) }
  }
  Add-ValueDifference $found $Receipt 'client' $Receipt['paths']['client']
  foreach ($file in $state['files']) {
    if (-not (Test-StartsWith $file['id'] 'profile-')) { continue }
    if ((Get-Look $file['path']) -cne 'file') { Add-Difference $found 'missing' "$($file['path']): missing" }
    elseif ((Get-FileRecord $file['path']).sha256 -cne $file['sha256']) { Add-Difference $found 'changed' "$($file['path']): changed since it was installed" }
  }
  if ($null -ne $state['tree'] -and $null -ne $Receipt['bundle']) { Add-CopyDifference $found $folder $Receipt $Root }
  return ,$found
}

# What the tool would load beside the folder that was proven.
function Add-CopyDifference($Found, [string]$Live, $Receipt, [string]$Root) {
  $places = New-InstallPlace $Receipt['install']
  $places.live = $Live
  if ($null -ne $Receipt['paths']['roots']) { $places.roots = @($Receipt['paths']['roots']) }
  $id = $Receipt['plugin']['id']
  $copies = Find-Copy $id $places $Root
  foreach ($path in $copies.beside) { Add-Difference $Found 'second-copy' "${path}: a second copy of $id; the tool would load it, too" }
  foreach ($path in $copies.elsewhere) { Add-Difference $Found 'copy-elsewhere' "${path}: a second copy of $id in another plug-in root; the tool would load it, too" }
  if ($null -eq $Receipt['paths']['strays']) { return }
  foreach ($path in @($Receipt['paths']['strays'])) { if ((Get-Look $path) -ceq 'file') { Add-Difference $Found 'loose-profile' "${path}: a stale copy of the profile; the tool would load it" } }
}

# The bundle that brings everything back, as it is given to -Bundle, and whether it may have to be built yet (a settings bundle could not bring
# anything): two texts. $null: no bundle stands here.
function Get-HealingBundle($Receipt, $Receipts) {
  if ($null -eq $Receipt['bundle']) { return $null }
  $kind = $Receipt['kind']
  foreach ($one in $Receipts) { if ($one['kind'] -cne 'rollback' -and $null -ne $one['bundle'] -and $one['bundle']['manifest'] -ceq $Receipt['bundle']['manifest']) { $kind = $one['kind']; break } }
  if ($kind -ceq 'swap') { return @($Receipt['bundle']['name'], '') }
  $environment = $Receipt['bundle']['environment']
  return @("$environment-$($Receipt['bundle']['connector']).zip", "; ``tierwright bundle $environment`` builds that bundle, if there is none yet")
}

# What leads on after a failed verify: a command that would be refused is not named.
function Get-Advice($Receipt, $Found, $Receipts) {
  $kinds = New-TextSet
  foreach ($one in $Found) { [void]$kinds.Add($one.kind) }
  $steps = @()
  if ($kinds.Contains('copy-elsewhere')) { $steps += 'move the second copy out of that plug-in root (it may belong to a user)' }
  if ($kinds.Contains('link')) { $steps += 'remove the link' }
  if ($kinds.Contains('unreadable')) { $steps += 'mend the line that Java cannot load' }
  if ($kinds.Contains('kept')) { $steps += 'write a whole path with doubled backslashes where the kept value stands' }
  if ($kinds.Overlaps([string[]]@('no-state', 'missing', 'changed', 'foreign', 'value', 'secret', 'second-copy', 'loose-profile'))) {
    if ($kinds.Contains('secret')) { $steps += 'set the secret on the machine again by hand' }
    $name, $built = Get-HealingBundle $Receipt $Receipts
    $flag = ''
    if ($kinds.Contains('value')) { $flag = ' -AcceptDrift' }
    if ($null -eq $name) { $steps += 'find out who changed it, or install the bundle of the state you want' }
    else { $steps += "close the tool and install it whole again, with the same parameters as before: deploy.ps1 -Bundle $name$flag (foreign and changed files go into quarantine$built)" }
  }
  if ($steps.Count -eq 0) { return 'run any deploy: it finishes what is unfinished first' }
  return ($steps -join '; then ') + '; or find out who changed it'
}

function Add-TreeDifference($Found, [string]$Folder, $Receipt) {
  $decoded = @($Receipt['plugin']['conf'], $Receipt['plugin']['logger'])
  $live = New-Map
  if ((Get-Look $Folder) -ceq 'link') { Add-Difference $Found 'link' "${Folder}: a link, and an ordinary folder was installed"; return }
  if ((Get-Look $Folder) -ceq 'folder') { foreach ($file in (Get-TreeFile $Folder $true $null)) { $live[[string]$file.path] = $file } }
  $tree = $Receipt['state']['tree']
  if ($null -ne $tree) {
    foreach ($file in $tree['files']) {
      $lies = $live[[string]$file['path']]
      if ($null -eq $lies) { Add-Difference $Found 'missing' "$(Join-Native $Folder $file['path']): missing"; continue }
      $live.Remove($file['path'])
      if ($lies.sha256 -ceq 'link') { Add-Difference $Found 'link' "$($lies.full): a link or special file, and only ordinary ones were installed" }
      elseif ($decoded -cnotcontains $file['path'] -and $lies.sha256 -cne $file['sha256']) { Add-Difference $Found 'changed' "$($lies.full): changed since it was installed" }
    }
  }
  foreach ($file in $live.Values) {
    if ($file.sha256 -ceq 'link') { Add-Difference $Found 'link' "$($file.full): a link or special file, and only ordinary ones were installed" }
    else { Add-Difference $Found 'foreign' "$($file.full): not of this build" }
  }
}

function Add-ValueDifference($Found, $Receipt, [string]$Role, [string]$Path) {
  $expected = Get-StateValue $Receipt $Role
  if ((Get-Look $Path) -cne 'file') {
    if ($expected.Count -gt 0) { Add-Difference $Found 'missing' "${Path}: missing" }
    return
  }
  $bytes = Read-Bytes $Path $script:LargestText
  try { $map = Get-PropertyMap $bytes $Path } catch [System.FormatException] { Add-Difference $Found 'unreadable' $_.Exception.Message; return }
  foreach ($key in (Get-SortedText (Select-SecretKey @($Receipt['state']['secrets']) $Role))) {
    if (-not $map.Contains($key)) { Add-Difference $Found 'secret' "${Path}: $key is a secret that was here when this was installed, and is gone" }
  }
  if ($Role -ceq 'connector') { foreach ($line in @(Get-KeptFaultLine $bytes $Receipt['state']['keep'] $null)) { Add-Difference $Found 'kept' "${Path}: $line" } }
  $leave = Get-StateOmission $Receipt $Role
  $keys = New-TextSet
  foreach ($key in $expected.Keys) { [void]$keys.Add($key) }
  if ($Role -cne 'client') { foreach ($key in $map.Keys) { [void]$keys.Add($key) } }
  foreach ($key in (Get-SortedText $keys)) {
    if ($leave.Contains($key) -or (Test-Same $map[[string]$key] $expected[[string]$key])) { continue }
    Add-Difference $Found 'value' (Format-Both "${Path}: $key" $map[[string]$key] $expected[[string]$key] $key 'installed was')
  }
}

# ---- Detection: is exactly this bundle installed?

# @{ found; line }: found decides the exit code, line is what is said. $Manifest is the SHA-256 of the bundle's manifest.
function Get-Detection([string]$Install, [string]$Manifest, [string]$Environment, [string]$Root = '') {
  $places = New-InstallPlace $Install
  if ((Get-Look $places.install) -cne 'folder') { return @{ found = $false; line = "the tool is not installed in $Install" } }
  $receipt = Get-NewestReceipt $places
  if (Test-Unfinished $places $receipt) { return @{ found = $false; line = "a run in $Install is unfinished" } }
  if ($null -eq $receipt) { return @{ found = $false; line = "$Install has no receipt" } }
  if ($null -eq $receipt['bundle']) { return @{ found = $false; line = "what was there before the first deploy stands in $Install" } }
  $bundle = $receipt['bundle']
  $what = "environment '$($bundle['environment'])', connector $($bundle['connector']), serial $($bundle['serial'])"
  if ($bundle['manifest'] -cne $Manifest) { return @{ found = $false; line = "another bundle is installed: $what (environment '$Environment' was asked for)" } }
  $differences = Get-Difference $places $receipt $Root
  if ($differences.Count -gt 0) { return @{ found = $false; line = "$what is installed, but $($differences.Count) difference(s): $($differences[0].text)" } }
  return @{ found = $true; line = "$what is installed as receipt $($receipt['run']) says" }
}

# ---- Which places a record may name: those that the bundle and the command line say, else those of the receipts.

# @{ places; root; install; bundle (bool); receipts }. Without a bundle the receipts say where things lie.
function New-Confine($Places, [string]$Root, $Receipts) {
  return @{ places = $Places; install = $Places.install; root = $Root; bundle = ($null -ne $Places.live); receipts = $Receipts }
}

function Test-Below([string]$Path, [string]$Folder) {
  $sign = [string][System.IO.Path]::DirectorySeparatorChar
  return Test-StartsWith $Path.Replace('/', $sign) ($Folder.Replace('/', $sign).TrimEnd([char[]]'\/') + $sign) (Test-Windows)
}

function Test-Among([string]$Path, $Allowed) {
  foreach ($place in @($Allowed)) { if ($null -ne $place -and (Test-SamePath $place $Path)) { return $true } }
  return $false
}

# A path that means one place: absolute, without '..'; where only records say it, below the root where there is one.
function Test-PlainPath([string]$Path, $Confine) {
  if (-not [System.IO.Path]::IsPathRooted($Path) -or $Path -cmatch '(^|[\\/])\.\.([\\/]|\z)') { return $false }
  return ($Confine.bundle -or $Confine.root -ceq '' -or (Test-Below $Path $Confine.root))
}

function Get-LiveFolder($Confine) {
  if ($Confine.bundle) { return $Confine.places.live }
  foreach ($receipt in $Confine.receipts) { Join-Native (Join-Native $Confine.install 'plugins') $receipt['plugin']['folder'] }
}

# Where the file of an id may lie.
function Get-PlaceOfId($Confine, [string]$Id) {
  if ($Confine.bundle) {
    if ($Id -ceq 'client') { return $Confine.places.client }
    if ($Id -ceq 'log4j2') { return $Confine.places.log4j2 }
    for ($k = 0; $k -lt $Confine.places.profiles.Count; $k++) { if ($Id -ceq "profile-$($k + 1)") { return $Confine.places.profiles[$k] } }
    return
  }
  foreach ($receipt in $Confine.receipts) {
    if ($Id -ceq 'client') { $receipt['paths']['client'] }
    if ($null -ne $receipt['state']) { foreach ($file in $receipt['state']['files']) { if ($file['id'] -ceq $Id) { $file['path'] } } }
  }
}

function Get-PlannedFileFault($File, [string]$Run, $Confine) {
  $id = $File['id']; $path = $File['path']
  $known = $false
  if ($id -ceq 'connector') { foreach ($live in @(Get-LiveFolder $Confine)) { if (Test-Below $path $live) { $known = $true } } }
  else { $known = Test-Among $path (Get-PlaceOfId $Confine $id) }
  if (-not $known -or -not (Test-PlainPath $path $Confine)) { return "the $id file '$path' is no place of this installation" }
  $as = 'bytes'
  if ($id -ceq 'connector' -or $id -ceq 'client') { $as = 'pairs' } elseif ($id -ceq 'log4j2') { $as = 'log4j2' }
  if ($File['as'] -cne $as) { return "the $id file cannot be changed as '$($File['as'])'" }
  $temp = $File['temp']
  $own = Get-LeafName $temp
  if (-not (Test-SamePath (Get-ParentFolder $temp) (Get-ParentFolder $path)) -or -not (Test-StartsWith $own ".$(Get-LeafName $path).") -or $own -cnotmatch '\.([0-9a-f]{16}\.)?tierwright-new\z') { return "'$temp' is no temporary file beside '$path'" }
  $staged = $null; $backup = $null
  if ($null -ne $File['after']) { $staged = "$Run/files/$id.new" }
  if ($null -ne $File['before']) { $backup = "$Run/files/$id.old" }
  if (-not (Test-Same $File['staged'] $staged)) { return "the new bytes of the $id file are not those of its run" }
  if (-not (Test-Same $File['backup'] $backup)) { return "the old bytes of the $id file are not those of its run" }
  return $null
}

function Get-PlannedTreeFault($Plan, [string]$Run, $Confine) {
  $tree = $Plan['tree']
  if ($null -eq $tree) { return $null }
  if ($Plan['kind'] -ceq 'settings') { return 'a settings switch exchanges no plug-in folder' }
  if (-not (Test-PlainPath $tree['live'] $Confine) -or -not (Test-Among $tree['live'] (Get-LiveFolder $Confine))) { return "'$($tree['live'])' is not the plug-in folder of this installation" }
  $right = $tree['backup'] -ceq "$Run/old"
  if ($Plan['kind'] -ceq 'swap') { $right = $right -and (Test-Same $tree['staged'] "$Run/new") }
  elseif ($null -ne $tree['staged']) { $right = $right -and $tree['staged'] -cne "$Run/old" -and $tree['staged'].EndsWith('/old', [System.StringComparison]::Ordinal) }
  if (-not $right) { return 'the folders of the exchange are not those of its run' }
  if (($null -eq $tree['staged']) -ne ($null -eq $tree['after'])) { return 'what enters has no folder, or a folder that is not to enter' }
  return $null
}

function Get-PlannedStrayFault($Stray, [int]$Number, [string]$Run, $Confine) {
  $path = $Stray['path']
  $named = $Confine.places.strays
  if (-not $Confine.bundle) { $named = @(foreach ($receipt in $Confine.receipts) { foreach ($row in $receipt['strays']) { $row['path'] } }) }
  $beside = Test-Below $path (Join-Native $Confine.install 'plugins')
  foreach ($live in @(Get-LiveFolder $Confine)) { if ((Test-SamePath $path $live) -or (Test-Below $path $live)) { $beside = $false } }
  if (-not (Test-PlainPath $path $Confine) -or -not ($beside -or (Test-Among $path $named))) { return "the stale copy '$path' is no place of this installation" }
  if ($Stray['to'] -cne "strays/$Run/$Number-$(Get-LeafName $path)") { return "'$($Stray['to'])' is not the quarantine of '$path'" }
  return $null
}

# A folder on the way to a place; only below a root is one ever made.
function Test-MadeFolder([string]$Path, $Plan, $Confine) {
  if (-not (Test-PlainPath $Path $Confine)) { return $false }
  $targets = @(Join-Native $Confine.install 'plugins')
  if ($Confine.bundle) { $targets += @($Confine.places.client, $Confine.places.live, $Confine.places.log4j2) + @($Confine.places.profiles) }
  elseif ($Confine.root -cne '') { return $true }
  else { foreach ($file in $Plan['files']) { $targets += $file['path'] } }
  foreach ($target in $targets) { if ($null -ne $target -and ((Test-Below $target $Path) -or (Test-SamePath $Path $targets[0]))) { return $true } }
  return $false
}

# Why a plan cannot be one of this installation, or null: every path in it has to be a place that is known from elsewhere.
function Get-PlanFault($Plan, [string]$Run, $Confine) {
  if ($Plan['run'] -cne $Run) { return "it is the plan of run $($Plan['run'])" }
  if (-not (Test-SamePath $Plan['install'] $Confine.install)) { return "it is of the installation '$($Plan['install'])', and this is '$($Confine.install)'" }
  $fault = Get-PlannedTreeFault $Plan $Run $Confine
  if ($null -ne $fault) { return $fault }
  $ids = New-TextSet
  foreach ($file in $Plan['files']) {
    if (-not $ids.Add($file['id'])) { return 'a file stands twice in it' }
    $fault = Get-PlannedFileFault $file $Run $Confine
    if ($null -ne $fault) { return $fault }
  }
  $number = 0
  foreach ($stray in $Plan['strays']) {
    $number++
    $fault = Get-PlannedStrayFault $stray $number $Run $Confine
    if ($null -ne $fault) { return $fault }
  }
  foreach ($folder in $Plan['made']) { if (-not (Test-MadeFolder $folder $Plan $Confine)) { return "'$folder' is no folder that a run makes" } }
  return $null
}

# The first folder on the way to a path that is none, or null. Looked for below the root, or from the drive on; off Windows nothing is asked
# without a root, because there /var and others are links of the system.
function Find-LinkOnTheWay([string]$Path, [string]$Root) {
  if ($Root -ceq '') { if (-not (Test-Windows)) { return $null } } elseif (-not (Test-Below $Path $Root)) { return $null }
  $found = $null
  for ($at = Get-ParentFolder $Path; $at -and (Get-ParentFolder $at) -and ($Root -ceq '' -or -not (Test-SamePath $at $Root)); $at = Get-ParentFolder $at) {
    $look = Get-Look $at
    if ($null -ne $look -and $look -cne 'folder') { $found = $at }
  }
  return $found
}

# One decision for preflight, rollback and recovery: what is written, moved or removed has only ordinary folders on its way.
function Get-WayFault($Paths, [string]$Root) {
  foreach ($path in @($Paths)) {
    if ($null -eq $path) { continue }
    $link = Find-LinkOnTheWay $path $Root
    if ($null -ne $link) { return "$link, on the way to $path, is a link or no folder: what is written there would lie elsewhere" }
  }
  return $null
}

# Every path that a plan, carried out or undone, writes, moves or removes.
function Get-PlanPath($Places, $Plan) {
  if ($null -ne $Plan['tree']) { $Plan['tree']['live'] }
  foreach ($file in $Plan['files']) { $file['path'] }
  foreach ($stray in $Plan['strays']) { $stray['path'] }
  foreach ($name in "$($Plan['run'])/files/x", "$($Plan['run'])/new/x", "$($Plan['run'])/old/x", 'receipts/x', "strays/$($Plan['run'])/x") { Get-SwapPath $Places $name }
}

# Why a receipt cannot be one of this installation, or null.
function Get-ReceiptFault($Receipt, $Confine) {
  if (-not (Test-SamePath $Receipt['install'] $Confine.install)) { return "it is of the installation '$($Receipt['install'])', and this is '$($Confine.install)'" }
  $paths = @($Receipt['paths']['client'])
  if ($null -ne $Receipt['state']) { foreach ($file in $Receipt['state']['files']) { $paths += $file['path'] } }
  foreach ($path in $paths) { if (-not (Test-PlainPath $path $Confine)) { return "'$path' is no place of this installation" } }
  return $null
}

# Something that was kept is not what it was: plug-in folder and files stay together as they are.
function Stop-Damaged([string]$Path, [string]$What) {
  Stop-Run 12 "$Path is ${What}: it cannot be used to go back or on. Nothing was touched, plug-in folder and files stay together as they are: put the kept copy back from a backup of the machine and run this again, or move .swap/journal.json away, if there is one, and install the swap bundle of the state you want."
}

# The kept bytes of a file's side, proven to be what the plan says.
function Get-KeptBytes($Places, $File, [string]$Side) {
  $relative = $File['backup']
  if ($Side -ceq 'after') { $relative = $File['staged'] }
  $path = Get-SwapPath $Places ([string]$relative)
  $look = $null
  if ($null -ne $relative) { $look = Get-Look $path }
  if ($null -eq $look) { Stop-Damaged $path 'missing' }
  if ($look -cne 'file') { Stop-Damaged $path "a $look, no file" }
  $bytes = Read-Bytes $path
  if ((Get-BytesHash $bytes) -cne $File[$Side]['sha256']) { Stop-Damaged $path "not what the plan says ($($bytes.Length) bytes; $($File[$Side]['size']) were kept)" }
  return ,$bytes
}

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

# Why a pattern cannot be used, in words that go on behind "it"; null when it can.
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

# ---- Before the first byte: is the bundle meant for what is installed here?

# Refuses what was not made for this installation, unless it was allowed; the flags that were used.
function Test-Binding($Manifest, $Places, $Receipt, $Options) {
  $flags = New-List
  $descriptor = Join-Native $Places.live 'plugin.xml'
  if ((Get-Look $descriptor) -cne 'file') {
    if ($Manifest['kind'] -ceq 'settings') { Stop-Run 10 "$($Places.live) holds no plug-in: a settings bundle switches an installed connector. Install the environment's swap bundle first; nothing was written." }
  }
  else {
    $id = Get-PluginId (Read-Bytes $descriptor $script:LargestText)
    if (-not (Test-Same $id $Manifest['plugin']['id'])) {
      Stop-Run 10 "The plug-in in $($Places.live) is $(Format-Value $id), and the bundle holds '$($Manifest['plugin']['id'])': this is another plug-in's folder. Check connector.folder and connector.id of site.yaml; nothing was written."
    }
  }
  if ($null -eq $Receipt -or $null -eq $Receipt['bundle']) { return ,$flags }
  $installed = $Receipt['bundle']
  if ($installed['environment'] -cne $Manifest['environment']) {
    if (-not $Options.SwitchEnvironment) { Stop-Run 10 "The last receipt is of environment '$($installed['environment'])', and the bundle is of '$($Manifest['environment'])'. -SwitchEnvironment installs it all the same; nothing was written." }
    $flags.Add([ordered]@{ flag = '--switch-environment'; reason = $null })
  }
  elseif ($Manifest['serial'] -lt $installed['serial']) {
    if ($Options.AllowDowngrade -ceq '') { Stop-Run 10 "The bundle is older (serial $($Manifest['serial'])) than what is installed (serial $($installed['serial'])). -AllowDowngrade 'REASON' installs it all the same, or roll back; nothing was written." }
    $flags.Add([ordered]@{ flag = '--allow-downgrade'; reason = $Options.AllowDowngrade })
  }
  if ($Manifest['kind'] -ceq 'settings' -and $installed['connector'] -cne $Manifest['connector']) {
    Stop-Run 10 "Connector $($installed['connector']) is installed, and these settings are of an environment with connector $($Manifest['connector']). Install that environment's swap bundle instead; nothing was written."
  }
  return ,$flags
}

# Equal for two spellings of one row of the matrix: case, blanks, hyphens and underscores do not count, a separator between digits does.
function Get-ToolRowKey([string]$Text) {
  $plain = ($Text.Trim().ToLowerInvariant() -creplace '[\s_\p{Pd}]+', ' ') -creplace '(?<![0-9]) | (?![0-9])', ''
  if ($plain.Length -gt 120) { return $plain }
  $match = [regex]::Match($plain, '^(.*?[0-9]x?)(?:(?:refresh|r)([0-9]+))?(?:(?:hotfix|hf)([0-9]+))?\z')
  if (-not $match.Success) { return $plain }
  $key = $match.Groups[1].Value
  if ($match.Groups[2].Success) { $key += '|r' + $match.Groups[2].Value }
  if ($match.Groups[3].Success) { $key += '|hf' + $match.Groups[3].Value }
  return $key
}

# Which row is installed, and with which Java; another row than the bundle was judged for is refused, no evidence is said.
function Get-ToolEvidence($Manifest, $Places) {
  $tool = $Manifest['tool']
  $java = $null; $found = $null
  $release = Join-Native $Places.install 'jre/release'
  if ((Get-Look $release) -ceq 'file') {
    $match = [regex]::Match((Get-Latin1Text (Read-Bytes $release $script:LargestText)), '(?m)^JAVA_VERSION="?([^"\r\n]+)"?')
    if ($match.Success) { $java = $match.Groups[1].Value }
  }
  if ($null -ne $tool['versionFrom']) {
    $file = $tool['versionFrom']['file']
    $path = Join-Native $Places.install $file
    # a link on the way would lead to a file of somebody else
    $own = $true
    for ($above = Get-ParentFolder $path; $above.Length -gt $Places.install.Length; $above = Get-ParentFolder $above) { if ((Get-Look $above) -cne 'folder') { $own = $false } }
    if ($own -and (Get-Look $path) -ceq 'file') {
      $text = (Get-Latin1Text (Read-Bytes $path $script:LargestText)).Replace("`r", '')
      if ($text.Length -gt 65536) { $text = $text.Substring(0, 65536) }
      # what is refused by its form was refused with the manifest; what is left may still take long, and nothing may hold the lock
      $net = ConvertTo-NetPattern $tool['versionFrom']['pattern']
      try { $match = (New-Object System.Text.RegularExpressions.Regex $net, ([System.Text.RegularExpressions.RegexOptions]::CultureInvariant), ([TimeSpan]::FromSeconds(2))).Match($text) }
      catch [System.Text.RegularExpressions.RegexMatchTimeoutException] { Stop-Run 10 "tool.versionFrom.pattern '$($tool['versionFrom']['pattern'])' takes too long on $($tool['versionFrom']['file']): make it simpler in site.yaml and build the bundle again. Nothing was written." }
      if ($match.Success -and $match.Groups[1].Success) { $found = $match.Groups[1].Value.Trim($script:ListBlank) }
    }
  }
  if ($null -ne $found -and (Get-ToolRowKey $found) -cne (Get-ToolRowKey $tool['row'])) {
    $said = "'$found'"
    if ($found -cnotmatch '^[0-9][0-9A-Za-z ._-]{0,40}\z') { $said = 'something else (not shown: it does not look like a row)' }
    Stop-Run 10 "The installed tool says $said ($($tool['versionFrom']['file'])), and the bundle is for '$($tool['row'])'. Install the bundle of the environment that names this tool row, or name another installation with -Install; nothing was written."
  }
  return [ordered]@{ expected = $tool['row']; found = $found; proven = ($null -ne $found); java = $java }
}

# Those beside the live folder, for quarantine; in another root, which may be a user's, the run is refused.
function Get-SecondCopy($Manifest, $Places, [string]$Root) {
  $copies = Find-Copy $Manifest['plugin']['id'] $Places $Root
  $beside = $copies.beside; $elsewhere = $copies.elsewhere
  if ($elsewhere.Count -gt 0) { Stop-Run 10 "A second copy of $($Manifest['plugin']['id']) lies in another plug-in root ($(Join-Some $elsewhere)): the tool would load that one, too. Move it out of that root (it may belong to a user, and a root may be a link that leads elsewhere), then run this again; nothing was written." }
  return ,$beside
}

# ---- Before the first byte: rights, links, room, lengths, values that somebody changed, the running tool.

function Test-Target($Paths, [string]$Kind) {
  foreach ($path in $Paths) {
    $look = Get-Look $path
    if ($null -eq $look -or $look -ceq $Kind) { continue }
    if ($look -ceq 'link') { Stop-Run 10 "$path is a link or junction: a rename would act on another place than the one the tool reads. Put an ordinary $Kind there; nothing was written." }
    Stop-Run 10 "$path is a $look, and a $Kind is expected. Put an ordinary one there; nothing was written."
  }
}

# Folders that the run would have to make, outermost first; they are made only below a root.
function Get-MissingFolder($Places, [bool]$Swap) {
  $wanted = @(Get-ParentFolder $Places.client)
  if ($Swap) { $wanted += $Places.plugins; foreach ($path in $Places.profiles) { $wanted += Get-ParentFolder $path } }
  if ($Swap -and $null -ne $Places.log4j2) { $wanted += Get-ParentFolder $Places.log4j2 }
  $missing = New-List
  foreach ($folder in $wanted) {
    $chain = New-List
    $at = $folder
    while ($at -and $null -eq (Get-Look $at)) { $chain.Insert(0, $at); $at = Get-ParentFolder $at }
    foreach ($item in $chain) { if (-not $missing.Contains($item)) { $missing.Add($item) } }
  }
  return ,$missing
}

# Every folder in which something is renamed or written is tried before anything is: later the same lack would look like a file in use.
function Test-Right($Folders) {
  foreach ($folder in (Select-Different $Folders)) {
    if ((Get-Look $folder) -cne 'folder') { continue } # it is made by the run, or was refused already
    try { Test-FolderWrite $folder }
    catch {
      $fault = Get-Fault $_
      if (-not (Test-FileFault $fault)) { throw }
      Stop-Run 10 "${folder}: $(Get-FaultText $fault) This account cannot write into that folder, and what lies there has to be exchanged. Run this with the right to write there (an elevated prompt, or the fleet's agent), or have the rights of the folder mended; nothing was written."
    }
  }
}

# The folders in which this run would exchange something.
function Test-RunRight($Bundle, $Places, $Finding) {
  $folders = @()
  if ($Bundle.manifest['kind'] -ceq 'swap') { $folders += @($Places.plugins, $Places.live); $changes = (Get-SwapChange $Bundle $Places $Finding).changes }
  else { $changes = @(Get-SettingsChange $Bundle $Places $Finding) }
  foreach ($change in $changes) { $folders += Get-ParentFolder $change.path }
  foreach ($path in $Finding.strays) { $folders += Get-ParentFolder $path }
  Test-Right $folders
}

# The full Windows path of every file: in its place, while it is staged ($Staged, below .swap) and written, and of its copy in quarantine. A file
# is told once, with the longest path that it would have.
function Test-PathLength($Manifest, $Places, [string]$Staged = '20000101T000000Z-000000') {
  $long = @(foreach ($way in (Get-FileWay $Manifest $Places.windowsInstall $Staged)) {
      $first, $second = $way.stops
      if ($second[1].Length -gt $first[1].Length) { $first = $second }
      if ($first[1].Length -gt 259) { "$($way.file): $($first[1].Length) characters $($first[0])" }
    })
  if ($long.Count -gt 0) { Stop-Run 10 ("$($long.Count) path(s) would be longer than the 259 characters that Windows allows. Install the tool in a shorter folder; nothing was written.$($script:LineEnd)  $(Join-Some $long)") }
}

# One file with every path that it has in the course of a run, and what lies there.
function Get-FileWay($Manifest, [string]$WindowsInstall, [string]$Staged) {
  $live = "$WindowsInstall\plugins\$($Manifest['plugin']['folder'])\"
  foreach ($file in (Get-PluginFile $Manifest)) {
    $path = $file['path'].Replace('/', '\')
    @{ file = $live + $path; stops = @(@('in its place', ($live + $path)), @('while it is staged', "$WindowsInstall\.swap\$Staged\new\$path")) }
  }
  $targets = @(, @('client', $Manifest['paths']['client'])) + @(, @('log4j2', $Manifest['paths']['log4j2']))
  $number = 0
  foreach ($path in $Manifest['paths']['profiles']) { $number++; $targets += , @("profile-$number", $path) }
  foreach ($target in $targets) {
    $id, $full = $target
    if ($null -eq $full) { continue }
    if (Test-StartsWith $full '{install}') { $full = $WindowsInstall + $full.Substring(9) }
    $kept = "$WindowsInstall\.swap\strays\20000101T000000Z-000000\edited-$id-$(Get-LeafName $full)"
    @{ file = $full; stops = @(@('while it is written', ($full + '.0000000000000000.tierwright-new.')), @('as a copy in quarantine', $kept)) }
  }
  $receipts = "$WindowsInstall\.swap\receipts"
  @{ file = "the receipt in $receipts"; stops = @(@('while it is written', "$receipts\000000-20000101T000000Z-000000.json.tmp"), @('', '')) }
}

function Test-Space($Manifest, $Places) {
  $needed = 1000000.0
  foreach ($file in $Manifest['files']) { $needed += $file['size'] * 1.1 }
  $free = Get-FreeSpace $Places.install
  if ($null -eq $free -or $free -ge $needed) { return }
  Stop-Run 10 "$($Places.install) has $([Math]::Ceiling($free / 1000000)) MB free, and $([Math]::Ceiling($needed / 1000000)) MB are needed to stage the new folder beside the old one. Make room; nothing was written."
}

# Bytes and decoded values of a live file; null where there is none.
function Read-LiveFile([string]$Path) {
  if ($Path -ceq '' -or (Get-Look $Path) -cne 'file') { return $null }
  $bytes = Read-Bytes $Path $script:LargestText
  try { $values = Get-PropertyMap $bytes $Path } catch [System.FormatException] { Stop-Run 10 "$($_.Exception.Message). Mend that line first; nothing was written." }
  if ($bytes.Length -gt 1 -and (($bytes[0] -eq 0xEF -and $bytes[1] -eq 0xBB) -or ($bytes[0] -eq 0xFF -and $bytes[1] -eq 0xFE) -or ($bytes[0] -eq 0xFE -and $bytes[1] -eq 0xFF))) {
    Stop-Run 10 "$Path starts with a byte order mark: Java reads it as part of the first key. Save it without one first; nothing was written."
  }
  return @{ path = $Path; bytes = $bytes; values = $values }
}

function Format-Process($One) {
  $user = ''
  if ($One.user) { $user = ", user $($One.user)" }
  return "$($One.name) (process $($One.id)$user): $($One.path)"
}

function Stop-InUse($Processes, [string]$Install, [string]$Then) {
  $lines = @(foreach ($one in $Processes) { '  ' + (Format-Process $one) })
  Stop-Run 1618 ("The tool is running from ${Install}: its plug-in folder cannot be exchanged. Save the models, close the tool, and run this again; $Then." + $script:LineEnd + ($lines -join $script:LineEnd))
}

# The programs of the tool that run are looked for first: where a file cannot be read, one of them is likely to have it open.
function Get-Finding($Bundle, $Places, $Options) {
  if ($Options.Root -ceq '' -and $null -eq (Get-Look $Places.install)) { Stop-Run 10 "The tool is not installed in $($Places.install): name its folder with -Install, or install the tool first. Nothing was written." }
  $processes = Get-ToolProcess $Places.install
  try { $finding = Find-Obstacle $Bundle $Places $Options }
  catch {
    $fault = Get-Fault $_
    if (-not (Test-Sharing $fault)) { throw }
    $lines = @(foreach ($one in $processes) { $script:LineEnd + '  ' + (Format-Process $one) })
    Stop-Held $fault ('nothing was written' + ($lines -join ''))
  }
  $finding.processes = $processes
  return $finding
}

# Everything that can be known before the first byte is written; what speaks against the run stops it.
function Find-Obstacle($Bundle, $Places, $Options) {
  $manifest = $Bundle.manifest
  $swap = $manifest['kind'] -ceq 'swap'
  $targets = @($Places.client) + @($Places.profiles)
  if ($null -ne $Places.log4j2) { $targets += $Places.log4j2 }
  Test-Target @($Places.install, $Places.plugins, $Places.live, $Places.swap, (Get-SwapPath $Places 'ready'), (Get-SwapPath $Places 'strays')) 'folder'
  Test-Target $targets 'file'
  $fault = Get-WayFault (@($targets) + @($Places.strays) + @($Places.live, (Get-SwapPath $Places 'receipts'))) $Options.Root
  if ($null -ne $fault) { Stop-Run 10 "$fault. Name the real folder in site.yaml or on the command line; nothing was written." }
  $links = New-List
  $live = $null
  if ((Get-Look $Places.live) -ceq 'folder') { $live = Get-TreeFile $Places.live $true $links }
  if ($links.Count -gt 0) { Stop-Run 10 "$($links[0]) is a link: a plug-in folder holds ordinary files. Remove the link; nothing was written." }
  $receipt = Get-NewestReceipt $Places
  $flags = Test-Binding $manifest $Places $receipt $Options
  $tool = Get-ToolEvidence $manifest $Places
  $strays = New-List
  if ($swap) {
    foreach ($path in (Get-SecondCopy $manifest $Places $Options.Root)) { $strays.Add($path) }
    foreach ($path in $Places.strays) { if ((Get-Look $path) -ceq 'file') { $strays.Add($path) } }
  }
  $written = $targets
  if (-not $swap) { $written = @($Places.client, $Places.conf) }
  foreach ($path in $written) {
    if ((Get-Look $path) -ceq 'file' -and (Test-ReadOnly $path)) { Stop-Run 10 "$path is read-only, and it has to be written together with the others. Take the read-only attribute away, or ask for the right to write it; nothing was written." }
  }
  $missing = Get-MissingFolder $Places $swap
  if ($Options.Root -ceq '' -and $missing.Count -gt 0) { Stop-Run 10 "$($missing[0]) does not exist, and a file has to go there. Check the paths of site.yaml, or start the tool once with the connector so that it makes its folders; nothing was written." }
  if ($swap) { Test-PathLength $manifest $Places }
  Test-Space $manifest $Places
  $record = $null; $stamp = ''
  if ($null -ne $live) { $record = [ordered]@{ sha256 = (Get-TreeDigest $live); files = $live.Count }; $stamp = Get-TreeStamp $Places.live }
  $receipts = Get-Receipt $Places
  $secrets = @{}
  foreach ($role in 'connector', 'client', 'logger') { $secrets[$role] = Get-KnownSecret $manifest $receipts $role }
  return @{ receipt = $receipt; secrets = $secrets; flags = $flags; tool = $tool; strays = $strays; missing = $missing; live = $live; record = $record; stamp = $stamp
    conf = (Read-LiveFile $Places.conf); logger = (Read-LiveFile ([string]$Places.logger)); client = (Read-LiveFile $Places.client)
    processes = $null
  }
}

# Keys whose values never leave the machine's files.
function Get-SecretKey($Manifest, [string]$Role) {
  $keys = New-TextSet
  foreach ($row in $Manifest['values']) { if ($row['file'] -ceq $Role -and $null -ne $row['secret']) { [void]$keys.Add($row['key']) } }
  return ,$keys
}

# Keys that are secrets by the bundle or by any receipt that is kept: what was one once is never said again. $Manifest may be $null.
function Get-KnownSecret($Manifest, $Receipts, [string]$Role) {
  $keys = New-TextSet
  if ($null -ne $Manifest) { $keys = Get-SecretKey $Manifest $Role }
  foreach ($receipt in $Receipts) {
    if ($null -eq $receipt['state']) { continue }
    foreach ($row in @($receipt['state']['secrets'])) { if ($row['file'] -ceq $Role) { [void]$keys.Add($row['key']) } }
  }
  return ,$keys
}

# What the run would leave in a file, as far as the bundle decides it.
function Get-NextValue($Bundle, [string]$Role, $Finding) {
  $manifest = $Bundle.manifest
  $path = $null
  if ($Role -ceq 'connector') { $path = $manifest['plugin']['conf'] } elseif ($Role -ceq 'logger') { $path = $manifest['plugin']['logger'] }
  if ($manifest['kind'] -ceq 'swap' -and $null -ne $path) {
    $live = $Finding.conf
    if ($Role -ceq 'logger') { $live = $Finding.logger }
    return Get-PropertyMap (Get-MachineFile $Bundle $Role $path $live).bytes $path
  }
  $map = New-Map
  foreach ($row in $manifest['values']) { if ($row['file'] -ceq $Role -and $null -ne $row['value']) { $map[[string]$row['key']] = $row['value'] } }
  return $map
}

# Live values that nobody expected, and those that are replaced where nothing was known: @{ drift; replaced }.
function Compare-Live($Bundle, $Finding) {
  $manifest = $Bundle.manifest
  $drift = New-List; $replaced = New-List
  foreach ($role in 'connector', 'logger', 'client') {
    $live = $Finding.client
    if ($role -ceq 'connector') { $live = $Finding.conf } elseif ($role -ceq 'logger') { $live = $Finding.logger }
    if ($null -eq $live) { continue }
    $next = Get-NextValue $Bundle $role $Finding
    $leave = New-TextSet
    foreach ($key in $Finding.secrets[$role]) { [void]$leave.Add($key) }
    if ($role -ceq 'connector') { foreach ($key in $manifest['keep']) { [void]$leave.Add($key) } }
    $expected = $null
    if ($null -ne $Finding.receipt -and $null -ne $Finding.receipt['state']) { $expected = Get-StateValue $Finding.receipt $role; foreach ($key in (Get-StateOmission $Finding.receipt $role)) { [void]$leave.Add($key) } }
    elseif ($role -ceq 'connector' -and $null -ne $manifest['expect']) { $expected = New-Map; foreach ($row in $manifest['expect']) { $expected[[string]$row['key']] = $row['value'] } }
    $keys = New-TextSet
    if ($null -ne $expected) { foreach ($key in $expected.Keys) { [void]$keys.Add($key) } }
    if ($role -cne 'client') { foreach ($key in $live.values.Keys) { [void]$keys.Add($key) } }
    foreach ($key in (Get-SortedText $keys)) {
      $is = $live.values[[string]$key]; $to = $next[[string]$key]
      if ($leave.Contains($key) -or (Test-Same $is $to)) { continue }
      if ($null -ne $expected) {
        if (-not (Test-Same $is $expected[[string]$key])) { $drift.Add([ordered]@{ file = $role; key = $key; expected = (Hide-Value $expected[[string]$key] $key); found = (Hide-Value $is $key) }) }
      }
      elseif ($manifest['kind'] -ceq 'swap' -and $role -cne 'client') { $replaced.Add([ordered]@{ file = $role; key = $key; expected = (Hide-Value $to $key); found = (Hide-Value $is $key) }) }
    }
  }
  return @{ drift = $drift; replaced = $replaced }
}

function Test-Drift($Drift, $Options) {
  if ($Drift.Count -eq 0 -or $Options.AcceptDrift) { return }
  $lines = @(foreach ($row in $Drift) { "  " + (Format-Both "$($row['file']): $($row['key'])" $row['found'] $row['expected'] $row['key'] 'expected was') })
  Stop-Run 10 ("$($Drift.Count) value(s) on this machine are not what the last receipt or the carried conf says: somebody changed them here. Take them into the environment's YAML " +
    "(workstation.set, or workstation.keep for what belongs to the machine), or install all the same with -AcceptDrift; nothing was written." + $script:LineEnd + ($lines -join $script:LineEnd))
}

# ---- Staging: the new tree and the new bytes of every file, written below .swap, flushed, and read back.

# What a swap keeps from this machine has to be what the connector can use.
function Test-KeptValue($Bundle, $Finding) {
  $manifest = $Bundle.manifest
  if ($manifest['kind'] -cne 'swap' -or $manifest['keep'].Count -eq 0 -or $null -eq $Finding.conf) { return }
  $compiled = Get-PropertyMap (Get-BundleBytes $Bundle "plugin/$($manifest['plugin']['conf'])") "the bundle's connector file"
  $faults = @(Get-KeptFaultLine $Finding.conf.bytes $manifest['keep'] $compiled)
  if ($faults.Count -eq 0) { return }
  Stop-Run 10 ("$($Finding.conf.path) holds $($faults.Count) value(s) that this deploy would keep (workstation.keep), and the connector could not use. Write the whole path with its drive " +
    "and every backslash twice there, as in E:\\temp, or take the key out of workstation.keep and build the bundle again; nothing was written." + $script:LineEnd + '  ' + ($faults -join ($script:LineEnd + '  ')))
}

# Changes of the machine's own values: keep keys and secrets from the live file. A placeholder never reaches a live file.
function Get-OwnChange($Manifest, [string]$Role, $Live) {
  $changes = New-List
  if ($Role -ceq 'connector' -and $null -ne $Live) {
    foreach ($key in $Manifest['keep']) { if ($Live.values.Contains($key)) { $changes.Add(@{ key = $key; value = $Live.values[[string]$key]; kept = $true }) } }
  }
  foreach ($row in $Manifest['values']) {
    if ($row['file'] -cne $Role -or $null -eq $row['secret']) { continue }
    $own = $null
    if ($null -ne $Live) { $own = $Live.values[[string]$row['key']] }
    if ($null -eq $own -or $own.Contains('@secret(')) { Stop-Run 10 "$($row['key']) of the $Role file is a secret ($($row['secret'])), and this machine has no value of its own to keep. Set it on the machine once by hand, then run this again; nothing was written." }
    $changes.Add(@{ key = $row['key']; value = $own; kept = $false })
  }
  return ,$changes
}

# A compiled file of the bundle, proven again.
function Get-BundleBytes($Bundle, [string]$Name) {
  $entry = $Bundle.byName[$Name]
  if ($null -eq $entry) { return $null }
  $bytes = Read-ZipBytes $Bundle.zip $entry
  foreach ($file in $Bundle.manifest['files']) {
    if ($file['path'] -ceq $Name -and (Get-BytesHash $bytes) -cne $file['sha256']) { Stop-Run 10 "'$Name' of the bundle changed while it was read: copy the bundle to a place that nobody writes to. Nothing was written." }
  }
  return ,$bytes
}

# Conf or logger as it goes onto this machine: @{ bytes; kept }.
function Get-MachineFile($Bundle, [string]$Role, [string]$Path, $Live) {
  $bytes = Get-BundleBytes $Bundle "plugin/$Path"
  $changes = Get-OwnChange $Bundle.manifest $Role $Live
  $kept = @(foreach ($change in $changes) { if ($change.kept) { $change.key } })
  if ($changes.Count -gt 0) { $bytes = Edit-PropertyBytes $bytes $changes "the bundle's $Role file" }
  return @{ bytes = $bytes; kept = $kept }
}

# The decided keys of a live properties file, set by logical line; the compiled file whole where the machine has none. null: nothing to do.
function Get-PairsChange($Bundle, [string]$Role, [string]$Path, $Live, $Compiled) {
  $wanted = @(foreach ($row in $Bundle.manifest['values']) { if ($row['file'] -ceq $Role -and $null -ne $row['value']) { $row } })
  if ($null -eq $Live -and $null -eq $Compiled) { Stop-Run 10 "$Path does not exist, and the bundle has no file to put there. Install the swap bundle first; nothing was written." }
  $changes = New-List
  foreach ($row in $wanted) { $changes.Add(@{ key = $row['key']; value = $row['value'] }) }
  $before = $null; $values = New-Map
  if ($null -ne $Live) { $before = $Live.bytes; $values = $Live.values; $after = Edit-PropertyBytes $Live.bytes $changes $Path }
  else {
    foreach ($change in (Get-OwnChange $Bundle.manifest $Role $null)) { $changes.Add($change) }
    $after = Edit-PropertyBytes $Compiled $changes $Path
  }
  if ($null -ne $before -and (Get-BytesHash $before) -ceq (Get-BytesHash $after)) { return $null }
  $rows = @(foreach ($row in $wanted) { [ordered]@{ key = $row['key']; before = $values[[string]$row['key']]; after = $row['value'] } })
  return @{ id = $Role; path = $Path; as = 'pairs'; before = $before; after = $after; values = $rows }
}

function Read-IfFile([string]$Path, [long]$Largest = 536870912) {
  if ((Get-Look $Path) -cne 'file') { return $null }
  return ,(Read-Bytes $Path $Largest)
}

# Every file outside the tree that has to change: @{ changes; notes }.
function Get-SwapChange($Bundle, $Places, $Finding) {
  $manifest = $Bundle.manifest
  $changes = New-List; $notes = New-List
  $client = Get-PairsChange $Bundle 'client' $Places.client $Finding.client (Get-BundleBytes $Bundle 'client/CommonClient.properties')
  if ($null -ne $client) { $changes.Add($client) }
  if ($null -ne $Places.log4j2) {
    $live = Read-IfFile $Places.log4j2 $script:LargestText
    if ($null -eq $live) {
      $compiled = Get-BundleBytes $Bundle 'client/log4j2.xml'
      if ($null -ne $compiled) { $changes.Add(@{ id = 'log4j2'; path = $Places.log4j2; as = 'log4j2'; before = $null; after = $compiled; values = @() }) }
    }
    else {
      $edited = Edit-Log4j2 $live $manifest['log4j2'] $Places.log4j2
      foreach ($note in $edited.notes) { $notes.Add($note) }
      if ((Get-BytesHash $edited.bytes) -cne (Get-BytesHash $live)) { $changes.Add(@{ id = 'log4j2'; path = $Places.log4j2; as = 'log4j2'; before = $live; after = $edited.bytes; values = @() }) }
    }
  }
  if ($null -ne $manifest['paths']['profile']) {
    $profileBytes = Get-BundleBytes $Bundle "profile/$($manifest['paths']['profile'])"
    for ($k = 0; $null -ne $profileBytes -and $k -lt $Places.profiles.Count; $k++) {
      $live = Read-IfFile $Places.profiles[$k]
      if ($null -ne $live -and (Get-BytesHash $live) -ceq (Get-BytesHash $profileBytes)) { continue }
      $changes.Add(@{ id = "profile-$($k + 1)"; path = $Places.profiles[$k]; as = 'bytes'; before = $live; after = $profileBytes; values = @() })
    }
  }
  return @{ changes = $changes; notes = $notes }
}

# Makes a folder with its missing parents; gives what was made, outermost first.
function Add-Folder([string]$Folder) {
  $chain = New-List
  $at = $Folder
  while ($at -and $null -eq (Get-Look $at)) { $chain.Insert(0, $at); $at = Get-ParentFolder $at }
  foreach ($item in $chain) { New-Folder $item }
  return ,$chain
}

function New-FolderChain([string]$Folder) { [void](Add-Folder $Folder) }

# Makes strays\<run>, the quarantine of one run; nothing in it is ever pruned.
function New-Quarantine($Places, [string]$Run) {
  foreach ($name in 'strays', "strays/$Run") { $folder = Get-SwapPath $Places $name; if ($null -eq (Get-Look $folder)) { New-Folder $folder $true } }
}

# Writes the plug-in tree of the bundle into a folder; files that are there already with the right bytes stay. $Own: path -> bytes of this machine.
# $Live: the folder that it will stand for.
function Write-StagedTree($Bundle, [string]$Folder, $Own, [string]$Live) {
  New-FolderChain $Folder
  $ready = New-Map
  foreach ($file in (Get-TreeFile $Folder $true $null)) { $ready[[string]$file.path] = $file.sha256 }
  $total = 0; $done = 0; $said = [DateTime]::MinValue
  $rows = Get-PluginFile $Bundle.manifest
  foreach ($row in $rows) { $total += $row['size'] }
  foreach ($row in $rows) {
    $path = $row['path']
    $target = Join-Native $Folder $path
    $mine = $Own[$path]
    if ($null -ne $mine) { $row['size'] = $mine.Length; $row['sha256'] = Get-BytesHash $mine }
    if ($ready[$path] -cne $row['sha256']) {
      New-FolderChain (Get-ParentFolder $target)
      Enter-Step 'stage' $path
      $like = Join-Native $Live $path
      if ($null -ne $mine) { Write-Flushed $target $mine $like } else { Expand-ZipEntry $Bundle.zip $Bundle.byName["plugin/$path"] $target $row['sha256'] $like }
    }
    $done += $row['size']
    if ($said -eq [DateTime]::MinValue) { $said = Get-UtcNow }
    if (((Get-UtcNow) - $said).TotalSeconds -ge 5) { $said = Get-UtcNow; Write-Say "  staged $([Math]::Floor(100 * $done / [Math]::Max($total, 1))) % of $([Math]::Ceiling($total / 1000000)) MB" }
  }
  return ,$rows
}

# What a settings bundle has to change.
function Get-SettingsChange($Bundle, $Places, $Finding) {
  foreach ($change in @((Get-PairsChange $Bundle 'connector' $Places.conf $Finding.conf $null), (Get-PairsChange $Bundle 'client' $Places.client $Finding.client $null))) {
    if ($null -ne $change) { $change }
  }
}

# Stages everything below .swap/<run>: @{ tree (rows or null); conf; logger; changes; kept; notes }.
function Invoke-Stage($Bundle, $Places, [string]$Run, $Finding) {
  $manifest = $Bundle.manifest
  $ready = Get-SwapPath $Places "ready/$($Bundle.manifestSha256)"
  $work = Get-SwapPath $Places $Run
  if ((Get-Look $ready) -ceq 'folder') { Move-Tree $ready $work } else { New-Folder $work $true }
  $staged = @{ tree = $null; conf = $null; logger = $null; changes = (New-List); kept = @(); foreign = @(); notes = (New-List) }
  if ($manifest['kind'] -ceq 'swap') {
    $own = New-Map
    $conf = Get-MachineFile $Bundle 'connector' $manifest['plugin']['conf'] $Finding.conf
    $staged.conf = $conf.bytes; $staged.kept = $conf.kept
    $own[[string]$manifest['plugin']['conf']] = $conf.bytes
    if ($null -ne $manifest['plugin']['logger']) {
      $staged.logger = (Get-MachineFile $Bundle 'logger' $manifest['plugin']['logger'] $Finding.logger).bytes
      $own[[string]$manifest['plugin']['logger']] = $staged.logger
    }
    $target = Get-SwapPath $Places "$Run/new"
    $rows = Write-StagedTree $Bundle $target $own $Places.live
    $lies = Get-TreeFile $target $true $null
    if ((Get-TreeDigest $lies) -cne (Get-TreeDigest $rows)) { Stop-Run 10 "The staged copy in $target is not what the bundle holds: the disk or a scanner changed it while it was written. Run this again, and check the disk when it happens twice; nothing was changed." }
    $staged.tree = $rows
    $found = Get-SwapChange $Bundle $Places $Finding
    $staged.changes = $found.changes; $staged.notes = $found.notes
  }
  else {
    foreach ($change in @(Get-SettingsChange $Bundle $Places $Finding)) { $staged.changes.Add($change) }
  }
  Write-StagedFile $Places $Run $staged.changes
  foreach ($note in @(Save-EditedProfile $Places $Run $Finding.receipt $staged.changes)) { $staged.notes.Add($note) }
  if ($manifest['kind'] -ceq 'swap') { $staged.foreign = @(Save-Foreign $Places $Run $Finding $manifest['plugin']) }
  foreach ($stray in $staged.foreign) { $staged.notes.Add("$($stray['path']) was not of the installed build; a copy lies in quarantine: .swap/$($stray['to'])") }
  return $staged
}

# What lies in the plug-in folder and is not what the last run put there: copied into quarantine before the folder is replaced, because the
# replaced folder itself is kept only until no rollback needs it.
function Save-Foreign($Places, [string]$Run, $Finding, $Plugin) {
  $receipt = $Finding.receipt
  if ($null -eq $receipt -or $null -eq $receipt['bundle'] -or $receipt['plugin']['folder'] -cne $Plugin['folder'] -or $null -eq $receipt['state'] -or $null -eq $receipt['state']['tree']) { return }
  $known = New-Map
  foreach ($file in $receipt['state']['tree']['files']) { $known[[string]$file['path']] = $file['sha256'] }
  $number = $Finding.strays.Count
  foreach ($file in $Finding.live) {
    if (@($Plugin['conf'], $Plugin['logger']) -ccontains $file.path -or $known[[string]$file.path] -ceq $file.sha256) { continue }
    $number++
    $to = "strays/$Run/$number-$(Get-LeafName $file.path)"
    New-Quarantine $Places $Run
    Write-Flushed (Get-SwapPath $Places $to) (Read-Bytes $file.full) $file.full
    [ordered]@{ path = $file.full; to = $to; sha256 = $file.sha256 }
  }
}

# Copies bytes that somebody else wrote into quarantine, before a run replaces or removes their file as a whole: nothing of the user's is
# deleted, and what lies in strays is never pruned. Gives the note for the person.
function Save-Edited($Places, [string]$Run, [string]$Id, [string]$Path, [byte[]]$Bytes) {
  $to = "strays/$Run/edited-$Id-$(Get-LeafName $Path)"
  New-Quarantine $Places $Run
  Write-Flushed (Get-SwapPath $Places $to) $Bytes $Path
  return "$Path was changed by somebody since; a copy lies in quarantine: .swap/$to"
}

# Profiles that are replaced and are not what the last run put there.
function Save-EditedProfile($Places, [string]$Run, $Receipt, $Changes) {
  if ($null -eq $Receipt) { return }
  $known = New-Map
  if ($null -ne $Receipt['state']) { foreach ($file in $Receipt['state']['files']) { $known[[string]$file['id']] = $file['sha256'] } }
  foreach ($change in $Changes) {
    if ($change.as -cne 'bytes' -or $null -eq $change.before -or (Get-BytesHash $change.before) -ceq $known[[string]$change.id]) { continue }
    Save-Edited $Places $Run $change.id $change.path $change.before
  }
}

# The new and the old bytes of every file outside the tree.
function Write-StagedFile($Places, [string]$Run, $Changes) {
  if ($Changes.Count -eq 0) { return }
  New-Folder (Get-SwapPath $Places "$Run/files")
  foreach ($change in $Changes) {
    Enter-Step 'stage' $change.id
    if ($null -ne $change.after) { Write-Flushed (Get-SwapPath $Places "$Run/files/$($change.id).new") $change.after $change.path }
    if ($null -ne $change.before) { Write-Flushed (Get-SwapPath $Places "$Run/files/$($change.id).old") $change.before $change.path }
  }
}

# ---- Plan and receipt of a run.

# The version is the project's, set where the parts are put together.
$script:Runner = 'deploy.ps1 0.1.0'

function New-RunName { return (Get-UtcNow).ToString('yyyyMMdd\THHmmss\Z', [System.Globalization.CultureInfo]::InvariantCulture) + '-' + (Get-RunToken) }

function Get-UtcText { return (Get-UtcNow).ToString('yyyy-MM-dd\THH:mm:ss\Z', [System.Globalization.CultureInfo]::InvariantCulture) }

function Get-BytesRecord($Bytes) {
  if ($null -eq $Bytes) { return $null }
  return [ordered]@{ size = $Bytes.Length; sha256 = (Get-BytesHash $Bytes) }
}

# A decided value as a plan may hold it: of a secret the key alone, both sides are read from the kept files.
function New-PlannedRow($Row, $Known) {
  $hidden = $false
  foreach ($value in @($Row['before'], $Row['after'])) {
    if ($null -ne $value -and (($null -ne $Known -and $Known.Contains($Row['key'])) -or (Test-SecretName $Row['key']) -or (Test-SecretValue $value))) { $hidden = $true }
  }
  if ($hidden) { return [ordered]@{ key = $Row['key']; before = $null; after = $null; secret = $true } }
  return [ordered]@{ key = $Row['key']; before = $Row['before']; after = $Row['after'] }
}

# $Secrets: role -> keys that any bundle or receipt declares secret.
function New-PlannedFile($Change, [string]$Run, $Secrets) {
  $staged = $null; $backup = $null
  if ($null -ne $Change.after) { $staged = "$Run/files/$($Change.id).new" }
  if ($null -ne $Change.before) { $backup = "$Run/files/$($Change.id).old" }
  return [ordered]@{ id = $Change.id; path = $Change.path; as = $Change.as; temp = (Get-TemporaryPath $Change.path); before = (Get-BytesRecord $Change.before)
    after = (Get-BytesRecord $Change.after); staged = $staged; backup = $backup; values = @(foreach ($row in $Change.values) { New-PlannedRow $row $Secrets[[string]$Change.id] })
  }
}

# Quarantine names of strays: numbered, so that two of one name do not meet.
function New-PlannedStray([string]$Run, $Paths) {
  $number = 0
  foreach ($path in $Paths) {
    $number++
    $folder = (Get-Look $path) -ceq 'folder'
    $sha256 = $null
    if ($folder) { $sha256 = (Get-TreeRecord $path)['sha256'] } else { $sha256 = (Get-FileRecord $path).sha256 }
    [ordered]@{ path = $path; to = "strays/$Run/$number-$(Get-LeafName $path)"; folder = $folder; sha256 = $sha256 }
  }
}

function New-Plan([string]$Run, [string]$Kind, [string]$Install, $Tree, $Changes, $Strays, $Made, $Secrets) {
  return [ordered]@{ schema = 'tierwright/swap-plan/v1'; run = $Run; kind = $Kind; machine = (Get-MachineName); install = $Install; tree = $Tree
    files = @(foreach ($change in $Changes) { New-PlannedFile $change $Run $Secrets }); strays = @($Strays); made = @($Made)
  }
}

function New-JournalDocument($Plan, [string]$PlanSha256, [string]$State, $ErrorText) {
  return [ordered]@{ schema = 'tierwright/journal/v1'; run = $Plan['run']; state = $State; machine = $Plan['machine']; plan = $PlanSha256; error = $ErrorText }
}

# Writes what a later run needs before anything changes: the receipt and the mark for turning back as well, so that from 'away' on every
# step is a rename and none needs room on the disk.
function Write-Plan($Places, $Plan, $Receipt) {
  Enter-Step 'plan' $null
  $folder = Get-SwapPath $Places 'receipts'
  if ((Get-Look $folder) -cne 'folder') { New-Folder $folder }
  $bytes = ConvertTo-JsonBytes $Plan
  $sha256 = Get-BytesHash $bytes
  $run = $Plan['run']
  Write-Flushed (Get-SwapPath $Places "$run/receipt.json") (ConvertTo-JsonBytes $Receipt)
  Write-Flushed (Get-SwapPath $Places "$run/reverting.json") (ConvertTo-JsonBytes (New-JournalDocument $Plan $sha256 'reverting' $null))
  Write-Flushed (Get-SwapPath $Places "$run/plan.json") $bytes
  return $sha256
}

# Decoded entries for a receipt, by key, without those that are left out; $Only limits them.
function Get-StateRow([string]$Role, $Bytes, $Omit, $Only) {
  if ($null -eq $Bytes) { return }
  $map = Get-PropertyMap $Bytes "the $Role file"
  foreach ($key in (Get-SortedText $map.Keys)) {
    if ($Omit.Contains($key) -or (Test-SecretName $key) -or (Test-SecretValue $map[[string]$key]) -or ($null -ne $Only -and -not $Only.Contains($key))) { continue }
    [ordered]@{ file = $Role; key = $key; value = $map[[string]$key] }
  }
}

# The tree that a settings switch or a rollback carries on: what the last swap put there, not what happens to lie there, so that a foreign file
# stays foreign. Without a bundle nothing was ever expected. conf and logger are as they will be: they are compared decoded.
function Get-ExpectedTree($Plugin, $Receipt, $Lies, $Conf, $Logger) {
  $rows = $Lies
  if ($null -ne $Receipt -and $null -ne $Receipt['bundle'] -and $Receipt['plugin']['folder'] -ceq $Plugin['folder'] -and $null -ne $Receipt['state'] -and $null -ne $Receipt['state']['tree']) { $rows = $Receipt['state']['tree']['files'] }
  foreach ($file in $rows) {
    $own = $null
    if ($file['path'] -ceq $Plugin['conf']) { $own = $Conf } elseif ($file['path'] -ceq $Plugin['logger']) { $own = $Logger }
    if ($null -ne $own) { [ordered]@{ path = $file['path']; size = $own.Length; sha256 = (Get-BytesHash $own) } }
    else { [ordered]@{ path = $file['path']; size = $file['size']; sha256 = $file['sha256'] } }
  }
}

# Rows file, key of what a receipt names and does not hold.
function Get-SecretRow([string]$Role, $Bytes, $Known, $Only) {
  if ($null -eq $Bytes) { return }
  $map = Get-PropertyMap $Bytes "the $Role file"
  foreach ($key in (Get-SortedText $map.Keys)) {
    $hidden = $Known.Contains($key) -or (Test-SecretName $key) -or (Test-SecretValue $map[[string]$key])
    if ($hidden -and ($null -eq $Only -or $Only.Contains($key) -or $Known.Contains($key))) { [ordered]@{ file = $Role; key = $key } }
  }
}

function Find-Change($Changes, [string]$Id) {
  foreach ($change in $Changes) { if ($change.id -ceq $Id) { return $change } }
  return $null
}

# What stands when the plan has been carried out.
function Get-NextState($Bundle, $Places, $Finding, $Staged) {
  $manifest = $Bundle.manifest
  $swap = $manifest['kind'] -ceq 'swap'
  $conf = $Staged.conf; $logger = $Staged.logger; $client = $null
  $change = Find-Change $Staged.changes 'connector'
  if (-not $swap) {
    if ($null -ne $change) { $conf = $change.after } elseif ($null -ne $Finding.conf) { $conf = $Finding.conf.bytes }
    if ($null -ne $Finding.logger) { $logger = $Finding.logger.bytes }
  }
  $clientChange = Find-Change $Staged.changes 'client'
  if ($null -ne $clientChange) { $client = $clientChange.after } elseif ($null -ne $Finding.client) { $client = $Finding.client.bytes }
  $decided = New-TextSet
  foreach ($row in $manifest['values']) { if ($row['file'] -ceq 'client') { [void]$decided.Add($row['key']) } }
  if (-not $swap) { foreach ($key in (Get-StateValue $Finding.receipt 'client').Keys) { [void]$decided.Add($key) } }
  $secrets = @(Get-SecretRow 'connector' $conf $Finding.secrets['connector'] $null) + @(Get-SecretRow 'client' $client $Finding.secrets['client'] $decided) +
  @(Get-SecretRow 'logger' $logger $Finding.secrets['logger'] $null)
  $values = @(Get-StateRow 'connector' $conf $Finding.secrets['connector'] $null) + @(Get-StateRow 'logger' $logger $Finding.secrets['logger'] $null) +
  @(Get-StateRow 'client' $client $Finding.secrets['client'] $decided)
  $rows = $Staged.tree
  if (-not $swap) {
    $rows = @(Get-ExpectedTree $manifest['plugin'] $Finding.receipt $Finding.live $conf $logger)
  }
  $keep = New-TextSet
  foreach ($key in $manifest['keep']) { [void]$keep.Add($key) }
  if (-not $swap -and $null -ne $Finding.receipt -and $null -ne $Finding.receipt['state']) { foreach ($key in $Finding.receipt['state']['keep']) { [void]$keep.Add($key) } }
  $targets = @(, @('client', $Places.client))
  if ($null -ne $Places.log4j2) { $targets += , @('log4j2', $Places.log4j2) }
  for ($k = 0; $k -lt $Places.profiles.Count; $k++) { $targets += , @("profile-$($k + 1)", $Places.profiles[$k]) }
  $outside = @(Get-OutsideFile $targets $Staged.changes)
  if (-not $swap) { $outside = @($outside) + @(Get-StandingFile $Finding.receipt $outside) }
  return [ordered]@{ tree = [ordered]@{ sha256 = (Get-TreeDigest $rows); files = @($rows) }; values = $values; files = @($outside)
    secrets = @($secrets); keep = @($keep)
  }
}

# Files outside the tree that stand on and are not brought again: a profile is what its bundle put there, whatever lies there now; log4j2.xml
# is the client's own and as it lies.
function Get-StandingFile($Receipt, $Known) {
  if ($null -eq $Receipt -or $null -eq $Receipt['state']) { return }
  foreach ($file in $Receipt['state']['files']) {
    $named = $false
    foreach ($row in $Known) { if ($row['id'] -ceq $file['id']) { $named = $true } }
    if ($named) { continue }
    if (Test-StartsWith $file['id'] 'profile-') { $file } else { Get-OutsideFile @(, @($file['id'], $file['path'])) @() }
  }
}

# Rows id, path, size, sha256 of the files outside the tree as they will be; $Targets: pairs of id and path.
function Get-OutsideFile($Targets, $Changes) {
  foreach ($target in $Targets) {
    $id, $path = $target
    $change = Find-Change $Changes $id
    if ($null -ne $change) {
      if ($null -ne $change.after) { [ordered]@{ id = $id; path = $path; size = $change.after.Length; sha256 = (Get-BytesHash $change.after) } }
    }
    elseif ((Get-Look $path) -ceq 'file') { $record = Get-FileRecord $path; [ordered]@{ id = $id; path = $path; size = $record.size; sha256 = $record.sha256 } }
  }
}

function New-InstalledBundle($Bundle) {
  $manifest = $Bundle.manifest
  return [ordered]@{ name = $Bundle.name; sha256 = $Bundle.sha256; manifest = $Bundle.manifestSha256; environment = $manifest['environment']; connector = $manifest['connector']
    serial = $manifest['serial']; commit = $manifest['source']['commit']; compiler = $manifest['compiler']
  }
}

# The places that a receipt names, so that verify and detection need no bundle.
# The places that a receipt names. A settings bundle brings no profile and knows no place of a stale copy: those of the state that stands on
# ($Standing, a receipt or null) hold.
function Get-ReceiptPath($Places, $Standing) {
  $strays = @($Places.strays)
  if ($null -ne $Standing -and $null -ne $Standing['paths']['strays']) { $strays = @($Standing['paths']['strays']) }
  return [ordered]@{ client = $Places.client; roots = @($Places.roots); strays = $strays }
}

# A receipt; the last arguments are what differs between a run that stands and an attempt.
function New-Receipt([string]$Run, [string]$Kind, [long]$Sequence, $Parts) {
  $receipt = [ordered]@{ schema = 'tierwright/receipt/v1'; sequence = $Sequence; run = $Run; result = 'done'; code = 0; kind = $Kind; at = (Get-UtcText); machine = (Get-MachineName)
    user = (Get-UserName); runner = $script:Runner; bundle = $null; install = $null; plugin = $null; paths = $null; tool = $null; key = $null; state = $null; before = $null
    undo = $null; strays = @(); kept = @(); drift = @(); replaced = @(); flags = @(); error = $null; notes = @()
  }
  foreach ($key in @($Parts.Keys)) { $receipt[$key] = $Parts[$key] }
  return $receipt
}

# The receipt of a run that did not install: no state, the full exit code, the first error. Best effort.
function Write-Attempt($Places, $Bundle, [int]$Code, [string]$ErrorText, [string]$CopyTo) {
  try {
    if ((Get-Look $Places.swap) -cne 'folder') { return }
    $results = @{ 1618 = 'in-use'; 10 = 'refused'; 11 = 'rolled-back'; 12 = 'attention' }
    $kind = 'rollback'; $parts = @{ install = $Places.install; result = $results[$Code]; code = $Code; error = $ErrorText }
    if ($null -ne $Bundle) {
      $kind = $Bundle.manifest['kind']
      $parts['bundle'] = New-InstalledBundle $Bundle
      $parts['plugin'] = $Bundle.manifest['plugin']
      $parts['paths'] = Get-ReceiptPath $Places $null
      $parts['tool'] = [ordered]@{ expected = $Bundle.manifest['tool']['row']; found = $null; proven = $false; java = $null }
    }
    $folder = Get-SwapPath $Places 'receipts'
    $look = Get-Look $folder
    if ($null -eq $look) { New-Folder $folder } elseif ($look -cne 'folder') { return } # what stopped the run may be this very link
    $path = Get-SwapPath $Places 'receipts/attempt.json'
    $attempt = New-Receipt (New-RunName) $kind (Get-LastSequence $Places) $parts
    Write-Flushed "$path.tmp" (ConvertTo-JsonBytes $attempt)
    Move-FileOver "$path.tmp" $path
    Copy-Receipt $attempt $CopyTo
  }
  catch { Write-Say "  note: the attempt could not be recorded: $(Get-FaultText (Get-Fault $_))" }
}

# ---- The steps from the journal to the receipt. A transaction is @{ plan; sha256; places; stamp; notes }.

# The order is the protocol; the other runner has the same ids.
$script:Steps = @('verify', 'lock', 'recover', 'preflight', 'stage', 'plan', 'journal', 'place', 'check', 'away', 'files', 'strays', 'enter', 'prove', 'receipt', 'close', 'prune', 'copy')

function Write-Journal($T, [string]$State, $ErrorText) {
  $path = Get-SwapPath $T.places 'journal.json'
  Write-Flushed "$path.tmp" (ConvertTo-JsonBytes (New-JournalDocument $T.plan $T.sha256 $State $ErrorText))
  Move-FileOver "$path.tmp" $path
}

# before, after, missing (only where a file is meant on both sides) or other: by the bytes, and for a file that the connector rewrites by values.
function Get-FileState($T, $File) {
  $look = Get-Look $File['path']
  if ($null -eq $look) {
    if ($null -eq $File['before']) { return 'before' }
    if ($null -eq $File['after']) { return 'after' }
    return 'missing'
  }
  if ($look -cne 'file') { return 'other' }
  $sha256 = (Get-FileRecord $File['path']).sha256
  if ($null -ne $File['before'] -and $sha256 -ceq $File['before']['sha256']) { return 'before' }
  if ($null -ne $File['after'] -and $sha256 -ceq $File['after']['sha256']) { return 'after' }
  if ($File['as'] -cne 'pairs') { return 'other' }
  $values = Get-DecidedValue $File
  if ($null -eq $values) { return 'other' }
  $rows = Get-PlannedValue $T.places $File
  foreach ($side in 'after', 'before') {
    if ($null -eq $File[$side]) { continue }
    $all = $true
    foreach ($row in $rows) { if (-not (Test-Same $values[[string]$row['key']] $row[$side])) { $all = $false; break } }
    if ($all) { return $side }
  }
  return 'other'
}

# The values of a planned file: those of secrets, which no record holds, from the kept files.
function Get-PlannedValue($Places, $File) {
  $secret = $false
  foreach ($row in $File['values']) { if ($row.Contains('secret')) { $secret = $true } }
  if (-not $secret) { return ,@($File['values']) }
  $maps = @{}
  foreach ($side in 'before', 'after') {
    $maps[$side] = New-Map
    if ($null -ne $File[$side]) { $maps[$side] = Get-PropertyMap (Get-KeptBytes $Places $File $side) "the kept $($File['id']) file" }
  }
  return ,@(foreach ($row in $File['values']) {
      if ($row.Contains('secret')) { [ordered]@{ key = $row['key']; before = $maps['before'][[string]$row['key']]; after = $maps['after'][[string]$row['key']]; secret = $true } } else { $row }
    })
}

# The file's decoded values; null where Java could not load it, or where it is larger than any such file.
function Get-DecidedValue($File) {
  if ((Get-FileSize $File['path']) -gt $script:LargestText) { return $null }
  try { return Get-PropertyMap (Read-Bytes $File['path']) $File['path'] } catch [System.FormatException] { return $null }
}

function Invoke-Place($T) {
  foreach ($folder in $T.plan['made']) { if ($null -eq (Get-Look $folder)) { New-Folder $folder } }
  foreach ($file in $T.plan['files']) {
    if ($null -eq $file['staged']) { continue }
    Enter-Step 'place' $file['id']
    Write-Flushed $file['temp'] (Read-Bytes (Get-SwapPath $T.places $file['staged'])) $file['path']
  }
}

# A settings switch, or its rollback: two files that are read when the tool starts, so it may be open.
function Test-Switch($Plan) {
  if ($Plan['kind'] -ceq 'settings') { return $true }
  if ($Plan['kind'] -cne 'rollback' -or $null -ne $Plan['tree']) { return $false }
  foreach ($file in $Plan['files']) { if (@('connector', 'client') -cnotcontains $file['id']) { return $false } }
  return $true
}

# Nothing may have changed between looking and acting.
function Invoke-Check($T) {
  $plan = $T.plan
  $changed = New-List
  if ($null -ne $plan['tree'] -and (Get-TreeStamp $plan['tree']['live']) -cne $T.stamp) { $changed.Add($plan['tree']['live']) }
  foreach ($file in $plan['files']) {
    $same = $false
    if ($null -eq (Get-Look $file['path'])) { $same = $null -eq $file['before'] }
    elseif ($null -ne $file['before']) { $same = (Get-FileRecord $file['path']).sha256 -ceq $file['before']['sha256'] }
    if (-not $same) { $changed.Add($file['path']) }
  }
  if ($changed.Count -gt 0) { Stop-Run 11 "$(Join-Some $changed) changed while the swap was prepared: somebody writes there. Find out who, then run this again; everything is as it was." }
  if (Test-Switch $plan) { return }
  $processes = Get-ToolProcess $plan['install']
  if ($processes.Count -gt 0) { Stop-InUse $processes $plan['install'] 'everything is as it was' }
}

function Invoke-Away($T) {
  $tree = $T.plan['tree']
  if ($null -eq $tree['before']) { return }
  $from = $tree['live']; $to = Get-SwapPath $T.places $tree['backup']
  $stood = Exit-Folder $from
  try { Move-Tree $from $to }
  catch {
    $fault = Get-Fault $_
    # missing rights are not 'in use': only Windows says both with one code, and there preflight has tried them
    if (-not (Test-Held $fault)) { throw }
    if ($null -ne $stood) { Stop-Run 1618 "$from cannot be moved ($(Get-FaultText $fault)): this was started from inside it ($stood), and the prompt that stands there holds it. Leave the folder (cd \) or open another prompt, then run this again; everything is as it was." }
    Stop-Run 1618 "$from cannot be moved ($(Get-FaultText $fault)): a program has a file in it open. Close the tool, and any window that shows the folder, then run this again; everything is as it was."
  }
}

# One target: its temporary file is renamed over it, or it is removed.
function Invoke-Exchange($T, $File) {
  $temp = $File['temp']; $path = $File['path']
  if ($null -eq $File['after']) { if ($null -ne (Get-Look $path)) { Remove-File $path } }
  else { Move-FileOver $temp $path }
}

function Invoke-Enter($T) {
  $tree = $T.plan['tree']
  if ($null -eq $tree['staged']) { return }
  $from = Get-SwapPath $T.places $tree['staged']; $to = $tree['live']
  Move-Tree $from $to
  try { Set-InheritedAccess $to } catch { $T.notes.Add("the rights of $to could not be set to those of its parent folder: $(Get-FaultText (Get-Fault $_))") }
}

# A rename, or between volumes a flushed copy that is proven before the original goes.
function Move-Across([string]$From, [string]$To, [bool]$Folder) {
  if ($Folder) { Move-Tree $From $To; return }
  Move-File $From $To
}

function Invoke-Stray($T, $Stray) {
  if ($null -eq (Get-Look $Stray['path'])) { return }
  $to = Get-SwapPath $T.places $Stray['to']
  New-Quarantine $T.places $T.plan['run']
  Move-Across $Stray['path'] $to $Stray['folder']
}

# Everything read again from where it lies now. $Tolerant: logging that somebody changed since does not stop a recovery.
function Invoke-Prove($T, [bool]$Tolerant) {
  $tree = $T.plan['tree']
  if ($null -ne $tree -and -not (Test-SameTree (Get-TreeRecord $tree['live']) $tree['after'])) { Stop-Run 11 "$($tree['live']) does not hold what was staged: the disk, or a program, changed it. Find out which, then run this again." }
  foreach ($file in $T.plan['files']) {
    $state = Get-FileState $T $file
    if ($state -ceq 'after' -or ($Tolerant -and $file['as'] -ceq 'log4j2' -and $state -ceq 'other')) { continue }
    Stop-Run 11 "$($file['path']) does not hold what was written: a program wrote to it in between. Find out which, then run this again."
  }
}

# The receipt that a run has prepared, or null where it lies in its place already. One that cannot be read, or that would not be the next
# one, stops the run: it is moved to its place as it is.
function Get-PreparedReceipt($T) {
  $run = $T.plan['run']
  if ((Get-RunWithReceipt $T.places).Contains($run)) { return $null }
  $path = Get-SwapPath $T.places "$run/receipt.json"
  $read = Read-Record $path 'receipt'
  $problem = 'it is missing'
  if ($null -ne $read) {
    $problem = $read.problem
    if ($null -eq $problem) { $problem = Get-ReceiptContradiction $read.record ('{0:d6}-{1}.json' -f (Get-NextSequence $T.places), $run) }
  }
  if ($null -eq $problem) { return $read.record }
  Stop-Run 12 "$path cannot be read: ${problem}. Keep the folder .swap as it is, and find out who changed it; the run cannot be finished without its receipt."
}

# Moves the prepared receipt to its place; done already when it lies there.
function Invoke-Receipt($T) {
  $prepared = Get-SwapPath $T.places "$($T.plan['run'])/receipt.json"
  $receipt = $null
  if ($T.Contains('receipt')) { $receipt = $T.receipt }
  if ($null -eq $receipt) { $receipt = Get-PreparedReceipt $T }
  if ($null -eq $receipt) { return }
  $path = Get-SwapPath $T.places ('receipts/{0:d6}-{1}.json' -f [long]$receipt['sequence'], $T.plan['run'])
  try { Move-FileOver $prepared $path }
  catch {
    # a scanner does not let go of the prepared one: what is done and proven must not be undone for it
    if (-not (Test-Held (Get-Fault $_))) { throw }
    Write-Flushed "$path.tmp" (ConvertTo-JsonBytes $receipt)
    Move-FileOver "$path.tmp" $path
  }
}

function Invoke-Close($T) {
  Enter-Step 'close' $null
  Remove-Journal $T
}

# A journal that a program does not let go of is a note: the receipt, or the plug-in folder as it was, tells that nothing is unfinished, and the
# next run removes it.
function Remove-Journal($T) {
  $path = Get-SwapPath $T.places 'journal.json'
  try { Remove-File $path }
  catch {
    $fault = Get-Fault $_
    if (-not (Test-Held $fault)) { throw $fault }
    $T.notes.Add("$path could not be removed ($(Get-FaultText $fault)); nothing is unfinished, and the next run removes it")
  }
}

# From the journal to the receipt; the first failure is thrown, and nothing is undone here.
function Invoke-Perform($T) {
  $plan = $T.plan
  $moves = $null -ne $plan['tree']
  Enter-Step 'journal' $null; Write-Journal $T 'prepared' $null
  Enter-Step 'place' $null; Invoke-Place $T
  Enter-Step 'check' $null; Invoke-Check $T
  if ($moves) { Enter-Step 'away' $null; Invoke-Away $T }
  foreach ($file in $plan['files']) { Enter-Step 'files' $file['id']; Invoke-Exchange $T $file }
  $number = 0
  foreach ($stray in $plan['strays']) { $number++; Enter-Step 'strays' ([string]$number); Invoke-Stray $T $stray }
  if ($moves) { Enter-Step 'enter' $null; Invoke-Enter $T }
  Enter-Step 'prove' $null; Invoke-Prove $T $false
  Enter-Step 'receipt' $null; Invoke-Receipt $T
}

# ---- Back to old: each row looks at the disk first, so an interrupted undo is simply done again.

# forward or backward, decided from the disk alone. A journal that is marked always goes back.
function Get-Direction($T, [string]$State) {
  if ($State -ceq 'reverting') { return 'backward' }
  $tree = $T.plan['tree']
  if ($null -ne $tree) {
    if (Test-SameTree (Get-TreeRecord $tree['live']) $tree['after']) { return 'forward' }
    return 'backward'
  }
  foreach ($file in $T.plan['files']) { if ((Get-FileState $T $file) -cne 'after') { return 'backward' } }
  return 'forward'
}

# Stops before anything is touched where a rewritten file holds a value that is neither old nor new: a person has to decide.
function Test-Foreign($T) {
  foreach ($file in $T.plan['files']) {
    if ($file['as'] -cne 'pairs' -or (Get-FileState $T $file) -cne 'other') { continue }
    $values = $null
    if ((Get-Look $file['path']) -ceq 'file') { $values = Get-DecidedValue $file }
    $foreign = $null -eq $values
    if (-not $foreign) {
      foreach ($row in (Get-PlannedValue $T.places $file)) {
        $is = $values[[string]$row['key']]
        if (-not (Test-Same $is $row['before']) -and -not (Test-Same $is $row['after'])) { $foreign = $true; break }
      }
    }
    if ($foreign) { Stop-Run 12 "$($file['path']) was changed by somebody after a run was interrupted: its values are neither the old nor the new ones. Bring its addresses to the old or the new environment by hand, then run this again; nothing was touched." }
  }
}

function Test-Exact($File) {
  if ((Get-Look $File['path']) -cne 'file') { return $false }
  $sha256 = (Get-FileRecord $File['path']).sha256
  foreach ($record in @($File['before'], $File['after'])) { if ($null -ne $record -and $record['sha256'] -ceq $sha256) { return $true } }
  return $false
}

# How a file is brought to a side: nothing, leave, edit, remove or bytes. Decided from the disk; changes nothing.
function Get-Way($T, $File, [string]$Side) {
  if ((Get-FileState $T $File) -ceq $Side) { return 'nothing' }
  if ($null -ne (Get-Look $File['path']) -and -not (Test-Exact $File)) {
    if ($File['as'] -ceq 'log4j2') { return 'leave' }
    if ($File['as'] -ceq 'pairs' -and $null -ne $File[$Side]) { return 'edit' }
  }
  if ($null -eq $File[$Side]) { return 'remove' }
  return 'bytes'
}

# The record of a tree, or null for what is none: missing, a file, a link, or a folder that holds links.
function Get-OrdinaryTree([string]$Folder) {
  if ((Get-Look $Folder) -cne 'folder') { return $null }
  $links = New-List
  $files = Get-TreeFile $Folder $true $links
  if ($links.Count -gt 0) { return $null }
  return [ordered]@{ sha256 = (Get-TreeDigest $files); files = $files.Count }
}

# Whether the folder that was put away is what it was, wherever it is needed to go back.
function Test-DamagedTree($T) {
  $tree = $T.plan['tree']
  if ($null -eq $tree -or $null -eq $tree['before']) { return }
  $live = Get-OrdinaryTree $tree['live']
  if ($null -ne $live -and (Test-SameTree $live $tree['before'])) { return }
  $backup = Get-SwapPath $T.places $tree['backup']
  $kept = Get-OrdinaryTree $backup
  if ($null -ne $kept -and (Test-SameTree $kept $tree['before'])) { return }
  if ($null -ne (Get-Look $backup)) { Stop-Damaged $backup 'not the folder that was put away there' }
  $entered = $null -ne $tree['staged'] -and $null -eq (Get-Look (Get-SwapPath $T.places $tree['staged']))
  # it was never put away
  if ($null -ne (Get-Look $tree['live']) -and -not $entered) { return }
  Stop-Damaged $backup 'gone'
}

function Test-DamagedStray($T) {
  foreach ($stray in $T.plan['strays']) {
    $kept = Get-SwapPath $T.places $stray['to']
    $look = Get-Look $kept
    if ($null -eq $look -or $null -ne (Get-Look $stray['path'])) { continue }
    $is = $null
    if ($stray['folder']) { $record = Get-OrdinaryTree $kept; if ($null -ne $record) { $is = $record['sha256'] } }
    elseif ($look -ceq 'file') { $is = (Get-FileRecord $kept).sha256 }
    if (-not (Test-Same $is $stray['sha256'])) { Stop-Damaged $kept 'not what was put into quarantine' }
  }
}

# Proves everything that going to a side will use, before anything is touched: never one file without the other.
function Test-Damaged($T, [string]$Side) {
  foreach ($file in $T.plan['files']) { if ((Get-Way $T $file $Side) -ceq 'bytes') { [void](Get-KeptBytes $T.places $file $Side) } }
  if ($Side -ceq 'after') { return }
  Test-DamagedTree $T
  Test-DamagedStray $T
}

# Brings one file outside the tree to a side, whatever it is now. Doing it again changes nothing.
function Set-FileSide($T, $File, [string]$Side) {
  $way = Get-Way $T $File $Side
  if ($way -ceq 'nothing') { return }
  $path = $File['path']; $temp = $File['temp']
  if ($way -ceq 'leave') { $T.notes.Add("$path was changed by somebody in between and is left as it is"); return }
  if ($way -ceq 'edit') {
    $changes = New-List
    foreach ($row in (Get-PlannedValue $T.places $File)) { $changes.Add(@{ key = $row['key']; value = $row[$Side] }) }
    Write-Flushed $temp (Edit-PropertyBytes (Read-Bytes $path) $changes $path) $path
    Move-FileOver $temp $path
    return
  }
  $bytes = $null
  if ($way -ceq 'bytes') { $bytes = Get-KeptBytes $T.places $File $Side }
  $look = Get-Look $path
  if ($null -ne $look -and -not (Test-Exact $File)) {
    $to = "strays/$($T.plan['run'])/$($File['id'])-$(Get-LeafName $path)"
    New-Quarantine $T.places $T.plan['run']
    Write-Flushed (Get-SwapPath $T.places $to) (Read-Bytes $path) $path
    $T.notes.Add("$path had another content; a copy lies in .swap/$to")
  }
  if ($null -eq $bytes) {
    if ($null -ne $look) { Remove-File $path }
    return
  }
  $like = $path
  if ($null -eq $look -and $null -ne $File['backup']) { $like = Get-SwapPath $T.places $File['backup'] }
  Write-Flushed $temp $bytes $like
  Move-FileOver $temp $path
}

function Undo-Mark($T) {
  if ((Get-Direction $T 'prepared') -ceq 'backward') { return }
  $prepared = Get-SwapPath $T.places "$($T.plan['run'])/reverting.json"
  if ($null -ne (Get-Look $prepared)) { Move-FileOver $prepared (Get-SwapPath $T.places 'journal.json') }
}

# The new tree goes back to where it was staged; a tree that nobody knows into quarantine, but only where the old one can return.
function Undo-Out($T) {
  $tree = $T.plan['tree']
  $live = $tree['live']
  if ($null -eq (Get-Look $live)) { return }
  [void](Exit-Folder $live)
  $record = Get-TreeRecord $live
  $isNew = $null -ne $tree['after'] -and (Test-SameTree $record $tree['after'])
  $staged = $null
  if ($null -ne $tree['staged']) { $staged = Get-SwapPath $T.places $tree['staged'] }
  if ($isNew -and $null -ne $staged -and $null -eq (Get-Look $staged)) { Move-Tree $live $staged }
  elseif ($null -ne (Get-Look (Get-SwapPath $T.places $tree['backup']))) {
    $to = Get-SwapPath $T.places "strays/$($T.plan['run'])/tree"
    New-Quarantine $T.places $T.plan['run']
    Move-Tree $live $to
    $T.notes.Add("$live held files of unknown origin; they lie in .swap/strays/$($T.plan['run'])/tree")
  }
  elseif ($null -eq $tree['before'] -and -not $isNew) { $T.notes.Add("$live was not made by this run and stays as it is") }
}

function Undo-Receipt($T) {
  # by its name alone: a receipt of a run that is undone must not stay because it cannot be read
  foreach ($name in @(Get-ReceiptFileName $T.places)) {
    if (-not $name.EndsWith("-$($T.plan['run']).json", [System.StringComparison]::Ordinal)) { continue }
    Move-FileOver (Get-SwapPath $T.places "receipts/$name") (Get-SwapPath $T.places "$($T.plan['run'])/receipt.json")
  }
}

function Undo-Return($T) {
  $tree = $T.plan['tree']
  if ($null -eq $tree['before']) { return }
  $live = $tree['live']
  $backup = Get-SwapPath $T.places $tree['backup']
  if ($null -eq (Get-Look $backup)) {
    if ($null -ne (Get-Look $live)) { return }
    Stop-Run 12 "$live is gone, and so is the copy that was kept in ${backup}: install the environment's swap bundle again, or restore the folder from a backup of the machine."
  }
  if ($null -eq (Get-Look $live)) { Move-Tree $backup $live }
}

function Undo-Clear($T) {
  Remove-Temporary $T
  $made = @($T.plan['made'])
  for ($k = $made.Count - 1; $k -ge 0; $k--) {
    if ((Get-Look $made[$k]) -ceq 'folder' -and (Get-FolderName $made[$k]).Length -eq 0) { Remove-EmptyFolder $made[$k] }
  }
}

function Remove-Temporary($T) {
  foreach ($file in $T.plan['files']) { if ((Get-Look $file['temp']) -ceq 'file') { Remove-File $file['temp'] } }
}

function Invoke-GoBack($T) {
  $plan = $T.plan
  $moves = $null -ne $plan['tree']
  Test-Foreign $T
  Test-Damaged $T 'before'
  Enter-Step 'undo-mark' $null; Undo-Mark $T
  if ($moves) { Enter-Step 'undo-out' $null; Undo-Out $T }
  foreach ($file in $plan['files']) { Enter-Step 'undo-restore' $file['id']; Set-FileSide $T $file 'before' }
  $number = 0
  foreach ($stray in $plan['strays']) {
    $number++
    Enter-Step 'undo-unstray' ([string]$number)
    $from = Get-SwapPath $T.places $stray['to']
    if ($null -ne (Get-Look $from) -and $null -eq (Get-Look $stray['path'])) { Move-Across $from $stray['path'] $stray['folder'] }
  }
  Enter-Step 'undo-unreceipt' $null; Undo-Receipt $T
  if ($moves) { Enter-Step 'undo-return' $null; Undo-Return $T }
  Enter-Step 'undo-clear' $null; Undo-Clear $T
  Enter-Step 'undo-drop' $null
  $journal = Get-SwapPath $T.places 'journal.json'
  if ($null -ne (Get-Look $journal)) { Remove-Journal $T }
  Enter-Step 'undo-sweep' $null
  # a journal that is held names this folder: both go with the next run
  if ($null -ne (Get-Look $journal)) { return }
  $work = Get-SwapPath $T.places $plan['run']
  if ($null -ne (Get-Look $work)) { Remove-Tree $work }
}

# Undoes a run that failed, then stops with the first error. A failure of the undo is added to it, and the journal stays for the next run.
function Stop-WithUndo($T, $Fault) {
  $code = Get-FaultCode $Fault 11
  $first = Get-FaultText $Fault
  if ($Fault.Data.Contains('tierwright')) { $first = $Fault.Message }
  elseif (Test-Held $Fault) { $code = 1618; $first += ' Another program has it open: close it (an editor, a viewer, a scanner), then run this again; everything is as it was.' }
  elseif ($Fault -is [System.UnauthorizedAccessException]) { $first += " This account lacks the right for that: run this with it (an elevated prompt, or the fleet's agent), or have it granted; everything is as it was." }
  else { $first += '. Mend that and run this again; everything is as it was.' }
  $told = $T.notes.Count
  try {
    Invoke-GoBack $T
    for ($k = $told; $k -lt $T.notes.Count; $k++) { $first += "$($script:LineEnd)  note: $($T.notes[$k])" }
  }
  catch {
    $second = Get-FaultText (Get-Fault $_)
    $stands = $true
    try { $stands = Test-Journal $T.places } catch { $stands = $true }
    # without a journal everything is old again, and only the work folder is left for the next run to sweep
    if (-not $stands) { Stop-Run $code $first }
    try {
      $journal = Read-Journal $T.places
      if ($null -ne $journal -and $null -ne $journal.record) { Write-Journal $T $journal.record['state'] $first }
    }
    catch { $stands = $true } # the journal that stands is as good
    Stop-Run 12 "$first$($script:LineEnd)Going back failed, too ($second); the journal is kept: mend that and run any deploy again, it finishes first."
  }
  Stop-Run $code $first
}

# ---- What an earlier run left, of this script or of the other runner: finished or undone, from journal, plan and disk alone.

function Invoke-GoForward($T) {
  Test-Foreign $T
  Test-Damaged $T 'after'
  [void](Get-PreparedReceipt $T)
  foreach ($file in $T.plan['files']) { Enter-Step 'forward-files' $file['id']; Set-FileSide $T $file 'after' }
  $number = 0
  foreach ($stray in $T.plan['strays']) { $number++; Enter-Step 'forward-strays' ([string]$number); Invoke-Stray $T $stray }
  Enter-Step 'forward-prove' $null; Invoke-Prove $T $true
  Enter-Step 'forward-receipt' $null; Invoke-Receipt $T
  Remove-Temporary $T
  Invoke-Close $T
}

function Stop-ChangedPlan($Places, [string]$Path, [string]$Problem) {
  Stop-Run 12 "$Path is not what its run left there: $Problem. Nothing was touched. The folders 'new', 'old' and 'files' beside it hold what was meant and what was there before: find out who changed it, put the state that you want back by hand, move $(Get-SwapPath $Places 'journal.json') away, and install the swap bundle again."
}

# Digests of a run's plan as its other records say them: the mark for turning back, and the receipt of a run that can be undone.
function Get-Voucher($Places, [string]$Run) {
  $mark = Read-Record (Get-SwapPath $Places "$Run/reverting.json") 'journal'
  if ($null -ne $mark -and $null -ne $mark.record -and $mark.record['run'] -ceq $Run) { $mark.record['plan'] }
  $receipt = Read-Record (Get-SwapPath $Places "$Run/receipt.json") 'receipt'
  if ($null -eq $receipt -or $null -eq $receipt.record -or $null -eq $receipt.record['undo']) { return }
  $undo = $receipt.record['undo']
  if ($undo['plan'] -ceq "$Run/plan.json" -and $undo.Contains('sha256')) { $undo['sha256'] }
}

function Test-OtherMachine($Places, [string]$Run, [string]$Machine) {
  if ([string]::Equals($Machine, (Get-MachineName), [System.StringComparison]::OrdinalIgnoreCase)) { return }
  Stop-Run 12 "The unfinished run $Run is of machine '$Machine', and this is '$(Get-MachineName)': the installation was copied, or the machine was renamed. Compare the plug-in folder with the last receipt, move $(Get-SwapPath $Places 'journal.json') away, and install the swap bundle again."
}

# The plan of a run that is not finished: @{ plan; sha256 }, or null where none lies there. One that is not what the digests say, or names
# other places, stops the run.
function Get-ProvenPlan($Places, [string]$Run, $Digests, [string]$Root) {
  $read = Read-Plan $Places $Run
  if ($null -eq $read) { return $null }
  $path = Get-SwapPath $Places "$Run/plan.json"
  if ($null -ne $read.problem) { Stop-ChangedPlan $Places $path "it cannot be read: $($read.problem)" }
  if (@($Digests) -cnotcontains $read.sha256) { Stop-ChangedPlan $Places $path 'its digest is not the one that the run wrote down' }
  Test-OtherMachine $Places $Run $read.record['machine']
  $receipts = New-List
  if ($null -eq $Places.live) {
    foreach ($receipt in (Get-Receipt $Places)) { $receipts.Add($receipt) }
    # that of the unfinished run is not in its place yet
    $own = Read-Record (Get-SwapPath $Places "$Run/receipt.json") 'receipt'
    if ($null -ne $own -and $null -ne $own.record) { $receipts.Add($own.record) }
  }
  $fault = Get-PlanFault $read.record $Run (New-Confine $Places $Root $receipts)
  if ($null -eq $fault) { $fault = Get-WayFault (Get-PlanPath $Places $read.record) $Root }
  if ($null -ne $fault) { Stop-ChangedPlan $Places $path $fault }
  return @{ plan = $read.record; sha256 = $read.sha256 }
}

# Runs without a receipt, the newest first. A run's name is a time, and a clock may have been set back: the number of the receipt that it has
# prepared counts before it, and among equal ones that a plug-in folder was put away, because then it did more than be staged.
function Get-UnfinishedRun($Places) {
  $done = Get-RunWithReceipt $Places
  $keys = @(foreach ($name in @(Get-RunFolder $Places)) {
      if ($done.Contains($name)) { continue }
      $sequence = 0; $away = 0
      $prepared = Read-Record (Get-SwapPath $Places "$name/receipt.json") 'receipt'
      if ($null -ne $prepared -and $null -ne $prepared.record) { $sequence = [long]$prepared.record['sequence'] }
      if ($null -ne (Get-Look (Get-SwapPath $Places "$name/old"))) { $away = 1 }
      '{0:d20} {1} {2}' -f [long]$sequence, $away, $name
    })
  $sorted = Get-SortedText $keys
  for ($k = $sorted.Length - 1; $k -ge 0; $k--) { $sorted[$k].Split(' ')[2] }
}

# A journal that cannot be believed: the newest plan without a receipt is what was meant. @{ plan; sha256; state } or null.
function Get-PlanFromDisk($Places, [string]$Root) {
  foreach ($name in @(Get-UnfinishedRun $Places)) {
    $found = Get-ProvenPlan $Places $name @(Get-Voucher $Places $name) $Root
    if ($null -ne $found) { return @{ plan = $found.plan; sha256 = $found.sha256; state = 'prepared' } }
  }
  return $null
}

# What lies beside the plug-in folder says nothing about whether a run was finished.
$script:BesideKinds = @('unfinished', 'second-copy', 'copy-elsewhere', 'loose-profile')

# Nothing says what the journal meant: then the disk must be as the last receipt says, and the journal is put aside.
function Move-JournalAside($Places, [string]$Run, [string]$Problem, [string]$Root) {
  $receipt = Get-NewestReceipt $Places
  $path = Get-SwapPath $Places 'journal.json'
  $found = @()
  if ($null -ne $receipt) { $found = @(foreach ($one in (Get-Difference $Places $receipt $Root)) { if ($script:BesideKinds -cnotcontains $one.kind) { $one.text } }) }
  else { foreach ($name in @(Get-RunFolder $Places)) { if ($null -ne (Get-Look (Get-SwapPath $Places "$name/old"))) { $found += "$name/old" } } }
  if ($found.Count -gt 0) {
    Stop-Run 12 "$path cannot be read ($Problem), and what lies there is not what the last receipt says. Look into $($Places.swap): the folder 'old' of the newest run is what was there before. Put it back by hand, or install the swap bundle again after moving journal.json away.$($script:LineEnd)  $(Join-Some $found)"
  }
  if ($null -eq (Get-Look (Get-SwapPath $Places 'strays'))) { New-Folder (Get-SwapPath $Places 'strays') $true }
  Move-FileOver $path (Get-SwapPath $Places "strays/journal-$Run.json")
  return @{ direction = 'set aside'; run = $Run; kind = $null; notes = @("a journal that could not be read lies in .swap/strays/journal-$Run.json; everything is as the last receipt says") }
}

# null when there was nothing to do, else @{ direction; run; kind; notes }. Stops with 12, the journal kept, when it cannot.
function Invoke-Recover($Places, [string]$Root, [string]$Run) {
  try { return Invoke-RecoverLeft $Places $Root $Run }
  catch {
    $fault = Get-Fault $_
    if (-not (Test-FileFault $fault)) { throw $fault }
    if (Test-Sharing $fault) { Stop-Held $fault 'nothing was changed' }
    Stop-Run 12 "What an earlier run may have left in $($Places.swap) could not be read: $(Get-FaultText $fault). Mend that and run any deploy again; nothing was changed."
  }
}

function Invoke-RecoverLeft($Places, [string]$Root, [string]$Run) {
  $journal = Read-Journal $Places
  if ($null -eq $journal) { Remove-Orphan $Places; return $null }
  $whole = $null
  if ($null -ne $journal.record) {
    $named = $journal.record['run']
    Test-OtherMachine $Places $named $journal.record['machine']
    $found = Get-ProvenPlan $Places $named @($journal.record['plan']) $Root
    if ($null -ne $found) { $whole = @{ plan = $found.plan; sha256 = $found.sha256; state = $journal.record['state'] } }
  }
  if ($null -eq $whole) { $whole = Get-PlanFromDisk $Places $Root }
  if ($null -eq $whole) {
    $problem = $journal.problem
    if ($null -eq $problem) { $problem = 'its run has no plan' }
    return Move-JournalAside $Places $Run $problem $Root
  }
  $name = $whole.plan['run']
  $t = @{ plan = $whole.plan; sha256 = $whole.sha256; places = $Places; stamp = $null; notes = (New-List) }
  $direction = Get-Direction $t $whole.state
  try {
    if ($direction -ceq 'backward') { Invoke-GoBack $t }
    else { Invoke-GoForward $t; foreach ($note in (Invoke-Prune $Places)) { $t.notes.Add($note) } }
  }
  catch {
    $fault = Get-Fault $_
    if ((Get-FaultCode $fault 0) -eq 12) { throw $fault }
    $done = 'undone'
    if ($direction -ceq 'forward') { $done = 'finished' }
    Stop-Run 12 "The unfinished run $name could not be ${done}: $(Get-FaultText $fault). The journal is kept: mend that and run any deploy again, it begins there."
  }
  Remove-Orphan $Places
  $kind = $whole.plan['kind']
  $did = "the unfinished $kind $name was undone first"
  if ($direction -ceq 'forward') { $did = "the unfinished $kind $name was finished first" }
  # the next step tells why where no receipt can be read
  try { $did += ": $(Get-Standing (Get-NewestReceipt $Places)) stands now" } catch { if ((Get-FaultCode (Get-Fault $_) 0) -ne 12) { throw } }
  return @{ direction = $direction; run = $name; notes = @($did) + @($t.notes); kind = $kind }
}

# What stands, for people.
function Get-Standing($Receipt) {
  if ($null -eq $Receipt -or $null -eq $Receipt['bundle']) { return 'what was there before the first deploy' }
  return "$($Receipt['bundle']['environment']), connector $($Receipt['bundle']['connector']), serial $($Receipt['bundle']['serial'])"
}

# The fault of a run that stops after a recovery: it says what the recovery did, because 'nothing was written' alone would not be true.
function Get-LaterFault($Fault, $Recovered) {
  if ($null -eq $Recovered -or -not $Fault.Data.Contains('tierwright')) { return $Fault }
  $text = $Fault.Message -creplace '(?i)\b(nothing) was (written|changed|touched)\b', '$1 else was $2'
  $text = $text -creplace '\b(everything|the installation) is as it was\b', '$1 is as the recovery left it'
  foreach ($note in $Recovered.notes) { $text += "$($script:LineEnd)  note: $note" }
  $later = New-Object System.InvalidOperationException $text
  $later.Data['tierwright'] = $Fault.Data['tierwright']
  return $later
}

# The newest run that was cut off before it had a journal: @{ run; kind }; it changed nothing, and its work folder is swept. kind null: nobody can
# tell a settings switch from a rollback then.
function Get-CutOff($Places) {
  if (Test-Journal $Places) { return $null }
  $names = @(Get-Orphan $Places)
  if ($names.Count -eq 0) { return $null }
  $name = $names[$names.Count - 1]
  $plan = Read-Plan $Places $name
  if ($null -ne $plan -and $null -ne $plan.record) { return @{ run = $name; kind = $plan.record['kind'] } }
  if ($null -ne (Get-Look (Get-SwapPath $Places "$name/new"))) { return @{ run = $name; kind = 'swap' } }
  return @{ run = $name; kind = $null }
}

function Get-Orphan($Places) {
  $known = Get-RunWithReceipt $Places
  # a journal that could not be removed yet names its folder
  $left = Read-Journal $Places
  if ($null -ne $left -and $null -ne $left.record) { [void]$known.Add($left.record['run']) }
  foreach ($name in @(Get-RunFolder $Places)) { if (-not $known.Contains($name) -and $null -eq (Get-Look (Get-SwapPath $Places "$name/old"))) { $name } }
}

# Work folders of runs that were killed before they had a journal: copies of the bundle, nothing else.
function Remove-Orphan($Places) {
  foreach ($name in @(Get-Orphan $Places)) { Remove-Staging $Places $name }
  $halves = @(Get-SwapPath $Places 'journal.json.tmp')
  foreach ($name in @(Get-NameIn (Get-SwapPath $Places 'receipts'))) { if ($name.EndsWith('.json.tmp', [System.StringComparison]::Ordinal)) { $halves += Get-SwapPath $Places "receipts/$name" } }
  foreach ($temporary in $halves) {
    try { if ($null -ne (Get-Look $temporary)) { Remove-File $temporary } }
    catch { if (-not (Test-FileFault (Get-Fault $_))) { throw } } # what a scanner holds harms nobody; the next run tries again
  }
}

# The receipt of a run, or null.
function Find-Receipt($Receipts, $Run) {
  foreach ($receipt in $Receipts) { if (Test-Same $receipt['run'] $Run) { return $receipt } }
  return $null
}

# The run folders that rollbacks need: from the newest receipt back over settings switches, up to and with the last exchange of the plug-in
# folder. So exactly one replaced tree is kept.
function Get-NeededRun($Receipts) {
  $keep = New-TextSet
  if ($Receipts.Count -eq 0) { return ,$keep }
  $receipt = $Receipts[$Receipts.Count - 1]
  while ($null -ne $receipt -and $null -ne $receipt['undo']) {
    $run = $receipt['undo']['plan'].Split('/')[0]
    if (-not $keep.Add($run)) { break }
    $own = Find-Receipt $Receipts $run
    if ($null -eq $own -or $own['kind'] -cne 'settings' -or $null -eq $own['before']) { break }
    $receipt = Find-Receipt $Receipts $own['before']['run']
  }
  return ,$keep
}

# Removes work folders whose backup nothing needs any more; what cannot be removed is a note.
function Invoke-Prune($Places) {
  try { $receipts = Get-Receipt $Places }
  catch {
    if ((Get-FaultCode (Get-Fault $_) 0) -ne 12) { throw }
    return "no old backup is removed, because nobody can say which is needed: $(Get-FaultText (Get-Fault $_))"
  }
  $keep = Get-NeededRun $receipts
  foreach ($name in @(Get-RunFolder $Places)) {
    if ($keep.Contains($name)) { continue }
    if (Test-HandMade $Places $name $receipts) { ".swap/$name/old holds a plug-in folder that was made or changed by hand; it is kept"; continue }
    Enter-Step 'prune' $name
    try { Remove-Tree (Get-SwapPath $Places $name) } catch { ".swap/$name could not be removed: $(Get-FaultText (Get-Fault $_))" }
  }
}

# A replaced tree that no receipt describes was made by hand: it is kept for ever, because nothing could make it again.
function Test-HandMade($Places, [string]$Run, $Receipts) {
  if ($null -eq (Get-Look (Get-SwapPath $Places "$Run/old"))) { return $false }
  $found = Read-Plan $Places $Run
  if ($null -eq $found) { return $false }
  # nobody knows what it is
  if ($null -eq $found.record) { return $true }
  if ($null -eq $found.record['tree'] -or $null -eq $found.record['tree']['before']) { return $false }
  $sha256 = $found.record['tree']['before']['sha256']
  foreach ($receipt in $Receipts) { if ($null -ne $receipt['state'] -and $null -ne $receipt['state']['tree'] -and $receipt['state']['tree']['sha256'] -ceq $sha256) { return $false } }
  return $true
}

# ---- Already there: the whole installation against the bundle itself, and what a settings bundle does not mend.

# The tree that a swap bundle brings, conf and logger decoded: proven against the bundle itself, whatever a receipt says.
function Test-AsBundle($Bundle, $Finding) {
  $plugin = $Bundle.manifest['plugin']
  $own = @($plugin['conf'], $plugin['logger'])
  $wanted = New-Map
  foreach ($row in (Get-PluginFile $Bundle.manifest)) { $wanted[[string]$row['path']] = $row['sha256'] }
  if ($null -eq $Finding.live -or $Finding.live.Count -ne $wanted.Count) { return $false }
  foreach ($file in $Finding.live) {
    if (-not $wanted.Contains($file.path)) { return $false }
    if ($own -cnotcontains $file.path -and $wanted[[string]$file.path] -cne $file.sha256) { return $false }
  }
  foreach ($role in 'connector', 'logger') {
    if ($role -ceq 'logger' -and $null -eq $plugin['logger']) { continue }
    $live = $Finding.conf
    if ($role -ceq 'logger') { $live = $Finding.logger }
    if ($null -eq $live) { return $false }
    $next = Get-NextValue $Bundle $role $Finding
    if ($next.Count -ne $live.values.Count) { return $false }
    foreach ($key in $next.Keys) { if (-not $live.values.Contains($key) -or -not (Test-Same $live.values[[string]$key] $next[[string]$key])) { return $false } }
  }
  return $true
}

# True when an install would change a file outside the tree. Logging is left to whoever looks into something: it is set with an install, and
# not proven.
function Test-OutsideChange($Bundle, $Places, $Finding) {
  if ($Bundle.manifest['kind'] -ceq 'swap') { $changes = (Get-SwapChange $Bundle $Places $Finding).changes }
  else { $changes = @((Get-PairsChange $Bundle 'connector' $Places.conf $Finding.conf $null), (Get-PairsChange $Bundle 'client' $Places.client $Finding.client $null)) }
  foreach ($change in $changes) {
    if ($null -eq $change -or $change.id -ceq 'log4j2') { continue }
    if ($change.as -cne 'pairs' -or $null -eq $change.before) { return $true }
    foreach ($row in $change.values) { if (-not (Test-Same $row['before'] $row['after'])) { return $true } }
  }
  return $false
}

function Test-AlreadyThere($Bundle, $Places, $Finding, [string]$Root) {
  $receipt = $Finding.receipt
  if ($null -eq $receipt -or $null -eq $receipt['bundle'] -or $receipt['bundle']['manifest'] -cne $Bundle.manifestSha256) { return $false }
  if (-not (Test-SamePath $receipt['install'] $Places.install) -or $Finding.strays.Count -gt 0) { return $false }
  # another key vouches for it now: the receipt has to say so
  if ($null -ne $Bundle.key -and ($null -eq $receipt['key'] -or $receipt['key']['sha256'] -cne $Bundle.key['sha256'])) { return $false }
  if ($Bundle.manifest['kind'] -ceq 'swap' -and -not (Test-AsBundle $Bundle $Finding)) { return $false }
  if (Test-OutsideChange $Bundle $Places $Finding) { return $false }
  return ((Get-Difference $Places $receipt $Root).Count -eq 0)
}

# What a settings bundle leaves as it is although it is not what was installed: said, and where there is nothing else to do the run ends with
# 12, because 'already there' would not be true.
function Get-NotMended($Bundle, $Places, $Finding, [string]$Root) {
  $receipt = $Finding.receipt
  if ($Bundle.manifest['kind'] -ceq 'swap' -or $null -eq $receipt) { return }
  $wrong = @(foreach ($one in (Get-Difference $Places $receipt $Root)) { if ($one.kind -cne 'value') { $one } })
  if ($wrong.Count -eq 0) { return }
  $advice = Get-Advice $receipt $wrong (Get-Receipt $Places)
  $message = "$($Places.install) is not as receipt $($receipt['run']) says, and a settings bundle does not mend that"
  if ($null -eq $receipt['bundle'] -or $receipt['bundle']['manifest'] -cne $Bundle.manifestSha256 -or (Test-OutsideChange $Bundle $Places $Finding)) {
    $message
    foreach ($one in $wrong) { $one.text }
    $advice
    return
  }
  Stop-Run 12 ("$message. To mend it: $advice." + $script:LineEnd + (@(foreach ($one in $wrong) { "  $($one.text)" }) -join $script:LineEnd))
}

# ---- Installing a bundle: recovers first, then goes through the steps.

# Takes the lock; makes .swap, and below a root the installation folder. @{ lock; made; code; recovered }.
function Enter-Installation($Places, $Options) {
  Enter-Step 'lock' $null
  if ($Options.Root -ceq '' -and $null -eq (Get-Look $Places.install)) { Stop-Run 10 "The tool is not installed in $($Places.install): name its folder with -Install. Nothing was written." }
  Test-Target @($Places.install, $Places.swap) 'folder' # before the lock, which would be written through a link
  try { $made = Add-Folder $Places.swap }
  catch { Stop-Run 10 "$($Places.swap) cannot be made: $(Get-FaultText (Get-Fault $_)). Run this with the right to write into the tool's folder (an elevated prompt, or the fleet's agent); nothing was written." }
  Test-Target @((Get-SwapPath $Places 'lock')) 'file' # also where the lock is no file
  try { $lock = Open-SwapLock $Places.swap }
  catch { Stop-Run 10 "$($Places.swap) cannot be locked: $(Get-FaultText (Get-Fault $_)). Run this with the right to write into the tool's folder (an elevated prompt, or the fleet's agent); nothing was written." }
  if ($null -eq $lock) {
    $holder = Get-LockHolder $Places.swap
    if ($null -ne $holder) { $holder = " ($holder)" }
    Stop-Run 1618 "Another deploy is at work in $($Places.install)${holder}: wait until it is done, then run this again; nothing was written."
  }
  return @{ lock = $lock; made = $made; code = 0; recovered = $null }
}

# Frees the lock; a run that wrote nothing leaves nothing.
function Exit-Installation($Places, $Held) {
  # an open lock file cannot be removed on Windows; elsewhere nobody may come in between
  if (Test-Windows) { Close-SwapLock $Held.lock }
  try {
    if ($Held.made.Count -gt 0 -and (@(Get-NameIn $Places.swap) -join '|') -ceq 'lock') { Remove-File (Get-SwapPath $Places 'lock') }
    for ($k = $Held.made.Count - 1; $k -ge 0; $k--) {
      if ((Get-Look $Held.made[$k]) -ceq 'folder' -and (Get-FolderName $Held.made[$k]).Length -eq 0) { Remove-EmptyFolder $Held.made[$k] }
    }
  }
  catch { $Held.made = @() } # an empty folder that stays harms nobody
  finally { Close-SwapLock $Held.lock }
}

function Write-Recovered($Recovered) {
  if ($null -eq $Recovered) { return }
  $words = @{ 'forward' = 'was finished'; 'backward' = 'was undone'; 'set aside' = 'left a journal that could not be read' }
  Write-Say "The unfinished run $($Recovered.run) $($words[$Recovered.direction])."
  foreach ($note in $Recovered.notes) { Write-Say "  note: $note" }
}

function Get-PinnedKey($Receipt) {
  if ($null -eq $Receipt) { return $null }
  return $Receipt['key']
}

# The key the bundle was checked with, or null.
function Get-ProvenKey($Bundle, $Finding) {
  Test-PinnedKey $Bundle $Bundle.key $Bundle.publicKeys (Get-PinnedKey $Finding.receipt)
  return $Bundle.key
}

function Get-Title($Bundle) {
  $manifest = $Bundle.manifest
  if ($manifest['kind'] -ceq 'settings') { return "settings of '$($manifest['environment'])' (connector $($manifest['connector']))" }
  return "connector $($manifest['connector']) for '$($manifest['environment'])'"
}

function Invoke-Install($Bundle, $Options) {
  $places = Get-Place $Bundle.manifest $Options.Root $Options.Install $Options.ClientFile
  if ($Options.WhatIf) { Invoke-WhatIf $Bundle $places $Options; return }
  $held = Enter-Installation $places $Options
  try {
    $run = New-RunName
    Enter-Step 'recover' $null
    $held.recovered = Invoke-Recover $places $Options.Root $run
    Write-Recovered $held.recovered
    Enter-Step 'preflight' $null
    $finding = Get-Finding $Bundle $places $Options
    $key = Get-ProvenKey $Bundle $finding
    Test-KeptValue $Bundle $finding
    if ($Options.Stage) { Invoke-StageAhead $Bundle $places; return }
    if (Test-AlreadyThere $Bundle $places $finding $Options.Root) {
      Write-Say "Already there: $(Get-Title $Bundle) in $($places.install). Nothing was changed."
      Copy-Receipt $finding.receipt $Options.ReceiptCopy
      return
    }
    $compared = Compare-Live $Bundle $finding
    Test-Drift $compared.drift $Options
    Test-RunRight $Bundle $places $finding
    if ($Bundle.manifest['kind'] -ceq 'swap' -and $finding.processes.Count -gt 0) { Stop-InUse $finding.processes $places.install 'nothing was changed' }
    $noticed = @(Get-NotMended $Bundle $places $finding $Options.Root)
    $t = New-Transaction $Bundle $places $run $finding $compared $key $held.recovered $noticed
    try { Invoke-Perform $t } catch { Stop-WithUndo $t (Get-Fault $_) }
    Complete-Run $t
    Write-Installed $Bundle $places $t $finding $compared
    Copy-Receipt $t.receipt $Options.ReceiptCopy
  }
  catch {
    $fault = Get-Fault $_
    $held.code = Get-FaultCode $fault 4
    if ($held.code -eq 4 -and (Test-Sharing $fault)) { $held.code = 1618 }
    if ($held.code -eq 4 -and (Test-FileFault $fault)) { $held.code = 10 }
    $fault = Get-LaterFault $fault $held.recovered
    if (@(1618, 11, 12) -contains $held.code) { Write-Attempt $places $Bundle $held.code (Get-FaultText $fault) $Options.ReceiptCopy }
    throw $fault
  }
  finally { Exit-Installation $places $held }
}

# Stages and plans; what fails here has touched nothing outside .swap.
function New-Transaction($Bundle, $Places, [string]$Run, $Finding, $Compared, $Key, $Recovered, $Noticed) {
  $manifest = $Bundle.manifest
  try {
    Enter-Step 'stage' $null
    $staged = Invoke-Stage $Bundle $Places $Run $Finding
    $tree = $null
    if ($null -ne $staged.tree) {
      $after = [ordered]@{ sha256 = (Get-TreeDigest $staged.tree); files = $staged.tree.Count }
      if (-not (Test-SameTree $Finding.record $after)) { $tree = [ordered]@{ live = $Places.live; staged = "$Run/new"; backup = "$Run/old"; before = $Finding.record; after = $after } }
    }
    $plan = New-Plan $Run $manifest['kind'] $Places.install $tree $staged.changes @(New-PlannedStray $Run $Finding.strays) $Finding.missing $Finding.secrets
    $notes = New-List
    if ($null -ne $Recovered) { foreach ($note in $Recovered.notes) { $notes.Add($note) } }
    foreach ($note in $Noticed) { $notes.Add($note) }
    foreach ($note in $staged.notes) { $notes.Add($note) }
    if (-not $Finding.tool['proven']) { $notes.Add("tool row not proven: $($manifest['tool']['row']) is expected") }
    $flags = New-List
    foreach ($flag in $Finding.flags) { $flags.Add($flag) }
    if ($Compared.drift.Count -gt 0) { $flags.Add([ordered]@{ flag = '--accept-drift'; reason = $null }) }
    if ($null -eq $Key) { $Key = Get-PinnedKey $Finding.receipt }
    $beforeRun = $null
    if ($null -ne $Finding.receipt) { $beforeRun = $Finding.receipt['run'] }
    $standing = $null
    if ($manifest['kind'] -ceq 'settings') { $standing = $Finding.receipt }
    $receipt = New-Receipt $Run $manifest['kind'] (Get-NextSequence $Places) @{ bundle = (New-InstalledBundle $Bundle); install = $Places.install
      plugin = $manifest['plugin']; paths = (Get-ReceiptPath $Places $standing); tool = $Finding.tool; key = $Key; state = (Get-NextState $Bundle $Places $Finding $staged)
      before = [ordered]@{ run = $beforeRun; tree = $Finding.record }; undo = [ordered]@{ plan = "$Run/plan.json"; sha256 = (Get-BytesHash (ConvertTo-JsonBytes $plan)) }
      strays = @(@(foreach ($stray in $plan['strays']) { [ordered]@{ path = $stray['path']; to = $stray['to']; sha256 = $stray['sha256'] } }) + @($staged.foreign)); kept = @($staged.kept)
      drift = $Compared.drift; replaced = $Compared.replaced; flags = $flags; notes = $notes.ToArray()
    }
    $sha256 = Write-Plan $Places $plan $receipt
    return @{ plan = $plan; sha256 = $sha256; places = $Places; stamp = $Finding.stamp; notes = $notes; receipt = $receipt }
  }
  catch {
    $fault = Get-Fault $_
    Remove-Staging $Places $Run
    if ($fault.Data.Contains('tierwright')) { throw $fault }
    Stop-Staging $fault
  }
}

function Stop-Staging($Fault) {
  if (Test-Held $Fault) { Stop-Held $Fault 'the installation is as it was' }
  $help = 'Mend that and run this again'
  if ($Fault -is [System.UnauthorizedAccessException]) { $help = "Run this with the right to write into the tool's folder (an elevated prompt, or the fleet's agent)" }
  Stop-Run 10 "The new build could not be staged: $(Get-FaultText $Fault). $help; the installation is as it was."
}

# Best effort: a leftover is swept by the next run.
function Remove-Staging($Places, [string]$Run) {
  $work = Get-SwapPath $Places $Run
  try { if ($null -ne (Get-Look $work)) { Remove-Tree $work } }
  catch { Write-Say "  note: $work could not be removed; the next run does it" }
}

# The steps whose failure changes nothing: the new state stands.
function Complete-Run($T) {
  try { Invoke-Close $T }
  catch { $T.notes.Add("$(Get-SwapPath $T.places 'journal.json') could not be removed ($(Get-FaultText (Get-Fault $_))); the next run does it") }
  try {
    $attempt = Get-SwapPath $T.places 'receipts/attempt.json'
    if ($null -ne (Get-Look $attempt)) { Remove-File $attempt }
    if (Test-Journal $T.places) { return } # it names a work folder
    foreach ($note in @(Invoke-Prune $T.places)) { $T.notes.Add($note) }
  }
  catch { $T.notes.Add("old backups could not be cleaned up: $(Get-FaultText (Get-Fault $_))") }
}

function Write-Installed($Bundle, $Places, $T, $Finding, $Compared) {
  Write-Say "Installed: $(Get-Title $Bundle) in $($Places.install) (run $($T.plan['run']))."
  foreach ($file in $T.plan['files']) { Write-Say "  $($file['path'])" }
  if ($null -ne $T.plan['tree']) { Write-Say "  $($Places.live)" }
  foreach ($stray in $T.plan['strays']) { Write-Say "  quarantined: $($stray['path'])" }
  foreach ($row in $Compared.replaced) { Write-Say "  replaced in $($row['file']): $($row['key']) was $(Format-Value $row['found'] $row['key']), is $(Format-Value $row['expected'] $row['key'])" }
  foreach ($note in $T.notes) { Write-Say "  note: $note" }
  if ($Bundle.manifest['kind'] -ceq 'swap') { return }
  foreach ($one in $Finding.processes) {
    $since = ''
    if ($null -ne $one.started) { $since = ", $($one.name) started $($one.started.ToString('HH:mm'))" }
    Write-Say "  written $((Get-UtcNow).ToString('HH:mm'))${since} (UTC): not in effect until the tool is started again (process $($one.id))"
  }
}

# Puts the tree into .swap/ready for a later run; the tool may be open.
function Invoke-StageAhead($Bundle, $Places) {
  if ($Bundle.manifest['kind'] -ceq 'settings') { Stop-Run 10 'A settings bundle has nothing to stage: install it, the tool may be open. Nothing was written.' }
  Test-PathLength $Bundle.manifest $Places "ready\$($Bundle.manifestSha256)"
  $ready = Get-SwapPath $Places "ready/$($Bundle.manifestSha256)"
  $folder = Join-Native $ready 'new'
  Test-Target @((Get-ParentFolder $ready), $ready, $folder) 'folder'
  try {
    New-FolderChain (Get-ParentFolder $ready)
    if ((Get-Look $ready) -cne 'folder') { New-Folder $ready $true } # it becomes the work folder of the run
    [void](Write-StagedTree $Bundle $folder (New-Map) $Places.live)
  }
  catch {
    $fault = Get-Fault $_
    if ($fault.Data.Contains('tierwright')) { throw $fault }
    Stop-Staging $fault
  }
  Write-Say "Staged: $(Get-Title $Bundle) lies in $folder. The tool may stay open until the swap."
}

function Invoke-WhatIf($Bundle, $Places, $Options) {
  $finding = Get-Finding $Bundle $Places $Options
  [void](Get-ProvenKey $Bundle $finding)
  Test-KeptValue $Bundle $finding
  $compared = Compare-Live $Bundle $finding
  if (Test-Unfinished $Places $finding.receipt) { Write-Say 'An unfinished run would be finished or undone first.' }
  if (Test-AlreadyThere $Bundle $Places $finding $Options.Root) { Write-Say "Already there: $(Get-Title $Bundle). Nothing would be changed."; return }
  Test-Drift $compared.drift $Options
  if ($Bundle.manifest['kind'] -ceq 'swap' -and $finding.processes.Count -gt 0) { Stop-InUse $finding.processes $Places.install 'nothing was changed' }
  Write-Say "Would be installed: $(Get-Title $Bundle) in $($Places.install). Nothing was written."
  foreach ($row in $compared.replaced) { Write-Say "  $($row['file']): $($row['key']) $(Format-Value $row['found'] $row['key']) would become $(Format-Value $row['expected'] $row['key'])" }
  foreach ($path in $finding.strays) { Write-Say "  $path would go into quarantine" }
  foreach ($folder in $finding.missing) { Write-Say "  $folder would be made" }
}

# A copy on a share, named by machine and run, so that machines never meet. A share that cannot be reached never undoes a deploy.
function Copy-Receipt($Receipt, [string]$Folder) {
  if ($Folder -ceq '') { return }
  Enter-Step 'copy' $null
  $target = Join-Native (Get-NativePath $Folder '') (((Get-MachineName) -creplace '[^A-Za-z0-9._-]', '_') + "-$($Receipt['run']).json")
  try {
    $share = Get-ParentFolder $target
    New-FolderChain $share
    # under a name that nobody can know before; what lies at the target, also a planted link or pipe, is replaced and never written through
    $part = Join-Native $share ('.' + [Guid]::NewGuid().ToString('N') + '.tmp')
    try {
      Write-Flushed $part (ConvertTo-JsonBytes $Receipt)
      if (@('file', 'link') -ccontains (Get-Look $target)) { Remove-File $target }
      Move-File $part $target
    }
    catch { if ($null -ne (Get-Look $part)) { Remove-File $part }; throw }
    Write-Say "  receipt copied to $target"
  }
  catch { Write-Say "  note: the receipt could not be copied to ${target}: $(Get-FaultText (Get-Fault $_))" }
}

# ---- Going back to what the last install or switch replaced: the plug-in folder and both files together.

function Stop-ChangedRecord([string]$Path, [string]$Problem) {
  Stop-Run 12 "$Path is not what its run left there: $Problem. What was there before is not known any more, and nothing was touched: find out who changed it, and install the bundle of the state you want."
}

# The plan of the newest run, which is what goes back. One that is not what that run left there stops the run.
function Get-LastPlan($Places, $Receipt, $Confine, $Notes) {
  if ($null -eq $Receipt['undo']) {
    if ($Receipt['kind'] -ceq 'rollback') { Stop-Run 10 'The last run was itself a rollback, and nothing further back is kept. Install the bundle of the state you want; nothing was written.' }
    Stop-Run 10 'The last run kept nothing to go back to. Install the bundle of the state you want; nothing was written.'
  }
  $run = $Receipt['undo']['plan'].Split('/')[0]
  $path = Get-SwapPath $Places $Receipt['undo']['plan']
  $found = Read-Plan $Places $run
  if ($null -eq $found) { Stop-ChangedRecord $path 'it is missing' }
  if ($null -ne $found.problem) { Stop-ChangedRecord $path $found.problem }
  $vouched = $Receipt['undo'].Contains('sha256')
  if ($vouched -and $Receipt['undo']['sha256'] -cne $found.sha256) { Stop-ChangedRecord $path 'its digest is not the one that the receipt says' }
  $fault = Get-PlanFault $found.record $run $Confine
  if ($null -eq $fault) { $fault = Get-WayFault (Get-PlanPath $Places $found.record) $Confine.root }
  if ($null -ne $fault) { Stop-ChangedRecord $path $fault }
  # as before an install: one target that cannot be exchanged would leave the others old and it as it is
  Test-Target @(foreach ($file in $found.record['files']) { $file['path'] }) 'file'
  if ($null -ne $found.record['tree']) { Test-Target @($found.record['tree']['live']) 'folder' }
  if (-not $vouched) { $Notes.Add("receipt $($Receipt['sequence']) was written by $($Receipt['runner']) and has no digest of its plan: only the plan's shape and places were checked") }
  return $found.record
}

# One file back to what it was: the kept bytes, or by logical line where the connector has rewritten it since. null: nothing to do. No $Run: nothing
# is written.
function Get-BackChange($Places, [string]$Run, $File, $Notes) {
  $largest = $script:LargestText
  if ($File['as'] -ceq 'bytes') { $largest = 536870912 }
  $live = Read-IfFile $File['path'] $largest
  $kept = $null
  if ($null -ne $File['backup']) { $kept = Get-KeptBytes $Places $File 'before' }
  $values = @(foreach ($row in (Get-PlannedValue $Places $File)) { [ordered]@{ key = $row['key']; before = $row['after']; after = $row['before'] } })
  $change = @{ id = $File['id']; path = $File['path']; as = $File['as']; before = $live; after = $kept; values = $values }
  if ($null -eq $live) { return $change }
  if ($null -ne $File['after'] -and (Get-BytesHash $live) -ceq $File['after']['sha256']) { return $change }
  if ($File['as'] -ceq 'pairs' -and $null -ne $File['before']) {
    $now = Get-DecidedValue $File
    if ($null -eq $now) { Stop-Run 10 "$($File['path']) cannot be loaded by Java: mend it first; nothing was written." }
    $edits = New-List
    foreach ($row in $values) { $edits.Add(@{ key = $row['key']; value = $row['after'] }) }
    $change.after = Edit-PropertyBytes $live $edits $File['path']
    $change.values = @(foreach ($row in $values) { [ordered]@{ key = $row['key']; before = $now[[string]$row['key']]; after = $row['after'] } })
    if ((Get-BytesHash $change.after) -ceq (Get-BytesHash $live)) { return $null }
    return $change
  }
  if ($File['as'] -ceq 'log4j2') { $Notes.Add("$($File['path']) was changed since and is left as it is"); return $null }
  if ($Run -ceq '') { $Notes.Add("$($File['path']) was changed by somebody since; a copy would go into quarantine") }
  else { $Notes.Add((Save-Edited $Places $Run $File['id'] $File['path'] $live)) }
  return $change
}

# The state after going back: what the bundle of that state put there; where there was none, what comes back is all that is known.
function Get-BackState($Places, $Plan, $Newest, $Earlier, $Tree, $Changes) {
  $folder = Join-Native $Places.plugins $Newest['plugin']['folder']
  if ($null -ne $Plan['tree']) { $folder = Get-SwapPath $Places $Plan['tree']['backup'] }
  $gone = $null -ne $Plan['tree'] -and $null -eq $Tree
  $confPath = $Newest['plugin']['conf']
  $conf = $null; $logger = $null
  $change = Find-Change $Changes 'connector'
  if (-not $gone) {
    if ($null -ne $change) { $conf = $change.after } else { $conf = Read-IfFile (Join-Native $folder $confPath) }
    if ($null -ne $Newest['plugin']['logger']) { $logger = Read-IfFile (Join-Native $folder $Newest['plugin']['logger']) }
  }
  $client = $null
  $clientChange = Find-Change $Changes 'client'
  if ($null -ne $clientChange) { $client = $clientChange.after } else { $client = Read-IfFile $Newest['paths']['client'] }
  $source = $Newest
  if ($null -ne $Earlier -and $null -ne $Earlier['state']) { $source = $Earlier }
  $ours = New-TextSet
  foreach ($key in (Get-StateValue $source 'client').Keys) { [void]$ours.Add($key) }
  $secrets = @(); $keep = @()
  if ($null -ne $source['state']) { $keep = @($source['state']['keep']) }
  $omit = @{}
  $receipts = Get-Receipt $Places
  foreach ($role in 'connector', 'logger', 'client') { $omit[$role] = Get-KnownSecret $null $receipts $role }
  # what the bundle of that state did not leave there is foreign, a secret or not
  $only = @{ connector = $null; client = $ours; logger = $null }
  if ($null -ne $Earlier -and $null -ne $Earlier['bundle'] -and $null -ne $Earlier['state']) {
    foreach ($role in 'connector', 'client', 'logger') {
      $only[$role] = New-TextSet
      foreach ($row in (@($Earlier['state']['values']) + @($Earlier['state']['secrets']))) { if ($row['file'] -ceq $role) { [void]$only[$role].Add($row['key']) } }
    }
  }
  $secrets = @(Get-SecretRow 'connector' $conf $omit['connector'] $only['connector']) + @(Get-SecretRow 'client' $client $omit['client'] $only['client']) + @(Get-SecretRow 'logger' $logger $omit['logger'] $only['logger'])
  $lies = $null; $rows = $null
  if ($null -ne $Plan['tree']) { $lies = $Tree }
  elseif ($null -ne $Newest['state'] -and $null -ne $Newest['state']['tree']) { $lies = $Newest['state']['tree']['files'] }
  if (-not $gone -and $null -ne $lies) { $rows = @(Get-ExpectedTree $Newest['plugin'] $Earlier $lies $conf $logger) }
  $brought = $null
  if ($null -ne $Earlier -and $null -ne $Earlier['bundle']) { $brought = $Earlier['state'] }
  $treeState = $null
  if ($null -ne $rows) { $treeState = [ordered]@{ sha256 = (Get-TreeDigest $rows); files = $rows } }
  $targets = @()
  if ($null -ne $Newest['state']) {
    foreach ($file in $Newest['state']['files']) { if ($null -eq $brought -or -not (Test-StartsWith $file['id'] 'profile-')) { $targets += , @($file['id'], $file['path']) } }
  }
  $outside = @(Get-OutsideFile $targets $Changes)
  # a profile is what its bundle put there, whatever lay there when it was replaced
  if ($null -ne $brought) { $outside += @(foreach ($row in $brought['files']) { if (Test-StartsWith $row['id'] 'profile-') { $row } }) }
  if ($null -ne $brought) { return [ordered]@{ tree = $treeState; secrets = $secrets; keep = $keep; files = $outside; values = @(foreach ($row in $brought['values']) { if (-not ($omit[$row['file']].Contains($row['key']) -or (Test-SecretName $row['key']) -or (Test-SecretValue $row['value']))) { $row } }) } }
  return [ordered]@{ tree = $treeState; secrets = $secrets; keep = $keep; files = $outside
    values = @(Get-StateRow 'connector' $conf $omit['connector'] $null) + @(Get-StateRow 'logger' $logger $omit['logger'] $null) + @(Get-StateRow 'client' $client $omit['client'] $ours)
  }
}

# What a further rollback would undo: that of the state which stands again, as long as it is kept.
function Get-FurtherUndo($Places, $Earlier) {
  if ($null -eq $Earlier -or $null -eq $Earlier['undo'] -or $null -eq (Get-Look (Get-SwapPath $Places $Earlier['undo']['plan']))) { return $null }
  return $Earlier['undo']
}

# The tree that comes back, proven to be what was put away.
function Get-KeptTree([string]$Backup, [string]$Sha256) {
  if ((Get-Look $Backup) -cne 'folder') { Stop-Damaged $Backup 'missing, or no ordinary folder' }
  $tree = Get-TreeFile $Backup $true $null
  if ((Get-TreeDigest $tree) -cne $Sha256) { Stop-Damaged $Backup 'not the folder that was put away there' }
  return ,$tree
}

function New-BackTransaction($Places, [string]$Run, $Plan, $Newest, $Earlier, $Recovered, $Said) {
  $notes = New-List
  foreach ($note in $Said) { $notes.Add($note) }
  if ($null -ne $Recovered) { foreach ($note in $Recovered.notes) { $notes.Add($note) } }
  $tree = $null; $record = $null; $stamp = ''; $next = $null
  if ($null -ne $Plan['tree']) {
    $backup = Get-SwapPath $Places $Plan['tree']['backup']
    $staged = $null
    if ($null -ne $Plan['tree']['before']) {
      $tree = Get-KeptTree $backup $Plan['tree']['before']['sha256']
      $staged = $Plan['tree']['backup']
    }
    $record = Get-TreeRecord $Plan['tree']['live']
    $stamp = Get-TreeStamp $Plan['tree']['live']
    $next = [ordered]@{ live = $Plan['tree']['live']; staged = $staged; backup = "$Run/old"; before = $record; after = $Plan['tree']['before'] }
  }
  $folders = @(foreach ($file in $Plan['files']) { Get-ParentFolder $file['path'] })
  if ($null -ne $Plan['tree']) { $folders += @((Get-ParentFolder $Plan['tree']['live']), $Plan['tree']['live']) }
  Test-Right $folders
  try {
    $changes = New-List
    foreach ($file in $Plan['files']) { $change = Get-BackChange $Places $Run $file $notes; if ($null -ne $change) { $changes.Add($change) } }
    Enter-Step 'stage' $null
    New-Folder (Get-SwapPath $Places $Run) $true
    Write-StagedFile $Places $Run $changes
    $receipts = Get-Receipt $Places
    $secrets = @{ connector = (Get-KnownSecret $null $receipts 'connector'); client = (Get-KnownSecret $null $receipts 'client') }
    $back = New-Plan $Run 'rollback' $Plan['install'] $next $changes @() @() $secrets
    $bundle = $null; $paths = $Newest['paths']
    if ($null -ne $Earlier) { $bundle = $Earlier['bundle']; $paths = $Earlier['paths'] }
    foreach ($stray in $Plan['strays']) { $notes.Add("$($stray['path']) stays in quarantine (.swap/$($stray['to']))") }
    $receipt = New-Receipt $Run 'rollback' (Get-NextSequence $Places) @{ bundle = $bundle; install = $Newest['install']; plugin = $Newest['plugin']; paths = $paths
      tool = $Newest['tool']; key = $Newest['key']; undo = (Get-FurtherUndo $Places $Earlier); state = (Get-BackState $Places $Plan $Newest $Earlier $tree $changes)
      before = [ordered]@{ run = $Newest['run']; tree = $record }; notes = $notes.ToArray()
    }
    $sha256 = Write-Plan $Places $back $receipt
    return @{ plan = $back; sha256 = $sha256; places = $Places; stamp = $stamp; notes = $notes; receipt = $receipt }
  }
  catch {
    $fault = Get-Fault $_
    Remove-Staging $Places $Run
    if ($fault.Data.Contains('tierwright')) { throw $fault }
    if (Test-Held $fault) { Stop-Held $fault 'the installation is as it was' }
    Stop-Run 10 "The way back could not be prepared: $(Get-FaultText $fault). Mend that and run this again; the installation is as it was."
  }
}

# True where a rollback after a run that was cut off is done already: going back once more is not what was asked for.
function Test-CutShort($Places, $Cut, $Recovered, $Newest) {
  $stands = Get-Standing $Newest
  if ($null -ne $Recovered -and $null -ne $Newest -and $Recovered.direction -ceq 'forward' -and $Recovered.kind -ceq 'rollback') {
    # asked for again because it was cut short: one step back is what was meant
    Write-Say "Rolled back in $($Places.install): the interrupted rollback is finished (run $($Newest['run'])), and $stands stands. To go further back, run this again."
    return $true
  }
  if ($null -ne $Recovered -and $Recovered.direction -ceq 'backward' -and $Recovered.kind -cne 'rollback') {
    Write-Say "Rolled back in $($Places.install): the interrupted $($Recovered.kind) is undone, and $stands stands. To go further back, run this again."
    return $true
  }
  $unknown = ($null -ne $Recovered -and $Recovered.direction -ceq 'set aside') -or ($null -ne $Cut -and $null -eq $Cut.kind)
  if ($unknown -and $null -ne $Newest) {
    Stop-Run 10 "A run was cut off here before it changed anything, and nobody can say whether it was a deploy or a rollback. What it left was cleared away, and $stands stands: to go back from there, run rollback again."
  }
  if ($null -eq $Cut -or $null -eq $Cut.kind -or $Cut.kind -ceq 'rollback') { return $false }
  $left = ''
  if ($null -ne (Get-Look (Get-SwapPath $Places $Cut.run))) { $left = "; $(Get-SwapPath $Places $Cut.run) could not be removed: do that by hand" }
  Write-Say "Rolled back in $($Places.install): the $($Cut.kind) $($Cut.run) was cut off before it changed anything$left, and $stands stands. To go further back, run this again."
  return $true
}

function Invoke-Rollback($Places, $Options) {
  $held = Enter-Installation $Places $Options
  try {
    $run = New-RunName
    Enter-Step 'recover' $null
    $cut = Get-CutOff $Places
    $held.recovered = Invoke-Recover $Places $Options.Root $run
    Write-Recovered $held.recovered
    $receipts = Get-Receipt $Places
    $newest = Get-NewestReceipt $Places
    if (Test-CutShort $Places $cut $held.recovered $newest) {
      if ($null -ne $newest) { Copy-Receipt $newest $Options.ReceiptCopy }
      return
    }
    if ($null -eq $newest) { Stop-Run 10 "$($Places.swap) has no receipt: nothing was installed by Tierwright here, and there is nothing to roll back. Nothing was written." }
    $confine = New-Confine $Places $Options.Root $receipts
    $fault = Get-ReceiptFault $newest $confine
    if ($null -ne $fault) { Stop-ChangedRecord (Get-SwapPath $Places ('receipts/{0:d6}-{1}.json' -f [long]$newest['sequence'], $newest['run'])) $fault }
    $said = New-List
    $plan = Get-LastPlan $Places $newest $confine $said
    if ($plan['kind'] -cne 'settings') {
      $processes = Get-ToolProcess $Places.install
      if ($processes.Count -gt 0) { Stop-InUse $processes $Places.install 'nothing was changed' }
    }
    $earlier = $null
    $undone = $newest['undo']['plan'].Split('/')[0]
    $owner = Find-Receipt $receipts $undone
    if ($null -ne $owner -and $null -ne $owner['before']) { $earlier = Find-Receipt $receipts $owner['before']['run'] }
    $t = New-BackTransaction $Places $run $plan $newest $earlier $held.recovered $said
    try { Invoke-Perform $t } catch { Stop-WithUndo $t (Get-Fault $_) }
    Complete-Run $t
    $to = 'what was there before the first install'
    if ($null -ne $t.receipt['bundle']) { $to = "connector $($t.receipt['bundle']['connector']) for '$($t.receipt['bundle']['environment'])'" }
    Write-Say "Rolled back to $to in $($Places.install) (run $run)."
    foreach ($note in $t.notes) { Write-Say "  note: $note" }
    Copy-Receipt $t.receipt $Options.ReceiptCopy
  }
  catch {
    $fault = Get-Fault $_
    $held.code = Get-FaultCode $fault 4
    if ($held.code -eq 4 -and (Test-Sharing $fault)) { $held.code = 1618 }
    if ($held.code -eq 4 -and (Test-FileFault $fault)) { $held.code = 10 }
    $fault = Get-LaterFault $fault $held.recovered
    if (@(1618, 11, 12) -contains $held.code) { Write-Attempt $Places $null $held.code (Get-FaultText $fault) $Options.ReceiptCopy }
    throw $fault
  }
  finally { Exit-Installation $Places $held }
}

# ---- What only reads: what a rollback would do, and the receipts of an installation.

# The newest receipt, its plan and what is known about them, as a rollback would take them.
function Get-WayBack($Places, $Options, $Notes) {
  Test-Target @($Places.install, $Places.swap) 'folder'
  $receipts = Get-Receipt $Places
  if ($receipts.Count -eq 0) { Stop-Run 10 "$($Places.swap) has no receipt: nothing was installed by Tierwright here, and there is nothing to roll back. Nothing was written." }
  $newest = $receipts[$receipts.Count - 1]
  $confine = New-Confine $Places $Options.Root $receipts
  $fault = Get-ReceiptFault $newest $confine
  if ($null -ne $fault) { Stop-ChangedRecord (Get-SwapPath $Places ('receipts/{0:d6}-{1}.json' -f [long]$newest['sequence'], $newest['run'])) $fault }
  if (Test-Unfinished $Places $newest) { $Notes.Add('an unfinished run would be finished or undone first; a deploy that was cut off would be all that is undone') }
  $plan = Get-LastPlan $Places $newest $confine $Notes
  $run = $newest['undo']['plan'].Split('/')[0]
  $undone = Find-Receipt $receipts $run
  if ($null -eq $undone) { $undone = $newest }
  $earlier = $null
  if ($null -ne $undone['before']) { $earlier = Find-Receipt $receipts $undone['before']['run'] }
  return @{ receipts = $receipts; newest = $newest; plan = $plan; undone = $undone; earlier = $earlier }
}

function Format-Standing($Bundle) {
  if ($null -eq $Bundle) { return 'what was there before the first deploy' }
  return "$($Bundle['environment']), connector $($Bundle['connector']), serial $($Bundle['serial'])"
}

# -Rollback -WhatIf: takes no lock, and writes nothing.
function Show-Rollback($Places, $Options) {
  $notes = New-List
  $way = Get-WayBack $Places $Options $notes
  $plan = $way.plan
  if ($plan['kind'] -cne 'settings') {
    $processes = Get-ToolProcess $Places.install
    if ($processes.Count -gt 0) { Stop-InUse $processes $Places.install 'nothing was changed' }
  }
  $folders = @(foreach ($file in $plan['files']) { Get-ParentFolder $file['path'] })
  if ($null -ne $plan['tree']) {
    $folders += @((Get-ParentFolder $plan['tree']['live']), $plan['tree']['live'])
    $now = 'be removed'
    if ($null -ne $plan['tree']['before']) {
      $kept = Get-KeptTree (Get-SwapPath $Places $plan['tree']['backup']) $plan['tree']['before']['sha256']
      $live = 0
      if ((Get-Look $plan['tree']['live']) -ceq 'folder') { $live = (Get-TreeFile $plan['tree']['live'] $true $null).Count }
      $now = "be replaced: $live files by $($kept.Count) files"
    }
    $notes.Add("$($plan['tree']['live']) would $now")
  }
  Test-Right $folders
  foreach ($file in $plan['files']) {
    $change = Get-BackChange $Places '' $file $notes
    if ($null -eq $change) { continue }
    $what = 'changed'
    if ($null -eq $change.after) { $what = 'removed' } elseif ($null -eq $change.before) { $what = 'written' }
    $notes.Add("$($change.path) would be $what")
    if ($null -eq $change.after -or @('connector', 'client') -cnotcontains $change.id) { continue }
    $secrets = Get-KnownSecret $null $way.receipts $change.id
    foreach ($row in $change.values) {
      if ($row['before'] -ceq $row['after']) { continue }
      $before = Format-Value $row['before'] $row['key']
      $after = Format-Value $row['after'] $row['key']
      if ($secrets.Contains([string]$row['key'])) { $before = '(hidden)'; $after = '(hidden)' }
      $notes.Add("  $($row['key']): $before would become $after")
    }
  }
  foreach ($stray in $plan['strays']) { $notes.Add("$($stray['path']) would stay in quarantine (.swap/$($stray['to']))") }
  $name = 'an earlier run'
  if ($null -ne $way.undone['bundle']) { $name = $way.undone['bundle']['name'] }
  $to = $null
  if ($null -ne $way.earlier) { $to = $way.earlier['bundle'] }
  Write-Say "$($Places.install): could be rolled back as it is; nothing was written"
  Write-Say "  would undo: $($way.undone['kind']) of $name ($($way.undone['at']))"
  Write-Say "  back to $(Format-Standing $to)"
  foreach ($note in $notes) { Write-Say "  $note" }
}

# -List: the receipts, oldest first, which of them stands, and which run a rollback would undo.
function Show-Receipt($Places) {
  Test-Target @($Places.install, $Places.swap) 'folder'
  $receipts = Get-Receipt $Places
  if ($receipts.Count -eq 0) { Stop-Run 10 "$($Places.swap) has no receipt: nothing was installed by Tierwright here, and there is nothing to roll back. Nothing was written." }
  $newest = $receipts[$receipts.Count - 1]
  $next = ''
  if ($null -ne $newest['undo'] -and $null -ne (Get-Look (Get-SwapPath $Places $newest['undo']['plan']))) { $next = $newest['undo']['plan'].Split('/')[0] }
  Write-Say $Places.install
  foreach ($receipt in $receipts) {
    $marks = @()
    if ($receipt['run'] -ceq $newest['run']) { $marks += 'stands now' }
    if ($receipt['run'] -ceq $next) { $marks += 'rollback undoes it' }
    $behind = ''
    if ($marks.Count -gt 0) { $behind = "  ($($marks -join '; '))" }
    Write-Say ("  {0:d6}  {1}  {2}  {3}{4}" -f [long]$receipt['sequence'], $receipt['at'], $receipt['kind'].PadRight(8), (Format-Standing $receipt['bundle']), $behind)
  }
  if (Test-Unfinished $Places $newest) { Write-Say '  a run is unfinished: any deploy command finishes or undoes it first' }
}

# ---- Looking only: what lies there against the newest receipt.

function Invoke-Verify($Places, [string]$Root) {
  $receipt = Get-NewestReceipt $Places
  if ($null -eq $receipt) { Stop-Run 10 "$($Places.swap) has no receipt that can be read: install a bundle first." }
  $found = Get-Difference $Places $receipt $Root
  if ($found.Count -gt 0) {
    $lines = @(foreach ($one in $found) { "  $($one.text)" })
    $advice = Get-Advice $receipt $found (Get-Receipt $Places)
    Stop-Run 12 ("$($Places.install) is not as receipt $($receipt['run']) says. To mend it: $advice." + $script:LineEnd + ($lines -join $script:LineEnd))
  }
  $what = 'what was there before the first deploy'
  if ($null -ne $receipt['bundle']) { $what = "environment '$($receipt['bundle']['environment'])', connector $($receipt['bundle']['connector']), serial $($receipt['bundle']['serial'])" }
  Write-Say "$($Places.install): ${what}: every file and value is as receipt $($receipt['run']) says."
}

# ---- -Collect: what adopting and diagnosing a workstation needs, read only and without secrets.

# A properties file with the values of secret keys hidden; a file that Java cannot load is only described.
function Get-HiddenText([byte[]]$Bytes, [string]$What, $Secrets) {
  try {
    $text = Get-Latin1Text $Bytes
    $changes = New-List
    foreach ($entry in (Get-PropertyEntry $text)) { if ((Test-SecretName $entry.key) -or (Test-SecretValue $entry.value) -or $Secrets.Contains($entry.key)) { $changes.Add(@{ key = $entry.key; value = '(hidden)' }) } }
    # commented-out lines may hold an old password, or an address with one
    $text = [regex]::Replace($text, '(?m)^([ \t\f]*[#!])([^\r\n]*)', [System.Text.RegularExpressions.MatchEvaluator] { param($match)
        $comment = $match.Groups[2].Value.Trim().Replace('\', '')
        if (Test-SecretValue $comment) { return $match.Groups[1].Value + ' (hidden)' }
        return $match.Value
      })
    $text = [regex]::Replace((Edit-PropertyText $text $changes), '(?m)^([ \t\f]*[#!][^=:\r\n]*?(?i:passw|secret|token|credential|pwd)[^=:\r\n]*[=:])[^\r\n]*', '$1 (hidden)')
    $text = [regex]::Replace($text, '(?i)([a-z][a-z0-9+.-]*(?:\\:|:)//)[^/\s@:]+:[^/\s@]+@', '$1(hidden)@')
    # options inside a value, such as -Djavax.net.ssl.keyStorePassword=...
    return [regex]::Replace($text, '(?i)(-D?[a-z0-9._-]*(?:passw|secret|token|credential|pwd)[a-z0-9._-]*\\?[=:])[^\s"'';,]+', '$1(hidden)')
  }
  catch [System.FormatException] { return "# $What is left out: $($_.Exception.Message)`n" }
}

# XML without the values of secrets: attributes and elements whose name looks like one, what stands beside such a name (<Property name="dbPassword"
# value="...">), and any value, text or comment that carries credentials itself. "key" is the name of a name here.
function Get-HiddenXml([byte[]]$Bytes) {
  $evaluate = [System.Text.RegularExpressions.MatchEvaluator] { param($match) Get-HiddenTag $match.Groups[1].Value $match.Groups[2].Value }
  return ,(Get-Latin1Bytes ([regex]::Replace((Get-Latin1Text $Bytes), '(<[^<>]*>)([^<]*)', $evaluate)))
}

function Get-HiddenTag([string]$Tag, [string]$Text) {
  if ($Tag.StartsWith('<!', [System.StringComparison]::Ordinal)) {
    if (Test-SecretValue ($Tag.Trim([char[]]'<!->') -creplace '\s+', ' ')) { return "<!-- (hidden) -->$Text" }
    return $Tag + $Text
  }
  $quotes = [char[]]@([char]34, [char]39)
  $attribute = '([A-Za-z0-9_.:-]+)(\s*=\s*)("[^"]*"|''[^'']*'')'
  $secret = Test-SecretName ([regex]::Match($Tag, '^<([^\s/>]*)')).Groups[1].Value
  foreach ($found in [regex]::Matches($Tag, $attribute)) {
    if (@('name', 'key', 'id') -contains $found.Groups[1].Value -and (Test-SecretName $found.Groups[3].Value.Trim($quotes))) { $secret = $true }
  }
  $shown = New-Object System.Text.StringBuilder
  $from = 0
  foreach ($found in [regex]::Matches($Tag, $attribute)) {
    $name = $found.Groups[1].Value
    $value = $found.Groups[3].Value.Trim($quotes)
    if (-not (($name -ine 'key' -and (Test-SecretName $name)) -or ($secret -and $name -ieq 'value') -or (Test-SecretValue $value))) { continue }
    $at = $found.Groups[3].Index
    [void]$shown.Append($Tag, $from, $at - $from).Append('"(hidden)"')
    $from = $at + $found.Groups[3].Length
  }
  [void]$shown.Append($Tag, $from, $Tag.Length - $from)
  if ($Text.Trim() -cne '' -and ($secret -or (Test-SecretValue $Text.Trim()))) { return $shown.ToString() + '(hidden)' }
  return $shown.ToString() + $Text
}

function Add-Collected($Collected, [string]$Name, [string]$Text) { $Collected.files[$Name] = Get-Latin1Bytes $Text }

function Add-CollectedFile($Collected, [string]$Name, [string]$Path, [bool]$Properties) {
  try {
    if ((Get-Look $Path) -cne 'file') { $Collected.notes.Add("${Path}: not there"); return }
    $bytes = Read-Bytes $Path
  }
  catch { $Collected.notes.Add("${Path}: could not be read: $(Get-FaultText (Get-Fault $_))"); return }
  # size and hash are those of the form without secrets: the others would tell how long a secret is, or let it be guessed
  $what = 'as it is'
  if ($Properties -or $Path -imatch '\.xml\z') {
    if ($Properties) { $clean = Get-Latin1Bytes (Get-HiddenText $bytes $Path $Collected.secrets) } else { $clean = Get-HiddenXml $bytes }
    if ((Get-BytesHash $clean) -cne (Get-BytesHash $bytes)) { $what = 'with values hidden' }
    $bytes = $clean
  }
  $Collected.files[$Name] = $bytes
  $Collected.notes.Add("${Path}: $Name ($what, $($bytes.Length) bytes, sha256 $(Get-BytesHash $bytes))")
}

# A receipt or journal: rows of secret-looking keys are hidden, and so is the hash of a file that may hold a secret.
function Add-CollectedDocument($Collected, [string]$Name, [string]$Path) {
  try {
    $document = ConvertFrom-JsonBytes (Read-Bytes $Path) $Path
    Hide-Row $document
    $Collected.files[$Name] = ConvertTo-JsonBytes $document
    $Collected.notes.Add("${Path}: $Name")
  }
  catch { $Collected.notes.Add("${Path}: could not be read: $(Get-FaultText (Get-Fault $_))") }
}

function Hide-Row($Value) {
  if ($Value -is [System.Collections.IDictionary]) {
    if ($Value['key'] -is [string]) {
      $named = Test-SecretName $Value['key']
      foreach ($field in 'value', 'expected', 'found', 'before', 'after') { if ($null -ne $Value[$field] -and ($named -or (Test-SecretValue $Value[$field]))) { $Value[$field] = '(hidden)' } }
    }
    if ($Value['path'] -is [string] -and $Value['path'] -imatch '\.properties\z' -and $Value['sha256'] -is [string]) { $Value['sha256'] = '(hidden)'; $Value['size'] = 0 }
    foreach ($item in @($Value.Values)) { Hide-Row $item }
  }
  elseif ($Value -is [array]) { foreach ($item in $Value) { Hide-Row $item } }
}

function Get-HiddenHash([string]$Path, $Secrets) {
  try { return Get-BytesHash (Get-Latin1Bytes (Get-HiddenText (Read-Bytes $Path) $Path $Secrets)) } catch { return 'could not be read: ' + (Get-FaultText (Get-Fault $_)) }
}

# A listing of a folder with hashes; files that cannot be read are said.
function Add-CollectedTree($Collected, [string]$Folder) {
  try {
    if ((Get-Look $Folder) -cne 'folder') { $Collected.notes.Add("${Folder}: not there"); return }
    $Collected.roots.Add("== $Folder")
    foreach ($file in (Get-TreeFile $Folder $false $null)) {
      $hash = 'a link'
      if ($file.path -imatch '\.properties\z') { $hash = Get-HiddenHash $file.full $Collected.secrets; $file.size = 'hidden form' }
      elseif ($file.sha256 -cne 'link') { try { $hash = (Get-FileRecord $file.full).sha256 } catch { $hash = 'could not be read: ' + (Get-FaultText (Get-Fault $_)) } }
      $Collected.roots.Add("$hash  $($file.size)  $($file.path)")
    }
  }
  catch { $Collected.notes.Add("${Folder}: could not be listed: $(Get-FaultText (Get-Fault $_))") }
}

function Get-CollectedVariable {
  $names = @(foreach ($name in [Environment]::GetEnvironmentVariables().Keys) { if ($name -cmatch '(?i)^(JAVA_HOME|JRE_HOME|JDK_HOME|JAVA_TOOL_OPTIONS|PROCESSOR_ARCHITECTURE|OS|.*_HOME|TC_.*|TCCS_.*|FMS_.*|.*TCIntImportWorkingDir)$') { $name } })
  foreach ($name in (Get-SortedText $names)) {
    $value = [Environment]::GetEnvironmentVariable($name)
    if (Test-SecretName $name) { $value = '(hidden)' }
    $value = [regex]::Replace($value, '(?i)(passw[a-z]*|secret|token)=\S+', '$1=(hidden)')
    # what is hidden already says no secret; an address with one, or a long key, hides the whole value
    if (Test-SecretValue ($value -creplace '\S+=\(hidden\)', '')) { $value = '(hidden)' }
    "$name=$value"
  }
}

function Invoke-Collect([string]$Out, $Bundle, $Options) {
  $target = Get-NativePath $Out ''
  if ($null -ne (Get-Look $target)) { Stop-Run 10 "'$target' is there already, and nothing is written over. Name another file." }
  if ((Get-Look (Get-ParentFolder $target)) -cne 'folder') { Stop-Run 2 "The folder of '$target' does not exist." }
  $manifest = $null
  if ($null -ne $Bundle) { $manifest = $Bundle.manifest; $places = Get-Place $manifest $Options.Root $Options.Install $Options.ClientFile }
  else { $places = New-InstallPlace (Find-Installation $Options.Root $Options.Install) }
  $receipt = $null
  try { $receipt = Get-NewestReceipt $places } catch [System.InvalidOperationException] { $receipt = $null } # it is collected as it lies
  Set-CollectedPlace $places $receipt $Options
  $collected = @{ files = (New-Map); notes = (New-List); roots = (New-List); secrets = (New-TextSet) }
  $rows = @()
  if ($null -ne $manifest) { $rows += @(foreach ($row in $manifest['values']) { if ($null -ne $row['secret']) { $row } }) }
  if ($null -ne $receipt -and $null -ne $receipt['state']) { $rows += @($receipt['state']['secrets']) }
  foreach ($row in $rows) { [void]$collected.secrets.Add($row['key']) }
  $collected.notes.Add("machine $(Get-MachineName), user $(Get-UserName), $(Get-UtcText), $($script:Runner), PowerShell $($PSVersionTable.PSVersion)")
  $collected.notes.Add("installation $($places.install)")
  if ($null -ne $places.conf) { Add-CollectedFile $collected 'connector/connector.properties' $places.conf $true }
  if ($null -ne $places.logger) { Add-CollectedFile $collected 'connector/logger.properties' $places.logger $true }
  if ($null -ne $places.client) { Add-CollectedFile $collected 'client/CommonClient.properties' $places.client $true }
  if ($null -ne $places.log4j2) { Add-CollectedFile $collected 'client/log4j2.xml' $places.log4j2 $false }
  foreach ($name in @(Get-NameIn (Join-Native $places.install 'bin'))) { if ($name -imatch '\.properties\z') { Add-CollectedFile $collected "tool/$name" (Join-Native $places.install "bin/$name") $true } }
  Add-CollectedFile $collected 'tool/release' (Join-Native $places.install 'jre/release') $false
  foreach ($folder in (Select-Different (@($places.plugins) + @($places.roots) + @(Get-ArgumentRoot $places $Options.Root) + @(Get-UserRoot $Options.Root)))) { Add-CollectedTree $collected $folder }
  foreach ($path in @($places.profiles) + @($places.strays)) {
    if ((Get-Look $path) -ceq 'file') { $record = Get-FileRecord $path; $collected.roots.Add("$($record.sha256)  $($record.size)  $path") } else { $collected.notes.Add("${path}: not there") }
  }
  if ((Get-Look $places.swap) -ceq 'folder') {
    foreach ($name in @(Get-NameIn (Get-SwapPath $places 'receipts'))) { Add-CollectedDocument $collected "swap/receipts/$name" (Get-SwapPath $places "receipts/$name") }
    if (Test-Journal $places) { Add-CollectedFile $collected 'swap/journal.json' (Get-SwapPath $places 'journal.json') $false }
  }
  $variables = @(Get-CollectedVariable)
  Add-Collected $collected 'environment.txt' (($variables -join "`n") + "`n")
  $collected.files['files.txt'] = Get-Utf8Bytes ((@(foreach ($one in $collected.roots) { Format-Visible $one }) -join "`n") + "`n")
  $collected.files['notes.txt'] = Get-Utf8Bytes ((@(foreach ($one in $collected.notes) { Format-Visible $one }) -join "`n") + "`n")
  Write-CollectedZip $target $collected.files
  Write-Say "Collected $($collected.files.Count) files into $target. Values of secret keys are hidden; look through it before you send it."
  foreach ($note in $collected.notes) { if ($note -cmatch ': could not be ') { Write-Say "  note: $note" } }
}

# Without a bundle the newest receipt says where things lie.
function Set-CollectedPlace($Places, $Receipt, $Options) {
  if ($Options.ClientFile -cne '' -and $null -eq $Places.client) { $Places.client = Get-NativePath $Options.ClientFile $Options.Root }
  if ($null -eq $Receipt -or $null -ne $Places.live) { return }
  $Places.live = Join-Native $Places.plugins $Receipt['plugin']['folder']
  $Places.conf = Join-Native $Places.live $Receipt['plugin']['conf']
  if ($null -ne $Receipt['plugin']['logger']) { $Places.logger = Join-Native $Places.live $Receipt['plugin']['logger'] }
  if ($null -eq $Places.client) { $Places.client = $Receipt['paths']['client'] }
  if ($null -eq $Receipt['state']) { return }
  foreach ($file in $Receipt['state']['files']) {
    if ($file['id'] -ceq 'log4j2') { $Places.log4j2 = $file['path'] }
    elseif (Test-StartsWith $file['id'] 'profile-') { $Places.profiles += $file['path'] }
  }
}

function Write-CollectedZip([string]$Path, $Files) {
  Add-Type -AssemblyName System.IO.Compression
  Invoke-FileOperation 'write' {
    $stream = New-Object System.IO.FileStream $Path, ([System.IO.FileMode]::CreateNew), ([System.IO.FileAccess]::ReadWrite), ([System.IO.FileShare]::None)
    try {
      $zip = New-Object System.IO.Compression.ZipArchive $stream, ([System.IO.Compression.ZipArchiveMode]::Create), $true
      foreach ($item in $Files.GetEnumerator()) {
        $entry = $zip.CreateEntry($item.Key, [System.IO.Compression.CompressionLevel]::Optimal)
        $out = $entry.Open()
        try { $out.Write($item.Value, 0, $item.Value.Length) } finally { $out.Dispose() }
      }
      $zip.Dispose()
      $stream.Flush($true)
    }
    finally { $stream.Dispose() }
  }
}

# ---- The script itself.

# Stops where this PowerShell cannot do the work, and says what to do.
function Test-PowerShell {
  if ((Test-Windows) -and [Environment]::Is64BitOperatingSystem -and -not [Environment]::Is64BitProcess) {
    Stop-Run 2 ('This is the 32-bit PowerShell of a 64-bit Windows: it sees other program folders and cannot see the running tool. ' +
      'Start %SystemRoot%\Sysnative\WindowsPowerShell\v1.0\powershell.exe with the same arguments. Nothing was written.')
  }
}

# "C:\X\" -WhatIf reaches a program as one value, C:\X" -WhatIf: the switch behind it is gone. No path of Windows holds a quote.
function Test-Quote($Options) {
  foreach ($name in 'Bundle', 'Root', 'Install', 'ClientFile', 'Key', 'Collect', 'ReceiptCopy') {
    $value = $Options[$name]
    $at = $value.IndexOf([char]'"')
    if ($at -lt 0) { continue }
    $swallowed = $value.Substring($at + 1).Trim()
    if ($swallowed -cne '') { $swallowed = ", and with it '$swallowed'" }
    Stop-Run 2 ("-$name holds a quote: $value. A backslash before the closing quote made the quote part of the value$swallowed. " +
      "Leave the last backslash away: -$name ""$($value.Substring(0, $at))"". Nothing was written.")
  }
}

# One way of working, and what it needs.
function Get-Mode($Options) {
  Test-Quote $Options
  $modes = @(foreach ($name in 'WhatIf', 'Verify', 'Detect', 'Rollback', 'Stage', 'List') { if ($Options[$name]) { $name } })
  if ($Options.Collect -cne '') { $modes += 'Collect' }
  if (($modes -join ' ') -ceq 'WhatIf Rollback') { $modes = @('LookBack') }
  if (($modes -join ' ') -ceq 'Rollback List') { $modes = @('List') }
  if ($modes.Count -gt 1) { Stop-Run 2 "-$($modes -join ' and -') cannot be asked for together." }
  if ($Options.Unknown.Count -gt 0) { Stop-Run 2 "'$($Options.Unknown[0])' is not understood. Get-Help .\deploy.ps1 -Full names every parameter." }
  if ($modes.Count -eq 1) { $mode = $modes[0] } else { $mode = 'Install' }
  if (@('Install', 'WhatIf', 'Stage', 'Detect') -ccontains $mode -and $Options.Bundle -ceq '') { Stop-Run 2 '-Bundle FILE is missing: the zip to install. Get-Help .\deploy.ps1 -Full names every parameter.' }
  return $mode
}

function Invoke-Mode([string]$Mode, $Options) {
  if ($Options.Root -cne '') {
    $Options.Root = [System.IO.Path]::GetFullPath([System.IO.Path]::Combine((Get-WorkingFolder), $Options.Root))
    if ((Get-Look $Options.Root) -cne 'folder') { Stop-Run 2 "The root '$($Options.Root)' is no folder: make it first." }
  }
  # relative to where this was started: a run may leave that folder
  foreach ($name in 'Collect', 'ReceiptCopy') { if ($Options[$name] -cne '') { $Options[$name] = Get-NativePath $Options[$name] '' } }
  $started = Get-WorkingFolder
  $opened = $null
  try {
    if ($Options.Bundle -cne '') {
      Enter-Step 'verify' $null
      $opened = Open-Bundle (Get-NativePath $Options.Bundle '')
      $opened.publicKeys = @(if ($Options.Key -cne '') { Get-PublicKey (Get-NativePath $Options.Key '') })
      $opened.key = Get-SignatureKey $opened $opened.publicKeys
    }
    if (@('Install', 'WhatIf', 'Stage') -ccontains $Mode) { Invoke-Install $opened $Options; return 0 }
    if ($Mode -ceq 'Collect') { Invoke-Collect $Options.Collect $opened $Options; return 0 }
    if ($null -ne $opened) { $places = Get-Place $opened.manifest $Options.Root $Options.Install $Options.ClientFile }
    else { $places = New-InstallPlace (Find-Installation $Options.Root $Options.Install) }
    if ($Mode -ceq 'LookBack') { Show-Rollback $places $Options; return 0 }
    if ($Mode -ceq 'List') { Show-Receipt $places; return 0 }
    if ($Mode -ceq 'Rollback') { Invoke-Rollback $places $Options; return 0 }
    if ($Mode -ceq 'Verify') { Invoke-Verify $places $Options.Root; return 0 }
    $detected = Get-Detection $places.install $opened.manifestSha256 $opened.manifest['environment'] $Options.Root
    if ($detected.found) { Write-Say $detected.line; return 0 }
    Write-Complaint $detected.line
    return 1
  }
  finally {
    Close-Bundle $opened
    if ((Get-WorkingFolder) -cne $started -and [System.IO.Directory]::Exists($started)) { Set-Location -LiteralPath $started }
  }
}

# The whole script: the exit code.
function Invoke-Main($Options) {
  try {
    Test-PowerShell
    $said = @(Invoke-Mode (Get-Mode $Options) $Options)
    return [int]$said[$said.Count - 1]
  }
  catch {
    $fault = Get-Fault $_
    $code = Get-FaultCode $fault 4
    if ($code -eq 4 -and (Test-Sharing $fault)) {
      Write-Complaint "$(Get-FaultText $fault) Another program has it open: close it (an editor, a viewer, a scanner), then run this again; nothing was changed."
      return 1618
    }
    if ($code -eq 4 -and (Test-FileFault $fault)) {
      Write-Complaint "$(Get-FaultText $fault). Mend that and run this again; nothing was changed."
      return 10
    }
    if ($code -eq 4) { Write-Complaint "deploy.ps1 failed: $(Get-FaultText $fault) ($($_.InvocationInfo.ScriptLineNumber)). Please report this line." }
    else { Write-Complaint $fault.Message }
    return $code
  }
}

if ($MyInvocation.InvocationName -cne '.') {
  exit (Invoke-Main @{ Bundle = $Bundle; Root = $Root; Install = $Install; ClientFile = $ClientFile; Key = $Key; WhatIf = [bool]$WhatIf; Verify = [bool]$Verify
      Detect = [bool]$Detect; Rollback = [bool]$Rollback; Stage = [bool]$Stage; List = [bool]$List; Collect = $Collect; AcceptDrift = [bool]$AcceptDrift
      SwitchEnvironment = [bool]$SwitchEnvironment; AllowDowngrade = $AllowDowngrade; ReceiptCopy = $ReceiptCopy; Unknown = @($Unknown)
    })
}
