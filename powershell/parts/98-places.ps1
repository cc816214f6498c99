# ---- -Collect: what lies where, without its content, so that whoever looks at the archive can tell 'missing' from 'not gathered'.

# One row of places.txt: kind, size, SHA-256 and time, '-' where there is none or it is not said, then the path. A settings file may hold a
# secret, so neither its size nor its hash is said.
function Add-Place($Collected, [string]$Path, [bool]$Hash = $false) {
  $size = '-'; $sum = '-'; $time = '-'
  try {
    $kind = Get-Stat $Path
    if ($null -eq $kind) { $kind = 'missing' }
    if ($kind -ceq 'file') {
      $info = New-Object System.IO.FileInfo $Path
      $time = $info.LastWriteTimeUtc.ToString('yyyy-MM-ddTHH:mm:ssZ', [System.Globalization.CultureInfo]::InvariantCulture)
      if ($Path -inotmatch '\.properties') { $size = [string]$info.Length }
      if ($Hash) { $sum = (Get-FileRecord $Path).sha256 }
    }
  }
  catch { $kind = 'unreadable' }
  $Collected.places.Add("$kind  $size  $sum  $time  $Path")
  return $kind
}

# A folder with everything that lies in it, one level; 'listed' says that nothing was left out. Files whose name matches, or whose size is one
# of those given, are hashed.
function Add-ListedPlace($Collected, [string]$Folder, [string]$Hashed, $Sizes = @()) {
  if ((Add-Place $Collected $Folder) -cne 'folder') { return }
  try { $names = @(Get-FolderName $Folder | ForEach-Object { $_ }) } catch { return }
  if ($names.Count -gt 5000) { return }
  foreach ($name in $names) {
    $path = Join-Native $Folder $name
    [void](Add-Place $Collected $path (($name -imatch $Hashed) -or (Test-Sized $path $Sizes)))
  }
  $Collected.places.Add("listed  -  -  -  $Folder")
}

# True for an ordinary file of one of these sizes that is no settings file.
function Test-Sized([string]$Path, $Sizes) {
  if (@($Sizes).Count -eq 0 -or $Path -imatch $script:PutAside -or $Path -imatch '\.properties\z') { return $false }
  try { return ((Get-Stat $Path) -ceq 'file' -and @($Sizes) -contains (Get-FileSize $Path)) } catch { return $false }
}

# Folders that a settings file or a variable names, as far as they say no secret.
function Add-NamedPlace($Collected, [string]$Name, [string]$Value, [string]$Root) {
  if (Test-Secret $Name $Value) { return }
  try {
    if (-not (Test-WindowsPath $Value)) { return }
    [void](Add-Place $Collected (Get-NativePath $Value $Root))
  }
  catch { $Collected.notes.Add("${Name}: the paths that it names could not be read") }
}

# What starts a session agent, below a folder, five folders deep; links are not followed. 'searched' says that the search came to its end.
function Add-SessionAgent($Collected, [string]$Folder) {
  if ((Get-Stat $Folder) -cne 'folder') { return }
  $open = New-Object System.Collections.Stack
  $open.Push(@($Folder, 0))
  $seen = 0
  while ($open.Count -gt 0) {
    $at, $depth = $open.Pop()
    try { $names = @(Get-FolderName $at | ForEach-Object { $_ }) } catch { continue }
    foreach ($name in $names) {
      $seen++
      if ($seen -gt 60000) { return }
      $path = Join-Native $at $name
      try { $kind = Get-Stat $path } catch { continue }
      if ($kind -ceq 'folder') { if ($depth -lt 5) { $open.Push(@($path, ($depth + 1))) } }
      elseif ($kind -ceq 'file' -and $name -imatch '^(?:(?=.*session.?agent)|(?:(?!start).)*start(?=.*agent)).*\.(?:bat|cmd|exe|ps1|sh)\z') { [void](Add-Place $Collected $path) }
    }
  }
  $Collected.places.Add("searched  -  -  -  $Folder")
}

# The ids of all plug-ins of a root; the files themselves stay where they are.
function Add-PluginPlace($Collected, [string]$Folder) {
  foreach ($name in @(Get-ToolName $Folder $true)) {
    $path = Join-Native (Join-Native $Folder $name) 'plugin.xml'
    try { $id = Get-FolderPluginId (Join-Native $Folder $name) } catch { continue }
    if ($null -ne $id) { $Collected.places.Add("plugin  $id  -  -  $path") }
  }
}

# Names and addresses of the hosts file, without its comments.
function Add-CollectedHosts($Collected, [string]$Path) {
  if ((Add-Place $Collected $Path) -cne 'file') { return }
  try {
    $text = [regex]::Replace((Get-Latin1Text (Read-Bytes $Path $script:LargestText)), '#[^\r\n]*', '')
    $Collected.files['system/hosts'] = Get-Latin1Bytes $text
    $Collected.notes.Add("${Path}: system/hosts (without its comments, $($text.Length) bytes, sha256 $(Get-BytesHash (Get-Latin1Bytes $text)))")
  }
  catch { $Collected.notes.Add("${Path}: could not be read: $(Get-FaultText (Get-Fault $_))") }
}

function Add-CollectedPlace($Collected, $Targets, $Roots, [string]$Root, $Sizes) {
  foreach ($path in @($Targets.install, $Targets.plugins, $Targets.live, $Targets.conf, $Targets.logger, $Targets.client, $Targets.log4j2)) { if ($null -ne $path) { [void](Add-Place $Collected $path) } }
  foreach ($path in @($Targets.strays)) { if ($null -ne $path) { [void](Add-Place $Collected $path $true) } }
  foreach ($relative in 'jre/bin', 'sdk/org.jcef/libs', '.swap', '.swap/journal.json', '.swap/receipts') { [void](Add-Place $Collected (Join-Native $Targets.install $relative)) }
  $folders = @(Join-Native $Targets.install 'profiles') + @(Join-Native $Targets.install 'bin') + @($Targets.profiles | ForEach-Object { $own = Get-ParentFolder $_; $own; Join-Native $own 'Documents' })
  if ($null -ne $Targets.client) { $folders += Get-ParentFolder $Targets.client }
  if ($Root -cne '' -or (Test-Windows)) { $folders += @((Get-NativePath 'C:\Users\Public' $Root), (Get-NativePath 'C:\Users\Public\Documents' $Root)) }
  foreach ($folder in (Select-Different $folders)) { Add-ListedPlace $Collected $folder '\.mdzip' $Sizes }
  foreach ($folder in $Roots) { [void](Add-Place $Collected $folder); Add-PluginPlace $Collected $folder }
  foreach ($path in @($Targets.conf, $Targets.client, $Targets.logger)) {
    if ($null -eq $path -or (Get-Stat $path) -cne 'file') { continue }
    try { foreach ($entry in (Get-PropertyEntry (Get-Latin1Text (Read-Bytes $path)))) { Add-NamedPlace $Collected $entry.key $entry.value $Root } } catch { $Collected.notes.Add("${path}: the folders that it names could not be read") }
  }
  $variables = [Environment]::GetEnvironmentVariables()
  foreach ($name in (Get-SortedText @($variables.Keys | Where-Object { $_ -imatch $script:GatheredVariables }))) { Add-NamedPlace $Collected $name $variables[$name] $Root }
  Add-SessionAgent $Collected $Targets.install
  $agent = [Environment]::GetEnvironmentVariable('TCSSO_SESSION_AGENT_PATH')
  if ($null -ne $agent -and (Test-WindowsPath $agent)) { Add-SessionAgent $Collected (Get-NativePath $agent $Root) }
  if ($Root -cne '' -or (Test-Windows)) { Add-CollectedHosts $Collected (Get-NativePath 'C:\Windows\System32\drivers\etc\hosts' $Root) }
  $temporary = [Environment]::GetEnvironmentVariable('TEMP')
  if ($null -ne $temporary -and (Test-WindowsPath $temporary)) { Add-ListedPlace $Collected (Get-NativePath $temporary $Root) '\.xml\z' }
  if ($Root -ceq '') {
    try {
      foreach ($one in (Get-ToolProcess $Targets.install)) { $Collected.places.Add("process  $($one.name)  $($one.id)  $(if ($null -eq $one.started) { '-' } else { ([DateTime]$one.started).ToUniversalTime().ToString('yyyy-MM-ddTHH:mm:ssZ', [System.Globalization.CultureInfo]::InvariantCulture) })  $($one.path)") }
      $Collected.places.Add("processes  -  -  -  $($Targets.install)")
    }
    catch { $Collected.notes.Add('running programs could not be listed') }
  }
}
