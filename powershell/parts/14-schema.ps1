# ---- Records against their published schemas: records below .swap are input.

# The schemas of the records (schemas/*.schema.json) without what only people read.
$script:SchemaText = @{
{{schemas}}
}
$script:Schemas = @{}

function Get-Schema([string]$Kind) {
  if (-not $script:Schemas.ContainsKey($Kind)) { $script:Schemas[$Kind] = ConvertFrom-JsonText $script:SchemaText[$Kind] $Kind }
  return $script:Schemas[$Kind]
}

function Test-JsonType($Value, [string]$Type) {
  switch -CaseSensitive ($Type) {
    'object' { return ($Value -is [System.Collections.IDictionary]) }
    'array' { return ($Value -is [array]) }
    'string' { return ($Value -is [string]) }
    'integer' { return ($Value -is [long]) }
    'boolean' { return ($Value -is [bool]) }
    'null' { return ($null -eq $Value) }
  }
  return $false
}

function Test-SameValue($A, $B) {
  if ($null -eq $A -or $null -eq $B) { return ($null -eq $A -and $null -eq $B) }
  if ($A.GetType() -ne $B.GetType()) { return $false }
  if ($A -is [string]) { return [string]::Equals($A, $B, [System.StringComparison]::Ordinal) }
  return ($A -eq $B)
}

# How a value differs from its schema, in words that begin with the JSON pointer; null: it does not. Only the first problem is told.
function Get-SchemaProblem($Value, $Schema, [string]$At) {
  $where = $At
  if ($where -ceq '') { $where = 'the record' }
  if ($Schema.Contains('const') -and -not (Test-SameValue $Value $Schema['const'])) { return "$where must be '$($Schema['const'])'" }
  if ($Schema.Contains('enum')) {
    foreach ($one in $Schema['enum']) { if (Test-SameValue $Value $one) { return $null } }
    return "$where must be one of $(@($Schema['enum']) -join ', ')"
  }
  if ($Schema.Contains('type')) {
    $fits = $false
    foreach ($type in @($Schema['type'])) { if (Test-JsonType $Value $type) { $fits = $true; break } }
    if (-not $fits) { return "$where must be $(@($Schema['type']) -join ' or ')" }
  }
  if ($null -eq $Value) { return $null }
  if ($Value -is [string]) { return Get-TextProblem $Value $Schema $where }
  if ($Value -is [long]) {
    if (($Schema.Contains('minimum') -and $Value -lt $Schema['minimum']) -or ($Schema.Contains('maximum') -and $Value -gt $Schema['maximum'])) { return "$where is no number that it can have" }
    return $null
  }
  if ($Value -is [array]) {
    if ($Schema.Contains('maxItems') -and $Value.Length -gt $Schema['maxItems']) { return "$where has $($Value.Length) entries, at most $($Schema['maxItems']) are read" }
    if (-not $Schema.Contains('items')) { return $null }
    for ($k = 0; $k -lt $Value.Length; $k++) { $problem = Get-SchemaProblem $Value[$k] $Schema['items'] "$At/$k"; if ($null -ne $problem) { return $problem } }
    return $null
  }
  if ($Value -is [System.Collections.IDictionary]) { return Get-MapProblem $Value $Schema $At $where }
  return $null
}

function Get-TextProblem([string]$Value, $Schema, [string]$Where) {
  if (-not $Schema.Contains('pattern')) { return $null }
  # a line feed at the end does not end the text
  $pattern = [string]$Schema['pattern'] -creplace '\$\z', '\z'
  if ([regex]::IsMatch($Value, $pattern, [System.Text.RegularExpressions.RegexOptions]::CultureInvariant)) { return $null }
  return "$Where is not of the form $($Schema['pattern'])"
}

function Get-MapProblem($Value, $Schema, [string]$At, [string]$Where) {
  if ($Schema.Contains('required')) { foreach ($key in $Schema['required']) { if (-not $Value.Contains($key)) { return "$Where lacks the key '$key'" } } }
  if (-not $Schema.Contains('properties')) { return $null }
  $known = $Schema['properties']
  foreach ($key in $Value.get_Keys()) {
    if ($known.Contains($key)) { $problem = Get-SchemaProblem $Value[[string]$key] $known[[string]$key] "$At/$key"; if ($null -ne $problem) { return $problem } }
    elseif ($Schema.Contains('additionalProperties') -and $Schema['additionalProperties'] -is [bool]) { return "$Where has the unknown key '$key'" }
  }
  return $null
}
