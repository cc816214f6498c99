# ---- Receipts as they leave the machine: a copy on a share.

function Copy-Row($Row, [string[]]$Without) {
  $copy = New-Map
  foreach ($item in $Row.GetEnumerator()) { if ($Without -cnotcontains $item.Key) { $copy[[string]$item.Key] = $item.Value } }
  return $copy
}

# A receipt without the sizes and digests of files that may hold values of the machine: conf, logger, client file, log4j2.xml and whatever lay
# there before, and every digest over those. What a swap bundle brought keeps its own, which the bundle says as well.
function Get-CopiedReceipt($Receipt) {
  $copy = Copy-Row $Receipt @()
  $swap = $Receipt['kind'] -ceq 'swap'
  if ($null -ne $copy['state']) {
    $copy['state'] = Copy-Row $copy['state'] @()
    $tree = $copy['state']['tree']
    if ($null -ne $tree) {
      $own = @($Receipt['plugin']['conf'], $Receipt['plugin']['logger'])
      $rows = @(foreach ($file in $tree['files']) { if ($swap -and $own -cnotcontains $file['path']) { $file } else { Copy-Row $file @('size', 'sha256') } })
      $copy['state']['tree'] = Copy-Row $tree @('sha256')
      $copy['state']['tree']['files'] = $rows
    }
    $copy['state']['files'] = @(foreach ($file in $copy['state']['files']) { if ($swap -and (Test-StartsWith $file['id'] 'profile-')) { $file } else { Copy-Row $file @('size', 'sha256') } })
  }
  if ($null -ne $copy['before']) {
    $copy['before'] = Copy-Row $copy['before'] @()
    if ($null -ne $copy['before']['tree']) { $copy['before']['tree'] = Copy-Row $copy['before']['tree'] @('sha256') }
  }
  if ($null -ne $copy['undo']) { $copy['undo'] = Copy-Row $copy['undo'] @('sha256') }
  $copy['strays'] = @(foreach ($stray in $copy['strays']) { Copy-Row $stray @('sha256') })
  return $copy
}

# A copy on a share, named by machine and run, so that machines never meet: gives what to say, and throws in the same words.
function Write-ReceiptCopy($Receipt, [string]$Folder) {
  Enter-Step 'copy' $null
  $target = Join-Native (Get-NativePath $Folder '') (((Get-MachineName) -creplace '[^A-Za-z0-9._-]', '_') + "-$($Receipt['run']).json")
  try {
    $share = Get-ParentFolder $target
    New-FolderChain $share
    # under a name that nobody can know before; what lies at the target, also a planted link or pipe, is replaced and never written through
    $part = Join-Native $share ('.' + [Guid]::NewGuid().ToString('N') + '.tmp')
    try {
      Write-Flushed $part (ConvertTo-JsonBytes (Get-CopiedReceipt $Receipt))
      if (@('file', 'link') -ccontains (Get-Stat $target)) { Remove-File $target }
      Move-File $part $target
    }
    catch { if ($null -ne (Get-Stat $part)) { Remove-File $part }; throw }
    return "receipt copied to $target"
  }
  catch { throw (New-Object System.IO.IOException "the receipt could not be copied to ${target}: $(Get-FaultText (Get-Fault $_))") }
}

# The same for a run that stopped. A share that cannot be reached is only a note.
function Copy-Receipt($Receipt, [string]$Folder) {
  if ($Folder -ceq '') { return }
  try { Write-Say "  $(Write-ReceiptCopy $Receipt $Folder)" } catch { Write-Say "  note: $((Get-Fault $_).Message)" }
}
