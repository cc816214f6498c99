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
    $rsa = [System.Security.Cryptography.RSA]::Create()
    $rsa.ImportParameters($numbers)
    $clean = "-----BEGIN PUBLIC KEY-----`n" + ([Convert]::ToBase64String($der) -creplace '(.{64})(?=.)', "`$1`n") + "`n-----END PUBLIC KEY-----`n"
    return @{ rsa = $rsa; sha256 = (Get-BytesHash $der); pem = $clean }
  }
  catch { Stop-Run 10 "$What cannot be used: $(Get-FaultText (Get-Fault $_)). A public RSA key in PEM form ('BEGIN PUBLIC KEY') is expected. Nothing was written." }
}

# Which key the bundle was checked with, as a receipt keeps it; null where neither a key was given nor one is pinned.
function Test-Signature($Bundle, [string]$KeyFile, $Pinned) {
  $given = $null
  if ($KeyFile -cne '') {
    if (-not [System.IO.File]::Exists($KeyFile)) { Stop-Run 2 "There is no key file '$KeyFile'." }
    $given = ConvertFrom-PublicKey (Get-Latin1Text (Read-Bytes $KeyFile)) "the key '$KeyFile'"
  }
  elseif ($null -ne $Pinned) { $given = ConvertFrom-PublicKey $Pinned['pem'] 'the key that an earlier receipt pins' }
  if ($null -eq $given) { return $null }
  $why = 'the key given with -Key'
  if ($KeyFile -ceq '') { $why = 'the key that an earlier receipt pins' }
  $path = $Bundle.path + '.sig'
  if (-not [System.IO.File]::Exists($path)) { Stop-Run 10 "The bundle is refused: it is not signed ('$path' is missing), and $why asks for a signature. Copy the .sig file beside the bundle. Nothing was written." }
  $right = $false
  try { $right = $given.rsa.VerifyData($Bundle.bytes, (Read-Bytes $path), [System.Security.Cryptography.HashAlgorithmName]::SHA256, [System.Security.Cryptography.RSASignaturePadding]::Pkcs1) }
  catch [System.Security.Cryptography.CryptographicException] { $right = $false }
  if (-not $right) { Stop-Run 10 "The bundle is refused: its signature does not belong to $why. It was signed by somebody else, or it was changed. Nothing was written." }
  return [ordered]@{ sha256 = $given.sha256; pem = $given.pem }
}
