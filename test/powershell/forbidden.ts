/** What the scripts may not use, and why: Windows PowerShell 5.1 on .NET Framework 4.7.2 has to run them, and PowerShell 7 alike. */
export const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\?\?/, "null-coalescing needs PowerShell 7"],
  [/\?\./, "null-conditional access needs PowerShell 7.1"],
  [/&&|\|\|/, "pipeline chains need PowerShell 7"],
  [/[)\w\]] \? [^:{}\n]+ : /, "the ternary operator needs PowerShell 7"],
  [/-Parallel\b/, "ForEach-Object -Parallel needs PowerShell 7"],
  [/^\s*clean\s*\{/m, "the clean block needs PowerShell 7.3"],
  [/\$Is(?:Windows|Linux|MacOS|CoreCLR)\b/, "absent in 5.1, and an error there in strict mode; Test-Windows tells"],
  [/\bConvert(?:From|To)-Json\b/i, "takes two keys that differ in case for one, turns dates, and cuts at depth 2"],
  [/\bGet-WmiObject\b/i, "absent in PowerShell 7"],
  [/\b(?:Out-File|Set-Content|Add-Content|Get-Content)\b/i, "their encodings differ between 5.1 and 7"],
  [/\bMove-Item\b/i, "nests inside a folder that exists"],
  [
    /\b(?:Copy-Item|Remove-Item|New-Item|Rename-Item|Get-ChildItem|Get-Item|Test-Path|Resolve-Path)\b/i,
    "files go through the world's functions",
  ],
  [/\b(?:Expand|Compress)-Archive\b/i, "slow, unsafe, and a module"],
  [/\b(?:Import-Module|Install-Module|Save-Module)\b|^\s*using (?:module|assembly)|#requires/im, "no modules"],
  [/\b(?:Start-Process|Invoke-Expression|Invoke-Command|Start-Job)\b/i, "no other programs, no text that is run"],
  [/\b(?:Invoke-WebRequest|Invoke-RestMethod)\b|System\.Net\.(?:WebClient|Http)/i, "no network"],
  [/\bStop-Process\b|\.Kill\(/i, "the running tool is refused and never ended"],
  [/\bWrite-Progress\b/i, "slows a copy down by a factor"],
  [/-TypeDefinition\b|-MemberDefinition\b/i, "compiles with a native program"],
  [
    /\bGetRelativePath\b|Path\]::Join\b|ToHexString|FromHexString|::HashData\b|ImportFromPem|ImportSubjectPublicKeyInfo|\bMathF\b/,
    "missing in .NET Framework 4.7.2",
  ],
  [/\.(?:Contains|Replace|Split)\([^()]*StringComparison/, "overload missing in .NET Framework 4.7.2"],
  [/\.Split\([^()]*,/, "the overload that is meant differs between .NET Framework and .NET"],
  [
    /(?:^|[|({;]\s*)(?:%|\?|ls|dir|cat|type|rm|del|cp|copy|mv|move|echo|gci|gc|gi|sc|select|where|sort|foreach\s+\{)\s/im,
    "no aliases",
  ],
  [/\s-(?:Path|FilePath)\s/, "-LiteralPath everywhere: brackets in a path are characters"],
  [
    /-(?:eq|ne|contains|notcontains|match|notmatch|replace|like)\s+'/,
    "compares without case; -ceq, -cmatch or -imatch say what is meant",
  ],
];

/** Interfaces of newer .NET that are used only after a look at the system: the one function that may use each. */
export const GUARDED: readonly (readonly [RegExp, string])[] = [
  [/File\]::Move\([^()]*,[^()]*,/, "Move-FileOver"],
  [/ResolveLinkTarget/, "Get-ProcessTable"],
  [/UnixDomainSocketEndPoint/, "Open-SocketLock"],
  [/FileSystemAclExtensions/, "Set-InheritedAccess"],
];
