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
  # most entries are small: a block of a megabyte for each of thousands takes longer than their bytes
  $block = New-Object byte[] ([int][Math]::Max(1, [Math]::Min($Length, 1048576)))
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
    # what is wrong with another zip is told as what it is; a bundle is not read a second time for it
    try { $entries = Read-ZipDirectory $stream } catch { Test-OtherZip $stream; throw }
    if (@($entries | ForEach-Object { $_.name }) -cnotcontains 'manifest.json') { Test-OtherZip $stream }
    return @{ stream = $stream; path = $Path; entries = $entries }
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

# What is not a bundle at all is told as what it is: the first fault that it has as a bundle would say nothing.
function Test-OtherZip([System.IO.Stream]$Stream) {
  if ($Stream.Length -lt 22) { return }
  $entries = @(Get-ZipTable $Stream)
  if ($entries.Count -eq 0) { return }
  $names = @(foreach ($entry in $entries) { $entry.name })
  if ($names -cnotcontains 'manifest.json') {
    $wrapped = @($names -cmatch '^[^/]+/manifest\.json\z')
    if ($wrapped.Count -gt 0) { Stop-Zip "it was repacked: its files are in the folder '$($wrapped[0].Split('/')[0])', but a bundle begins with manifest.json. Use the original bundle, as 'tierwright bundle' published it" }
    $descriptor = @($names -match '(^|/)plugin\.xml\z')
    if ($descriptor.Count -gt 0) { Stop-Zip "it is a vendor's kit, not a bundle: it contains '$($descriptor[0])' and no manifest.json. Build a bundle from it: 'tierwright kit import', then 'tierwright bundle'" }
    $inner = @($names -match '\.zip\z')
    if ($inner.Count -gt 0) { Stop-Zip "it is a zip with '$($inner[0])' in it, not a bundle: it has no manifest.json. Unpack it first, and name the bundle that is in it" }
    Stop-Zip "it is a zip without manifest.json, so it is not a bundle; its first file is '$($names[0])'. Build a bundle with 'tierwright bundle'"
  }
  foreach ($entry in $entries) {
    if ($entry.packed) { Stop-Zip "it was repacked by another program: a bundle's files are stored, but these are compressed. Use the original bundle, as 'tierwright bundle' published it" }
  }
}

function Read-ZipDirectory([System.IO.Stream]$Stream) {
  if ($Stream.Length -lt 22) { Stop-Zip 'it is not a zip file' }
  $end = Read-Exactly $Stream ($Stream.Length - 22) 22
  if ([BitConverter]::ToUInt32($end, 0) -ne 0x06054b50) { Stop-Zip 'it is not a zip file as Tierwright writes it: the record at its end is missing or has a comment (cut short, or bytes were added)' }
  $count = [BitConverter]::ToUInt16($end, 10)
  $size = [long][BitConverter]::ToUInt32($end, 12)
  $start = [long][BitConverter]::ToUInt32($end, 16)
  if ([BitConverter]::ToUInt32($end, 4) -ne 0 -or [BitConverter]::ToUInt16($end, 8) -ne $count) { Stop-Zip 'it is split over several volumes' }
  if ([BitConverter]::ToUInt16($end, 20) -ne 0 -or $start + $size -ne $Stream.Length - 22) { Stop-Zip 'its table of contents is not where its end record declares it' }
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
  if ($Entry.offset + $Entry.size -gt $End) { Stop-Zip "'$name' declares more bytes than the file has" }
  $local = Read-Exactly $Stream $Entry.header (30 + $length)
  $same = [BitConverter]::ToUInt32($local, 0) -eq 0x04034b50 -and [BitConverter]::ToUInt16($local, 4) -eq 20 -and [BitConverter]::ToUInt32($local, 10) -eq 0x00210000 -and [BitConverter]::ToUInt16($local, 6) -eq 0x0800 -and [BitConverter]::ToUInt16($local, 8) -eq 0 -and
  [BitConverter]::ToUInt32($local, 14) -eq $Entry.crc -and [BitConverter]::ToUInt32($local, 18) -eq $Entry.size -and [BitConverter]::ToUInt32($local, 22) -eq $Entry.size -and
  [BitConverter]::ToUInt16($local, 26) -eq $length -and [BitConverter]::ToUInt16($local, 28) -eq 0
  if ($same) { for ($k = 0; $k -lt $length; $k++) { if ($local[30 + $k] -ne $Entry.spelt[$k]) { $same = $false; break } } }
  if (-not $same) { Stop-Zip "the header of '$name' and the table of contents contradict each other" }
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
