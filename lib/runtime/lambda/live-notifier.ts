import { MINUTE_MS } from '../../domain/calendar.ts';
import type { Clock } from '../../adapters/clock.ts';
import { openMailer, type Mailer } from '../../adapters/alerts/mail.ts';
import { openQueue } from '../../adapters/queue.ts';
import { openSecret } from '../../adapters/secrets.ts';
import { openAwsSender } from '../../adapters/alerts/aws-sender.ts';
import { sendWebhook } from '../../adapters/alerts/webhook.ts';
import { awsTargetOf } from '../../domain/alerts/sending/aws-target.ts';
import { LIMITS } from '../../domain/limits.ts';
import { textRequest } from '../../render/alerts/text-message.ts';
import type { CoreDeps, NotifierDeps } from '../deps.ts';
import type { Metrics } from '../report/metrics.ts';
import { remembered } from '../memory/remembered.ts';
import { roleCredentials } from './live-invoke.ts';

const LOCAL = { accessKeyId: 'local', secretAccessKey: 'local' };

/** The notifier's ways out, as the settings have them. */
export function notifierDeps(core: CoreDeps, metrics: Metrics): NotifierDeps {
  const { config } = core;
  const ses = config.standIns?.ses;
  const endpoint = config.standIns?.topics;
  const toAws = openAwsSender({ clock: core.clock, credentials: roleCredentials(), endpoint });
  return {
    ...core,
    metrics,
    secret: openSecret(config),
    queue: openQueue(config),
    mailer: knowingItsRate(
      openMailer({
        client: { region: config.region, ...(ses && { endpoint: ses, credentials: LOCAL }) },
        from: config.sender?.from ?? null,
        configurationSet: config.sender?.configurationSet ?? null,
        timeoutMs: LIMITS.deliveryTimeoutMs,
      }),
      core.clock,
    ),
    sendWebhook: (request) => {
      const target = awsTargetOf(request.url);
      return target ? toAws(request, target) : sendWebhook(request);
    },
    sendText: ({ to, text, timeoutMs }) =>
      toAws({ ...textRequest(to, text), headers: {}, timeoutMs }, { kind: 'sns', region: config.region }),
  };
}

/** The rate of an account seldom changes. */
const RATE_KNOWN_MS = 10 * MINUTE_MS;

function knowingItsRate(mailer: Mailer, clock: Clock): Mailer {
  const rates = remembered<number | null>(clock, 1, () => RATE_KNOWN_MS);
  return { ...mailer, perSecond: () => rates.of('', async () => (await mailer.perSecond?.()) ?? null) };
}
