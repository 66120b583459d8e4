import { ingestCron, rollcallCron, type CronTiming } from '../../render/monitors/ingest-commands.ts';
import { ingestCurl } from '../../render/monitors/ingest-curl.ts';

/*
 * Documentation that is made out for one monitor. It comes once it is shown, and by its name is judged with the files of
 * the documentation.
 */

/** How a job of some kind answers the roll call: a text that is ready to be pasted. */
interface Snippet {
  id: string;
  label: string;
  /** Where it goes. */
  hint: string;
  text: string;
}

/** What a snippet is written for. */
export interface SnippetFor extends CronTiming {
  url: string;
  /** What the service says of its monitor, where jobs of AWS may ping it without a secret. */
  templates?: { aws_put_events?: string | undefined; aws_invoke?: string | undefined } | undefined;
}

/** One for each tool that people run jobs with, the commonest first. */
export function snippetsFor(job: SnippetFor): Snippet[] {
  const { url } = job;
  return [
    ...shellSnippets(job),
    {
      id: 'powershell',
      label: 'PowerShell',
      hint: 'Around the command of a scheduled task.',
      text: powershell(url),
    },
    { id: 'python', label: 'Python', hint: 'Needs only Python 3.', text: python(url) },
    { id: 'node', label: 'Node.js', hint: 'Node 18 or newer.', text: node(url) },
    { id: 'go', label: 'Go', hint: 'Around the function that does the work.', text: golang(url) },
    { id: 'php', label: 'PHP', hint: 'Needs allow_url_fopen, which is on by default.', text: php(url) },
    {
      id: 'kubernetes',
      label: 'Kubernetes',
      hint: 'A CronJob: its container reports how the command ended.',
      text: kubernetes(job),
    },
    {
      id: 'github',
      label: 'GitHub Actions',
      hint: 'The last step of the job. Anyone with the URL can ping: keep it as the secret ROLLCALL_URL.',
      text: github(url),
    },
    {
      id: 'systemd',
      label: 'systemd',
      hint: 'In the service that your timer starts.',
      text: systemd(url),
    },
    {
      id: 'n8n',
      label: 'n8n',
      hint: 'Paste it into the canvas and connect it as the last node.',
      text: n8n(url),
    },
    {
      id: 'lambda',
      label: 'AWS Lambda',
      hint: 'A handler that EventBridge Scheduler invokes. Give it a minute beyond its work: pings are retried.',
      text: lambda(url),
    },
    ...identitySnippets(job),
  ];
}

function identitySnippets({ templates = {} }: SnippetFor): Snippet[] {
  const { aws_put_events: event, aws_invoke: invoke } = templates;
  const hint = 'Right after the work, where the AWS CLI has a role: IAM says who may ping.';
  return [
    ...(event ? [{ id: 'aws-event', label: 'AWS event', hint, text: event }] : []),
    ...(invoke ? [{ id: 'aws-invoke', label: 'AWS invoke', hint, text: invoke }] : []),
  ];
}

function shellSnippets(job: SnippetFor): Snippet[] {
  const { url } = job;
  return [
    {
      id: 'crontab',
      label: 'crontab',
      hint: 'A line for crontab -e: it runs your job and reports how it ended.',
      text: ingestCron(url, job),
    },
    {
      id: 'rollcall',
      label: 'rollcall',
      hint: 'One word before the job: reports starts, durations and output too. Install it once from /rollcall.sh.',
      text: rollcallCron(url, job),
    },
    {
      id: 'bash',
      label: 'Shell',
      hint: 'At the end of a script, right after the command that does the work.',
      text: `/path/to/your-job\n${ingestCurl(url)}/$?`,
    },
  ];
}

function powershell(url: string): string {
  return `& 'C:\\path\\to\\your-job.exe'
$code = if ($LASTEXITCODE -ge 0 -and $LASTEXITCODE -le 255) { $LASTEXITCODE } else { 1 }
foreach ($left in 2, 1, 0) {
  try { Invoke-RestMethod -Uri "${url}/$code" -TimeoutSec 10 | Out-Null; break }
  catch { if ($left) { Start-Sleep -Milliseconds (Get-Random -Minimum 1000 -Maximum 10000) } }
}
exit $code`;
}

function python(url: string): string {
  return `import random
import time
import urllib.request


def ping(outcome=""):
    for left in (2, 1, 0):
        try:
            return urllib.request.urlopen("${url}" + outcome, timeout=10).close()
        except Exception as error:
            print("Rollcall was not reached:", error)
        if left:
            time.sleep(random.uniform(1, 10))


ping("/start")
try:
    your_job()
except BaseException:
    ping("/fail")
    raise
ping()`;
}

function node(url: string): string {
  return `${pingInNode(url, 10)}

await ping('/start');
try {
  await yourJob();
} catch (error) {
  await ping('/fail');
  throw error;
}
await ping();`;
}

function pingInNode(url: string, timeoutSec: number): string {
  return `const ping = async (outcome = '') => {
  for (const left of [2, 1, 0]) {
    const signal = AbortSignal.timeout(${timeoutSec}_000);
    const answer = await fetch('${url}' + outcome, { signal }).catch(() => undefined);
    if (answer?.ok || !left) return;
    await new Promise((next) => setTimeout(next, 1_000 + Math.random() * 9_000));
  }
};`;
}

function golang(url: string): string {
  return `func ping(outcome string) {
	client := http.Client{Timeout: 10 * time.Second}
	for left := 2; left >= 0; left-- {
		answer, err := client.Get("${url}" + outcome)
		if err == nil {
			answer.Body.Close()
			if answer.StatusCode < 400 {
				return
			}
		}
		if left > 0 {
			time.Sleep(time.Duration(1000+rand.Intn(9000)) * time.Millisecond)
		}
	}
	log.Println("Rollcall was not reached.")
}

func main() {
	ping("/start")
	if err := yourJob(); err != nil {
		ping("/fail")
		log.Fatal(err)
	}
	ping("")
}`;
}

function php(url: string): string {
  return `function ping(string $outcome = ''): void {
    $context = stream_context_create(['http' => ['timeout' => 10]]);
    foreach ([2, 1, 0] as $left) {
        if (@file_get_contents('${url}' . $outcome, false, $context) !== false) return;
        if ($left) usleep(random_int(1000000, 10000000));
    }
}

ping('/start');
try {
    your_job();
} catch (Throwable $error) {
    ping('/fail');
    throw $error;
}
ping();`;
}

function kubernetes({ url, cron, tz }: SnippetFor): string {
  return `apiVersion: batch/v1
kind: CronJob
metadata:
  name: your-job
spec:
  schedule: "${cron ?? '0 * * * *'}"
  timeZone: "${tz ?? 'Etc/UTC'}"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: your-job
              image: your-image # with curl in it
              command: ["sh", "-c"]
              args:
                - |
                  /path/to/your-job
                  code=$?
                  ${ingestCurl(url)}/$code
                  exit $code`;
}

function github(url: string): string {
  return `# gh secret set ROLLCALL_URL --body '${url}'
- name: Answer the roll call
  if: always()
  continue-on-error: true
  run: curl -fsS -m 10 --retry 5 -o /dev/null "$ROLLCALL_URL/$CODE"
  env:
    ROLLCALL_URL: \${{ secrets.ROLLCALL_URL }}
    CODE: \${{ job.status == 'success' && '0' || '1' }}`;
}

function systemd(url: string): string {
  // systemd reads a dollar sign and a percent sign itself, unless they are doubled.
  const call = ingestCurl(url).replaceAll('%', '%%');
  return `[Service]
ExecStart=/path/to/your-job
ExecStopPost=-/bin/sh -c 'test "$$SERVICE_RESULT" = success && end= || end=/fail; ${call}$$end'`;
}

function n8n(url: string): string {
  const node = {
    parameters: { url, options: { timeout: 10_000 } },
    name: 'Answer the roll call',
    type: 'n8n-nodes-base.httpRequest',
    typeVersion: 4.2,
    position: [0, 0],
    retryOnFail: true,
    maxTries: 3,
    waitBetweenTries: 5_000,
    onError: 'continueRegularOutput',
  };
  return JSON.stringify({ nodes: [node], connections: {} }, null, 2);
}

function lambda(url: string): string {
  return `${pingInNode(url, 5)}

export const handler = async (event) => {
  await ping('/start');
  try {
    const answer = await yourJob(event);
    await ping();
    return answer;
  } catch (error) {
    await ping('/fail');
    throw error;
  }
};`;
}
