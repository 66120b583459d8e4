import { aheadSecOf } from '../lib/adapters/clock.ts';
import { siteHere } from '../lib/local/gateway/console-routes.ts';
import { durationText } from '../lib/render/time-text.ts';
import { seed } from '../lib/local/table/seed.ts';
import { serviceOptions } from '../lib/local/settings/service-options.ts';
import { startService, type LocalService } from '../lib/local/service.ts';
import { StartError } from '../lib/local/start-error.ts';

const COUNTED = new Intl.NumberFormat('en');

// What it writes holds addresses and secrets: nobody else on the machine reads it.
process.umask(0o077);
try {
  const options = serviceOptions(process.argv.slice(2), process.env);
  const [service] = await Promise.all([
    startService({ ...options, drainEverySec: 1, schedules: true }),
    siteHere({ arePublicPagesShown: options.users.publicPages === 'on' }),
  ]);
  greet(service, options.checkEverySec);
  if (options.seed) {
    const { token, feedUrl } = await seed(service.url);
    console.log(`  sample owner    X-Guest-Token: ${token}\n  its dashboard   ${feedUrl}\n`);
  }
  endWith(service);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function greet(service: LocalService, checkEverySec: number | null): void {
  const { identity, signInOff, billing } = service.core.config;
  const toKnow = signInOff ?? service.note;
  console.log(`Rollcall runs at ${service.url}  (Ctrl-C ends it)

  console         ${service.url}/app
  mails and clock ${service.url}/_local
  account         ${service.url}/account  (${identity === null ? 'sign-in is off' : `sign-in by ${identity.issuer}`})
  API index       ${service.url}/api/
  OpenAPI         ${service.url}/openapi.json
  data            ${service.data}
  engine          ${service.engine}
  billing         ${billing?.mode === 'dev' ? 'dev, nothing is charged' : `${billing?.mode}, paid to ${billing?.payTo} on ${billing?.network}`}
  check           ${checkEverySec === null ? 'only when asked' : `every ${COUNTED.format(checkEverySec)} s`}, or now: curl -X POST ${service.url}/_local/check
${aheadLine(service)}${toKnow === null ? '' : `\n  ${toKnow}\n`}`);
}

/** A moved clock is kept over restarts, and has nothing to do with the time of real jobs. */
function aheadLine({ clock, url }: LocalService): string {
  const aheadSec = aheadSecOf(clock);
  return aheadSec === 0
    ? ''
    : `  clock           ${durationText(aheadSec)} ahead of real time, since it was moved: real jobs look late.
                  At half speed until it is right: curl -X DELETE ${url}/_local/clock
`;
}

function endWith(service: LocalService): void {
  let ending = false;
  const end = async (exitCode: number) => {
    if (ending) return;
    ending = true;
    await service.stop();
    process.exit(exitCode);
  };
  process.on('SIGINT', () => void end(0));
  process.on('SIGTERM', () => void end(0));
  void service.died.then((sentence) => {
    console.error(sentence);
    return end(1);
  });
}
