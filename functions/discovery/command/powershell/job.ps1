  # As a program of Windows reads its arguments again. PowerShell parts -name:value in two.
  function ConvertTo-CommandLine([string[]]$words) {
    $joined = [regex]::Replace(($words -join "`0"), '(?<=(?:^|\0)-[^\0]*:)\0', '')
    $quoted = foreach ($word in $joined -split "`0") {
      if ($word -match '^[^\s"]+\z') { $word }
      else { '"' + ($word -replace '(\\*)"', '$1$1\"' -replace '(\\+)\z', '$1$1') + '"' }
    }
    $quoted -join ' '
  }

  function Start-Child([string[]]$words, [bool]$isRead) {
    $program = Get-Command -Name $words[0] -CommandType 'Application', 'ExternalScript' -ErrorAction Stop | Select-Object -First 1
    $words[0] = $program.Path
    # A script runs in a PowerShell of its own, of the kind that this is.
    if ($program.CommandType -eq 'ExternalScript') { $words = @((Get-Process -Id $PID).Path, '-NoProfile', '-File') + $words }
    $start = [Diagnostics.ProcessStartInfo]::new($words[0])
    if ($words.Count -gt 1) { $start.Arguments = ConvertTo-CommandLine $words[1..($words.Count - 1)] }
    $start.WorkingDirectory = (Get-Location -PSProvider FileSystem).ProviderPath
    $start.UseShellExecute = $false
    $start.RedirectStandardOutput = $start.RedirectStandardError = $isRead
    [Diagnostics.Process]::Start($start)
  }

  # Copies what a job prints to where it went and into $kept, until all who print have ended, or the job did two seconds ago.
  function Copy-Output($job, $kept) {
    $pipes = @(@{ From = $job.StandardOutput.BaseStream; To = [Console]::OpenStandardOutput() },
      @{ From = $job.StandardError.BaseStream; To = [Console]::OpenStandardError() })
    foreach ($pipe in $pipes) { $pipe.Bytes = [byte[]]::new(65536); $pipe.Read = $pipe.From.ReadAsync($pipe.Bytes, 0, 65536) }
    while ($pipes.Count -gt 0) {
      if ($job.HasExited -and ([DateTime]::Now - $job.ExitTime).TotalSeconds -gt 2) { return }
      $at = [Threading.Tasks.Task]::WaitAny([Threading.Tasks.Task[]]@($pipes | ForEach-Object { $_.Read }), 250)
      if ($at -lt 0) { continue }
      $pipe = $pipes[$at]
      $count = $pipe.Read.Result
      if ($count -eq 0) { $pipes = @($pipes | Where-Object { $_.From -ne $pipe.From }); continue }
      # Where nobody reads it any more it is kept all the same.
      try { $pipe.To.Write($pipe.Bytes, 0, $count); $pipe.To.Flush() } catch { $pipe.To = [IO.Stream]::Null }
      if ($kept.Length -gt 200000) { $end = Get-End $kept; $kept.SetLength(0); $kept.Write($end, 0, $end.Length) }
      $kept.Write($pipe.Bytes, 0, $count)
      $pipe.Read = $pipe.From.ReadAsync($pipe.Bytes, 0, 65536)
    }
  }

  # A job whose output nobody reads would wait for ever.
  function Copy-Unread($job) {
    [void]$job.StandardOutput.BaseStream.CopyToAsync([Console]::OpenStandardOutput())
    [void]$job.StandardError.BaseStream.CopyToAsync([Console]::OpenStandardError())
  }

  function Get-End($kept) {
    $all = $kept.ToArray()
    $length = [Math]::Min(10000, $all.Length)
    $end = [byte[]]::new($length)
    [Array]::Copy($all, $all.Length - $length, $end, 0, $length)
    , $end
  }

  function Invoke-Run([string]$name, [string[]]$words, [bool]$isRead) {
    $kept = [IO.MemoryStream]::new()
    $said = '?rid=' + [guid]::NewGuid().ToString('N')
    $set = $began = $null
    # Whatever is wrong with us is no reason to leave a job undone.
    try { $set = Get-Setting $name $true; $began = Start-Post $set.Client ($set.Target + '/start' + $said) @() }
    catch { $set = $null; Write-Trouble "$name runs, and is not reported: $($_.Exception.Message)." }
    $isRead = $isRead -and $null -ne $set
    try { $job = Start-Child $words $isRead }
    catch { $job = $null; $code = 127; Write-Trouble "$name could not be started: $($_.Exception.Message)" }
    if ($null -ne $job) {
      try { if ($isRead) { Copy-Output $job $kept } } catch { Copy-Unread $job }
      $job.WaitForExit()
      $code = $job.ExitCode
    }
    if ($null -eq $set) { return $code }
    # A start that arrived after the end would open a run that nobody closes.
    try { [void]$began.Wait(10000) } catch { $began = $null }
    $told = if ($code -ge 0 -and $code -le 255) { $code } else { 1 }
    try { $why = Send-Report $set.Client ($set.Target + '/' + $told + $said) (Get-End $kept) } catch { $why = 'it failed' }
    if ($why) { Write-Trouble "$name ended with $code, and that could not be reported: $why." }
    $code
  }
