# ---- The script itself.

function Invoke-DetectMain {
  try {
    if ($ExpectedManifest -ceq '') { Write-Complaint 'This detection script names no bundle: use the detect-<environment>.ps1 that was built with one.'; return 1 }
    if ((Test-WindowsPath $ExpectedInstall) -and -not (Test-Windows)) { Write-Complaint "'$ExpectedInstall' is a path of Windows, but this is another system: run this script on the workstation."; return 1 }
    $install = Find-Installation '' $ExpectedInstall
    $detected = Get-Detection $install $ExpectedManifest $ExpectedEnvironment
    if ($detected.found) { [Console]::Out.WriteLine((Format-Leaving $detected.line)); return 0 }
    Write-Complaint $detected.line
  }
  catch { Write-Complaint (Get-FaultText (Get-Fault $_)) }
  return 1
}

if ($MyInvocation.InvocationName -cne '.') { exit (Invoke-DetectMain) }
