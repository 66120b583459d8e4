  $words = @($args | ForEach-Object { "$_" })
  $verb = "$($words[0])"
  $rest = @($words | Select-Object -Skip 1)
  if ($verb -eq 'run') {
    $isRead = $rest[0] -ne '--no-output'
    if (-not $isRead) { $rest = @($rest | Select-Object -Skip 1) }
    $job = @($rest | Select-Object -Skip 1)
    # PowerShell takes a -- that is typed for its own.
    if ($job.Count -gt 0 -and $job[0] -eq '--') { $job = @($job | Select-Object -Skip 1) }
    if ($job.Count -gt 0 -and $ExecutionContext.SessionState.LanguageMode -ne 'FullLanguage') {
      Write-Warning "rollcall: $($rest[0]) runs, and is not reported: a policy of this machine lets scripts call nobody."
      $more = @($job | Select-Object -Skip 1)
      & $job[0] @more
      exit $LASTEXITCODE
    }
    if ($job.Count -gt 0) { exit (Invoke-Run $rest[0] $job $isRead) }
  }
  try {
    if ($verb -eq 'status') { exit (Show-Status) }
    if ($verb -eq 'ping' -and $rest.Count -gt 0 -and "$($rest[1])" -match '^(start|fail|log|\d{1,3})?\z') {
      $set = Get-Setting $rest[0] $true
      $path = if ($rest[1]) { '/' + $rest[1] } else { '' }
      $why = Send-Report $set.Client ($set.Target + $path) @()
      if ($why) { throw $why }
      exit 0
    }
  } catch { Write-Trouble "$($_.Exception.Message)."; exit 1 }
  if ($verb -eq '--version') { "rollcall $version"; exit 0 }
  if ($verb -eq 'help') { $help; exit 0 }
  $help | ForEach-Object { [Console]::Error.WriteLine($_) }
  exit 2
}
