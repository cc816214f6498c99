# ---- The tables of the protocol, and the one interpreter that goes through them: forwards, backwards and after a crash.

# The other runner has the same tables (src/swap/protocol/steps.ts); a test compares them. each: one for each file or stray; tree: only where a
# plug-in folder is exchanged; onFailure: refuse (nothing was written), drop (only the work folder), undo (back to old), warn (what was done stands).
$script:Steps = @(
  @{ id = 'verify'; each = ''; tree = $false; onFailure = 'refuse' }
  @{ id = 'lock'; each = ''; tree = $false; onFailure = 'refuse' }
  @{ id = 'recover'; each = ''; tree = $false; onFailure = 'refuse' }
  @{ id = 'preflight'; each = ''; tree = $false; onFailure = 'refuse' }
  @{ id = 'stage'; each = ''; tree = $false; onFailure = 'drop' }
  @{ id = 'plan'; each = ''; tree = $false; onFailure = 'drop' }
  @{ id = 'journal'; each = ''; tree = $false; onFailure = 'undo' }
  @{ id = 'place'; each = ''; tree = $false; onFailure = 'undo' }
  @{ id = 'check'; each = ''; tree = $false; onFailure = 'undo' }
  @{ id = 'away'; each = ''; tree = $true; onFailure = 'undo' }
  @{ id = 'files'; each = 'files'; tree = $false; onFailure = 'undo' }
  @{ id = 'strays'; each = 'strays'; tree = $false; onFailure = 'undo' }
  @{ id = 'enter'; each = ''; tree = $true; onFailure = 'undo' }
  @{ id = 'prove'; each = ''; tree = $false; onFailure = 'undo' }
  @{ id = 'receipt'; each = ''; tree = $false; onFailure = 'undo' }
  @{ id = 'close'; each = ''; tree = $false; onFailure = 'warn' }
  @{ id = 'prune'; each = ''; tree = $false; onFailure = 'warn' }
  @{ id = 'copy'; each = ''; tree = $false; onFailure = 'warn' }
)
$script:UndoSteps = @(
  @{ id = 'mark'; each = ''; tree = $false }
  @{ id = 'out'; each = ''; tree = $true }
  @{ id = 'restore'; each = 'files'; tree = $false }
  @{ id = 'unstray'; each = 'strays'; tree = $false }
  @{ id = 'unreceipt'; each = ''; tree = $false }
  @{ id = 'return'; each = ''; tree = $true }
  @{ id = 'clear'; each = ''; tree = $false }
  @{ id = 'drop'; each = ''; tree = $false }
  @{ id = 'sweep'; each = ''; tree = $false }
)
$script:FinishSteps = @(
  @{ id = 'files'; each = 'files'; tree = $false }
  @{ id = 'strays'; each = 'strays'; tree = $false }
  @{ id = 'prove'; each = ''; tree = $false }
  @{ id = 'receipt'; each = ''; tree = $false }
  @{ id = 'clear'; each = ''; tree = $false }
  @{ id = 'close'; each = ''; tree = $false }
)

# A row was reached without what an earlier one has to bring: a fault of the table, never of the machine.
function Stop-Order([string]$What) {
  $fault = New-Object System.InvalidOperationException "the step table reaches a step without $What"
  $fault.Data['order'] = $true
  throw $fault
}

function Test-Given($Value, [string]$What) { if ($null -eq $Value) { Stop-Order $What } }

# One for each time that a row is performed: the name of its file, the number of its stray, or ''.
function Get-RowDetail($Row, $Plan) {
  if ($Row.tree -and $null -ne $Plan -and $null -eq $Plan['tree']) { return ,@() }
  if ($Row.each -ceq '') { return ,@('') }
  Test-Given $Plan 'a plan'
  if ($Row.each -ceq 'files') { return ,@(foreach ($file in $Plan['files']) { $file['id'] }) }
  $number = 0
  return ,@(foreach ($stray in $Plan['strays']) { $number++; [string]$number })
}

# Goes through the rows of a table from one on, in its order. A table is @{ rows; handlers; tell; fail }, and a handler gets the context and a
# number. Which rows there are, what each is done for and what a failure means comes from the table; what is done, from its handler. A handler
# that sets $Context.goTo goes on with that row; one in @{ around } holds something while the rows after it run. 'fail' throws, or the walk goes on.
function Invoke-Walk($Table, $Context, [int]$From) {
  for ($at = $From; $at -lt $Table.rows.Count; $at++) {
    $row = $Table.rows[$at]
    $handler = $Table.handlers[$row.id]
    Test-Given $handler "a handler for '$($row.id)'"
    if ($handler -is [System.Collections.IDictionary]) { Invoke-Around $Table $Context $at $handler.around; return }
    $details = Get-RowDetail $row $Context.plan
    for ($k = 0; $k -lt $details.Count; $k++) {
      try {
        [void](& $Table.tell $row.id $details[$k])
        [void](& $handler $Context $k)
      }
      catch {
        $fault = Get-Fault $_
        if ($fault.Data.Contains('order')) { throw $fault }
        [void](& $Table.fail $Context $row $fault)
      }
    }
    if ($Context.goTo -cne '') {
      $at = Get-RowNumber $Table.rows $Context.goTo
      $Context.goTo = ''
      $at--
    }
  }
}

# After the last one where there is none of that name.
function Get-RowNumber($Rows, [string]$Id) {
  for ($k = 0; $k -lt $Rows.Count; $k++) { if ($Rows[$k].id -ceq $Id) { return $k } }
  return $Rows.Count
}

# A row that holds something while the others run: their failures are theirs, and only its own is judged by it.
function Invoke-Around($Table, $Context, [int]$At, [scriptblock]$Around) {
  $row = $Table.rows[$At]
  $rest = @{ table = $Table; from = $At + 1; entered = $false; fault = $null }
  try {
    [void](& $Table.tell $row.id '')
    [void](& $Around $Context $rest)
  }
  catch {
    $fault = Get-Fault $_
    if ([object]::ReferenceEquals($fault, $rest.fault) -or $fault.Data.Contains('order')) { throw $fault }
    [void](& $Table.fail $Context $row $fault)
    if (-not $rest.entered) { Invoke-Rest $Context $rest }
  }
}

# The rows after the one that holds something, or those from a named one on.
function Invoke-Rest($Context, $Rest, [string]$GoTo) {
  $Rest.entered = $true
  $from = $Rest.from
  if ($GoTo -cne '') { $from = Get-RowNumber $Rest.table.rows $GoTo }
  try { Invoke-Walk $Rest.table $Context $from }
  catch { $Rest.fault = Get-Fault $_; throw $Rest.fault }
}
