# ---- Values that are kept from the machine pass the rules that compiled values pass.

# Why a value that is kept from the machine could not be used by the connector, or $null: the rules that compiled values pass. $Ours: what the
# bundle would write there, which tells a directory from other values.
function Get-KeptFault([string]$Key, [string]$Spelt, [string]$Value, $Ours) {
  $absolute = '^([A-Za-z]:[\\/]|[\\/]{2}[^\\/]+[\\/]+[^\\/]+)'
  $directory = $Key -imatch '(^|_)DIR(ECTORY)?\z|TCIntImportWorkingDir\z' -or ($null -ne $Ours -and $Ours -cmatch $absolute)
  if ($Value.Trim() -ceq '') {
    if ($directory -or -not [string]::IsNullOrEmpty($Ours)) { return 'it is empty or only spaces' }
    return $null
  }
  if ($directory -or $Spelt -cmatch '^[A-Za-z]\\?:\\[A-Za-z0-9_.~-]') {
    $byHand = $directory -and $Spelt.Replace('\:', '').Replace('\=', '').Replace('\#', '').Replace('\!', '') -cmatch '[:=#!]'
    for ($k = $Spelt.IndexOf([char]'\'); $k -ge 0 -and $k -lt $Spelt.Length; $k = $Spelt.IndexOf([char]'\', $k)) {
      if ($k + 1 -ge $Spelt.Length) { return 'a single backslash is dropped, so it names another folder than intended' }
      if ('tnrf'.IndexOf($Spelt[$k + 1]) -ge 0) { return 'a single backslash turns the letter after it into a control character' }
      if ("\u :=#!`r`n".IndexOf($Spelt[$k + 1]) -lt 0) { return 'a single backslash is dropped, so it names another folder than intended' }
      # Properties.store escapes ':' as well: a person who did not wrote one backslash for a separator
      if ($byHand -and '#!='.IndexOf($Spelt[$k + 1]) -ge 0 -and ($k -eq 0 -or '\/'.IndexOf($Spelt[$k - 1]) -lt 0)) {
        return 'a single backslash is dropped, so it names another folder than intended'
      }
      $k += 2
      if ($k -ge $Spelt.Length) { break }
    }
  }
  if ($directory -and $Value -cmatch '\S[ \t\f]\z') { return 'it ends in a space: Java keeps the space, and Windows has no folder whose name ends in one' }
  $sign = [regex]::Match(($Value -creplace '^[\\/]{2}\?(?=[\\/])', ''), '["<>|*?]').Value
  if ($directory -and $sign -cne '') { return "it has a '$sign': no path of Windows can have that character" }
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
    if (Test-Secret $key $entry.value) { $words = '(hidden)' }
    "line $($text.Substring(0, $entry.line.start).Split("`n").Length): $key is written as ${words}: $fault"
  }
}
