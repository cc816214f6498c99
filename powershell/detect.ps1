<#
.SYNOPSIS
Detection script of a managed fleet: one line on the standard output and exit code 0 when exactly the expected bundle is installed.

.DESCRIPTION
The newest receipt is of that bundle, no run is unfinished, and what lies on the machine is what the receipt says: jars and other files by hash,
conf, logger and client file by their decoded values. Anything else is exit code 1 with the reason on the error output. Nothing is written.
Windows PowerShell 5.1 or PowerShell 7; no parameters.

.NOTES
The three lines below are filled in when a bundle is built. This file is put together from powershell/parts by 'node scripts/powershell.mjs'.
#>
$ExpectedManifest = ''
$ExpectedEnvironment = ''
$ExpectedInstall = ''

if ([string]$ExecutionContext.SessionState.LanguageMode -cne 'FullLanguage') {
  Write-Warning "This PowerShell runs in $($ExecutionContext.SessionState.LanguageMode) mode (application control): have the detection script signed by a publisher that the policy trusts."
  exit 1
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

# ---- Records against their published schemas: records below .swap are input.

# The schemas of the records (schemas/*.schema.json) without what only people read.
$script:SchemaText = @{
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

# ---- The script itself.

function Invoke-DetectMain {
  try {
    if ($ExpectedManifest -ceq '') { Write-Complaint 'This detection script names no bundle: use the detect-<environment>.ps1 that was built with one.'; return 1 }
    $install = Find-Installation '' $ExpectedInstall
    $detected = Get-Detection $install $ExpectedManifest $ExpectedEnvironment
    if ($detected.found) { [Console]::Out.WriteLine((Format-Leaving $detected.line)); return 0 }
    Write-Complaint $detected.line
  }
  catch { Write-Complaint (Get-FaultText (Get-Fault $_)) }
  return 1
}

if ($MyInvocation.InvocationName -cne '.') { exit (Invoke-DetectMain) }
