# Completion of tierwright for PowerShell. In $PROFILE: tierwright completion powershell | Out-String | Invoke-Expression
# A candidate stands in single quotes, whatever quote was open: PowerShell takes U+2018 to U+201B for one, too, and two of them for a character.
# What PowerShell hands to a program otherwise than it reads it (a quote, a backslash at the end of a word with a space), and what cmd.exe would
# act on where the program is a .cmd file, is not offered.
# Windows PowerShell 5.1 drops an empty argument: a switch tells that nothing is typed yet. Paths are completed by the shell itself.
Register-ArgumentCompleter -Native -CommandName tierwright, tierwright.cmd -ScriptBlock {
    param($typed, $ast, $cursor)
    $elements = @($ast.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursor })
    $given = @($elements | Select-Object -Skip 1 | ForEach-Object {
            if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
        })
    if (@($given) -match '["&|<>^%\r\n]') { return } # cmd.exe would act on it here already
    $fresh = @()
    if ($typed -eq '') { $fresh = @('--new-word') }
    $program = $elements[0].Extent.Text.Trim("'", '"')
    foreach ($line in @(& $program completion candidates @fresh '--' @given 2>$null)) {
        $word, $about = $line -split [char]9, 2
        if ($word -eq ':files' -or $word -eq ':folders') { continue }
        if (-not $about) { $about = $word }
        $text = $word
        if ($word -match '["&|<>^%]|\\$|[\u201C-\u201F]') { continue }
        if ($word -cnotmatch '\A[A-Za-z0-9_./=-]+\z') { $text = "'" + ($word -replace '[''\u2018-\u201B]', '$0$0') + "'" }
        [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $about)
    }
}
