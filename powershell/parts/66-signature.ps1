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
    if ([BitConverter]::ToString($der, $oid.start, $oid.length) -cne '2A-86-48-86-F7-0D-01-01-01') { throw (New-Object System.FormatException 'it is not an RSA key') }
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
  if ($text.Contains('PRIVATE KEY-----')) { Stop-Run 10 "'$Path' is a private key: name the public key instead, and do not copy the private one. Nothing was written." }
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
  if ($null -eq $Bundle.signature) { Stop-Run 10 "The bundle is refused: it is not signed ('$path' is missing), but a key was given. Copy the .sig file next to the bundle; nothing was written." }
  Stop-Run 10 "The bundle is refused: '$path' does not match this bundle and the given key. It was signed by somebody else, or one of the two was changed; nothing was written."
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
  Stop-Run 10 "The bundle is refused: an earlier install was verified with key $($Pinned['sha256'].Substring(0, 16))..., but this bundle is $how. Get the bundle with its .sig from where it was published; to change keys, give -Key a file with the old and the new public key; nothing was written."
}
