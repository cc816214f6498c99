# ---- Messages, faults and text. Nothing here touches the world.

# The end of a line that this script means: a noncharacter and a word that is drawn anew in every process, so that no file, name or value can
# hold it. Where a text leaves, it becomes a line feed; every other line feed is somebody's value, and is shown.
$script:LineEnd = [string][char]0xfdd8 + [string]::Join('', @(foreach ($number in (0..4)) { [char](0xdc00 + [BitConverter]::ToUInt16([Guid]::NewGuid().ToByteArray(), 0) % 1024) }))

# What must not reach a terminal or a log (src/kernel/unseen.ts): Unicode's Default_Ignorable_Code_Point, which .NET has no class for, written
# out as ranges of UTF-16, with controls, separators of lines, other characters that nobody sees, noncharacters and halves of surrogate pairs.
$script:UnsafeText = New-Object System.Text.RegularExpressions.Regex ('[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f' +
  '\u2028-\u202e\u2060-\u206f\u2800\u3164\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff]|\ud80d[\udc30-\udc42]|\ud82f[\udca0-\udca3]|' +
  '\ud834[\udd59\udd73-\udd7a]|[\udb40-\udb43][\udc00-\udfff]|' +
  '[\ud83f\ud87f\ud8bf\ud8ff\ud93f\ud97f\ud9bf\ud9ff\uda3f\uda7f\udabf\udaff\udb3f\udb7f\udbbf\udbff][\udffe\udfff]|' +
  '[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]')

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

# A word of a command that is pasted into PowerShell or cmd.exe, as both read it; $null where there is no such spelling. The rule is that of
# src/kernel/shell-words.ts for Windows: no character that one of the two replaces, or that divides commands, and none that cannot be seen.
function Format-Word([string]$Word) {
  if ($Word.Length -gt 1000 -or $Word -cmatch '##\w{0,12}\[|\A-|[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0]') { return $null }
  if ($Word -cmatch '\A[A-Za-z0-9_.:/\\][A-Za-z0-9_.+:/\\-]*\z') { return $Word }
  if ($Word -cmatch "\A[\p{L}\p{M}\p{N} #'()*+,./:;=?@[\\\]_{}~\u2010-\u201b\u2026\-]+(?<!\\)\z") { return '"' + $Word + '"' }
  return $null
}

# A command with one name in it, for a sentence; where the name has no spelling it is told in words, the name by its code points.
function Format-Command([string]$Before, [string]$Name, [string]$After) {
  $word = Format-Word $Name
  if ($null -ne $word) { return "``$Before $word$After``" }
  $points = New-Object System.Text.StringBuilder
  foreach ($unit in $Name.Substring(0, [Math]::Min($Name.Length, 1000)).ToCharArray()) {
    if ([string]$unit -cmatch '\A[A-Za-z0-9._:/ -]\z') { [void]$points.Append($unit) }
    else { [void]$points.Append('<U+').Append(([int]$unit).ToString('X4')).Append('>') }
  }
  return "(in words, because no shell can be given the name safely) $Before NAME$After, with NAME for $points"
}

# A message as it leaves: our own line ends, everything else visible, and no line that a build service takes for a command.
function Format-Leaving([string]$Text) {
  $lines = @(foreach ($line in $Text.Split([string[]]@($script:LineEnd), [System.StringSplitOptions]::None)) {
      ((Format-Visible $line) -creplace '^(\s*):(?=:)', '$1<U+003A>') -creplace '##(?=\w{0,12}\[)', '#<U+0023>'
    })
  return ($lines -join "`n")
}

# Every line that was said, and every error, for whoever asks for a result.
$script:Said = New-Object System.Collections.Generic.List[string]
$script:Complained = New-Object System.Collections.Generic.List[string]

# Why a line could not be printed; $null while all could. A full disk below the log never decides what a run does.
$script:Unprinted = $null

function Write-Say([string]$Text) {
  $shown = Format-Leaving $Text
  $script:Said.Add($shown)
  try { Write-Host $shown } catch [System.IO.IOException], [System.Management.Automation.Host.HostException] { $script:Unprinted = Get-FaultText (Get-Fault $_) }
}

# True where somebody else's session runs this script: a console, a job, a remote session.
$script:InSession = $false

# An error as it leaves: for the process's own standard error, or for the error stream of the session, where 2>, jobs and transcripts find it.
function Write-Complaint([string]$Text) {
  $shown = Format-Leaving $Text
  $script:Complained.Add($shown)
  if ($script:InSession) { Write-Error -Message $shown -ErrorAction Continue } else { try { [Console]::Error.WriteLine($shown) } catch [System.IO.IOException] { return } } # the exit code remains
}

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
  $text = $Fault.Message.Replace($script:LineEnd, "`n").Trim() -creplace '(?<!\s)\s*[\r\n]\s*', ' '
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
