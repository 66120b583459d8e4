# rollcall.ps1: one word before a job, for Windows PowerShell 5.1 and PowerShell 7 on Windows. It tells a Rollcall service that
# the job began and how it ended, and passes on its output and its exit code. There is no param block: what begins with a dash
# belongs to the job. All of it stands in one block, so that nothing of a file that was cut is run.
if ($true) {
  $ErrorActionPreference = 'Stop'
  $version = '0.1.0'
  $help = 'rollcall.ps1 run [--no-output] NAME -- COMMAND [ARGUMENT...]', 'rollcall.ps1 ping NAME [start|fail|log|EXIT-CODE]',
  'rollcall.ps1 status', 'rollcall.ps1 help, rollcall.ps1 --version', '',
  'ROLLCALL_URL is the address of the service, ROLLCALL_KEY the ingest key (hpk_...), for status an API key or guest token.',
  'What is in neither is taken from %LOCALAPPDATA%\rollcall\key. No one but its owner may read it.'

  function Write-Trouble([string]$text) { [Console]::Error.WriteLine("rollcall: $text") }

  function Get-KeyFileText {
    $file = "$env:LOCALAPPDATA\rollcall\key"
    if (-not (Test-Path -LiteralPath $file)) { return }
    # This account, the system, the administrators, and whoever the owner is.
    $own = [Security.Principal.WindowsIdentity]::GetCurrent().User.Value, 'S-1-5-18', 'S-1-5-32-544', 'S-1-3-4'
    $rules = (Get-Acl -LiteralPath $file).GetAccessRules($true, $true, [Security.Principal.SecurityIdentifier])
    $others = @($rules | Where-Object { $_.AccessControlType -eq 'Allow' -and $own -notcontains $_.IdentityReference.Value })
    if ($others.Count -gt 0) { throw "others can read $file, so it is not used" }
    @([IO.File]::ReadAllLines($file)) -notmatch '^\s*#' -join ' '
  }

  # The client, the keys, and where pings of a name go. Throws a sentence where there is no such place.
  function Get-Setting([string]$name, [bool]$needsTarget) {
    $set = @{ Url = ''; Key = ''; ApiKey = ''; Target = '' }
    $text = "$env:ROLLCALL_KEY $env:ROLLCALL_URL"
    # What the environment lacks; what it says goes before.
    if (-not $env:ROLLCALL_KEY -or $text -cnotmatch '(^|\s)https?://') { $text = "$(Get-KeyFileText) $text" }
    # By operators alone: what goes to a command is written into the log where an administrator has that logged.
    foreach ($word in -split $text) {
      if ($word -eq '') { continue }
      elseif ($word -match '[^A-Za-z0-9._~:/?&=%@-]') { throw 'a key or an address has a character that none has' }
      elseif ($word -clike 'hpk_*') { $set.Key = $word }
      elseif ($word -cmatch '^(mmk|hp)_') { $set.ApiKey = $word }
      elseif ($word -cmatch '^https?://') { $set.Url = $word.TrimEnd('/') }
      else { throw 'ROLLCALL_KEY or its file has a word that is no key and no address' }
    }
    if (-not $set.Url) { throw 'ROLLCALL_URL is not set' }
    if ($name -notmatch '^[A-Za-z0-9._-]+\z') { throw 'a name is of letters, digits and . _ -' }
    if ($set.Url -match '/in/hpk_') { $set.Target = $set.Url + '/' + $name }
    elseif ($set.Url -match '/(in|ping)/') { $set.Target = $set.Url }
    elseif ($set.Key) { $set.Target = $set.Url + '/in/' + $set.Key + '/' + $name }
    elseif ($needsTarget) { throw 'there is no ingest key (hpk_...): set ROLLCALL_KEY' }
    Add-Type -AssemblyName System.Net.Http
    $protocols = [Net.ServicePointManager]::SecurityProtocol
    if ([int]$protocols -ne 0) { [Net.ServicePointManager]::SecurityProtocol = $protocols -bor 3072 }
    $handler = [Net.Http.HttpClientHandler]::new()
    $handler.AllowAutoRedirect = $false
    $set.Client = [Net.Http.HttpClient]::new($handler)
    $set.Client.Timeout = [TimeSpan]::FromSeconds(10)
    $set.Client.DefaultRequestHeaders.ExpectContinue = $false
    $set
  }

  function Start-Post($client, [string]$url, [byte[]]$body) {
    $content = [Net.Http.ByteArrayContent]::new($body)
    $content.Headers.ContentType = [Net.Http.Headers.MediaTypeHeaderValue]::new('text/plain')
    $client.PostAsync($url, $content)
  }

  # Reports, again where it may help: each time waits longer, and by chance. Why it did not come through, or nothing.
  function Send-Report($client, [string]$url, [byte[]]$body) {
    $patience = if ($env:ROLLCALL_PATIENCE -match '^\d{1,4}\z') { [int]$env:ROLLCALL_PATIENCE } else { 20 }
    $until = [DateTime]::UtcNow.AddSeconds($patience)
    for ($pause = 1.0; ; $pause *= 2) {
      $status = 0
      try {
        $call = Start-Post $client $url $body
        if ($call.Wait(10000)) { $status = [int]$call.Result.StatusCode }
      } catch { $status = 0 }
      if ($status -ge 200 -and $status -lt 300) { return '' }
      $why = if ($status -eq 0) { 'the service was not reached' } else { "the service answered $status" }
      $wait = $pause + (Get-Random -Minimum 0.0 -Maximum ($pause + 2))
      if ((0, 408, 429) -notcontains $status -and $status -lt 500) { return $why }
      if ([DateTime]::UtcNow.AddSeconds($wait) -gt $until) { return $why }
      Start-Sleep -Milliseconds ([int](1000 * $wait))
    }
  }

  # Lists the monitors: 1 where one is late or failing.
  function Show-Status {
    $set = Get-Setting 'status' $false
    if (-not $set.ApiKey) { throw 'there is no API key (mmk_...) and no guest token (hp_...)' }
    $header = if ($set.ApiKey -clike 'mmk_*') { 'X-Api-Key' } else { 'X-Guest-Token' }
    $set.Client.DefaultRequestHeaders.Add($header, $set.ApiKey)
    $cursor = ''
    $worst = 0
    for ($page = 0; $page -lt 50; $page++) {
      $call = $set.Client.GetStringAsync($set.Url + '/api/endpoints?limit=200' + $cursor)
      try { $isRead = $call.Wait(10000) } catch { $isRead = $false }
      if (-not $isRead) { throw 'the service was not reached, or does not know the key' }
      $list = ConvertFrom-Json $call.Result
      foreach ($each in $list.endpoints) {
        $isFailing = $each.incident -or $each.alert_pending -eq 'fail'
        $state = if ($each.state -match '^(ok|waiting)\z' -and $isFailing) { 'failing' } else { $each.state }
        if ($state -eq 'late' -or $isFailing) { $worst = 1 }
        $last = if ($each.last_event_at) { ([DateTime]$each.last_event_at).ToUniversalTime().ToString('u') } elseif ($isFailing) { 'never succeeded' } else { 'never pinged' }
        [Console]::Out.WriteLine($state.PadRight(10) + ($each.name -replace '\p{Cc}').PadRight(41) + $last)
      }
      if (-not $list.next_cursor) { break }
      $cursor = '&cursor=' + $list.next_cursor
    }
    $worst
  }
