# Completion of tierwright for PowerShell. In $PROFILE: tierwright completion powershell | Out-String | Invoke-Expression
# Windows PowerShell 5.1 drops an empty argument: a switch tells that nothing is typed yet. Paths are completed by the shell itself.
Register-ArgumentCompleter -Native -CommandName tierwright, tierwright.cmd -ScriptBlock {
    param($typed, $ast, $cursor)
    $elements = @($ast.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursor })
    $given = @($elements | Select-Object -Skip 1 | ForEach-Object {
            if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
        })
    $fresh = @()
    if ($typed -eq '') { $fresh = @('--new-word') }
    $program = $elements[0].Extent.Text.Trim("'", '"')
    foreach ($line in @(& $program completion candidates @fresh '--' @given 2>$null)) {
        $word, $about = $line -split [char]9, 2
        if ($word -eq ':files' -or $word -eq ':folders') { continue }
        if (-not $about) { $about = $word }
        $text = $word
        if ($word -match '[^A-Za-z0-9_./=-]') { $text = "'" + $word.Replace("'", "''") + "'" }
        [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $about)
    }
}
