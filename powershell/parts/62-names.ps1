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
    if ($part -cmatch '[. ]\z') { return 'ends in a dot or space, which Windows drops' }
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
